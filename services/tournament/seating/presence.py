"""Presence: check-in by the seating time, or the right to play is forfeited (HK timetable, remark)."""

from datetime import date, datetime, time

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, Id, SharedReason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    attendance_in,
    entrant_in,
    in_phase,
    required_text,
    stage_in,
    stages_now,
    still_in,
)
from services.tournament.people.entrants import Attendance, Entrant
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import ProblemType

PLACE_FORFEITED = ProblemType("place-forfeited", 409, rule="HK timetable, remark")
LATE_FOR_SESSION = ProblemType("late-for-session", 409)
SEAT_DRAW = Phrase("part-presence-seat-draw")
WRONG_DAY = ProblemType("wrong-day", 409)
ALREADY_CHECKED_IN = ProblemType("already-checked-in", 409)
NOBODY_CHECKS_IN = ProblemType("nobody-checks-in", 409)
NOT_CHECKED_IN = ProblemType("not-checked-in", 409)


@event("entrant-checked-in")
class EntrantCheckedIn(Event, frozen=True):
    """The entrant arrived at the venue in time."""

    entrant: str
    session: str


@event("check-in-undone")
class CheckInUndone(Event, frozen=True):
    """The check-in was a mistake; the reason is in the vault under `case`."""

    entrant: str
    session: str
    case: str


class CheckIn(Command, frozen=True, kw_only=True):
    """Check an entrant in for the session of the stage they are in; of several for the next.

    Without a stage, of several entered the one that is played next.
    """

    entrant: EntrantNo
    stage: Id | None = None


class UndoCheckIn(Command, frozen=True, kw_only=True):
    """Take back a mistaken check-in, until seats are drawn.

    Without a stage, of several entered one that was checked in for and is not drawn.
    """

    entrant: EntrantNo
    stage: Id | None = None
    reason: SharedReason


@decides(CheckIn)
def check_in(draft: Draft, command: CheckIn) -> None:
    state = draft.state
    entrant, now = entrant_in(state, command.entrant), draft.context.occurred_at
    stage = _to_check_in(state, entrant, command.stage, now)
    attendance_in(state, entrant, stage)
    still_in(entrant, stage)
    if state.stage_plan(stage).check_in == "none":
        raise NOBODY_CHECKS_IN(stage=state.plan.stage_name(stage))
    attendance = next_attendance(state, entrant, stage, now)
    session = state.sessions[attendance.session]
    if attendance.presence == "checked_in" or is_present(state, entrant, session):
        raise ALREADY_CHECKED_IN(entrant=command.entrant, session=attendance.session)
    late_by = state.seated_at(session)
    if attendance.presence == "forfeited" or session.status == "drawn":
        shown = late_by.time() if late_by is not None else SEAT_DRAW
        way = "draw" if session.status == "drawn" and late_by is not None else "none"
        raise PLACE_FORFEITED(entrant=command.entrant, session=attendance.session, seating=shown, way=way)
    in_phase(session, "scheduled")
    if late_by is not None and draft.context.occurred_at > late_by:
        # Who plays in several sessions misses this one alone (`_drawn` in seats.py); another may follow.
        late = PLACE_FORFEITED if len(state.attended(session)) == 1 else LATE_FOR_SESSION
        raise late(entrant=command.entrant, session=attendance.session, seating=late_by.time(), way="time")
    if session.day is not None and state.plan.local_day(draft.context.occurred_at) != session.day:
        raise WRONG_DAY(entrant=command.entrant, session=attendance.session, day=session.day)
    draft.record(EntrantCheckedIn(command.entrant, attendance.session))


def _to_check_in(state: State, entrant: Entrant, named: Stage | None, now: datetime) -> Stage:
    """The stage to check in for: the one named, else of those entered the one played next."""
    if named is not None:
        return stage_in(state, named)
    stages = stages_now(state, entrant)
    if len(stages) == 1 or entrant.status != "registered":
        return stages[-1]
    standing = [stage for stage in stages if entrant.stands_in(stage)]
    checking = [stage for stage in standing if state.stage_plan(stage).check_in != "none"] or standing
    if not checking:
        return stages[-1]
    return min(checking, key=lambda stage: _comes(state, entrant, stage, now))


def _comes(state: State, entrant: Entrant, stage: Stage, now: datetime) -> tuple[bool, bool, date, time]:
    """When an entrant's next session of a stage is played: before others today's, if it takes check-ins."""
    session = state.sessions[next_attendance(state, entrant, stage, now).session]
    taken = session.status != "scheduled" or is_present(state, entrant, session)
    another_day = session.day not in (None, state.plan.local_day(now))
    return taken, another_day, session.day or date.max, session.plan.seated_at or time.max


def opening(state: State, session: Session) -> datetime | None:
    """When check-in opens; None where the plan gives no time for it before people are seated."""
    opens, seated = state.opens_at(session), state.seated_at(session)
    return opens if opens is not None and seated is not None and opens < seated else None


@decides(UndoCheckIn)
def undo_check_in(draft: Draft, command: UndoCheckIn) -> None:
    state = draft.state
    entrant, now = entrant_in(state, command.entrant), draft.context.occurred_at
    stages = stages_now(state, entrant) if command.stage is None else (stage_in(state, command.stage),)
    there = [stage for stage in stages if _may_be_undone(state, entrant, stage, now)]
    stage = (there or stages)[-1]
    attendance_in(state, entrant, stage)
    attendance = next_attendance(state, entrant, stage, now)
    if attendance.presence != "checked_in":
        raise NOT_CHECKED_IN(entrant=command.entrant, session=attendance.session)
    in_phase(state.sessions[attendance.session], "scheduled")
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(CheckInUndone(command.entrant, attendance.session, case), personal=text)


def _may_be_undone(state: State, entrant: Entrant, stage: Stage, now: datetime) -> bool:
    if entrant.status != "registered" or not entrant.stands_in(stage):
        return False
    attendance = next_attendance(state, entrant, stage, now)
    return attendance.presence == "checked_in" and state.sessions[attendance.session].status == "scheduled"


def next_attendance(state: State, entrant: Entrant, stage: Stage, now: datetime) -> Attendance:
    """Where an entrant plays next in a stage entered: of several sessions the first not drawn yet.

    With none left, or only one, where they play or played. Where people come as they like, a session of an
    earlier day may never have been played, and is passed over.
    """
    part = entrant.participation(stage)
    if part is None:
        return entrant.participations[-1].latest
    if len(part.attendances) == 1:
        return part.latest
    coming = [
        attendance
        for attendance in part.attendances
        if state.sessions[attendance.session].status == "scheduled"
    ]
    if state.stage_plan(part.stage).attend == "some":
        today = state.plan.local_day(now)
        coming = [
            attendance for attendance in coming if _may_be_played(state, attendance.session, today)
        ] or coming
    return next(iter(coming), part.latest)


def _may_be_played(state: State, session: str, today: date) -> bool:
    day = state.sessions[session].day
    return day is None or day >= today


def is_present(state: State, entrant: Entrant, session: Session) -> bool:
    """Whether an entrant of the session may be drawn: checked in for it, once for all, or without."""
    part = entrant.participation(session.stage)
    if part is None or part.out is not None:
        return False
    word = state.stage_plan(session.stage).check_in
    if word == "none":
        return True
    attended = part.attendances if word == "first" else (part.in_session(session.plan.id),)
    return any(attendance is not None and attendance.presence == "checked_in" for attendance in attended)


def present_and_missing(state: State, session: Session) -> tuple[list[str], list[str]]:
    """Who of the session is there, and who is not; whoever is out of the competition is neither."""
    present: list[str] = []
    missing: list[str] = []
    for number in sorted(session.entrants):
        entrant = state.entrants[number]
        if entrant.plays_in(session.stage):
            (present if is_present(state, entrant, session) else missing).append(number)
    return present, missing


@evolves(EntrantCheckedIn)
def _checked_in(state: State, event: EntrantCheckedIn, stamp: Stamp) -> State:
    return _present(state, event.entrant, event.session, True)


@evolves(CheckInUndone)
def _undone(state: State, event: CheckInUndone, stamp: Stamp) -> State:
    return _present(state, event.entrant, event.session, False)


def _present(state: State, entrant_no: str, session_id: str, present: bool) -> State:
    session = state.sessions[session_id]
    checked_in = session.checked_in + (1 if present else -1)
    state = state.with_session(structs.replace(session, checked_in=checked_in))
    return state.with_presence(entrant_no, session, "checked_in" if present else "expected")
