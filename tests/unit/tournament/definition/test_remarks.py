"""What is allowed in a plan and odd all the same: each remark, where it belongs and where not."""

from datetime import time
from typing import Any

import pytest
from msgspec.structs import replace

from services.tournament.definition.awards import FamilyAward, PlacesAward
from services.tournament.definition.categories import Category
from services.tournament.definition.plan import Competition, Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From
from services.tournament.definition.texts import Text
from tests.unit.tournament.definition.plans import DAY, FINAL, GROUPS, SCHOOL_DAY
from tests.unit.tournament.definition.variants import PAIRS, remarks, rounds, with_final, with_groups


def carried(before: str, after: str, *, carry: bool = True) -> Competition:
    groups, final = replace(GROUPS, ruleset=before), replace(FINAL, ruleset=after, carry=carry)
    return replace(SCHOOL_DAY, stages=(groups, final))


def robin(quota: int) -> Competition:
    stage = replace(GROUPS, **PAIRS, attend="all", draw="round_robin", sessions=rounds(5, tables=9))
    return replace(SCHOOL_DAY, quota=quota, stages=(stage,))


def families(child_from: int, child_to: int, parent_from: int, minimum_age: int = 0) -> Competition:
    award = FamilyAward("final", Text(both="F"), child_from, child_to, parent_from)
    return replace(SCHOOL_DAY, minimum_age=minimum_age, awards=(award,))


def category(**ages: Any) -> Competition:
    return replace(SCHOOL_DAY, minimum_age=7, categories=(Category("x", **ages),), awards=())


AT_TOWN_HALL = replace(with_groups(weather="hko"), venue=Venue(Text(both="Town hall")))
AGAIN = replace(FINAL, id="plate", sessions=(SessionPlan("p", DAY, start=time(19)),))
TWO = (SessionPlan("f1"), SessionPlan("f2"))
ODD: dict[str, tuple[str, Competition, Competition]] = {
    "a final with a gap": (
        "stage.1.enter.places",
        with_final(enter=From("groups", 8)),
        with_final(enter=From("groups", 5)),
    ),
    "fewer people than places": (
        "stage.1.enter.places",
        replace(with_final(), quota=9),
        replace(with_final(), quota=8),
    ),
    "two stages that take the same people": (
        "stage.2.enter",
        replace(SCHOOL_DAY, stages=(GROUPS, replace(GROUPS, id="juniors", sessions=(SessionPlan("j"),)))),
        replace(SCHOOL_DAY, stages=(GROUPS, FINAL, AGAIN)),
    ),
    "a later stage with sessions chosen": (
        "stage.1.split",
        with_final(split="lot", sessions=TWO),
        with_final(split="chosen", sessions=TWO),
    ),
    "results carried on from other rules": (
        "stage.1.carry",
        carried("bsg-2015", "pressman-2006-tournament"),
        carried("bsg-2015", "hk-2026"),
    ),
    "a round robin that more may enter than it has rounds for": ("stage.0.sessions", robin(6), robin(7)),
    "an award for families without children": (
        "award.0.child_to",
        families(7, 12, 18, minimum_age=12),
        families(7, 12, 18, minimum_age=13),
    ),
    "a parent of an age that nobody has": ("award.0.parent_from", families(7, 12, 110), families(7, 12, 111)),
    "a child of an age that nobody has": (
        "award.0.child_from",
        families(110, 120, 18),
        families(111, 120, 18),
    ),
    "a category younger than the minimum": ("categories.0.age_to", category(age_to=7), category(age_to=6)),
    "a category older than anybody": ("categories.0.age_from", category(age_to=7), category(age_from=111)),
    "the weather of Hong Kong elsewhere": (
        "stage.0.weather",
        AT_TOWN_HALL,
        replace(AT_TOWN_HALL, zone="Asia/Macau"),
    ),
    "no place that people come to": ("venue", with_groups(), with_groups(weather="hko")),
}


@pytest.mark.parametrize("what", ODD)
def test_what_is_odd_is_remarked(what: str) -> None:
    path, usual, odd = ODD[what]
    assert remarks(usual) == []
    assert remarks(odd) == [path]


def test_results_are_carried_on_under_the_same_rules_and_not_carried_under_others() -> None:
    assert remarks(carried("hk-2026", "hk-2026")) == []
    assert remarks(carried("bsg-2015", "hk-2026", carry=False)) == []


def test_more_titles_than_people_are_remarked() -> None:
    def titled(count: int, **changes: Any) -> Competition:
        titles = tuple(Text(both=str(place)) for place in range(count))
        return replace(with_final(**changes), awards=(PlacesAward("final", titles),))

    places, room = FINAL.source.places if FINAL.source is not None else None, FINAL.room
    assert places is not None
    assert room is not None
    assert remarks(titled(places)) == []
    assert remarks(titled(places + 1)) == ["award.0.titles"]
    assert remarks(titled(room, enter=From("groups", places, ties="all"))) == []
    assert remarks(titled(room + 1, enter=From("groups", places, ties="all"))) == ["award.0.titles"]


@pytest.mark.parametrize(
    ("start", "end", "tables", "odd"),
    [
        (time(14, 30), time(15, 30), 4, True),
        (time(14), time(15), 4, True),
        (time(15), time(16), 4, False),
        (time(14, 30), None, 4, False),
        (time(14, 30), time(15, 30), None, False),
    ],
)
def test_sessions_of_a_stage_at_one_time_are_remarked(
    start: time, end: time | None, tables: int | None, odd: bool
) -> None:
    first = SessionPlan("first", DAY, start=time(14), end=time(15), tables=4)
    other = SessionPlan("other", DAY, start=start, end=end, tables=tables)
    found = remarks(with_groups(sessions=(first, other)))
    assert ("stage.0.sessions.1.start" in found) is odd
