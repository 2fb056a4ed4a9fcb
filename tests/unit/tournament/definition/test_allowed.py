"""What is neither a fault nor a remark, though it comes near one; and which of several it is."""

from datetime import date, time
from typing import Any

from msgspec.structs import replace

from services.tournament.definition.awards import FamilyAward, PlacesAward
from services.tournament.definition.categories import Category
from services.tournament.definition.checking import faults_of
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, TableSize
from services.tournament.definition.texts import Text
from tests.cases import cases
from tests.unit.tournament.definition.plans import DAY, FINAL, GROUPS, SCHOOL_DAY
from tests.unit.tournament.definition.variants import (
    PAIRS,
    faults,
    remarks,
    rounds,
    session,
    with_final,
    with_groups,
)

NEXT_DAY = date(2027, 3, 7)
FAMILY = FamilyAward("final", Text(both="F"), 7, 12, 18)


def day_of(*times: tuple[time | None, time | None], day: date | None = DAY) -> tuple[SessionPlan, ...]:
    return tuple(
        SessionPlan(f"d{place}", day, start=start, end=end) for place, (start, end) in enumerate(times)
    )


def alone(**changes: Any) -> Competition:
    """The groups and nothing after them."""
    return replace(SCHOOL_DAY, stages=(replace(GROUPS, **changes),))


ALLOWED: dict[str, Competition] = {
    "only winners of tables": with_final(enter=From("groups", per_table=1)),
    "winners of tables of one session that all attend": replace(
        SCHOOL_DAY,
        stages=(
            replace(GROUPS, attend="all", sessions=rounds(1)),
            replace(FINAL, enter=From("groups", per_table=1)),
        ),
    ),
    "a quota where nothing bounds the room": replace(alone(attend="some", ranked="played"), quota=1000),
    "results that carry on": with_final(carry=True),
    "one session that is chosen after the first stage": with_final(split="chosen"),
    "all sessions, however they are chosen": with_final(split="chosen", attend="all", sessions=rounds(2)),
    "a round robin of the winners of tables": with_final(
        **PAIRS, draw="round_robin", attend="all", enter=From("groups", per_table=1), sessions=rounds(3)
    ),
    "a round robin that ties may fill": with_final(
        **PAIRS, draw="round_robin", attend="all", enter=From("groups", 4, ties="all"), sessions=rounds(2)
    ),
    "a round robin with just enough rounds": with_final(
        **PAIRS, draw="round_robin", attend="all", enter=From("groups", 4), sessions=rounds(3)
    ),
    "rounds after the first by standing": alone(draw="standing", attend="all", sessions=rounds(2)),
    "Swiss with rounds": alone(**PAIRS, draw="swiss", attend="all", sessions=rounds(2)),
    "pairs by lot": alone(**PAIRS, sessions=rounds(2, capacity=9)),
    "pairs in odd numbers": alone(**PAIRS, sessions=session(capacity=5)),
    "five at open tables": alone(draw="open", sessions=session(capacity=5)),
    "five as they are told": alone(draw="given", sessions=session(capacity=5)),
    "five in two sessions": with_final(
        enter=From("groups", 5), sessions=tuple(SessionPlan(f"f{number}") for number in (1, 2))
    ),
    "who plays at all, as they come": alone(attend="some", ranked="played"),
    "opponents compared in pairs": alone(**PAIRS, ranking="mso-2019", sessions=rounds(1)),
    "other keys at larger tables": alone(ranking=("games_won",)),
    "announced on a day, played on none": replace(alone(sessions=rounds(1)), results_published_on=DAY),
    "a minimum age and a final without a day": replace(
        with_final(sessions=(SessionPlan("f"),)), minimum_age=7
    ),
    "a minimum age and a day without hours": replace(alone(sessions=(SessionPlan("x", DAY),)), minimum_age=7),
    "no minimum age and no days": alone(sessions=rounds(2)),
    "an earlier hour of a later day": with_final(
        sessions=(SessionPlan("f", NEXT_DAY, start=time(9), end=time(10)),)
    ),
    "an hour of a day on which the stage before has none": replace(
        SCHOOL_DAY, stages=(replace(GROUPS, sessions=(SessionPlan("g", DAY),)), FINAL)
    ),
    "rounds with and without a day": alone(
        attend="all",
        sessions=(*day_of((time(9), time(10))), SessionPlan("x"), SessionPlan("y", DAY, start=time(10))),
    ),
    "a round on an earlier hour of the next day": alone(
        attend="all", sessions=(*day_of((time(9), time(10))), SessionPlan("y", NEXT_DAY, start=time(8)))
    ),
    "a category as registered and no days": replace(
        alone(sessions=rounds(1)), categories=(Category("guest"),)
    ),
    "ages and a final without a day": replace(
        with_final(sessions=(SessionPlan("f"),)), categories=(Category("c", age_to=12),)
    ),
    "ages from or to": replace(
        SCHOOL_DAY, categories=(Category("a", age_from=18), Category("b", age_from=0, age_to=0))
    ),
    "places and a minimum age": replace(
        SCHOOL_DAY, minimum_age=99, awards=(PlacesAward("final", (Text(both="First"),)),)
    ),
    "a single game of two": alone(**PAIRS, draw="round_robin", attend="all", sessions=rounds(1, capacity=2)),
}


@cases("plan", ALLOWED.values())
def test_nothing_is_said_against_it(plan: Competition) -> None:
    assert remarks(plan) == []


@cases(
    "plan, found",
    [
        (alone(draw="standing"), ["stage.0.draw"]),
        (alone(draw="snake", attend="all", sessions=rounds(1)), ["stage.0.draw"]),
        (
            alone(ranking="mso-2019", table=TableSize(3, 3), sessions=rounds(1)),
            ["stage.0.table", "stage.0.ranking"],
        ),
        (with_final(enter=From("groups", 9), table=TableSize(3, 3), sessions=rounds(1, tables=3)), []),
        (with_final(enter=From("groups", 5), attend="all", sessions=rounds(2)), ["stage.1.enter.places"]),
        (alone(**PAIRS, draw="swiss", sessions=rounds(1)), ["stage.0.draw"]),
        (alone(attend="some"), ["stage.0.ranked"]),
        (alone(games="any"), ["stage.0.ranked"]),
        (
            alone(**PAIRS, draw="round_robin", attend="all", sessions=rounds(1, capacity=3)),
            ["stage.0.sessions"],
        ),
        (alone(**PAIRS, draw="round_robin", attend="all", sessions=rounds(3)), ["stage.0.sessions"]),
    ],
)
def test_what_is_odd_is_remarked_once(plan: Competition, found: list[str]) -> None:
    assert remarks(plan) == found


@cases(
    "plan, found",
    [
        (
            replace(
                SCHOOL_DAY,
                stages=(
                    replace(GROUPS, attend="some", sessions=rounds(1)),
                    replace(FINAL, enter=From("groups", per_table=1)),
                ),
            ),
            ["stage.1.enter.per_table"],
        ),
        (replace(SCHOOL_DAY, quota=10, stages=()), ["stage"]),
        (with_final(draw="round_robin", attend="all", sessions=rounds(1)), ["stage.1.draw"]),
        (
            alone(draw="round_robin", attend="all", table=TableSize(3, 3), sessions=rounds(1)),
            ["stage.0.draw"],
        ),
        (alone(**PAIRS, draw="round_robin", attend="some", sessions=rounds(1)), ["stage.0.attend"]),
        (
            replace(alone(sessions=(SessionPlan("x", start=time(14)),)), minimum_age=7),
            ["stage.0.sessions.0.day"],
        ),
        (
            alone(attend="all", sessions=day_of((time(9), time(14)), (time(10), time(11)), (time(12), None))),
            ["stage.0.sessions.1", "stage.0.sessions.2"],
        ),
        (
            alone(attend="all", sessions=day_of((time(9), time(10)), (time(10), time(12)), (time(11), None))),
            ["stage.0.sessions.2"],
        ),
        (replace(SCHOOL_DAY, awards=(replace(FAMILY, stage="finals"),)), ["award.0.stage"]),
    ],
)
def test_a_fault_is_found_where_it_is_and_nowhere_else(plan: Competition, found: list[str]) -> None:
    assert faults(plan) == found


def test_what_needs_the_rules_is_not_judged_without_them() -> None:
    plan = with_groups(ranking=("rounds_won",), table=TableSize(9, 9), sessions=rounds(1))
    assert list(faults_of(plan, {})) == []
