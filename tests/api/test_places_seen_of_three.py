"""Places of three stages, kept back in the first, the second or both: no course is told from another.

`other` differs from `first` in the groups, at tables where the asker does not sit; `later` differs only in
the semi-final, at its second table. A stage is kept back with the one from which it is entered, so that each
cut and the tables after it wait for what they go by.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import BASE, ID, SESSION, House, entrants
from tests.api.courses import STRONG, TABLE_1, WEAK, begin, play, start
from tests.api.telling_apart import (
    Courses,
    answer,
    assert_alike,
    assert_previews_alike,
    courses,
    sent,
    unseen_at,
)
from tests.made_once import MadeOnce

SEMI, FINAL = "2027-03-07/1", "2027-03-13/1"
KEPT_BACK = {"first": ("preliminary",), "second": ("semi",), "both": ("preliminary", "semi")}
"""By word which stages show their places only when they are published; the others show them at once."""
MOMENTS = (
    "in groups", "groups over", "cut made", "semi seated", "in semi", "semi over", "second cut made",
    "final seated", "groups published", "semi published",
)  # fmt: skip

# At table 1 A, B and D go on in every course, and C does not.
GROUP_1 = ((20, -2, -16, -2), (20, -2, -16, -2), (-6, 10, -2, -2))
STRONGER = ((30, -11, -12, -7),) * 3
WEAKER = ((12, -4, -6, -2), (-4, 12, -6, -2), (-4, 12, -6, -2))


def plan(word: str) -> dict[str, Any]:
    """The tournament of the examples with a semi-final of eight before a final of four."""
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    groups, final = file["stage"]
    semi = json.loads(json.dumps(final))
    semi |= {"id": "semi", "name": {"en": "Semi-final", "zh": "準決賽"}}
    semi |= {"draw": "standing", "enter": {"from": "preliminary", "places": 8}}
    semi["sessions"][0] |= {"id": SEMI, "day": SEMI[:10]}
    final |= {"draw": "standing", "enter": {"from": "semi", "places": 4}}
    for stage in (groups, semi, final):
        stage["places_seen"] = "published" if stage["id"] in KEPT_BACK[word] else "live"
    file["stage"] = [groups, semi, final]
    return file


def steps(house: House, word: str, course: str) -> Iterator[str]:
    """Play the tournament until the final is seated, stopping at each moment; then publish."""
    given = house.organizer.post("/api/v1/tournaments", plan(word))
    assert given.status_code == 201, given.get_json()
    people = entrants(12)
    house.done("import-entrants", {"entrants": people})
    for number in (1, 2):
        house.done("appoint-referee", {"referee": f"REF-{number}", "name": f"Judge {number}"})
    begin(house, SESSION, [person["entrant_no"] for person in people])
    start(house, SESSION, {"REF-1": [1], "REF-2": [2, 3]})
    groups = (WEAK, WEAKER) if course == "other" else (STRONG, STRONGER)
    play(house, SESSION, {1: GROUP_1, 2: groups[0], 3: groups[1]})
    yield "in groups"
    house.done("end-session", {"session": SESSION})
    yield "groups over"
    house.done("conclude-qualification", {"stage": "semi"})
    yield "cut made"
    house.done("place-finalists", {"stage": "semi"})
    begin(house, SEMI, sorted(house.desk.state(ID).sessions[SEMI].entrants))
    yield "semi seated"
    start(house, SEMI, {"REF-1": [1], "REF-2": [2]})
    play(house, SEMI, {1: TABLE_1, 2: WEAK if course == "later" else STRONG})
    yield "in semi"
    house.done("end-session", {"session": SEMI})
    yield "semi over"
    house.done("conclude-qualification", {"stage": "final"})
    yield "second cut made"
    house.done("place-finalists", {"stage": "final"})
    begin(house, FINAL, sorted(house.desk.state(ID).sessions[FINAL].entrants))
    yield "final seated"
    house.done("publish-results", {"stage": "preliminary"})
    yield "groups published"
    house.done("publish-results", {"stage": "semi"})
    yield "semi published"


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


def numbers_at(house: House, sheet: str) -> tuple[str, ...]:
    """Who sits there, seat by seat."""
    return tuple(house.desk.state(ID).sheets[sheet].seats)


def not_placed(houses: Sequence[House], course: str) -> list[str]:
    """Of the table that is the same in both those who sit in no later stage in either."""
    sheet, later = (f"{SEMI}/1", ("final",)) if course == "later" else (f"{SESSION}/1", ("semi", "final"))
    return [
        number
        for number in numbers_at(houses[0], sheet)
        if all(house.desk.state(ID).entrants[number].at(stage) is None for house in houses for stage in later)
    ]


ALL = {"preliminary", "semi", "final"}
HIDING = [
    (word, moment, course, stages)
    for word, moments, course, stages in (
        ("first", MOMENTS[:8], "other", ALL),
        ("first", MOMENTS[4:8], "later", ALL),
        ("second", MOMENTS[4:9], "later", {"semi", "final"}),
        ("both", MOMENTS[:8], "other", ALL),
        ("both", MOMENTS[4:8], "later", ALL),
        ("both", MOMENTS[8:9], "later", {"semi", "final"}),
    )
    for moment in moments
]


@pytest.mark.wide
@pytest.mark.parametrize(("word", "moment", "course", "stages"), HIDING)
def test_nobody_but_officials_can_tell_courses_apart(
    at: Courses, word: str, moment: str, course: str, stages: set[str]
) -> None:
    houses = (at(word, "first", moment), at(word, course, moment))
    assert unseen_at(houses[0]) == unseen_at(houses[1]) == dict.fromkeys(stages, "published")
    before = MOMENTS[: MOMENTS.index(moment) + 1]
    seqs = at.seqs(word, "first", before)
    assert seqs == at.seqs(word, course, before)
    assert assert_alike(houses, not_placed(houses, course), seqs) > 120


@pytest.mark.parametrize(
    ("word", "course", "moment"),
    [
        pytest.param("first", "other", "cut made", marks=pytest.mark.wide),
        ("second", "later", "second cut made"),
        pytest.param("first", "later", "second cut made", marks=pytest.mark.wide),
        pytest.param("both", "other", "second cut made", marks=pytest.mark.wide),
        pytest.param("both", "later", "second cut made", marks=pytest.mark.wide),
    ],
)
def test_no_preview_tells_a_participant_which_course_it_is(
    at: Courses, word: str, course: str, moment: str
) -> None:
    houses = (at(word, "first", moment), at(word, course, moment))
    for number in not_placed(houses, course):
        assert_previews_alike(houses, number, {"stage": "semi"}, {"stage": "final"})


def test_nobody_learns_from_giving_up_a_place_in_the_final_whether_there_is_one(at: Courses) -> None:
    houses = [at("second", course, "second cut made") for course in ("first", "later")]
    through = [set(house.desk.state(ID).cut_into("final").qualified) for house in houses]
    (number,) = (through[0] - through[1]) & set(numbers_at(houses[0], f"{SEMI}/1"))
    for house in houses:
        client = house.client("participant", number, ID)
        for stage in ({}, {"stage": "final"}):
            status, text = sent(client, "withdraw-qualifier", {"entrant": number, **stage}, False)
            assert (status, json.loads(text)["code"]) == (409, "places-not-seen")
    assert houses[0].done("withdraw-qualifier", {"entrant": number, "stage": "final"})["events"]


def test_once_they_are_published_the_courses_can_be_told_apart(at: Courses) -> None:
    for word, course, moment, stage in (
        ("first", "other", "groups published", "preliminary"),
        ("second", "later", "semi published", "semi"),
    ):
        first, other = at(word, "first", moment), at(word, course, moment)
        assert unseen_at(first) == {}
        address = f"{BASE}/standings?stage={stage}"
        assert answer(first.anyone, address) != answer(other.anyone, address)
