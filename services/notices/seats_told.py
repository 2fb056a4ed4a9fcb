"""Where the reader of a notice sits, and who else does."""

from services.notices.look import NONE, Look
from services.notices.phones_off import seated_at
from services.notices.sessions_named import session_named
from services.notices.whereabouts import instruction, is_child_in, kept_from
from services.tournament.kernel.ids import TableId
from services.tournament.seating.sessions import SEATS, Session
from shared.catalogue import Phrase


def table(look: Look) -> str:
    """The number of the reader's table, else of the one that the notice names."""
    attendance = look.attendance
    if attendance is None or attendance.table is None:
        return look.parameter("table")
    return str(TableId.of(attendance.table).number)


def seat(look: Look) -> str:
    """The letter of the reader's seat."""
    attendance = look.attendance
    return attendance.seat or NONE if attendance is not None else NONE


def table_line(look: Look) -> str:
    """Table and seat in a sentence; "" for whoever has none."""
    attendance = look.attendance
    if attendance is None or attendance.table is None:
        return ""
    return look.phrase("table-line", table=table(look), seat=seat(look))


def round_line(look: Look) -> str:
    """Their table of the session, their seat and who else sits there; or that they have a bye."""
    number = look.recipient.number
    for at, entrants in sorted(look.session.tables.items()):
        if number in entrants:
            others = [other for other in entrants if other != number]
            letter = SEATS[entrants.index(number)]
            return look.phrase("round-table", table=at, seat=letter, others=others)
    if number in look.session.byes:
        return look.phrase("round-bye")
    return look.phrase("round-unpaired" if number in look.session.unpaired else "round-not-drawn")


def next_told(look: Look) -> Phrase | None:
    """What the reader is to play next, as who was out may not have read of it; None for nothing."""
    session = _awaited(look)
    if session is None:
        return None
    if session.status == "suspended":
        return Phrase("notice-next-suspended", _what_to_do(look, session))
    return Phrase("notice-next-session", {"session": session_named(session, look.state.plan)})


def _what_to_do(look: Look, session: Session) -> dict[str, object]:
    """Why a session is suspended, and what the reader is to do for their safety."""
    number = look.recipient.number
    return {
        "danger": kept_from(look.state, session.suspension),
        "to_do": instruction(look.state, session, number),
        "fetched": is_child_in(look.state, session, number),
        "children": look.children or None,
        "many_children": len(look.children) > 1,
    }


def _awaited(look: Look) -> Session | None:
    """The session that they wait for; none while they sit at a table where play goes on."""
    attendance, seat = look.attendance, seated_at(look.state, look.recipient.number)
    at_play = seat is not None and look.state.sessions[seat.session].status != "drawn"
    if attendance is None or at_play:
        return None
    stage = look.parameter("stage") or look.state.sessions[attendance.session].stage
    of_all = look.state.stage_plan(stage).attend == "all"
    sessions = look.state.sessions_of(stage) if of_all else [look.state.sessions[attendance.session]]
    drawn = attendance.session if attendance.table is not None else ""
    awaited = (
        session
        for session in sessions
        if session.status in ("scheduled", "suspended")
        or (session.status == "drawn" and session.plan.id == drawn)
    )
    return next(awaited, None)
