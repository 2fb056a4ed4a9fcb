"""The cut as it is on record: held where a tie lies across it, concluded, or taken back."""

from collections.abc import Sequence

from msgspec import structs

from services.tournament.kernel import Event, Stamp, event, evolves
from services.tournament.outcomes import Qualification
from services.tournament.state import State


@event("qualification-held", "conclusion")
class QualificationHeld(Event, frozen=True):
    """A tie lies across the cut, or across a freed place; who of the tied goes on is to be decided."""

    clear: tuple[str, ...]
    tied: tuple[str, ...]
    free_places: int


@event("qualification-concluded", "conclusion")
class QualificationConcluded(Event, frozen=True):
    """Who goes to the final, and who follows in order if someone withdraws; `by_lot` of them were drawn."""

    qualified: tuple[str, ...]
    reserves: tuple[str, ...]
    by_lot: tuple[str, ...] = ()


@event("qualification-undone")
class QualificationUndone(Event, frozen=True):
    """The cut was made too soon and is open again."""

    case: str


@evolves(QualificationHeld)
def _held(state: State, event: QualificationHeld, stamp: Stamp) -> State:
    before = state.qualification
    reserves = tuple(number for number in before.reserves if number not in event.tied)
    cut = structs.replace(
        before,
        status="held",
        qualified=event.clear,
        tied=event.tied,
        reserves=reserves,
        free_places=event.free_places,
        seq=stamp.seq,
    )
    return _touching_all(structs.replace(state, qualification=cut))


@evolves(QualificationConcluded)
def _concluded(state: State, event: QualificationConcluded, stamp: Stamp) -> State:
    cut = Qualification("concluded", event.qualified, (), event.reserves, 0, stamp.seq, by_lot=event.by_lot)
    return _touching_all(structs.replace(state, qualification=cut))


@evolves(QualificationUndone)
def _undone(state: State, event: QualificationUndone, stamp: Stamp) -> State:
    for number in sorted(state.entrants):
        entrant = state.entrants[number]
        if entrant.final is not None:
            session = state.sessions[entrant.final.session]
            left = session.entrants.delete(number)
            state = state.with_session(structs.replace(session, entrants=left))
            state = state.with_entrant(entrant.placed("final", None))
    return _touching_all(structs.replace(state, qualification=Qualification()))


def _touching_all(state: State) -> State:
    """Note that what the cut says of everyone has changed (also of those it leaves out)."""
    numbers: Sequence[str] = sorted(state.entrants)
    return structs.replace(state, touched=(*state.touched, *(("cut", number) for number in numbers)))
