"""A session in play: start, time called, end, each of which can be taken back until something rests on it."""

from datetime import datetime

from immutables import Map
from msgspec import structs

from services.tournament.kernel import Command, Draft, Event, Stamp, decides, event, evolves
from services.tournament.lengths import Id, Reason
from services.tournament.lookups import in_phase, said, session_in
from services.tournament.sheets import empty_sheet
from services.tournament.state import Session, SessionStatus, State, table_id
from shared.problems import ProblemType

TABLES_WITHOUT_REFEREE = ProblemType(
    "tables-without-referee",
    409,
    "Tables {tables} of session {session} have no referee. Assign referees first.",
    "場次 {session} 的賽桌 {tables} 尚未有裁判。請先分配裁判。",
)
RESTS_ON_IT = ProblemType(
    "something-rests-on-it",
    409,
    "This can no longer be undone: {what} rests on it. {way_out}",
    "此步驟已不能撤銷：{what_zh}以此為依據。{way_out_zh}。",
)


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
    """Begin play in a session whose seats are drawn and whose tables have referees."""

    session: Id


class UndoSessionStart(Command, frozen=True, kw_only=True):
    """Take back a start, until a game is recorded."""

    session: Id
    reason: Reason


class CallTime(Command, frozen=True, kw_only=True):
    """Call time: the session's minutes are up."""

    session: Id


class UndoTimeCall(Command, frozen=True, kw_only=True):
    """Take back a time call, until the session is ended."""

    session: Id
    reason: Reason


class EndSession(Command, frozen=True, kw_only=True):
    """End a session; what is not yet recorded or signed can still be."""

    session: Id


class ReopenSession(Command, frozen=True, kw_only=True):
    """Take back the end of a session, until results of its stage are published or the cut is made."""

    session: Id
    reason: Reason


@decides(StartSession)
def start_session(draft: Draft, command: StartSession) -> None:
    session = session_in(draft.state, command.session)
    in_phase(session, "drawn")
    alone = [str(table) for table in sorted(session.tables) if table not in session.referees]
    if alone:
        raise TABLES_WITHOUT_REFEREE(tables=", ".join(alone), session=command.session)
    draft.record(SessionStarted(command.session))


@decides(UndoSessionStart)
def undo_session_start(draft: Draft, command: UndoSessionStart) -> None:
    session = session_in(draft.state, command.session)
    in_phase(session, "playing")
    for table in sorted(session.tables):
        sheet = draft.state.sheets[table_id(command.session, table)]
        if sheet != empty_sheet(session, table, draft.state.games_in(session)):
            raise RESTS_ON_IT(
                what=f"what table {table} has recorded",
                what_zh=f"第 {table} 桌的紀錄",
                way_out="Suspend the session, or correct the sheet.",
                way_out_zh="請暫停該場次，或更正記分紙",
            )
    case, text = draft.case(reason=said(command.reason))
    draft.record(SessionStartUndone(command.session, case), personal=text)


@decides(CallTime)
def call_time(draft: Draft, command: CallTime) -> None:
    in_phase(session_in(draft.state, command.session), "playing")
    draft.record(TimeCalled(command.session))


@decides(UndoTimeCall)
def undo_time_call(draft: Draft, command: UndoTimeCall) -> None:
    session = session_in(draft.state, command.session)
    in_phase(session, "time_called")
    for table in sorted(session.tables):
        sheet = draft.state.sheets[table_id(command.session, table)]
        for game in sheet.games:
            if game is not None and game.ended_by in ENDED_WITH_TIME:
                raise RESTS_ON_IT(
                    what=f"game {game.number} at {sheet.sheet}, which ended with the time",
                    what_zh=f"{sheet.sheet} 因時間到而結束的第 {game.number} 局",
                    way_out="Correct that game, or have it ruled.",
                    way_out_zh="請更正該局，或交由裁決",
                )
    case, text = draft.case(reason=said(command.reason))
    draft.record(TimeCallUndone(command.session, case), personal=text)


@decides(EndSession)
def end_session(draft: Draft, command: EndSession) -> None:
    in_phase(session_in(draft.state, command.session), "playing", "time_called")
    draft.record(SessionEnded(command.session))


@decides(ReopenSession)
def reopen_session(draft: Draft, command: ReopenSession) -> None:
    state = draft.state
    session = session_in(state, command.session)
    in_phase(session, "ended")
    if session.stage == state.plan.cut_source and state.qualification.status != "open":
        raise RESTS_ON_IT(
            what="the cut",
            what_zh="晉級名單",
            way_out="Undo the qualification first.",
            way_out_zh="請先撤銷晉級名單",
        )
    if session.stage == state.plan.last_stage and state.awards is not None:
        raise RESTS_ON_IT(
            what="the awards", what_zh="獎項", way_out="Revoke the awards first.", way_out_zh="請先撤回獎項"
        )
    if state.versions.get(session.stage):
        raise RESTS_ON_IT(
            what=f"version {state.versions[session.stage]} of the published results",
            what_zh=f"已公布成績第 {state.versions[session.stage]} 版",
            way_out="Correct the sheets and publish a new version.",
            way_out_zh="請更正記分紙並公布新版本",
        )
    case, text = draft.case(reason=said(command.reason))
    draft.record(SessionReopened(command.session, case), personal=text)


@evolves(SessionStarted)
def _started(state: State, event: SessionStarted, stamp: Stamp) -> State:
    session = state.sessions[event.session]
    for table in sorted(session.tables):
        state = state.with_sheet(empty_sheet(session, table, state.games_in(session)))
    return state.with_session(structs.replace(session, status="playing", started_at=stamp.occurred_at))


@evolves(SessionStartUndone)
def _start_undone(state: State, event: SessionStartUndone, stamp: Stamp) -> State:
    session = state.sessions[event.session]
    for table in sorted(session.tables):
        state = state.without_sheet(table_id(event.session, table))
    return state.with_session(structs.replace(session, status="drawn", started_at=None))


@evolves(TimeCalled)
def _time_called(state: State, event: TimeCalled, stamp: Stamp) -> State:
    return _to(state, event.session, "time_called", None)


@evolves(TimeCallUndone)
def _time_undone(state: State, event: TimeCallUndone, stamp: Stamp) -> State:
    return _to(state, event.session, "playing", None)


@evolves(SessionEnded)
def _ended(state: State, event: SessionEnded, stamp: Stamp) -> State:
    return _to(state, event.session, "ended", stamp.occurred_at)


@evolves(SessionReopened)
def _reopened(state: State, event: SessionReopened, stamp: Stamp) -> State:
    return _to(state, event.session, "time_called", None)


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
    )
