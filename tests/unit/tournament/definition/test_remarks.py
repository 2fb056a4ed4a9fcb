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

ODD: list[tuple[str, Competition, Competition]] = [
    ("stage.1.enter.places", with_final(enter=From("groups", 8)), with_final(enter=From("groups", 5))),
    ("stage.1.enter.places", replace(with_final(), quota=9), replace(with_final(), quota=8)),
]


@pytest.mark.parametrize(("path", "usual", "odd"), ODD)
def test_what_is_odd_is_remarked(path: str, usual: Competition, odd: Competition) -> None:
    assert remarks(usual) == []
    assert remarks(odd) == [path]


def test_two_stages_that_take_the_same_people_are_remarked() -> None:
    again = replace(FINAL, id="plate", sessions=(SessionPlan("p", DAY, start=time(19)),))
    assert remarks(replace(SCHOOL_DAY, stages=(GROUPS, FINAL, again))) == ["stage.2.enter"]


def test_there_is_nothing_odd_about_a_second_stage_to_register_for() -> None:
    second = replace(GROUPS, id="juniors", sessions=(SessionPlan("j"),))
    assert remarks(replace(SCHOOL_DAY, stages=(GROUPS, second))) == []


def test_a_later_stage_with_sessions_chosen_is_remarked() -> None:
    sessions = (SessionPlan("f1"), SessionPlan("f2"))
    assert remarks(with_final(split="chosen", sessions=sessions)) == ["stage.1.split"]
    assert remarks(with_final(split="lot", sessions=sessions)) == []


def test_results_carried_on_from_other_rules_are_remarked() -> None:
    def plan(before: str, after: str, *, carry: bool = True) -> Competition:
        groups, final = replace(GROUPS, ruleset=before), replace(FINAL, ruleset=after, carry=carry)
        return replace(SCHOOL_DAY, stages=(groups, final))

    assert remarks(plan("bsg-2015", "pressman-2006-tournament")) == []
    assert remarks(plan("hk-2026", "hk-2026")) == []
    assert remarks(plan("bsg-2015", "hk-2026", carry=False)) == []
    assert remarks(plan("bsg-2015", "hk-2026")) == ["stage.1.carry"]


def test_a_round_robin_that_more_may_enter_than_it_has_rounds_for_is_remarked() -> None:
    def robin(quota: int) -> Competition:
        stage = replace(GROUPS, **PAIRS, attend="all", draw="round_robin", sessions=rounds(5, tables=9))
        return replace(SCHOOL_DAY, quota=quota, stages=(stage,))

    assert remarks(robin(6)) == []
    assert remarks(robin(7)) == ["stage.0.sessions"]


def test_an_award_for_families_without_children_is_remarked() -> None:
    def award(minimum_age: int) -> Competition:
        family = FamilyAward("final", Text(both="F"), 7, 12, 18)
        return replace(SCHOOL_DAY, minimum_age=minimum_age, awards=(family,))

    assert remarks(award(12)) == []
    assert remarks(award(13)) == ["award.0.child_to"]


@pytest.mark.parametrize(
    ("field", "ages", "odd"),
    [("parent_from", (7, 12, 110), (7, 12, 111)), ("child_from", (110, 120, 18), (111, 120, 18))],
)
def test_an_age_that_nobody_has_is_remarked(
    field: str, ages: tuple[int, int, int], odd: tuple[int, int, int]
) -> None:
    def award(ages: tuple[int, int, int]) -> Competition:
        return replace(SCHOOL_DAY, awards=(FamilyAward("final", Text(both="F"), *ages),))

    assert remarks(award(ages)) == []
    assert remarks(award(odd)) == [f"award.0.{field}"]


def test_a_category_that_nobody_can_be_in_is_remarked() -> None:
    def category(**ages: Any) -> Competition:
        return replace(SCHOOL_DAY, minimum_age=7, categories=(Category("x", **ages),), awards=())

    assert remarks(category(age_to=7)) == []
    assert remarks(category(age_to=6)) == ["categories.0.age_to"]
    assert remarks(category(age_from=111)) == ["categories.0.age_from"]


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


def test_the_weather_of_hong_kong_elsewhere_is_remarked() -> None:
    watched = replace(with_groups(weather="hko"), venue=Venue(Text(both="Town hall")))
    assert remarks(watched) == []
    assert remarks(replace(watched, zone="Asia/Macau")) == ["stage.0.weather"]


def test_a_tournament_that_people_come_to_and_that_names_no_place_is_remarked() -> None:
    assert remarks(with_groups(weather="hko")) == ["venue"]
    assert remarks(with_groups()) == []
