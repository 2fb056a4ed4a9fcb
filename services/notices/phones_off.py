"""Phones are off at the tables (HK code of conduct 4): what is routine waits for the end of the session.

From seating on; what is about safety, and where to sit, does not wait. The referee of a table reads rulings
at once and tells the table.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from services.notices.audiences import Recipient
from services.notices.kinds import KINDS
from services.notices.quiet import NIGHT, Hours, quiet_until
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Attendance
from services.tournament.seating.sessions import Session
from services.tournament.state import State

OVERRUN = timedelta(hours=2)
"""So long after its planned end a session that nobody ended is taken to be over."""

AFTERWARDS = timedelta(minutes=30)
"""So long after the end of a session its officials are in the hall, though every sheet is closed."""

AT_TABLE = ("drawn", "playing", "time_called")
"""Of sessions: people sit at their tables."""


def waits_for(state: State, kind: str, recipient: Recipient, now: datetime) -> Session | None:
    """The session at whose table the recipient sits, if a notice of this kind has to wait for its end."""
    known = KINDS.get(kind)
    if recipient.kind != "entrant" or known is None or known.safety or known.at_table:
        return None
    attendance = seated_at(state, recipient.number)
    if attendance is None:
        return None
    session = state.sessions[attendance.session]
    over = session.day is not None and now >= state.plan.ends(session.day, session.plan) + OVERRUN
    return None if over else session


def seated(state: State, recipients: Iterable[Recipient]) -> dict[str, str]:
    """Who sits at a table in play, by number, each with the session: they hear what is announced there."""
    found = (
        (recipient.number, seated_at(state, recipient.number))
        for recipient in recipients
        if recipient.kind == "entrant"
    )
    return {number: attendance.session for number, attendance in found if attendance is not None}


def read_out_by(sessions: Iterable[str]) -> str:
    """The audience of the officials who read out what is announced to the tables of these sessions."""
    return f"officials:{' '.join(sorted(set(sessions)))}"


def seated_at(state: State, number: str) -> Attendance | None:
    """Where someone sits at a table that is in play, seating included; None where they do not."""
    entrant = state.entrants.get(number)
    for part in entrant.participations if entrant is not None else ():
        session = state.sessions.get(part.latest.session)
        if part.stands and session is not None and _sits(session, part.latest):
            return part.latest
    return None


def is_at_table(state: State, sheet: str | None) -> bool:
    """Whether people sit at the table of a sheet now, seating included."""
    table = TableId.read(sheet)
    session = state.sessions.get(table.session) if table is not None else None
    return session is not None and table is not None and _in_play(session, table)


def night_over(
    state: State, kind: str, meant: Iterable[Recipient], now: datetime, hours: Hours = NIGHT
) -> datetime | None:
    """When a notice of this kind goes to these at one address, as it is night; None where it need not wait.

    Args:
        hours: those that the address has chosen.
    """
    until = None if KINDS[kind].safety else quiet_until(now, ZoneInfo(state.plan.zone), hours)
    return None if until is None or any(is_at_play(state, each, now) for each in meant) else until


def is_at_play(state: State, recipient: Recipient, now: datetime) -> bool:
    """Whether somebody plays or works in a session that is on: quiet hours are not for them."""
    if recipient.kind == "entrant":
        attendance = seated_at(state, recipient.number)
        return attendance is not None and _is_on(state, state.sessions[attendance.session], now)
    return any(
        _is_on(state, session, now) if session.status in AT_TABLE else _is_wound_up(state, session, now)
        for session in state.sessions.values()
    )


def _is_on(state: State, session: Session, now: datetime) -> bool:
    """Whether people are there: drawn ahead they are not before they are seated, nor long after the end."""
    seated = state.seated_at(session)
    early = session.status == "drawn" and (seated is None or now < seated)
    over = session.day is not None and now >= state.plan.ends(session.day, session.plan) + OVERRUN
    return not (early or over)


def _is_wound_up(state: State, session: Session, now: datetime) -> bool:
    """Whether a session ended a short while ago, or longer with sheets that are still to be signed."""
    if session.status != "ended" or session.ended_at is None or now >= session.ended_at + OVERRUN:
        return False
    sheets = (state.sheets.get(str(TableId(session.plan.id, table))) for table in session.tables)
    is_open = any(sheet is not None and sheet.closed_seq is None for sheet in sheets)
    return is_open or now < session.ended_at + AFTERWARDS


def _sits(session: Session, attendance: Attendance) -> bool:
    table = TableId.read(attendance.table)
    return table is not None and _in_play(session, table)


def _in_play(session: Session, table: TableId) -> bool:
    return session.status in AT_TABLE and table.number not in session.closed_tables
