"""Entries after the registration: the same entrant in a further stage that people register for.

Each entry has its own place or waits for one; the quota of the tournament counts the entrant once. Leaving
one stage leaves the others as they are.
"""

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, SessionId
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import OUT_OF_COMPETITION, entrant_in, still_in
from services.tournament.people.choosing import open_for_registration, takes_entrants
from services.tournament.people.entrants import Attendance, Entrant, Participation
from services.tournament.people.overlaps import in_the_way, refuse_overlap
from services.tournament.people.places import is_full, places_left, registered_in, vacate
from services.tournament.people.registration import (
    TOO_YOUNG,
    PlaceConfirmed,
    WaitingListJoined,
    confirm_from_waiting_list,
    old_enough_for,
)
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Word
from shared.problems import ProblemType

NO_LONGER_REGISTERED = ProblemType("no-longer-registered", 409)
ALREADY_ARRIVED = ProblemType("already-arrived", 409)
ENTERED_ALREADY = ProblemType("entered-already", 409)


@event("stage-entered")
class StageEntered(Event, frozen=True):
    """An entrant, old enough for it, entered a further stage with this session."""

    entrant: str
    session: str


@event("stage-left")
class StageLeft(Event, frozen=True):
    """One of several entries was given back before play; the reason is in the vault under `case`."""

    entrant: str
    stage: Stage
    case: str


class EnterStage(Command, frozen=True, kw_only=True):
    """Let an entrant play in a further stage that people register for, by a session of it."""

    entrant: EntrantNo
    session: SessionId


@decides(EnterStage)
def enter_stage(draft: Draft, command: EnterStage) -> None:
    enter(draft, command.entrant, command.session, old_enough=False)


def enter(draft: Draft, entrant_no: str, session_id: str, *, old_enough: bool) -> None:
    """Enter a further stage; `old_enough` says that this was found, so that no birth date is asked for.

    Raises:
        Problem: the session cannot be registered for, or not by this entrant.
    """
    state = draft.state
    entrant = live(entrant_in(state, entrant_no))
    session = open_for_registration(state, session_id)
    still_in(entrant, session.stage)
    if entrant.participation(session.stage) is not None:
        raise ENTERED_ALREADY(entrant=entrant_no, stage=state.plan.stage_name(session.stage))
    for part in entrant.participations:
        # Who left one stage may play in another; who was put out plays no further part.
        if part.out == "disqualified":
            raise OUT_OF_COMPETITION(entrant=entrant_no, out=part.out)
    birth = None if old_enough else draft.birth_date(entrant.person)
    if birth is not None and not old_enough_for(draft, session, birth):
        raise TOO_YOUNG(minimum=state.plan.minimum_age, session=session_id)
    refuse_overlap(state, entrant, session.stage, state.attended(session))
    _record(draft, entrant, session, None)


def _record(draft: Draft, entrant: Entrant, session: Session, caused_by: int | None) -> None:
    """Record the entry and what it leads to: a place, or the waiting list."""
    state, number = draft.state, entrant.entrant_no
    full = is_full(state, session) or (entrant.status != "registered" and not places_left(state))
    seq = draft.record(StageEntered(number, session.plan.id), caused_by=caused_by)
    if full:
        draft.record(WaitingListJoined(number, session.plan.id), caused_by=seq)
    else:
        draft.record(PlaceConfirmed(number, session.plan.id, False), caused_by=seq)


def take_over(draft: Draft, kept: str, dropped: Entrant, caused_by: int) -> None:
    """Let an entrant have the entries of the number that was dropped, where there are none of their own."""
    for stage in registered_in(draft.state, dropped):
        entrant, session = draft.state.entrants[kept], draft.state.sessions[dropped.in_stage(stage).session]
        if entrant.participation(stage) is not None or not takes_entrants(draft.state, session):
            continue
        if in_the_way(draft.state, entrant, session) is None:
            _record(draft, entrant, session, caused_by)


def leave_stage(draft: Draft, entrant: Entrant, stage: Stage, reason: str) -> None:
    """Give one of several entries back, before play; whoever waits longest moves up."""
    for part in entrant.participations:
        if part.stage in draft.state.plan.stages_from(stage):
            still_in(entrant, part.stage)
            for attendance in part.attendances:
                check_unarrived(entrant, attendance)
    case, text = draft.case(reason=reason)
    seq = draft.record(StageLeft(entrant.entrant_no, stage, case), personal=text)
    confirm_from_waiting_list(draft, seq)


def live(entrant: Entrant) -> Entrant:
    """The entrant, if registered or waiting."""
    if entrant.status not in ("registered", "waiting"):
        raise NO_LONGER_REGISTERED(entrant=entrant.entrant_no, status=Word("entrant", entrant.status))
    return entrant


def unarrived(state: State, entrant_no: str) -> Entrant:
    """The entrant, if still registered and not yet seen at a session."""
    entrant = live(entrant_in(state, entrant_no))
    for part in entrant.participations:
        still_in(entrant, part.stage)
        for attendance in part.attendances:
            check_unarrived(entrant, attendance)
    return entrant


def check_unarrived(entrant: Entrant, attendance: Attendance) -> None:
    """Refuse who was seen at the session, or missed there."""
    if attendance.presence != "expected":
        raise ALREADY_ARRIVED(
            entrant=entrant.entrant_no,
            presence=Word("presence", attendance.presence),
            session=attendance.session,
        )


@evolves(StageEntered)
def _entered(state: State, event: StageEntered, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    attendance, stage = Attendance(event.session), state.sessions[event.session].stage
    part = Participation(stage, (attendance,), waits=True, entered_seq=stamp.seq)
    return state.with_entrant(structs.replace(entrant, participations=(*entrant.participations, part)))


@evolves(StageLeft)
def _left(state: State, event: StageLeft, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    state, left = vacate(state, entrant, event.stage), entrant.without(event.stage)
    if entrant.status == "registered" and all(part.waits for part in left.participations):
        state = structs.replace(state, registered=state.registered - 1)
        left = structs.replace(left, status="waiting")
    return state.with_entrant(left)
