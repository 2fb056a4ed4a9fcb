"""The cut as it is on record: held where a tie lies across it, concluded, or taken back."""

from collections.abc import Sequence

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.kernel import Event, Stamp, event, evolves
from services.tournament.outcomes import Qualification
from services.tournament.state import State
from shared.problems import ProblemType

NO_CUT_PLANNED = ProblemType(
    "no-cut-planned",
    409,
    "In this tournament no stage is entered from another, so there is no cut. Publish the results instead.",
    "本賽事沒有由其他階段晉級的階段，故無晉級名單。請直接公布成績。",
)


def cut_stage(state: State) -> Stage:
    """The stage that is entered by the cut.

    Raises:
        Problem: no-cut-planned.
    """
    if state.plan.cut_stage is None:
        raise NO_CUT_PLANNED()
    return state.plan.cut_stage


def cut_source(state: State) -> Stage:
    """The stage whose standings make the cut.

    Raises:
        Problem: no-cut-planned.
    """
    if state.plan.cut_source is None:
        raise NO_CUT_PLANNED()
    return state.plan.cut_source


def places_in(state: State, stage: Stage) -> int:
    """How many enter a stage from an earlier one."""
    source = state.stage_plan(stage).source
    assert source is not None, "a stage with a cut is entered from an earlier one"
    assert source.places is not None, "winners of tables are not cut by places"
    return source.places


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
        final = entrant.at(state.plan.cut_stage)
        if final is not None:
            session = state.sessions[final.session]
            left = session.entrants.delete(number)
            state = state.with_session(structs.replace(session, entrants=left))
            state = state.with_entrant(entrant.without(cut_stage(state)))
    return _touching_all(structs.replace(state, qualification=Qualification()))


def _touching_all(state: State) -> State:
    """Note that what the cut says of everyone has changed (also of those it leaves out)."""
    numbers: Sequence[str] = sorted(state.entrants)
    return structs.replace(state, touched=(*state.touched, *(("cut", number) for number in numbers)))
