"""Places that are not seen yet: no read tells one course of a tournament from another with other places.

While the places of a stage are not seen, whoever is no official reads the same bytes in two courses that
differ in these places alone, whatever is asked and as of whatever moment.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.api.conftest import ID, SESSION, House
from tests.api.courses import MOMENTS, WORDS, steps
from tests.api.telling_apart import (
    Courses,
    addresses,
    answer,
    askers,
    assert_alike,
    assert_previews_alike,
    courses,
    lengths,
    looked_back_to,
    unseen_at,
)
from tests.made_once import MadeOnce

_AS_ANYONE = rf"^/t/{ID}(/board|/news|/programme)?(\?|$)"
"""Pages that answer officials as they answer anyone."""


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


def up_to(moment: str) -> tuple[str, ...]:
    return MOMENTS[: MOMENTS.index(moment) + 1]


def not_in_the_final(houses: Sequence[House]) -> list[str]:
    """Of the table that is the same in every course those who have no place in the final in any of them."""
    return [
        number
        for number in houses[0].desk.state(ID).sheets[f"{SESSION}/1"].seats
        if all(house.desk.state(ID).entrants[number].at("final") is None for house in houses)
    ]


BRIEFLY = {("published", "in the final")}
"""When places are seen, and the moment at which it is tried outside of `make test-all` as well."""
HIDING = [
    (word, moment, course, stages)
    for word, moments, course, stages in (
        ("session", ("in session 1", "in session 2"), "other", {"preliminary", "final"}),
        ("session", ("in the final",), "later", {"final"}),
        ("published", MOMENTS[1:6], "other", {"preliminary", "final"}),
        ("published", MOMENTS[7:9], "later", {"final"}),
    )
    for moment in moments
]


@pytest.mark.parametrize(
    ("word", "moment", "course", "stages", "length"),
    lengths(*HIDING, briefly=BRIEFLY),
)
def test_nobody_but_officials_can_tell_courses_apart_that_differ_in_places_not_seen(
    at: Courses, word: str, moment: str, course: str, stages: set[str], length: str
) -> None:
    houses = (at(word, "first", moment), at(word, course, moment))
    assert unseen_at(houses[0]) == unseen_at(houses[1]) == dict.fromkeys(stages, word)
    seqs = at.seqs(word, "first", up_to(moment))
    assert seqs == at.seqs(word, course, up_to(moment))
    numbers = not_in_the_final(houses)
    if length == "briefly":
        seqs, numbers = seqs[-2:-1], numbers[1:2]
    asked = assert_alike(houses, numbers, seqs)
    assert asked > (500 if length == "at length" else 120)


@pytest.mark.parametrize(
    "moment",
    [pytest.param(moment, marks=() if moment == "cut made" else pytest.mark.wide) for moment in MOMENTS[1:]],
)
def test_where_places_are_seen_at_once_the_courses_can_be_told_apart(at: Courses, moment: str) -> None:
    course = "other" if MOMENTS.index(moment) < 7 else "later"
    first, other = at("live", "first", moment), at("live", course, moment)
    addresses_told = [
        address
        for address in addresses(first, "0001", ())
        if answer(first.anyone, address) != answer(other.anyone, address)
    ]
    assert any("standings" in address for address in addresses_told)
    assert unseen_at(first) == {}


@pytest.mark.wide
@pytest.mark.parametrize("word", WORDS[1:])
@pytest.mark.parametrize("moment", MOMENTS)
def test_officials_read_what_they_read_where_places_are_seen_at_once(
    at: Courses, word: str, moment: str
) -> None:
    houses = (at(word, "first", moment), at("live", "first", moment))
    seqs = at.seqs(word, "first", up_to(moment))
    for role, subject in (
        ("organizer", "o"),
        ("chief_referee", "CR"),
        ("referee", "REF-1"),
        ("service", "s"),
    ):
        here, live = (house.client(role, subject, ID) for house in houses)
        for address in addresses(houses[0], "0001", seqs[-2:-1]):
            if not re.search(f"events|export|notices|data|/rules|{_AS_ANYONE}", address):
                assert answer(here, address) == answer(live, address), (role, address)


@pytest.mark.parametrize(
    ("word", "moment", "length"),
    lengths(
        *(("session", moment) for moment in MOMENTS if not moment.startswith("in ")),
        ("published", "final published"),
        briefly={("published", "final published")},
    ),
)
def test_once_places_are_seen_everyone_reads_what_they_read_where_places_are_seen_at_once(
    at: Courses, word: str, moment: str, length: str
) -> None:
    houses = (at(word, "first", moment), at("live", "first", moment))
    assert unseen_at(houses[0]) == {}
    seqs = at.seqs(word, "first", up_to(moment))[:-1]
    numbers = ("0001", "0009") if length == "at length" else ("0001",)
    for number in numbers:
        for asker, (here, live) in askers(houses, number)[: 3 if length == "at length" else 1]:
            for address in addresses(
                houses[0], number, looked_back_to(seqs) if length == "at length" else seqs[-1:]
            ):
                if "/rules" not in address:  # which says when places are seen
                    assert answer(here, address) == answer(live, address), (asker, address)


@pytest.mark.parametrize(
    "moment",
    [pytest.param(moment, marks=() if moment == "cut made" else pytest.mark.wide) for moment in MOMENTS[1:5]],
)
def test_no_preview_tells_a_participant_what_is_not_seen(at: Courses, moment: str) -> None:
    houses = (at("published", "first", moment), at("published", "other", moment))
    for number in houses[0].desk.state(ID).sheets[f"{SESSION}/1"].seats:
        assert_previews_alike(houses, number, {"sheet": f"{SESSION}/1"})
