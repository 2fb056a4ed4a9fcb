"""Moving an entrant to another session, of the same stage or before any play of another to register for."""

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, SessionId, SharedReason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    attendance_in,
    entrant_in,
    in_phase,
    session_in,
    stages_now,
    still_in,
)
from services.tournament.people.choosing import check_open, check_stage, entered_with
from services.tournament.people.entrants import Entrant
from services.tournament.people.entries import check_unarrived
from services.tournament.people.overlaps import refuse_overlap
from services.tournament.people.places import (
    expect,
    is_full,
    leave_waiting_list,
    places_left,
    take_place,
    vacate,
    wait_for,
)
from services.tournament.people.registration import (
    TOO_YOUNG,
    PlaceConfirmed,
    confirm_from_waiting_list,
    old_enough_for,
)
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, ProblemType

SESSION_FULL = ProblemType("session-full", 409)
TOURNAMENT_FULL = ProblemType("tournament-full", 409)
SAME_SESSION = ProblemType("same-session", 409)
SEVERAL_ENTRIES = ProblemType("several-entries", 409)


@event("entrant-moved")
class EntrantMoved(Event, frozen=True):
    """The entrant, old enough for it, plays in another session, of this stage or another registered for."""

    entrant: str
    from_session: str
    to_session: str
    case: str


class MoveEntrant(Command, frozen=True, kw_only=True):
    """Move an entrant to another session; who waits for a full one has a place there.

    It is one of the same stage, or before any play one of another stage that people register for.
    """

    entrant: EntrantNo
    session: SessionId
    reason: SharedReason = ""


@decides(MoveEntrant)
def move_entrant(draft: Draft, command: MoveEntrant) -> None:
    move(draft, command, old_enough=False)


def move(draft: Draft, command: MoveEntrant, *, old_enough: bool) -> None:
    """Move an entrant; `old_enough` says that this was found already, so that no birth date is asked for."""
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    stage = _entry_meant(state, entrant, command.session)
    part = entrant.participation(stage)
    waits = part is not None and part.waits and entrant.status in ("registered", "waiting")
    attendance = entrant.in_stage(stage) if waits else attendance_in(state, entrant, stage)
    still_in(entrant, stage)
    target = entered_with(state, session_in(state, command.session))
    if target.stage != stage:
        _check_other_stage(state, entrant, stage, target)
    if attendance.session == target.plan.id:
        raise SAME_SESSION(entrant=command.entrant, session=target.plan.id)
    check_unarrived(entrant, attendance)
    if not waits:
        in_phase(state.sessions[attendance.session], "scheduled", "suspended")
    if target.stage == stage:
        check_stage(state, stage)
        in_phase(target, "scheduled", "suspended")
    if is_full(state, target):
        raise SESSION_FULL(session=target.plan.id, capacity=state.room_in(target))
    if entrant.status == "waiting" and not places_left(state):
        raise TOURNAMENT_FULL(places=state.plan.places)
    birth = None if old_enough else draft.birth_date(entrant.person)
    if birth is not None and not old_enough_for(draft, target, birth):
        raise TOO_YOUNG(minimum=state.plan.minimum_age, session=command.session)
    refuse_overlap(state, entrant.without(stage), target.stage, state.attended(target))
    case, text = draft.case(reason=command.reason)
    moved = EntrantMoved(command.entrant, attendance.session, target.plan.id, case)
    seq = draft.record(moved, personal=text)
    if waits:
        draft.record(PlaceConfirmed(command.entrant, target.plan.id, True), caused_by=seq)
    confirm_from_waiting_list(draft, seq)


def _entry_meant(state: State, entrant: Entrant, session_id: str) -> Stage:
    """The stage in which an entrant is moved: of several entered that of the session."""
    stages, session = stages_now(state, entrant), state.sessions.get(session_id)
    if len(stages) == 1 or session is None or session.stage in stages:
        return session.stage if session is not None and session.stage in stages else stages[0]
    called = state.plan.stages_called(stages)
    raise SEVERAL_ENTRIES(entrant=entrant.entrant_no, stages=called).at(field="session")


def _check_other_stage(state: State, entrant: Entrant, stage: Stage, target: Session) -> None:
    """Refuse a session of another stage unless people register for both, and nothing rests on the entry."""
    if not {stage, target.stage}.issubset(state.plan.registered_stages):
        raise INVALID_INPUT(
            detail=Phrase(
                "part-another-stage", {"entrant": entrant.entrant_no, "stage": state.plan.stage_name(stage)}
            )
        ).at(field="session")
    part = entrant.participation(stage)
    for attendance in part.attendances if part is not None else ():
        check_unarrived(entrant, attendance)
    check_open(state, target)


@evolves(EntrantMoved)
def _moved(state: State, event: EntrantMoved, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    stage = state.sessions[event.to_session].stage
    origin = next(
        (
            participation.stage
            for participation in entrant.participations
            if participation.in_session(event.from_session)
        ),
        stage,
    )
    part, transferred = entrant.participation(origin), entrant.transferred(origin, stage)
    if part is not None and part.waits:  # the place itself is confirmed by the event that follows
        state = leave_waiting_list(state, entrant, origin)
        return wait_for(state, transferred.moved(stage, event.to_session), event.to_session)
    if stage in state.plan.registered_stages:
        state = vacate(state, entrant, origin)
        return take_place(state, transferred, event.to_session, stamp.seq)
    for attendance in part.attendances if part is not None else ():
        session = state.sessions[attendance.session]
        state = state.with_session(structs.replace(session, entrants=session.entrants.delete(event.entrant)))
    return expect(state, entrant, event.to_session, stamp.seq)
