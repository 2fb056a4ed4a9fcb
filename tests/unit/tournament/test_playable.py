"""What a plan asks for and nothing plays yet is refused by name; everything else is played."""

import pytest
from msgspec.structs import replace

from services.rules.ruleset import load
from services.tournament.definition.awards import CategoryAward, TeamAward
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.stages import Clock, From, StagePlan, Target
from services.tournament.definition.templates import template
from services.tournament.founding import DefineTournament, TournamentDefined
from services.tournament.playable import not_played_yet
from tests.unit.tournament.definition.test_documents import NAMES, plan_of
from tests.unit.tournament.specs import Tournament

PLAYED = ("hk", "school-day")
NOT_YET = {
    "swiss": "check_in",
    "swiss-final": "attend = all",
    "round-robin": "attend = all",
    "league": "attend = some",
    "knock-out": "enter.per_table",
    "teams": "award team",
    "categories": "award category",
}


def plan_like(like: str) -> Competition:
    return read_tournament(template(like, "cup-2027")).whole()


def founding(plan: Competition) -> DefineTournament:
    first, *others = (load(id) for id in plan.rulesets)
    return DefineTournament(definition=plan, ruleset=first, stage_rules=tuple(others))


@pytest.mark.parametrize("like", PLAYED)
def test_a_template_that_is_played_founds_a_tournament(like: str) -> None:
    Tournament().when(founding(plan_like(like))).then(TournamentDefined)


@pytest.mark.parametrize("like", NOT_YET)
def test_a_template_that_is_not_played_yet_is_refused_with_what_is_missing(like: str) -> None:
    Tournament().when(founding(plan_like(like))).refused("not-played-yet")


def test_other_rules_in_a_stage_and_sessions_without_a_day_are_named() -> None:
    plan = plan_like("school-day")
    first, final = plan.stages
    other = replace(plan, stages=(first, replace(final, ruleset="pressman-2006")))
    assert not_played_yet(other) == ["stage final: ruleset = pressman-2006 (hk-2026)"]
    sessions = tuple(replace(session, day=None) for session in final.sessions)
    undated = replace(plan, stages=(first, replace(final, sessions=sessions)))
    assert not_played_yet(undated) == [f"session {final.sessions[0].id}: no day"]


def test_what_is_played_stands_beside_what_is_not() -> None:
    swiss = plan_like("swiss")
    assert not_played_yet(swiss) == [
        "stage swiss: check_in = first (none)",
        "stage swiss: signatures = optional (none)",
    ]
    stage = replace(swiss.stages[0], check_in="none", signatures="none")
    Tournament().when(founding(replace(swiss, stages=(stage,)))).then(TournamentDefined)


@pytest.mark.parametrize("name", NAMES)
def test_the_documents_are_played(name: str) -> None:
    Tournament().when(founding(plan_of(name))).then(TournamentDefined)


def stage(**changes: object) -> Competition:
    plan = plan_like("school-day")
    return replace(plan, stages=(replace(plan.stages[0], **changes), *plan.stages[1:]))


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"attend": "some"}, "attend = some"),
        ({"split": "lot"}, "split = lot"),
        ({"draw": "given"}, "draw = given"),
        ({"check_in": "first"}, "check_in = first"),
        ({"signatures": "optional"}, "signatures = optional"),
        ({"ranked": "played"}, "ranked = played"),
        ({"ranking": "mso-2019"}, "ranking = mso-2019"),
        ({"clock": Clock(turn_seconds=60)}, "clock"),
        ({"games": Target(200)}, "check_in = each (none)"),
        ({"games": "any"}, "signatures = required (none)"),
    ],
)
def test_each_field_that_is_not_played_yet_is_named(changes: dict[str, object], what: str) -> None:
    assert any(what in found for found in not_played_yet(stage(**changes)))


@pytest.mark.parametrize(
    ("enter", "what"),
    [(From("groups", per_table=1), "enter.per_table"), (From("groups", places=4, ties="lot"), "enter.ties")],
)
def test_ways_of_entering_that_are_not_played_yet_are_named(enter: From, what: str) -> None:
    plan = plan_like("school-day")
    first = plan.stages[0]
    final = StagePlan(id="last", enter=replace(enter, stage=first.id), split="in_turn", sessions=())
    assert any(what in found for found in not_played_yet(replace(plan, stages=(first, final))))


def test_more_stages_and_new_awards_are_named() -> None:
    plan = plan_like("school-day")
    first = plan.stages[0]
    beside = replace(plan, stages=(first, replace(first, id="beside")))
    assert not_played_yet(beside)[0] == "several stages that people register for"
    many = replace(plan, stages=(*plan.stages, replace(plan.stages[-1], id="third")))
    assert "more than two stages" in not_played_yet(many)
    awards = replace(plan, awards=(TeamAward(first.id), CategoryAward(first.id, "child", ())))
    assert not_played_yet(awards)[-2:] == ["award team", "award category"]
