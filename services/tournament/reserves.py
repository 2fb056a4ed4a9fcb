"""Reserves: a freed place in the final goes to the next in order; where several are next, it is decided.

Places are never split at random, so of reserves with equal results none is before another, unless a lot that
decided the cut has put them in order.
"""

from msgspec import structs

from services.tournament.cut import QualificationConcluded, QualificationHeld, cut_source, cut_stage
from services.tournament.kernel import Draft, Event, Personal, Stamp, event, evolves
from services.tournament.outcomes import Vacancy
from services.tournament.standing import standings
from services.tournament.state import State


@event("qualifier-withdrew")
class QualifierWithdrew(Event, frozen=True):
    """A qualified entrant gave the place in the final up before it began, or lost it by disqualification."""

    entrant: str
    case: str | None


@event("reserve-moved-up", "conclusion")
class ReserveMovedUp(Event, frozen=True):
    """A reserve took a freed place in the final; `session` once finalists are placed."""

    entrant: str
    replaces: str | None
    session: str | None


def may_give_up(state: State, number: str) -> bool:
    """Whether the entrant has a place in the final that someone else can still take."""
    cut = state.qualification
    if number not in cut.qualified or (cut.status != "concluded" and not cut.vacancies):
        return False
    final = state.entrants[number].at(state.plan.cut_stage)
    if final is None:
        return True
    return final.presence == "expected" and state.sessions[final.session].status in ("scheduled", "suspended")


def give_up_place(
    draft: Draft, number: str, case: str | None, caused_by: int | None, text: Personal | None = None
) -> None:
    """Free a place in the final, and fill it."""
    seq = draft.record(QualifierWithdrew(number, case), personal=text, caused_by=caused_by)
    fill_places(draft, seq)


def fill_places(draft: Draft, caused_by: int | None) -> None:
    """Give freed places to the next in order, as long as there is room for all who are next."""
    while draft.state.qualification.vacancies:
        cut = draft.state.qualification
        following = next_in_order(draft.state)
        if len(following) > len(cut.vacancies):
            draft.record(QualificationHeld(cut.qualified, following, len(cut.vacancies)), caused_by=caused_by)
            return
        if not following:
            break
        for reserve in following:
            move_up(draft, reserve, caused_by)
    cut = draft.state.qualification
    if cut.status == "held":
        draft.record(QualificationConcluded(cut.qualified, cut.reserves, cut.by_lot), caused_by=caused_by)


def move_up(draft: Draft, reserve: str, caused_by: int | None) -> None:
    """Let a reserve take the place that was freed first; without one, any place of the final."""
    vacancies = draft.state.qualification.vacancies
    vacancy = vacancies[0] if vacancies else Vacancy(None, _emptiest(draft.state))
    draft.record(ReserveMovedUp(reserve, vacancy.entrant, vacancy.session), caused_by=caused_by)


def next_in_order(state: State) -> tuple[str, ...]:
    """The reserves who are next: several where their results are equal and no lot has put them in order."""
    cut = state.qualification
    waiting = [
        number
        for number in (*cut.tied, *cut.reserves)
        if state.entrants[number].plays_in(state.plan.cut_source) and number not in cut.qualified
    ]
    if not waiting or waiting[0] in cut.by_lot:
        return tuple(waiting[:1])
    places = {own.entrant_no: own.place for own in standings(state, cut_source(state))}
    best = min((places[number] for number in waiting if number in places), default=None)
    return tuple(number for number in waiting if places.get(number) == best and number not in cut.by_lot)


def _emptiest(state: State) -> str | None:
    """The session of the final with the most room, None while finalists are not placed."""
    finals = [s for s in state.sessions.values() if s.stage == state.plan.cut_stage]
    if not any(session.entrants for session in finals):
        return None
    open_still = [session for session in finals if session.status in ("scheduled", "suspended")]
    chosen = min(
        open_still or finals, key=lambda own: (len(own.entrants) - (state.room_in(own) or 0), own.plan.id)
    )
    return chosen.plan.id


def into_final(state: State, number: str, session_id: str, seq: int) -> State:
    """The state with the entrant in a session of the final."""
    session = state.sessions[session_id]
    state = state.with_session(structs.replace(session, entrants=session.entrants.set(number, seq)))
    entrant = state.entrants[number]
    stage = cut_stage(state)
    entered = entrant.moved(stage, session_id).turned(stage, entrant.out_of(state.plan.cut_source))
    return state.with_entrant(entered)


@evolves(QualifierWithdrew)
def _withdrew(state: State, event: QualifierWithdrew, stamp: Stamp) -> State:
    cut = state.qualification
    entrant = state.entrants[event.entrant]
    final = entrant.at(state.plan.cut_stage)
    cut = structs.replace(
        cut,
        qualified=tuple(number for number in cut.qualified if number != event.entrant),
        vacancies=(*cut.vacancies, Vacancy(event.entrant, final.session if final is not None else None)),
    )
    state = structs.replace(state, qualification=cut)
    if final is not None:
        session = state.sessions[final.session]
        left = session.entrants.delete(event.entrant)
        state = state.with_session(structs.replace(session, entrants=left))
        state = state.with_entrant(entrant.without(cut_stage(state)))
    return state.touching("cut", event.entrant)


@evolves(ReserveMovedUp)
def _moved_up(state: State, event: ReserveMovedUp, stamp: Stamp) -> State:
    cut = state.qualification
    cut = structs.replace(
        cut,
        qualified=(*cut.qualified, event.entrant),
        tied=tuple(number for number in cut.tied if number != event.entrant),
        reserves=tuple(number for number in cut.reserves if number != event.entrant),
        vacancies=tuple(own for own in cut.vacancies if own.entrant != event.replaces),
        by_lot=tuple(number for number in cut.by_lot if number != event.entrant),
    )
    state = structs.replace(state, qualification=cut)
    if event.session is not None:
        state = into_final(state, event.entrant, event.session, stamp.seq)
    return state.touching("cut", event.entrant)
