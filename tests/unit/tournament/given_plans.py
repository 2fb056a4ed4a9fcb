"""Plans changed a little, and the command that asks for them."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from services.rules.ruleset import Ruleset
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from tests.unit.tournament.given_files import contents_of
from tests.unit.tournament.specs import hk_rules


def amending(plan: Competition, ruleset: Ruleset | None = None) -> AmendTournament:
    """The command that asks for a plan, with its files, played by the rules of Hong Kong if by no others."""
    return AmendTournament(definition=plan, ruleset=ruleset or hk_rules(), attachments=contents_of(plan))


def with_stage(plan: Competition, id: str, **fields: Any) -> Competition:
    """The plan with fields of one stage changed."""
    return _each(plan, lambda stage: replace(stage, **fields) if stage.id == id else stage)


def with_session(plan: Competition, id: str, **fields: Any) -> Competition:
    """The plan with fields of one session changed."""

    def changed(stage: StagePlan) -> StagePlan:
        sessions = (replace(session, **fields) if session.id == id else session for session in stage.sessions)
        return replace(stage, sessions=tuple(sessions))

    return _each(plan, changed)


def without_session(plan: Competition, id: str) -> Competition:
    """The plan without one session."""

    def changed(stage: StagePlan) -> StagePlan:
        return replace(stage, sessions=tuple(session for session in stage.sessions if session.id != id))

    return _each(plan, changed)


def adding(plan: Competition, stage: str, session: SessionPlan) -> Competition:
    """The plan with one session more in a stage."""
    there = plan.stage(stage)
    assert there is not None
    return with_stage(plan, stage, sessions=(*there.sessions, session))


def _each(plan: Competition, change: Callable[[StagePlan], StagePlan]) -> Competition:
    return replace(plan, stages=tuple(change(stage) for stage in plan.stages))
