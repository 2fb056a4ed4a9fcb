"""A session as its stage holds it: with seats that are drawn, or with tables that are opened."""

from collections.abc import Iterable

from services.demo.agenda import Activity
from services.demo.director import Director
from services.demo.mishaps import script_of
from services.demo.open_play import hold_open
from services.demo.sessions import hold_session
from services.tournament.definition.stages import StagePlan
from services.tournament.seating.sessions import Session
from services.tournament.state import State


def in_turn(state: State, sessions: Iterable[Session]) -> list[list[Session]]:
    """The sessions in groups, of each of which one follows when the one before is over.

    Those are the rounds of a stage that the same people play in, and sessions without hours.
    """
    found: dict[str, list[Session]] = {}
    for session in sessions:
        alone = state.stage_plan(session.stage).attend == "one" and session.plan.opens_at is not None
        found.setdefault(session.plan.id if alone else session.stage, []).append(session)
    return list(found.values())


def hold(director: Director, stage: StagePlan, index: int) -> Activity:
    """Everything that happens in the session at `index` of a stage."""
    script = script_of(stage, director.state.rules_in(stage.id), index)
    holding = hold_open if stage.draw == "open" else hold_session
    return holding(director, stage.sessions[index].id, script)
