"""Demos of tournament files by chance: whatever a file says, the demo plays all that can be played."""

import tempfile
from datetime import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.demo.definitions import demo_definition
from services.rules.ruleset import load
from services.tournament.definition.awards import TeamAward
from services.tournament.definition.checking import faults_of
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan, TableSize
from services.tournament.publication.publishing import not_over, unsettled
from services.tournament.state import State
from shared.catalogue import Phrase
from tests.demo.conftest import play_in
from tests.profiles import examples
from tests.sampling import mostly_wide
from tests.simulation.plans import plan_by_chance

NOTHING = [Phrase("part-nothing-played")]


def file_by_chance(seed: int) -> Competition:
    """A plan without a fault: one or two stages to register for, with or without hours, few places, teams."""
    dice = Random(seed)
    plan = plan_by_chance(dice, dice if seed % 3 else None)
    changed = replace(
        plan,
        stages=tuple(_with_hours(stage, dice) for stage in plan.stages),
        quota=dice.choice([plan.quota, plan.quota, 5, 12, 30]),
        awards=(*plan.awards, TeamAward(plan.first_stage)) if dice.random() < 0.2 else plan.awards,
    )
    rulesets = {id: load(id) for id in plan.rulesets}
    return plan if list(faults_of(changed, rulesets)) else changed


def _with_hours(stage: StagePlan, dice: Random) -> StagePlan:
    """The stage with hours for each of its days, for none, or all of it on one day."""
    way = dice.randrange(4)
    hours = {"registration": time(13, 30), "seating": time(13, 55), "start": time(14)}
    if way == 0:
        return stage
    if way == 3 and stage.draw != "open":
        first = stage.sessions[0]
        session_plan, *others = (replace(session, day=first.day) for session in stage.sessions)
        return replace(stage, sessions=(replace(session_plan, **hours), *others))
    end = time(17) if way == 2 else None
    return replace(stage, sessions=tuple(replace(session, **hours, end=end) for session in stage.sessions))


def check_over(state: State) -> None:
    """Nobody is left waiting for a game, and awards are made unless the stage of them could not be seated."""
    open_points = {stage: unsettled(state, stage) for stage in state.stages}
    assert [phrases for phrases in open_points.values() if phrases not in ([], NOTHING)] == []
    assert open_points[state.plan.first_stage] == [] or len(state.plan.registered_stages) > 1
    if not_over(state) is None:
        assert state.awards is not None
    else:
        assert NOTHING in [open_points[stage] for stage in state.plan.last_stages]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(4, in_all=60))
def test_a_file_by_chance_is_played_to_the_end_of_what_can_be_played(seed: int) -> None:
    note(f"seed {seed}")
    with tempfile.TemporaryDirectory() as folder:
        played = play_in(Path(folder) / "demo", file_by_chance(seed))
        try:
            check_over(played.demo.desk.state("random"))
        finally:
            played.close()


def _three(quota: int | None, **third: object) -> Competition:
    """The template of two divisions with a third stage to register for beside them."""
    plan = demo_definition("divisions")
    stage_plan = replace(plan.stages[0], id="third", ranking="ruleset", ruleset="hk-2026", **third)
    sessions = tuple(replace(session, id=f"third-{n}") for n, session in enumerate(stage_plan.sessions, 1))
    stage_changed = replace(stage_plan, sessions=sessions[: 1 if stage_plan.attend == "one" else 3])
    return replace(plan, quota=quota, stages=(*plan.stages, stage_changed))


@pytest.mark.parametrize("quota", mostly_wide([None, 20, 11, 7], [11]))
@pytest.mark.parametrize(
    "third",
    [
        {"draw": "lot", "table": TableSize(4, 3)},
        {"draw": "snake", "table": TableSize(3, 3), "check_in": "none"},
        {"draw": "lot", "table": TableSize(4, 3), "attend": "one", "split": "chosen", "check_in": "each"},
    ],
)
def test_three_stages_side_by_side_are_played_to_their_end(
    quota: int | None, third: dict[str, object], tmp_path: Path
) -> None:
    played = play_in(tmp_path / "demo", _three(quota, **third))
    state = played.demo.desk.state("divisions")
    assert [unsettled(state, stage) for stage in state.stages] == [[], [], []]
    assert state.awards is not None
    played.close()


def test_a_league_swiss_rounds_and_a_day_of_sessions_are_played_side_by_side(tmp_path: Path) -> None:
    swiss, day, league = (demo_definition(name) for name in ("divisions", "school-day", "league"))
    rounds = replace(swiss.stages[0], enter="registration", ruleset=swiss.ruleset)
    stages = (rounds, *day.stages, *league.stages)
    plan = replace(day, stages=stages, awards=(*league.awards, *day.awards), quota=40)
    played = play_in(tmp_path / "demo", plan)
    state = played.demo.desk.state(plan.id)
    check_over(state)
    assert state.awards is not None
    played.close()
