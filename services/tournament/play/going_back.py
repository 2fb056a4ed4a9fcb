"""What takes a session back, step by step; and what was recorded in it, which nothing takes back."""

from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import BEFORE_PLAY
from services.tournament.play.forfeits import LEFT
from services.tournament.play.scores import Sheet
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Phrase


def played_in(state: State, stage: Stage) -> str | None:
    """The first session of a stage in which anything was recorded, which nothing takes back."""
    for session in state.sessions_of(stage):
        tables = () if session.status in BEFORE_PLAY else session.tables
        if any(is_recorded(state.sheets[str(TableId(session.plan.id, table))]) for table in tables):
            return session.plan.id
    return None


def steps_back(state: State, session: Session) -> list[Phrase]:
    """What takes a session back to where nobody is checked in, in order; nothing where it stands there."""
    statuses = [*_BACK]
    steps = [*_BACK.values()][statuses.index(session.status) :] if session.status in _BACK else []
    if session.status == "ended" and session.stage in state.plan.last_stages and state.awards is not None:
        steps.insert(0, "revoke-awards")
    if session.checked_in:
        steps.append("undo-check-in")
    return [Phrase(f"part-back-{step}") for step in steps]


_BACK = {
    "ended": "reopen-session",
    "time_called": "undo-time-call",
    "playing": "undo-session-start",
    "drawn": "undo-seat-draw",
}
"""By its status what takes a session back to the one below."""


def is_recorded(sheet: Sheet) -> bool:
    """Whether anything was recorded on it, or of it."""
    return bool(
        sheet.received or sheet.signatures or sheet.open_disputes or sheet.first_players or _played(sheet)
    )


def _played(sheet: Sheet) -> bool:
    """Whether anything was recorded that did not follow from the start itself."""
    return sheet.incidents > 0 or any(game is not None and game.ended_by != LEFT for game in sheet.games)
