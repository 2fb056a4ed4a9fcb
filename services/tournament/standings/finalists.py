"""The finalists: placed in the final in turn by standing; who gives the place up is replaced in order."""

from typing import Annotated

import msgspec

from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Part, Stamp
from services.tournament.kernel.lengths import MOST_PEOPLE, EntrantNo, Id, SharedReason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import NOT_QUALIFIED, entrant_in, in_phase, is_entered, rests_on_it, still_in
from services.tournament.people.overlaps import refuse_overlap
from services.tournament.standings.cut import entered_stages, stage_meant
from services.tournament.standings.entering.splits import Room, split_by
from services.tournament.standings.qualification import how_cut_stands
from services.tournament.standings.reserves import (
    QualifierWithdrew,
    give_up_place,
    has_begun,
    into_stage,
)
from services.tournament.state import State
from shared.bounds import entries
from shared.catalogue import Word
from shared.problems import ProblemType

CUT_OPEN = ProblemType("cut-open", 409)
PLACED_ALREADY = ProblemType("placed-already", 409)
FINAL_FULL = ProblemType("final-full", 409)
NOBODY_QUALIFIED = ProblemType("nobody-qualified", 409)


class SessionFinalists(Part, frozen=True):
    """A session of the final and who plays in it."""

    session: str
    entrants: tuple[str, ...]


@event("finalists-placed", "conclusion")
class FinalistsPlaced(Event, frozen=True):
    """Everyone who enters the stage has a session of it."""

    stage: str
    sessions: tuple[SessionFinalists, ...]
    seed: str | None


class PlaceFinalists(Command, frozen=True, kw_only=True):
    """Give everyone who enters a stage a session of it: in turn by standing, by lot, or as chosen.

    Without a stage: of the first whose cut is concluded and that nobody is placed in. `chosen` says the
    session of each, where the stage leaves that to the organizer.
    """

    stage: Id | None = None
    seed: Id | None = None
    chosen: Annotated[dict[EntrantNo, Id], entries(MOST_PEOPLE)] = msgspec.field(default_factory=dict)


class WithdrawQualifier(Command, frozen=True, kw_only=True):
    """Give up a place in a stage, or among its reserves, before its session begins.

    By default in the last one qualified for, else in the last one with the entrant as a reserve.
    """

    entrant: EntrantNo
    stage: Id | None = None
    reason: SharedReason = ""


@decides(PlaceFinalists)
def place_finalists(draft: Draft, command: PlaceFinalists) -> None:
    state = draft.state
    stage = _to_place(state, command.stage)
    cut, plan, sessions = state.cut_into(stage), state.stage_plan(stage), state.sessions_of(stage)
    if cut.status != "concluded":
        raise CUT_OPEN(status=Word("cut", cut.status), cut=how_cut_stands(state, stage))
    if is_entered(state, stage):
        raise PLACED_ALREADY()
    if not cut.qualified:
        raise NOBODY_QUALIFIED()
    if plan.room is not None and len(cut.qualified) > plan.room:
        raise FINAL_FULL(finalists=len(cut.qualified), capacity=plan.room)
    # Who plays in all of them enters with the first.
    entered = sessions if plan.attend == "one" else sessions[:1]
    rooms = [Room(session.plan.id, state.room_in(session)) for session in entered]
    split = plan.split if plan.attend == "one" and len(rooms) > 1 else "in_turn"
    seed = (command.seed or draft.context.new_seed()) if split == "lot" else ""
    placed = split_by(split, cut.qualified, rooms, seed, command.chosen)
    for session_id, numbers in placed.items():
        attended = state.attended(state.sessions[session_id])
        for number in numbers if len(state.plan.registered_stages) > 1 else ():
            refuse_overlap(state, state.entrants[number], stage, attended)
    listed = tuple(SessionFinalists(*session) for session in placed.items())
    draft.record(FinalistsPlaced(stage, listed, seed or None))


def _to_place(state: State, given: Stage | None) -> Stage:
    """The stage named, else the first whose cut is concluded and that nobody is placed in."""
    stage = stage_meant(state, given, "concluded")
    if given is not None:
        return stage
    waiting = (
        other
        for other in entered_stages(state)
        if state.cut_into(other).status == "concluded" and not is_entered(state, other)
    )
    return next(waiting, stage)


@decides(WithdrawQualifier, QualifierWithdrew)
def withdraw_qualifier(draft: Draft, command: WithdrawQualifier) -> None:
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    stage = _qualified_for(state, command)
    cut = state.cut_into(stage)
    if command.entrant in cut.reserves and not has_begun(state, stage):
        # Nobody moves up: the others are next in the order they have.
        case, text = draft.case(reason=command.reason)
        draft.record(QualifierWithdrew(stage, command.entrant, case), personal=text)
        return
    if command.entrant not in cut.qualified:
        raise NOT_QUALIFIED(entrant=command.entrant)
    if cut.status != "concluded" and not cut.vacancies:
        raise CUT_OPEN(status=Word("cut", cut.status), cut=how_cut_stands(state, stage))
    entered = entrant.at(stage)
    if entered is not None:
        in_phase(state.sessions[entered.session], "scheduled", "suspended")
        still_in(entrant, stage)
        if entered.presence != "expected":
            called = state.plan.stage_name(stage)
            raise rests_on_it("part-finalists-check", "part-finalists-undo-check-first", called=called)
    case, text = draft.case(reason=command.reason)
    give_up_place(draft, stage, command.entrant, case, None, text)


def _qualified_for(state: State, command: WithdrawQualifier) -> Stage:
    """The stage named, else the last one that the entrant has qualified for."""
    stages = entered_stages(state)
    if command.stage is not None:
        return stage_meant(state, command.stage)
    found = [stage for stage in stages if command.entrant in state.cut_into(stage).qualified]
    found = found or [stage for stage in stages if command.entrant in state.cut_into(stage).reserves]
    return found[-1] if found else stages[-1]


@evolves(FinalistsPlaced)
def _placed(state: State, event: FinalistsPlaced, stamp: Stamp) -> State:
    for session in event.sessions:
        for number in session.entrants:
            state = into_stage(state, event.stage, number, session.session, stamp.seq)
    return state
