"""Places not seen yet, in the database for the public: it tells no courses apart that differ in them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from shared.catalogue import say
from tests.api.conftest import ID
from tests.api.courses import steps
from tests.api.telling_apart import Courses, courses
from tests.api.test_places_seen import HIDING, up_to
from tests.exported import exported
from tests.made_once import MadeOnce


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


def content(courses: Courses, word: str, course: str, moment: str, as_of: int | None) -> dict[str, Any]:
    """The tables for the public, without what differs between any two logs."""
    tables = dict(exported(courses(word, course, moment).desk, ID, public=True, as_of=as_of))
    tables["README"] = [row for row in tables["README"] if row["subject"] not in ("hash", "moment")]
    tables["publication"] = [{**row, "digest": ""} for row in tables["publication"]]
    return tables


BRIEFLY = {("session", "in session 2"), ("published", "cut made"), ("published", "in the final")}


@pytest.mark.parametrize(
    ("word", "moment", "course"),
    [
        pytest.param(word, moment, course, marks=() if (word, moment) in BRIEFLY else pytest.mark.wide)
        for word, moment, course, _ in HIDING
    ],
)
def test_it_is_the_same_for_courses_that_differ_in_places_not_seen(
    at: Courses, word: str, moment: str, course: str
) -> None:
    for as_of in (None, *at.seqs(word, "first", up_to(moment))[-3:]):
        first, other = (content(at, word, name, moment, as_of) for name in ("first", course))
        for name in first:
            assert first[name] == other[name], (name, as_of)


def test_where_places_are_seen_it_has_them(at: Courses) -> None:
    first, other = (content(at, "live", name, "cut made", None) for name in ("first", "other"))
    assert {row["place"] for row in first["standing"]} >= {1, 3, 4}
    assert first["standing"] != other["standing"]
    shown = content(at, "published", "first", "final published", None)
    assert shown["award"]
    assert {row["stage"] for row in shown["standing"]} == {"preliminary", "final"}
    assert not content(at, "published", "first", say("word-event-qualification-concluded", "en"), None)[
        "standing"
    ]
    assert not content(at, "published", "first", "final seated", None)["award"]
    assert not [
        row
        for row in content(at, "published", "first", "final seated", None)["seating"]
        if row["session"].startswith("2027-03-13")
    ]


def test_officials_get_what_waits(at: Courses) -> None:
    house = at("published", "first", "cut made")
    assert {row["qualified"] for row in exported(house.desk, ID)["standing"]} == {0, 1}
    assert exported(house.desk, ID)["sheet_games_figures"]
