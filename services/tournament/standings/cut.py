"""The cut into a stage as it is on record: held where a tie lies across it, concluded, or taken back."""

from msgspec import structs

from services.tournament.definition.stages import From, Stage
from services.tournament.kernel.facts import Event, Stamp
from services.tournament.kernel.registry import event, evolves
from services.tournament.lookups import stage_in
from services.tournament.standings.outcomes import NO_CUT_YET, Qualification
from services.tournament.state import State
from shared.problems import ProblemType

NO_CUT_PLANNED = ProblemType("no-cut-planned", 409)
NOT_ENTERED_BY_A_CUT = ProblemType("not-entered-by-a-cut", 409)


def entered_stages(state: State) -> tuple[Stage, ...]:
    """The stages that are entered from another, in the order in which they are played.

    Raises:
        Problem: no-cut-planned.
    """
    found = tuple(stage.id for stage in state.plan.stages if stage.source is not None)
    if not found:
        raise NO_CUT_PLANNED()
    return found


def stage_meant(state: State, given: Stage | None, *statuses: str) -> Stage:
    """The stage whose cut is meant: the one named, else the first whose cut has one of the statuses.

    Raises:
        Problem: no-cut-planned, stage-unknown, not-entered-by-a-cut.
    """
    stages = entered_stages(state)
    if given is None:
        return next((stage for stage in stages if state.cut_into(stage).status in statuses), stages[-1])
    if stage_in(state, given) not in stages:
        raise NOT_ENTERED_BY_A_CUT(
            stage=state.plan.stage_name(given), stages=state.plan.stages_called(stages)
        ).at(field="stage", stages=stages)
    return given


def source_of(state: State, stage: Stage) -> From:
    """How a stage is entered from an earlier one."""
    source = state.stage_plan(stage).source
    assert source is not None, "a stage with a cut is entered from an earlier one"
    return source


@event("qualification-held", "conclusion")
class QualificationHeld(Event, frozen=True):
    """A tie lies across the cut, or across a freed place; who of the tied goes on is to be decided.

    `table` is where they are tied, where winners of tables go on; `seed` that of ties decided by lot before.
    """

    stage: str
    clear: tuple[str, ...]
    tied: tuple[str, ...]
    free_places: int
    table: str
    seed: str | None


@event("qualification-concluded", "conclusion")
class QualificationConcluded(Event, frozen=True):
    """Who enters the stage, and who follows in order if someone withdraws; `by_lot` of them were drawn."""

    stage: str
    qualified: tuple[str, ...]
    reserves: tuple[str, ...]
    by_lot: tuple[str, ...]
    seed: str | None


@event("qualification-undone")
class QualificationUndone(Event, frozen=True):
    """The cut was made too soon and is open again."""

    stage: str
    case: str


@evolves(QualificationHeld)
def _held(state: State, event: QualificationHeld, stamp: Stamp) -> State:
    before = state.cut_into(event.stage)
    reserves = tuple(number for number in before.reserves if number not in event.tied)
    cut = structs.replace(
        before,
        status="held",
        qualified=event.clear,
        tied=event.tied,
        reserves=reserves,
        free_places=event.free_places,
        seq=stamp.seq,
        table=event.table,
        seed=event.seed or before.seed,
        earlier=_concluded_last(before),
    )
    return state.with_cut(event.stage, cut)


@evolves(QualificationConcluded)
def _concluded(state: State, event: QualificationConcluded, stamp: Stamp) -> State:
    before, listed = state.cut_into(event.stage), {*event.qualified, *event.reserves}
    cut = Qualification(
        "concluded",
        event.qualified,
        (),
        event.reserves,
        0,
        stamp.seq,
        by_lot=event.by_lot,
        earlier=_concluded_last(before),
        given_up=tuple(number for number in before.given_up if number not in listed),
        decided=before.decided,
    )
    return state.with_cut(event.stage, cut)


@evolves(QualificationUndone)
def _undone(state: State, event: QualificationUndone, stamp: Stamp) -> State:
    before = state.cut_into(event.stage)
    were_placed = any(session.entrants for session in state.sessions_of(event.stage))
    for number in sorted(state.entrants):
        entrant = state.entrants[number]
        part = entrant.participation(event.stage)
        for attendance in part.attendances if part is not None else ():
            session = state.sessions[attendance.session]
            left = session.entrants.delete(number)
            state = state.with_session(structs.replace(session, entrants=left))
        if part is not None:
            state = state.with_entrant(entrant.without(event.stage))
    reopened = structs.replace(
        NO_CUT_YET, earlier=_concluded_last(before), were_placed=were_placed, given_up=before.given_up
    )
    return state.with_cut(event.stage, reopened)


def _concluded_last(cut: Qualification) -> Qualification | None:
    """The cut as it was concluded last, without those before."""
    return structs.replace(cut, earlier=None) if cut.status == "concluded" else cut.earlier
