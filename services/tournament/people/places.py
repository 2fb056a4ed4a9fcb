"""Places: who has one in a session or waits for it, as the state holds them, and whether any is left."""

from collections.abc import Iterable
from typing import Literal

from immutables import Map
from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.people.entrants import Entrant, Participation
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Word


def is_full(state: State, session: Session) -> bool:
    """Whether nobody else finds room in the session."""
    # Who comes as they like finds room when they come, or not.
    room = state.room_in(session) if state.stage_plan(session.stage).attend != "some" else None
    return room is not None and len(session.entrants) >= room


def places_left(state: State) -> bool:
    """Whether the quota of the tournament has room for another."""
    places = state.plan.places
    return places is None or state.registered < places


def closed_by(state: State, stage: Stage) -> Literal["cut", "awards"] | None:
    """What was made from the standings of a stage, so that nobody else comes into it; None for nothing."""
    if state.awards is not None:
        return "awards"
    following = state.plan.leads_to(stage)
    return "cut" if any(state.cut_into(later.id).status != "open" for later in following) else None


def wait_for(state: State, entrant: Entrant, session_id: str) -> State:
    """The state with the entrant waiting for a place in the session, in the order of registration."""
    session = state.sessions[session_id]
    part = entrant.participation(session.stage)
    since = entrant.registered_seq if part is None or part.entered_seq is None else part.entered_seq
    waiting = session.waiting.set(entrant.entrant_no, since)
    return state.with_entrant(entrant).with_session(structs.replace(session, waiting=waiting))


def take_place(state: State, entrant: Entrant, session_id: str, seq: int) -> State:
    """The state with `entrant` holding a place in the session; the first one counts for the quota."""
    state = structs.replace(state, registered=state.registered + (entrant.status != "registered"))
    session = state.sessions[session_id]
    attended = state.attended(session)
    state = _listed_in(state, entrant.entrant_no, attended, seq)
    return state.with_entrant(entrant.registered_in(session.stage, *attended))


def expect(state: State, entrant: Entrant, session_id: str, seq: int) -> State:
    """The state with the entrant expected in the session, and in those that are attended with it."""
    session = state.sessions[session_id]
    attended = state.attended(session)
    state = _listed_in(state, entrant.entrant_no, attended, seq)
    return state.with_entrant(entrant.moved(session.stage, *attended))


def _listed_in(state: State, number: str, sessions: Iterable[str], seq: int) -> State:
    for id in sessions:
        session = state.sessions[id]
        state = state.with_session(structs.replace(session, entrants=session.entrants.set(number, seq)))
    return state


def leave_waiting_list(state: State, entrant: Entrant, stage: Stage) -> State:
    """The state with `entrant` off the waiting list of a stage, if on it."""
    session: Session | None = state.sessions.get(entrant.in_stage(stage).session)
    # A session that one waited for may not be played any more.
    if session is None or entrant.entrant_no not in session.waiting:
        return state
    return state.with_session(structs.replace(session, waiting=session.waiting.delete(entrant.entrant_no)))


def vacate(state: State, entrant: Entrant, stage: Stage) -> State:
    """The state with the entrant's place (or waiting place) in a stage free again."""
    number, part = entrant.entrant_no, entrant.participation(stage)
    latest = state.sessions.get(part.latest.session) if part is not None else None
    if part is None or latest is None or number not in latest.entrants:
        return leave_waiting_list(state, entrant, stage)
    for attendance in part.attendances:
        session = state.sessions[attendance.session]
        checked_in = session.checked_in - (attendance.presence == "checked_in")
        entrants: Map[str, int] = session.entrants.delete(number)
        state = state.with_session(structs.replace(session, entrants=entrants, checked_in=checked_in))
    return state


def give_up(state: State, entrant: Entrant) -> State:
    """The state with every place free again that the entrant registered for."""
    for stage in registered_in(state, entrant):
        state = vacate(state, entrant, stage)
    return structs.replace(state, registered=state.registered - (entrant.status == "registered"))


def still_waiting(state: State) -> frozenset[str]:
    """Everyone who may still get a place that they wait for, in whichever session."""
    return frozenset(
        number
        for session in state.sessions.values()
        if session.still_waiting and closed_by(state, session.stage) is None
        for number in session.still_waiting
    )


def standing_called(state: State, entrant: Entrant, part: Participation | None = None) -> Word:
    """How an entry stands, of several that of a part; who can get no place any more has waited."""
    waits = entrant.status == "waiting" or (
        entrant.status == "registered" and part is not None and part.waits
    )
    if not waits:
        return Word("entrant", entrant.status)
    return Word("entrant", "waiting" if entrant.entrant_no in still_waiting(state) else "waited")


def registered_in(state: State, entrant: Entrant) -> tuple[Stage, ...]:
    """The stages that the entrant registered for, in that order."""
    stages = state.plan.registered_stages
    return tuple(part.stage for part in entrant.participations if part.stage in stages)
