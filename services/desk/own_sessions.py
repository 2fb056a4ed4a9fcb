"""What a session means to the participant who asks: suspended or moved, waited for, and missed."""

from msgspec import UNSET, UnsetType

from services.desk.query_context import QueryContext
from services.desk.views import HeldView, SuspendedView
from services.notices.whereabouts import instruction, is_child_in, kept_from, still_to_do
from services.tournament.definition.texts import Text
from services.tournament.definition.values import in_both
from services.tournament.seating.sessions import Session
from services.tournament.weather.dangers import danger_of
from services.tournament.weather.warning_lines import played_on


def suspended(look: QueryContext, session: Session) -> SuspendedView | UnsetType:
    """Why a session is suspended, with what the reader is told to do where it is theirs."""
    suspension = session.suspension
    if suspension is None:
        return UNSET
    reader = _plays(look, session)
    return SuspendedView(
        suspension.grounds,
        None if reader is None else instruction(look.state, session, reader),
        reader is not None and is_child_in(look.state, session, reader),
        suspension.stopped,
        suspension.next_word,
        danger_of(look.state, suspension),
        kept_from(look.state, suspension),
    )


def held(look: QueryContext, session: Session) -> HeldView | UnsetType:
    """What the reader is still to do on the day on which a session was suspended that has a new date."""
    reader, suspension = _plays(look, session), session.held
    to_do = None if reader is None else still_to_do(look.state, session, reader)
    if reader is None or to_do is None or suspension is None or suspension.day is None:
        return UNSET
    fetched = is_child_in(look.state, session, reader)
    kept = kept_from(look.state, suspension)
    return HeldView(suspension.day, danger_of(look.state, suspension), to_do, fetched, kept)


def warned(look: QueryContext, session: Session) -> Text | UnsetType:
    """The dangers in force under which a session is played all the same, in words."""
    dangers = played_on(look.state, [session])
    return UNSET if dangers is None else in_both("page-value", value=dangers)


def waiting_place(look: QueryContext, session: Session) -> int | UnsetType:
    """Which place the reader has on the waiting list, while it can lead to one in the session."""
    if not session.still_waiting:
        return UNSET
    return session.place_waiting(look.visibility.subject or "") or UNSET


def is_pardoned(look: QueryContext, session: Session) -> bool | UnsetType:
    """Whether the reader missed what was stopped, and may play as it starts again."""
    if session.status not in ("scheduled", "suspended"):
        return UNSET
    return True if _plays(look, session) in session.pardoned else UNSET


def _plays(look: QueryContext, session: Session) -> str | None:
    """The reader, with a place in the session."""
    reader = look.visibility.subject
    return reader if reader in session.entrants else None
