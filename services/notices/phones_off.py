"""Phones are off at the tables (HK code of conduct 4): what is routine waits for the end of the session.

From seating on; what is about safety, and where to sit, does not wait. The referee of a table reads rulings
at once and tells the table.
"""

from datetime import datetime, timedelta

from services.notices.audiences import Recipient
from services.notices.kinds import KINDS
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Attendance
from services.tournament.seating.sessions import Session
from services.tournament.state import State

OVERRUN = timedelta(hours=2)
"""So long after its planned end a session that nobody ended is taken to be over."""

_AT_TABLE = ("drawn", "playing", "time_called")


def waits_for(state: State, kind: str, recipient: Recipient, now: datetime) -> Session | None:
    """The session at whose table the recipient sits, if a notice of this kind has to wait for its end."""
    known = KINDS.get(kind)
    if recipient.kind != "entrant" or known is None or known.safety or known.at_table:
        return None
    entrant = state.entrants.get(recipient.number)
    for part in entrant.participations if entrant is not None else ():
        session = state.sessions.get(part.latest.session)
        if part.stands and session is not None and _sits(session, part.latest, state, now):
            return session
    return None


def _sits(session: Session, attendance: Attendance, state: State, now: datetime) -> bool:
    table = TableId.read(attendance.table)
    if session.status not in _AT_TABLE or table is None or table.number in session.closed_tables:
        return False
    return session.day is None or now < state.plan.ends(session.day, session.plan) + OVERRUN
