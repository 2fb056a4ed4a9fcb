"""Sessions told again: seats, play, suspension. Seats stand as drawn, for whoever is there to take one."""

from services.tournament.drawing import drop_needless, results_missing
from services.tournament.incidents import (
    NOT_STILL_AT_TABLE,
    CallChiefReferee,
    ChiefRefereeCalled,
    FirstPlayerDetermined,
    IncidentNoted,
    NoteIncident,
)
from services.tournament.kernel import Command
from services.tournament.lookups import active_seats, in_phase, session_in, sheet_in
from services.tournament.open_tables import CloseTable, OpenTable, TableClosed, TableOpened
from services.tournament.paper import SessionPlayedOnPaper
from services.tournament.play import (
    CallTime,
    EndSession,
    ReopenSession,
    SessionEnded,
    SessionReopened,
    SessionStarted,
    SessionStartUndone,
    StartSession,
    TimeCalled,
    TimeCallUndone,
    UndoSessionStart,
    UndoTimeCall,
)
from services.tournament.presence import present_and_missing
from services.tournament.retelling.people import AS_SAID
from services.tournament.retelling.told import Retelling, retells
from services.tournament.seating import (
    AssignReferees,
    ExchangeSeats,
    RefereesAssigned,
    SeatDrawUndone,
    SeatsDrawn,
    SeatsExchanged,
    TableSeats,
    UndoSeatDraw,
)
from services.tournament.state import Session, State
from services.tournament.suspension import (
    LiftSuspension,
    RescheduleSessions,
    SessionsRescheduled,
    SessionsSuspended,
    SuspendDay,
    SuspendRemaining,
    SuspensionLifted,
)
from shared.problems import ProblemType

SEATS_STAY_EMPTY = ProblemType(
    "seats-stay-empty",
    409,
    "Entrants {entrants} are not there to take the seats recorded for them in session {session}; those stay "
    "empty, and a table with fewer than {fewest} is not played. Leave out what was recorded of them, too.",
    "參賽者 {entrants} 不在場次 {session}，紀錄中的座位留空；不足 {fewest} 人的賽桌不作賽。"
    "請一併略去其相關紀錄。",
)
NOBODY_DREW_SEATS = ProblemType(
    "nobody-drew-seats",
    409,
    "Entrants {entrants} are present in session {session}, and no seat is recorded for them. "
    "Insert a draw of your own in place of the recorded one.",
    "參賽者 {entrants} 已在場次 {session} 報到，但紀錄中沒有其座位。請以自訂的抽籤取代紀錄中的抽籤。",
)
NOBODY_TO_SEAT = ProblemType(
    "nobody-to-seat",
    409,
    "Of the tables recorded for session {session} none has enough players left. Leave the draw out, too.",
    "場次 {session} 紀錄中的賽桌均不足人數。請一併略去該次抽籤。",
)


@retells(SeatsDrawn)
def _drawn(draft: Retelling, event: SeatsDrawn) -> None:
    session = session_in(draft.state, event.session)
    in_phase(session, "scheduled")
    present, missing = present_and_missing(draft.state, session)
    tables = _taken(draft, event.session, event.tables, set(present))
    byes = tuple(number for number in event.byes if number in present)
    seated = {number for own in tables for number in own.entrants}.union(byes)
    without = [number for number in present if number not in seated and not _recorded(event, number)]
    if without:
        draft.note(NOBODY_DREW_SEATS(entrants=", ".join(without), session=event.session))
    attend = draft.state.stage_plan(session.stage).attend
    forfeited = tuple(missing) if attend == "one" else ()
    absent = tuple(missing) if attend == "all" else ()
    told = SeatsDrawn(event.session, event.seed, tables, forfeited, event.method, byes, absent)
    draft.note(results_missing(draft.state, session))
    drop_needless(draft, session, draft.record(told))


@retells(SessionPlayedOnPaper)
def _on_paper(draft: Retelling, event: SessionPlayedOnPaper) -> None:
    session = session_in(draft.state, event.session)
    if not session.on_paper:
        in_phase(session, "scheduled")
    free = tuple(own for own in event.tables if own.table not in session.tables)
    tables = _taken(draft, event.session, free, _may_sit(draft.state, session))
    sitting = {number for own in tables for number in own.entrants}
    sitting |= {number for own in session.tables.values() for number in own}
    absent = tuple(sorted(number for number in session.entrants if number not in sitting))
    draft.record(SessionPlayedOnPaper(event.session, tables, absent))


def _may_sit(state: State, session: Session) -> set[str]:
    return {number for number in session.entrants if state.entrants[number].plays_in(session.stage)}


def _taken(
    draft: Retelling, session: str, tables: tuple[TableSeats, ...], there: set[str]
) -> tuple[TableSeats, ...]:
    """The tables with those who are there; one with too few left is not played."""
    kept = [TableSeats(own.table, tuple(no for no in own.entrants if no in there)) for own in tables]
    fewest = draft.state.stage_plan(draft.state.sessions[session].stage).table.fewest
    absent = [number for own in tables for number in own.entrants if number not in there]
    if absent:
        draft.note(SEATS_STAY_EMPTY(entrants=", ".join(absent), session=session, fewest=fewest))
    played = tuple(own for own in kept if len(own.entrants) >= fewest)
    if tables and not played:
        raise NOBODY_TO_SEAT(session=session)
    return played


def _recorded(event: SeatsDrawn, number: str) -> bool:
    return number in event.byes or any(number in own.entrants for own in event.tables)


@retells(TableOpened)
def _opened(draft: Retelling, event: TableOpened) -> None:
    draft.ask(
        OpenTable,
        session=event.session,
        entrants=event.entrants,
        target=event.target,
        turn_seconds=event.turn_seconds,
    )


@retells(TableClosed)
def _table_closed(draft: Retelling, event: TableClosed) -> None:
    draft.ask(CloseTable, sheet=event.sheet)


@retells(SeatDrawUndone)
def _draw_undone(draft: Retelling, event: SeatDrawUndone) -> None:
    draft.ask(UndoSeatDraw, session=event.session, reason=AS_SAID)


@retells(SeatsExchanged)
def _exchanged(draft: Retelling, event: SeatsExchanged) -> None:
    draft.ask(ExchangeSeats, session=event.session, first=event.first, second=event.second)


@retells(RefereesAssigned)
def _assigned(draft: Retelling, event: RefereesAssigned) -> None:
    tables = session_in(draft.state, event.session).tables
    kept = {own.referee: tuple(no for no in own.tables if no in tables) for own in event.assignments}
    own = {referee: numbers for referee, numbers in kept.items() if numbers}
    draft.ask(AssignReferees, session=event.session, assignments=own)


_OF_SESSION: dict[type, type[Command]] = {
    SessionStarted: StartSession,
    TimeCalled: CallTime,
    SessionEnded: EndSession,
}
_UNDOING: dict[type, type[Command]] = {
    SessionStartUndone: UndoSessionStart,
    TimeCallUndone: UndoTimeCall,
    SessionReopened: ReopenSession,
}


@retells(SessionStarted, TimeCalled, SessionEnded)
def _goes_on(draft: Retelling, event: SessionStarted | TimeCalled | SessionEnded) -> None:
    draft.ask(_OF_SESSION[type(event)], session=event.session)


@retells(SessionStartUndone, TimeCallUndone, SessionReopened)
def _goes_back(draft: Retelling, event: SessionStartUndone | TimeCallUndone | SessionReopened) -> None:
    draft.ask(_UNDOING[type(event)], session=event.session, reason=AS_SAID)


@retells(FirstPlayerDetermined)
def _first(draft: Retelling, event: FirstPlayerDetermined) -> None:
    sheet = sheet_in(draft.state, event.sheet)
    in_phase(draft.state.sessions[sheet.session], "playing", "time_called")
    if event.entrant not in active_seats(draft.state, sheet):
        raise NOT_STILL_AT_TABLE(entrant=event.entrant, sheet=event.sheet)
    draft.record(event)


@retells(IncidentNoted)
def _noted(draft: Retelling, event: IncidentNoted) -> None:
    draft.ask(NoteIncident, sheet=event.sheet, game=event.game, kind=event.kind, entrant=event.entrant)


@retells(ChiefRefereeCalled)
def _called(draft: Retelling, event: ChiefRefereeCalled) -> None:
    draft.ask(CallChiefReferee, sheet=event.sheet)


@retells(SessionsSuspended)
def _suspended(draft: Retelling, event: SessionsSuspended) -> None:
    suspend = SuspendRemaining if event.remaining_only else SuspendDay
    draft.ask(suspend, day=event.day, grounds=event.grounds, reason=AS_SAID)


@retells(SuspensionLifted)
def _lifted(draft: Retelling, event: SuspensionLifted) -> None:
    draft.ask(LiftSuspension, day=session_in(draft.state, event.sessions[0]).day, reason=AS_SAID)


@retells(SessionsRescheduled)
def _rescheduled(draft: Retelling, event: SessionsRescheduled) -> None:
    # Rounds that moved along were not suspended themselves; they do so again.
    suspended = tuple(id for id in event.sessions if session_in(draft.state, id).status == "suspended")
    sessions = suspended or event.sessions
    day = session_in(draft.state, sessions[0]).day
    draft.ask(RescheduleSessions, day=day, new_day=event.day, sessions=sessions)
