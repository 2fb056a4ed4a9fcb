"""The plans of early logs say in stages and sessions what the files of today say."""

import pytest
from msgspec.structs import replace

from services.tournament.definition.awards import TeamAward
from services.tournament.definition.earlier import competition_of
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import From, StagePlan
from tests.unit.tournament.definition.test_documents import plan_of
from tests.unit.tournament.specs import early_definition


def same_names(plan: Competition, like: Competition) -> Competition:
    """The plan with stages, their names, rooms and readings called as in the other one."""
    ids = {stage.id: other.id for stage, other in zip(plan.stages, like.stages, strict=True)}
    return replace(
        plan,
        stages=tuple(
            _stage(stage, other, ids) for stage, other in zip(plan.stages, like.stages, strict=True)
        ),
        awards=tuple(
            replace(
                award,
                stage=ids[award.stage],
                **({"name": other.name} if isinstance(other, TeamAward) else {}),
            )
            for award, other in zip(plan.awards, like.awards, strict=True)
        ),
        readings=like.readings,
    )


def _stage(stage: StagePlan, like: StagePlan, ids: dict[str, str]) -> StagePlan:
    enter = stage.enter
    return replace(
        stage,
        id=like.id,
        name=like.name,
        enter=replace(enter, stage=ids[enter.stage]) if isinstance(enter, From) else enter,
        sessions=tuple(
            replace(session, name=other.name, capacity=other.capacity, end=other.end)
            for session, other in zip(stage.sessions, like.sessions, strict=True)
        ),
    )


@pytest.mark.parametrize("name", ["hk-2026"])
def test_an_early_plan_says_what_the_file_of_today_says(name: str) -> None:
    early = competition_of(early_definition(name))
    today = plan_of(name)
    # Early logs were played with places seen at once, and read so.
    assert {stage.places_seen for stage in early.stages} == {"live"}
    # They name no file.
    at_once = replace(
        today,
        stages=tuple(replace(stage, places_seen="live") for stage in today.stages),
        timer_guide_file=None,
    )
    assert same_names(early, at_once) == at_once


def test_early_sessions_have_the_room_they_had() -> None:
    early = competition_of(early_definition("hk-2026"))
    assert {session.capacity for session in early.sessions} == {100}
    assert [stage.id for stage in early.stages] == ["preliminary", "final"]
