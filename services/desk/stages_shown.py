"""Which stage is shown of a tournament where none is named: the latest of which there is something to see.

Programs and files go on meaning the first stage; people who open a page look for what is played now.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from services.access.visibility import Visibility
from services.desk.moments import AsOf
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.seating.sessions import Session
from services.tournament.state import State

if TYPE_CHECKING:
    from services.desk.desk import Desk


def stage_played(desk: "Desk", tournament_id: str, as_of: AsOf | None, visibility: Visibility) -> Stage:
    """The latest stage in which something has been played and whose places are seen; else the first stage.

    Args:
        visibility: of whoever looks: what is seen at present counts, also for the past.

    Raises:
        Problem: tournament-unknown, or a moment that cannot be understood.
    """
    state, present = desk.state(tournament_id, as_of), visibility.at_present(desk.state(tournament_id))
    seen = (stage for stage in state.plan.stage_ids if present.hides(stage) is None)
    return _latest(
        state,
        (stage for stage in seen if any(_played(state, session) for session in state.sessions_of(stage))),
    )


def stage_published(desk: "Desk", tournament_id: str, as_of: AsOf | None) -> Stage:
    """The latest stage of which results are published; else the first stage.

    Raises:
        Problem: tournament-unknown, or a moment that cannot be understood.
    """
    state = desk.state(tournament_id, as_of)
    return _latest(state, (stage for stage in state.plan.stage_ids if state.versions.get(stage)))


def stage_of_session(desk: "Desk", tournament_id: str, as_of: AsOf | None, session: str) -> Stage | None:
    """The stage that a session belongs to; None for a session that there is not.

    Raises:
        Problem: tournament-unknown, or a moment that cannot be understood.
    """
    known = desk.state(tournament_id, as_of).sessions.get(session)
    return None if known is None else known.stage


def _played(state: State, session: Session) -> bool:
    """Whether a session is over, or a game of it is recorded."""
    if session.status == "ended":
        return True
    sheets = (state.sheets.get(str(TableId(session.plan.id, number))) for number in session.tables)
    return any(game is not None for sheet in sheets if sheet is not None for game in sheet.games)


def _latest(state: State, stages: Iterable[Stage]) -> Stage:
    """The latest of some stages: none that leads to another of them, and of those side by side the first."""
    found = list(stages)
    ends = (stage for stage in found if not set(state.plan.stages_after(stage)) & set(found))
    return max(ends, key=lambda stage: _last_day(state, stage), default=state.plan.first_stage)


def _last_day(state: State, stage: Stage) -> str:
    """The last day on which something was played in a stage, as texts are in order; "" for none."""
    days = (session.day for session in state.sessions_of(stage) if _played(state, session))
    return max((day.isoformat() for day in days if day is not None), default="")
