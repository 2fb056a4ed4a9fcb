"""A session in play: start, time called, end, each of which can be taken back until something rests on it."""

from datetime import datetime

from immutables import Map
from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.lengths import Reason, SessionId
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import drawn_after, in_phase, required_text, rests_on_it, session_in
from services.tournament.play.forfeits import forfeit_unplayed, forfeited_at
from services.tournament.play.going_back import is_recorded, played_in
from services.tournament.play.reported import with_reports
from services.tournament.play.sheets import complete, empty_sheet, is_deserted, is_settled
from services.tournament.play.signatures import close_when_settled
from services.tournament.seating.sessions import Session, SessionStatus
from services.tournament.state import State
from shared.problems import ProblemType

TABLES_WITHOUT_REFEREE = ProblemType("tables-without-referee", 409)
ENDED_WITH_TIME = ("time", "game_not_begun")


@event("session-started")
class SessionStarted(Event, frozen=True):
    """Play began; every table has an empty score sheet."""

    session: str


@event("session-start-undone")
class SessionStartUndone(Event, frozen=True):
    """The start was a mistake; nothing had been recorded yet."""

    session: str
    case: str


@event("time-called")
class TimeCalled(Event, frozen=True):
    """The session's time is up; unfinished games end and the racks are counted."""

    session: str


@event("time-call-undone")
class TimeCallUndone(Event, frozen=True):
    """Time was called by mistake; play went on."""

    session: str
    case: str


@event("session-ended")
class SessionEnded(Event, frozen=True):
    """The session is over; sheets still open stay open until they are complete and signed."""

    session: str


@event("session-reopened")
class SessionReopened(Event, frozen=True):
    """The session was closed too soon."""

    session: str
    case: str


class StartSession(Command, frozen=True, kw_only=True):
    """Begin play in a session whose seats are drawn; tables whose sheets are signed have referees.

    Where tables are open nothing is drawn, and people sit down once the session has started.
    """

    session: SessionId


class UndoSessionStart(Command, frozen=True, kw_only=True):
    """Take back a start, until a game is recorded."""

    session: SessionId
    reason: Reason


class CallTime(Command, frozen=True, kw_only=True):
    """Call time: the session's minutes are up."""

    session: SessionId


class UndoTimeCall(Command, frozen=True, kw_only=True):
    """Take back a time call, until the session is ended."""

    session: SessionId
    reason: Reason


class EndSession(Command, frozen=True, kw_only=True):
    """End a session; what is not yet recorded or signed can still be."""

    session: SessionId


class ReopenSession(Command, frozen=True, kw_only=True):
    """Take back the end of a session, until results of its stage are published, the cut is made, or the
    next round is drawn by it."""

    session: SessionId
    reason: Reason


@decides(StartSession, SessionStarted)
def start_session(draft: Draft, command: StartSession) -> None:
    session = session_in(draft.state, command.session)
    plan = draft.state.stage_plan(session.stage)
    in_phase(session, "scheduled" if plan.draw == "open" else "drawn")
    alone = [str(table) for table in sorted(session.tables) if table not in session.referees]
    if alone and plan.signatures == "required":
        raise TABLES_WITHOUT_REFEREE(tables=[*alone], session=command.session)
    seq = draft.record(SessionStarted(command.session))
    for table in sorted(session.tables):
        forfeit_unplayed(draft, draft.state.sheets[str(TableId(command.session, table))], seq)
        close_when_settled(draft, str(TableId(command.session, table)), seq)


@decides(UndoSessionStart, SessionStartUndone)
def undo_session_start(draft: Draft, command: UndoSessionStart) -> None:
    session = session_in(draft.state, command.session)
    in_phase(session, "playing")
    if session.tables and draft.state.stage_plan(session.stage).draw == "open":
        raise rests_on_it("part-timing-opening-tables", "part-timing-end-session-suspend")
    for table in sorted(session.tables):
        sheet = draft.state.sheets[str(TableId(command.session, table))]
        if is_recorded(sheet):
            raise rests_on_it(
                "part-timing-what-table-recorded", "part-timing-suspend-session-correct-sheet", table=table
            )
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(SessionStartUndone(command.session, case), personal=text)


@decides(CallTime, TimeCalled)
def call_time(draft: Draft, command: CallTime) -> None:
    in_phase(session_in(draft.state, command.session), "playing")
    draft.record(TimeCalled(command.session))


@decides(UndoTimeCall, TimeCallUndone)
def undo_time_call(draft: Draft, command: UndoTimeCall) -> None:
    session = session_in(draft.state, command.session)
    in_phase(session, "time_called")
    for table in sorted(session.tables):
        sheet = draft.state.sheets[str(TableId(command.session, table))]
        for game in sheet.games:
            if game is not None and game.ended_by in ENDED_WITH_TIME:
                raise rests_on_it(
                    "part-timing-game-at-which-ended-with",
                    "part-timing-correct-game-have-ruled",
                    number=game.number,
                    sheet=sheet.sheet,
                )
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(TimeCallUndone(command.session, case), personal=text)


@decides(EndSession, SessionEnded)
def end_session(draft: Draft, command: EndSession) -> None:
    in_phase(session_in(draft.state, command.session), "playing", "time_called")
    seq = draft.record(SessionEnded(command.session))
    _close_sheets(draft, command.session, seq)


@decides(ReopenSession, SessionReopened)
def reopen_session(draft: Draft, command: ReopenSession) -> None:
    state = draft.state
    session = session_in(state, command.session)
    in_phase(session, "ended")
    following = drawn_after(state, session)
    if following is not None:
        raise rests_on_it(
            "part-timing-draw-session",
            "part-timing-correct-sign-sheets-they-ended",
            session=following.plan.id,
        )
    # What nothing takes back is said before what can be undone first: else that would be done in vain.
    if state.versions.get(session.stage):
        raise rests_on_it(
            "part-timing-version-published-results",
            "part-timing-correct-sheets-publish-new-version",
            value=state.versions[session.stage],
        )
    for later in state.plan.leads_to(session.stage):
        if (played := played_in(state, later.id)) is not None:
            raise rests_on_it(
                "part-timing-played", "part-timing-correct-sheets-publish-new-version", session=played
            )
    if any(state.cut_into(later.id).status != "open" for later in state.plan.leads_to(session.stage)):
        raise rests_on_it("part-timing-cut", "part-timing-undo-qualification-first")
    if session.stage in state.plan.last_stages and state.awards is not None:
        raise rests_on_it("part-timing-awards", "part-timing-revoke-awards-first")
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(SessionReopened(command.session, case), personal=text)


def _close_sheets(draft: Draft, session_id: str, caused_by: int) -> None:
    """Close the sheets that only the time kept open."""
    for table in sorted(draft.state.sessions[session_id].tables):
        close_when_settled(draft, str(TableId(session_id, table)), caused_by)


@evolves(SessionStarted)
def _started(state: State, event: SessionStarted, stamp: Stamp) -> State:
    session = state.sessions[event.session]
    for table in sorted(session.tables):
        sheet = empty_sheet(session, table, state.stage_plan(session.stage))
        state = state.with_sheet(structs.replace(sheet, deserted=is_deserted(state, sheet)))
    return state.with_session(structs.replace(session, status="playing", started_at=stamp.occurred_at))


@evolves(SessionStartUndone)
def _start_undone(state: State, event: SessionStartUndone, stamp: Stamp) -> State:
    session = state.sessions[event.session]
    undone = forfeited_at(state, session)
    for table in sorted(session.tables):
        state = state.without_sheet(str(TableId(event.session, table)))
    before: SessionStatus = "scheduled" if state.stage_plan(session.stage).draw == "open" else "drawn"
    session = structs.replace(session, status=before, started_at=None, forfeits_undone=undone)
    return state.with_session(session)


@evolves(TimeCalled)
def _time_called(state: State, event: TimeCalled, stamp: Stamp) -> State:
    return _to(state, event.session, "time_called", None)


@evolves(TimeCallUndone)
def _time_undone(state: State, event: TimeCallUndone, stamp: Stamp) -> State:
    return _to(state, event.session, "playing", None)


@evolves(SessionEnded)
def _ended(state: State, event: SessionEnded, stamp: Stamp) -> State:
    state = _to(state, event.session, "ended", stamp.occurred_at)
    session = state.sessions[event.session]
    if session.waited_until is None:
        state = state.with_session(structs.replace(session, waited_until=stamp.seq))
    return _reported(_over(state, event.session, True), event.session, stamp.seq)


@evolves(SessionReopened)
def _reopened(state: State, event: SessionReopened, stamp: Stamp) -> State:
    return _over(_to(state, event.session, "time_called", None), event.session, False)


def _reported(state: State, session_id: str, seq: int) -> State:
    """The state in which everyone is told what they reached at open tables, which come and go until then."""
    session = state.sessions[session_id]
    if state.stage_plan(session.stage).draw == "open":
        for table in sorted(session.tables):
            sheet = state.sheets[str(TableId(session_id, table))]
            if is_settled(state, sheet):
                state = state.with_sheet(with_reports(state, sheet, seq))
    return state


def _over(state: State, session_id: str, over: bool) -> State:
    """The state in which tables without a set number of games are over with the session, or go on."""
    session = state.sessions[session_id]
    if state.stage_plan(session.stage).games_each is not None:
        return state
    for table in sorted(session.tables):
        sheet = state.sheets.get(str(TableId(session_id, table)))
        if sheet is not None and table not in session.closed_tables:
            now = structs.replace(sheet, over=over)
            state = state.with_sheet(now if complete(now) else structs.replace(now, closed_seq=None))
    return state


def _to(state: State, session_id: str, status: SessionStatus, ended_at: datetime | None) -> State:
    session = state.sessions[session_id]
    return state.with_session(structs.replace(session, status=status, ended_at=ended_at))


def emptied(session: Session) -> Session:
    """The session as before anyone arrived, to be played again (after a suspension in play)."""
    return structs.replace(
        session,
        status="suspended",
        checked_in=0,
        tables=Map(),
        referees=Map(),
        seed=None,
        started_at=None,
        on_paper=False,
        attempt=session.attempt + 1,
        voided=True,
        byes=(),
        unpaired=(),
        closed_tables=frozenset(),
    )


def put_off(session: Session) -> Session:
    """The session as drawn, to be played again by the same tables (after a suspension)."""
    begun = session.started_at is not None
    return structs.replace(
        session,
        status="suspended",
        started_at=None,
        attempt=session.attempt + begun,
        voided=begun,
    )
