"""Reserves: a freed place in a stage goes to the next in order; where several are next, it is decided.

Places are never split at random, so of reserves with equal results none is before another, unless a lot that
decided the cut has put them in order.
"""

from collections.abc import Mapping, Sequence

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Event, Personal, Stamp
from services.tournament.kernel.registry import event, evolves
from services.tournament.people.overlaps import in_the_way, refuse_overlap
from services.tournament.people.places import expect
from services.tournament.seating.sessions import Session
from services.tournament.standings.cut import QualificationConcluded, QualificationHeld, source_of
from services.tournament.standings.entering.cut import next_of
from services.tournament.standings.outcomes import Vacancy
from services.tournament.standings.standing import standings
from services.tournament.state import State


@event("qualifier-withdrew")
class QualifierWithdrew(Event, frozen=True):
    """A place in a stage, or among its reserves, was given up in time, or lost by disqualification."""

    stage: str
    entrant: str
    case: str | None


@event("reserve-moved-up", "conclusion")
class ReserveMovedUp(Event, frozen=True):
    """A reserve took a freed place in a stage; `session` once those who enter it are placed."""

    stage: str
    entrant: str
    replaces: str | None
    session: str | None


@event("reserve-passed-over", "conclusion")
class ReservePassedOver(Event, frozen=True):
    """The next in order plays in `other` at the time of the freed place's `session`, and stays a reserve."""

    stage: str
    entrant: str
    session: str
    other: str


def cut_from(state: State, stage: Stage) -> bool:
    """Whether a cut was made, or is held, from the standings of a stage."""
    return any(state.cut_into(later.id).status != "open" for later in state.plan.leads_to(stage))


def may_give_up(state: State, stage: Stage, number: str) -> bool:
    """Whether the entrant has a place in the stage that someone else can still take."""
    cut = state.cut_into(stage)
    if number not in cut.qualified or (cut.status != "concluded" and not cut.vacancies):
        return False
    entered = state.entrants[number].at(stage)
    if entered is None:
        return True
    untouched = state.sessions[entered.session].status in ("scheduled", "suspended")
    return entered.presence == "expected" and untouched


def has_begun(state: State, stage: Stage) -> bool:
    """Whether every session by which a stage is entered has begun, so that nobody can move up into it."""
    still = ("scheduled", "suspended", "drawn")
    return all(session.status not in still for session in _entered(state, stage))


def _entered(state: State, stage: Stage) -> Sequence[Session]:
    """The sessions of which a reserve may take a place: who plays in all of them enters with the first."""
    sessions = state.sessions_of(stage)
    return sessions if state.stage_plan(stage).attend == "one" else sessions[:1]


def give_up_place(
    draft: Draft,
    stage: Stage,
    number: str,
    case: str | None,
    caused_by: int | None,
    text: Personal | None = None,
) -> None:
    """Free a place in a stage, and fill it."""
    withdrew = QualifierWithdrew(stage, number, case)
    seq = draft.record(withdrew, personal=text, caused_by=caused_by)
    fill_places(draft, stage, seq)


def fill_places(draft: Draft, stage: Stage, caused_by: int | None) -> None:
    """Give freed places to the next in order who can play there, as long as there is room for all who are."""
    informed: set[str] = set()
    while draft.state.cut_into(stage).vacancies:
        cut = draft.state.cut_into(stage)
        for passed in _passed_over(draft.state, stage):
            if passed.entrant not in informed:
                draft.record(passed, caused_by=caused_by)
                informed.add(passed.entrant)
        following = next_in_order(draft.state, stage)
        if len(following) > len(cut.vacancies):
            held = QualificationHeld(stage, cut.qualified, following, len(cut.vacancies), "", None)
            draft.record(held, caused_by=caused_by)
            return
        if not following:
            break
        # One by one, as where several places are free not everyone may be able to play in each.
        move_up(draft, stage, following[0], caused_by)
    cut = draft.state.cut_into(stage)
    if cut.status == "held":
        concluded = QualificationConcluded(stage, cut.qualified, cut.reserves, cut.by_lot, None)
        draft.record(concluded, caused_by=caused_by)


def move_up(draft: Draft, stage: Stage, reserve: str, caused_by: int | None) -> None:
    """Let a reserve take the place freed first that they can play in; without one, any place of the stage.

    Raises:
        Problem: sessions-overlap, where all they could have is at the time of a session of another entry.
    """
    state = draft.state
    vacancies = state.cut_into(stage).vacancies or (Vacancy(None, _emptiest(state, stage)),)
    possible = (other for other in vacancies if _elsewhere(state, reserve, other.session) is None)
    vacancy = next(possible, vacancies[0])
    if vacancy.session is not None:
        attended = state.attended(state.sessions[vacancy.session])
        refuse_overlap(state, state.entrants[reserve], stage, attended)
    moved = ReserveMovedUp(stage, reserve, vacancy.entrant, vacancy.session)
    draft.record(moved, caused_by=caused_by)


def next_in_order(state: State, stage: Stage) -> tuple[str, ...]:
    """The reserves who are next: several where their results are equal and no lot has put them in order.

    Who plays in another stage at the time of every freed place is passed over.
    """
    return _in_order(state, stage)[0]


def _passed_over(state: State, stage: Stage) -> tuple[ReservePassedOver, ...]:
    """Those who would be next if they did not play in another stage at that time."""
    passed = _in_order(state, stage)[1]
    return tuple(ReservePassedOver(stage, number, *sessions) for number, sessions in passed.items())


def _in_order(state: State, stage: Stage) -> tuple[tuple[str, ...], Mapping[str, tuple[str, str]]]:
    """Who is next, and who is passed over before them, each with what `_kept_away` says."""
    cut, source = state.cut_into(stage), source_of(state, stage)
    gone = {number for number, entrant in state.entrants.items() if not entrant.plays_in(source.stage)}
    gone.update(cut.qualified)
    waiting = (*cut.tied, *cut.reserves) if source.reserves else cut.tied
    places = {line.entrant_no: line.place for line in standings(state, source.stage)}
    passed: dict[str, tuple[str, str]] = {}
    while True:
        following = next_of(waiting, cut.by_lot, places, gone)
        found = {
            number: sessions
            for number in following
            if (sessions := _kept_away(state, stage, number)) is not None
        }
        if not found:
            return following, passed
        passed |= found
        gone.update(found)


def _kept_away(state: State, stage: Stage, number: str) -> tuple[str, str] | None:
    """The session of the place freed first, and the one that keeps a reserve who can play in none freed."""
    others = [
        (vacancy.session, _elsewhere(state, number, vacancy.session))
        for vacancy in state.cut_into(stage).vacancies
    ]
    if not others or any(other is None for _, other in others):
        return None
    session, other = others[0]
    assert session is not None, "a place without a session is at no time"
    assert other is not None, "or there is one to play in"
    return session, other


def _elsewhere(state: State, number: str, session: str | None) -> str | None:
    """A session of another entry at the time of a place in a session, None where there is none."""
    if session is None or len(state.plan.registered_stages) == 1:
        return None
    return in_the_way(state, state.entrants[number], state.sessions[session])


def _emptiest(state: State, stage: Stage) -> str | None:
    """The session of the stage with the most room, None while those who enter it are not placed."""
    sessions = state.sessions_of(stage)
    if not any(session.entrants for session in sessions):
        return None
    open_still = [session for session in sessions if session.status in ("scheduled", "suspended")]
    if state.stage_plan(stage).attend != "one":
        return (open_still or list(sessions))[0].plan.id
    chosen = min(
        open_still or sessions,
        key=lambda session: (len(session.entrants) - (state.room_in(session) or 0), session.plan.id),
    )
    return chosen.plan.id


def into_stage(state: State, stage: Stage, number: str, session_id: str, seq: int) -> State:
    """The state with the entrant in a session of a stage that is entered from another."""
    state = expect(state, state.entrants[number], session_id, seq)
    out = state.entrants[number].out_of(source_of(state, stage).stage)
    return state.with_entrant(state.entrants[number].turned(stage, out))


@evolves(QualifierWithdrew)
def _withdrew(state: State, event: QualifierWithdrew, stamp: Stamp) -> State:
    cut = state.cut_into(event.stage)
    # Who lost it by disqualification is not ranked, and may be in again.
    if state.entrants[event.entrant].plays_in(source_of(state, event.stage).stage):
        cut = structs.replace(cut, given_up=(*cut.given_up, event.entrant))
        state = state.with_cut(event.stage, cut)
    if event.entrant in cut.reserves:
        return _without_reserve(state, event)
    entrant = state.entrants[event.entrant]
    entered = entrant.at(event.stage)
    cut = structs.replace(
        cut,
        qualified=tuple(number for number in cut.qualified if number != event.entrant),
        vacancies=(*cut.vacancies, Vacancy(event.entrant, entered.session if entered is not None else None)),
    )
    state = state.with_cut(event.stage, cut)
    part = entrant.participation(event.stage)
    if part is not None:
        for attendance in part.attendances:
            session = state.sessions[attendance.session]
            left = session.entrants.delete(event.entrant)
            state = state.with_session(structs.replace(session, entrants=left))
        state = state.with_entrant(entrant.without(event.stage))
    return state


def _without_reserve(state: State, event: QualifierWithdrew) -> State:
    cut = state.cut_into(event.stage)
    reserves, by_lot = (
        tuple(number for number in numbers if number != event.entrant)
        for numbers in (cut.reserves, cut.by_lot)
    )
    return state.with_cut(event.stage, structs.replace(cut, reserves=reserves, by_lot=by_lot))


@evolves(ReservePassedOver)
def _was_passed_over(state: State, event: ReservePassedOver, stamp: Stamp) -> State:
    # Nothing depends on it: should another place be freed, they may be able to play there.
    return state


@evolves(ReserveMovedUp)
def _moved_up(state: State, event: ReserveMovedUp, stamp: Stamp) -> State:
    cut = state.cut_into(event.stage)
    cut = structs.replace(
        cut,
        qualified=(*cut.qualified, event.entrant),
        tied=tuple(number for number in cut.tied if number != event.entrant),
        reserves=tuple(number for number in cut.reserves if number != event.entrant),
        vacancies=tuple(vacancy for vacancy in cut.vacancies if vacancy.entrant != event.replaces),
        by_lot=tuple(number for number in cut.by_lot if number != event.entrant),
    )
    state = state.with_cut(event.stage, cut)
    if event.session is not None:
        state = into_stage(state, event.stage, event.entrant, event.session, stamp.seq)
    return state
