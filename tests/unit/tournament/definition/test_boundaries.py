"""Just within what is allowed: each beside a fault that is just beyond it."""

from collections.abc import Callable
from datetime import date, time
from functools import partial
from typing import Any

from msgspec.structs import replace

from services.tournament.definition.awards import Best, FamilyAward, PlacesAward, TeamAward
from services.tournament.definition.categories import Category
from services.tournament.definition.checks.drawing import can_be_seated, gaps
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Bye, Clock, From, Rating, StagePlan, TableSize, Target
from services.tournament.definition.texts import Text
from services.tournament.seating.draws import sessions_needed
from tests.cases import cases
from tests.unit.tournament.definition.plans import DAY, FINAL, GROUPS, SCHOOL_DAY
from tests.unit.tournament.definition.variants import (
    PAIRS,
    faults,
    linking,
    rounds,
    session,
    with_final,
    with_groups,
)

plan = partial(replace, SCHOOL_DAY)


def scale(
    path: str, make: Callable[..., Competition], **both: tuple[Any, Any]
) -> tuple[str, Competition, Competition]:
    """A plan with the first of both values, another with the second, which is a fault at this path."""
    within, beyond = ({field: pair[at] for field, pair in both.items()} for at in (0, 1))
    return path, make(**within), make(**beyond)


SCALES = [
    ("timer_guide", linking("https://example.org/timer.pdf"), linking("http://example.org/timer.pdf")),
    ("timer_guide", linking("https://example.org/timer"), linking("https://example.org/my timer.pdf")),
    scale("quota", plan, quota=(1, 0)),
    scale("quota", plan, quota=(31, 32)),
    scale("minimum_age", plan, minimum_age=(130, 131)),
    scale("verbal_warnings", plan, verbal_warnings=(0, -1)),
    scale("verbal_warnings", plan, verbal_warnings=(100, 101)),
    scale("tables_per_official", plan, tables_per_official=(1, 0)),
    scale("tables_per_official", plan, tables_per_official=(1000, 1001)),
    scale("stage.0.games", with_groups, games=(1, 0)),
    scale("stage.0.games", with_groups, games=(50, 51)),
    scale("stage.0.games.target", with_groups, games=(Target(1), Target(0))),
    scale("stage.0.games.target", with_groups, games=(Target(100_000), Target(100_001))),
    scale("stage.0.bye.points", with_groups, bye=(Bye(0), Bye(-1))),
    scale("stage.0.bye.points", with_groups, bye=(Bye(100), Bye(101))),
    scale("stage.0.bye.most", with_groups, bye=(Bye(1, 0), Bye(1, -1))),
    scale("stage.0.bye.most", with_groups, bye=(Bye(1, 100), Bye(1, 101))),
    scale("stage.0.table", with_groups, table=(TableSize(4, 4), TableSize(4, 5))),
    (
        "stage.0.table",
        with_groups(table=TableSize(3, 3), sessions=rounds(1)),
        with_groups(table=TableSize(4, 2)),
    ),
    scale("stage.0.clock.turn_seconds", with_groups, clock=(Clock(1), Clock(0))),
    scale("stage.0.clock.turn_seconds", with_groups, clock=(Clock(86_400), Clock(86_401))),
    scale("stage.0.clock.bank_seconds", with_groups, clock=(Clock(None, 1), Clock(None, 0))),
    scale("stage.0.clock.delay_seconds", with_groups, clock=(Clock(None, 600, 0), Clock(None, 600, -1))),
    scale("stage.0.rating.mu", with_groups, rating=(Rating(mu=0), Rating(mu=-1))),
    scale("stage.0.rating.sigma", with_groups, rating=(Rating(sigma=1), Rating(sigma=0))),
    scale("stage.0.rating.beta", with_groups, rating=(Rating(beta=1), Rating(beta=0))),
    scale("stage.0.rating.tau", with_groups, rating=(Rating(tau=0), Rating(tau=-1))),
    scale("stage.0.sessions.0.tables", with_groups, sessions=(session(tables=1000), session(tables=1001))),
    scale("stage.0.sessions.0.capacity", with_groups, sessions=(session(capacity=16), session(capacity=17))),
    scale("stage.1.enter.places", with_final, enter=(From("groups", 8), From("groups", 9))),
    scale(
        "stage.1.enter.per_table",
        with_final,
        enter=(From("groups", per_table=1), From("groups", per_table=0)),
    ),
    scale(
        "stage.1.enter.per_table",
        with_final,
        enter=(From("groups", per_table=3), From("groups", per_table=4)),
    ),
    scale(
        "stage.0.sessions.0.seating",
        with_groups,
        sessions=(
            session(registration=time(13), seating=time(13)),
            session(registration=time(13, 1), seating=time(13)),
        ),
    ),
    scale(
        "stage.0.sessions.0.start",
        with_groups,
        sessions=(session(seating=time(14)), session(seating=time(14, 0, 1))),
    ),
    scale(
        "stage.0.sessions.0.end", with_groups, sessions=(session(end=time(14, 0, 1)), session(end=time(14)))
    ),
    scale(
        "stage.1.sessions.0",
        with_final,
        sessions=(
            (replace(FINAL.sessions[0], start=time(16, 30)),),
            (replace(FINAL.sessions[0], start=time(16, 29, 59)),),
        ),
    ),
    scale(
        "stage.1.sessions.0",
        with_final,
        sessions=((SessionPlan("f", DAY),), (SessionPlan("f", date(2027, 3, 5)),)),
    ),
    (
        "stage.0.sessions.1",
        with_groups(
            attend="all",
            sessions=(
                SessionPlan("a", DAY, start=time(10), end=time(11)),
                SessionPlan("b", DAY, start=time(11)),
            ),
        ),
        with_groups(
            attend="all",
            sessions=(
                SessionPlan("a", DAY, start=time(10), end=time(11)),
                SessionPlan("b", DAY, start=time(10, 59)),
            ),
        ),
    ),
    (
        "stage.0.sessions.2",
        with_groups(
            attend="all",
            sessions=(
                SessionPlan("a", DAY, start=time(10)),
                SessionPlan("b", DAY),
                SessionPlan("c", DAY, start=time(10)),
            ),
        ),
        with_groups(
            attend="all",
            sessions=(
                SessionPlan("a", DAY, start=time(10)),
                SessionPlan("b", DAY),
                SessionPlan("c", DAY, start=time(9)),
            ),
        ),
    ),
    scale(
        "categories.0.age_to",
        plan,
        categories=((Category("c", age_from=7, age_to=7),), (Category("c", age_from=8, age_to=7),)),
    ),
    scale(
        "award.0.count.best", plan, awards=((TeamAward("final", Best(1)),), (TeamAward("final", Best(0)),))
    ),
    scale(
        "award.0.count.best",
        plan,
        awards=((TeamAward("final", Best(100)),), (TeamAward("final", Best(101)),)),
    ),
    scale(
        "award.0.child_to",
        plan,
        awards=(
            (FamilyAward("final", Text(both="F"), 7, 7, 18),),
            (FamilyAward("final", Text(both="F"), 8, 7, 18),),
        ),
    ),
    (
        "stage.1.sessions",
        with_final(**PAIRS, attend="all", draw="round_robin", sessions=rounds(7)),
        with_final(**PAIRS, attend="all", draw="round_robin", sessions=rounds(6)),
    ),
    (
        "stage.1.sessions",
        with_final(**PAIRS, attend="all", draw="round_robin", sessions=rounds(5), enter=From("groups", 5)),
        with_final(**PAIRS, attend="all", draw="round_robin", sessions=rounds(4), enter=From("groups", 5)),
    ),
    (
        "stage.0.attend",
        with_groups(**PAIRS, draw="swiss", attend="some", sessions=rounds(2)),
        with_groups(**PAIRS, draw="swiss", attend="one", sessions=rounds(2)),
    ),
    (
        "stage.0.attend",
        with_groups(**PAIRS, draw="round_robin", attend="all", sessions=rounds(2)),
        with_groups(**PAIRS, draw="round_robin", attend="some", sessions=rounds(2)),
    ),
    (
        "stage.0.draw",
        with_groups(**PAIRS, draw="round_robin", sessions=rounds(1)),
        with_groups(draw="round_robin", sessions=rounds(1)),
    ),
    (
        "stage.0.ranking",
        with_groups(ruleset="pressman-2006-tournament", ranking=("rounds_won",)),
        with_groups(ruleset="bsg-2015", ranking=("rounds_won",)),
    ),
    ("stage.0.split", with_groups(split="in_turn", attend="some"), with_groups(split="in_turn")),
    scale("id", plan, id=("d" * 63, "d" * 64)),
    scale("id", plan, id=("a.b_c-9", "a/b")),
    scale("stage.0.sessions.0.id", with_groups, sessions=(session(id="A" * 63), session(id="A" * 64))),
    scale(
        "stage.0.sessions.1.id",
        with_groups,
        sessions=((SessionPlan("a"), SessionPlan("a/b")), (SessionPlan("a"), SessionPlan("a/1"))),
    ),
    scale("title", plan, title=(Text(zh="日"), Text(zh=" "))),
    scale("languages", plan, languages=(("zh",), ())),
]


@cases("path, within, beyond", SCALES)
def test_what_is_just_within_is_allowed_and_what_is_just_beyond_is_not(
    path: str, within: Competition, beyond: Competition
) -> None:
    assert faults(within) == []
    assert faults(beyond) == [path]


def test_so_many_sessions_and_no_more() -> None:
    assert faults(with_groups(attend="some", sessions=rounds(499))) == []
    assert faults(with_groups(attend="some", sessions=rounds(500))) == ["stage"]


@cases("players, rounds", [(2, 1), (3, 3), (4, 3), (5, 5), (8, 7), (9, 9)])
def test_a_round_robin_needs_a_round_for_each_opponent(players: int, rounds: int) -> None:
    assert sessions_needed(players) == rounds


@cases("people, fits", [(1, False), (2, False), (3, True), (4, True), (5, False), (6, True), (97, True)])
def test_five_people_fit_no_tables_of_three_to_four(people: int, fits: bool) -> None:
    assert can_be_seated(people, 3, 4) is fits


@cases(
    "room, fewest, most, found",
    [
        (24, 5, 6, ["7–9", "13–14", "19"]),
        (14, 5, 6, ["7–9", "13–14"]),
        (8, 5, 6, ["7–8"]),
        (6, 5, 6, []),
        (100, 3, 4, ["5"]),
        (100, 2, 4, []),
        (9, 3, 3, ["4–5", "7–8"]),
    ],
)
def test_the_numbers_that_cannot_be_seated_are_named_in_spans(
    room: int, fewest: int, most: int, found: list[str]
) -> None:
    assert gaps(room, fewest, most) == found


def test_ages_on_a_day_need_no_day_of_play() -> None:
    bare = replace(GROUPS, sessions=(SessionPlan("x"),))
    by_session = replace(SCHOOL_DAY, stages=(bare,), categories=(Category("c", age_to=12),))
    assert faults(by_session) == ["categories.0.ages_on"]
    on_a_day = replace(by_session, categories=(Category("c", age_to=12, ages_on=DAY),))
    assert faults(on_a_day) == []
    family = FamilyAward("groups", Text(both="F"), 7, 18, 18)
    assert faults(replace(SCHOOL_DAY, stages=(bare,), awards=(family,))) == ["award.0.ages_on"]
    dated = replace(family, ages_on=DAY)
    assert faults(replace(SCHOOL_DAY, stages=(bare,), awards=(dated,))) == []


def test_every_award_looks_for_its_stage_and_category() -> None:
    awards = (PlacesAward("none", (Text(both="First"),)), TeamAward("none"))
    assert faults(replace(SCHOOL_DAY, awards=awards)) == ["award.0.stage", "award.1.stage"]


def test_only_the_stage_before_must_be_over() -> None:
    plate = StagePlan(
        id="plate",
        enter=From("groups", 4),
        split="in_turn",
        sessions=(SessionPlan("p", DAY, start=time(17)),),
    )
    assert faults(replace(SCHOOL_DAY, stages=(GROUPS, FINAL, plate))) == []
    after_final = replace(plate, enter=From("final", 4))
    assert faults(replace(SCHOOL_DAY, stages=(GROUPS, FINAL, after_final))) == ["stage.2.sessions.0"]
