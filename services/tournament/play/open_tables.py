"""Open tables: whoever comes sits down together, plays as long as they like, and the table is closed."""

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.lengths import EntrantNos, Id, SessionId
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    attendance_in,
    entrant_in,
    in_phase,
    session_in,
    sheet_in,
    still_in,
)
from services.tournament.play.results import TABLE_CLOSED
from services.tournament.play.sheets import empty_sheet
from services.tournament.play.signatures import close_when_settled
from services.tournament.seating.draws import refuse_table
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.state import State
from shared.catalogue import Listed, Phrase
from shared.problems import INVALID_INPUT, ProblemType

TABLES_ARE_DRAWN = ProblemType("tables-are-drawn", 409)
NOT_IN_SESSION = ProblemType("not-in-session", 409)
TURN_LIMIT_WRONG = ProblemType("turn-limit-wrong", 422)


@event("table-opened")
class TableOpened(Event, frozen=True):
    """People sat down at a table of their own; `target` and `turn_seconds` as they agreed, if they did."""

    session: str
    table: int
    entrants: tuple[str, ...]
    target: int | None
    turn_seconds: int | None


@event("table-closed")
class TableClosed(Event, frozen=True):
    """The people at an open table stopped playing."""

    sheet: str


class OpenTable(Command, frozen=True, kw_only=True):
    """Open a table for those who sit down, in the order of their seats, in a session that has started.

    `target` is the table's own, where the stage plays to one.
    """

    session: SessionId
    entrants: EntrantNos
    target: int | None = None
    turn_seconds: int | None = None


class CloseTable(Command, frozen=True, kw_only=True):
    """Close an open table: nothing more is played there."""

    sheet: Id


@decides(OpenTable, TableOpened)
def open_table(draft: Draft, command: OpenTable) -> None:
    state = draft.state
    session = session_in(state, command.session)
    plan = state.stage_plan(session.stage)
    if plan.draw != "open":
        raise TABLES_ARE_DRAWN(session=command.session)
    in_phase(session, "playing")
    if command.target is not None and (plan.target is None or command.target < 1):
        raise INVALID_INPUT(detail=Phrase("part-target-only")).at(field="target")
    _check_turn_limit(state, session, command.turn_seconds)
    refuse_table(command.entrants, _sitting(state), plan.table.most, plan.table.fewest)
    for number in command.entrants:
        entrant = entrant_in(state, number)
        plays = attendance_in(state, entrant, session.stage).session
        still_in(entrant, session.stage)
        if entrant.in_session(session.stage, command.session) is None:
            raise NOT_IN_SESSION(entrant=number, own=plays, session=command.session)
    table = max(session.tables, default=0) + 1
    draft.record(TableOpened(command.session, table, command.entrants, command.target, command.turn_seconds))


@decides(CloseTable, TableClosed)
def close_table(draft: Draft, command: CloseTable) -> None:
    sheet = sheet_in(draft.state, command.sheet)
    session = draft.state.sessions[sheet.session]
    if draft.state.stage_plan(sheet.stage).draw != "open":
        raise TABLES_ARE_DRAWN(session=sheet.session)
    in_phase(session, "playing", "time_called")
    if _number(command.sheet) in session.closed_tables:
        raise TABLE_CLOSED(sheet=command.sheet)
    seq = draft.record(TableClosed(command.sheet))
    close_when_settled(draft, command.sheet, seq)


def _check_turn_limit(state: State, session: Session, seconds: int | None) -> None:
    choices = state.rules_in(session.stage).clock.turn_seconds.value
    known = () if isinstance(choices, str) else choices
    if seconds is not None and seconds not in known:
        listed = Listed([*known]) if known else "–"
        raise TURN_LIMIT_WRONG(known=listed, given=seconds).at(field="turn_seconds")


def _sitting(state: State) -> dict[str, str]:
    """Who sits at a table that is still open, in any session: the id of that table."""
    return {
        number: str(TableId(session.plan.id, table))
        for session in state.sessions.values()
        if session.status in ("playing", "time_called") and state.stage_plan(session.stage).draw == "open"
        for table, entrants in session.tables.items()
        if table not in session.closed_tables
        for number in entrants
        if state.entrants[number].plays_in(session.stage)
    }


def _number(sheet: str) -> int:
    return TableId.of(sheet).number


@evolves(TableOpened)
def _opened(state: State, event: TableOpened, stamp: Stamp) -> State:
    session = state.sessions[event.session]
    session = structs.replace(session, tables=session.tables.set(event.table, event.entrants))
    state = state.with_session(session).touching("seating", event.session)
    for letter, number in zip(SEATS, event.entrants, strict=False):
        entrant = state.entrants[number]
        attendance = entrant.in_session(session.stage, event.session)
        assert attendance is not None, "who is in the stage attends its sessions as they come"
        sheet = str(TableId(event.session, event.table))
        presence = "drawn" if attendance.presence == "expected" else attendance.presence
        seated = structs.replace(
            attendance, presence=presence, table=sheet, seat=letter, before=attendance.tables
        )
        state = state.with_entrant(entrant.placed(session.stage, seated))
    sheet_now = empty_sheet(session, event.table, state.stage_plan(session.stage), event.target)
    return state.with_sheet(structs.replace(sheet_now, turn_seconds=event.turn_seconds))


@evolves(TableClosed)
def _closed(state: State, event: TableClosed, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    session = state.sessions[sheet.session]
    closed = session.closed_tables | {_number(event.sheet)}
    state = state.with_session(structs.replace(session, closed_tables=closed))
    return state.with_sheet(structs.replace(sheet, over=True))
