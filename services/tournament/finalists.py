"""The finalists: placed in the final in turn by standing; who gives the place up is replaced in order."""

from services.tournament.cut import cut_stage
from services.tournament.entering import Room, split_by
from services.tournament.kernel import Command, Draft, Event, Part, Stamp, decides, event, evolves
from services.tournament.lengths import Id, Reason
from services.tournament.lookups import entrant_in, in_phase, still_in
from services.tournament.play import RESTS_ON_IT
from services.tournament.reserves import give_up_place, into_final
from services.tournament.state import State
from shared.problems import ProblemType

NOT_QUALIFIED = ProblemType(
    "not-qualified",
    409,
    "Entrant {entrant} is not among the qualified. Check the number.",
    "參賽者 {entrant} 不在晉級名單。請核對編號。",
)
CUT_OPEN = ProblemType(
    "cut-open",
    409,
    "The qualification is {status}. Conclude it first.",
    "晉級現為 {status}。請先完成晉級。",
)
PLACED_ALREADY = ProblemType(
    "placed-already",
    409,
    "The finalists are placed already. Move single entrants, or undo the qualification.",
    "決賽者已編排。請個別調動，或撤銷晉級。",
)
FINAL_FULL = ProblemType(
    "final-full",
    409,
    "{finalists} finalists do not fit the {capacity} places of the final. Decide the cut anew.",
    "{finalists} 名決賽者超出決賽 {capacity} 個名額。請重新決定晉級。",
)


NOBODY_QUALIFIED = ProblemType(
    "nobody-qualified",
    409,
    "Nobody is qualified any more, so there is nobody to place. Undo the qualification and conclude it anew.",
    "現已沒有晉級者，無人可編排。請撤銷晉級名單，再重新決定。",
)


class SessionFinalists(Part, frozen=True):
    """A session of the final and who plays in it."""

    session: str
    entrants: tuple[str, ...]


@event("finalists-placed", "conclusion")
class FinalistsPlaced(Event, frozen=True):
    """Every finalist has a session of the final; results start fresh."""

    sessions: tuple[SessionFinalists, ...]


class PlaceFinalists(Command, frozen=True, kw_only=True):
    """Give every qualified entrant a session of the final, in turn by standing."""


class WithdrawQualifier(Command, frozen=True, kw_only=True):
    """Give up a place in the final before its session begins."""

    entrant: Id
    reason: Reason = ""


@decides(PlaceFinalists)
def place_finalists(draft: Draft, command: PlaceFinalists) -> None:
    state = draft.state
    stage = cut_stage(state)
    if state.qualification.status != "concluded":
        raise CUT_OPEN(status=state.qualification.status)
    finals = sorted((s for s in state.sessions.values() if s.stage == stage), key=lambda own: own.plan.id)
    if any(session.entrants for session in finals):
        raise PLACED_ALREADY()
    capacity = state.stage_plan(stage).room
    finalists = state.qualification.qualified
    if not finalists:
        raise NOBODY_QUALIFIED()
    if capacity is not None and len(finalists) > capacity:
        raise FINAL_FULL(finalists=len(finalists), capacity=capacity)
    rooms = [Room(session.plan.id, state.room_in(session)) for session in finals]
    placed = split_by(state.stage_plan(stage).split, finalists, rooms)
    draft.record(FinalistsPlaced(tuple(SessionFinalists(*session) for session in placed.items())))


@decides(WithdrawQualifier)
def withdraw_qualifier(draft: Draft, command: WithdrawQualifier) -> None:
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    cut = state.qualification
    if command.entrant not in cut.qualified:
        raise NOT_QUALIFIED(entrant=command.entrant)
    if cut.status != "concluded" and not cut.vacancies:
        raise CUT_OPEN(status=cut.status)
    final = entrant.at(state.plan.cut_stage)
    if final is not None:
        in_phase(state.sessions[final.session], "scheduled", "suspended")
        still_in(entrant, cut_stage(state))
        if final.presence != "expected":
            raise RESTS_ON_IT(
                what="the check-in for the final",
                what_zh="決賽報到",
                way_out="Undo the check-in first.",
                way_out_zh="請先撤銷報到",
            )
    case, text = draft.case(reason=command.reason)
    give_up_place(draft, command.entrant, case, None, text)


@evolves(FinalistsPlaced)
def _placed(state: State, event: FinalistsPlaced, stamp: Stamp) -> State:
    for own in event.sessions:
        for number in own.entrants:
            state = into_final(state, number, own.session, stamp.seq)
    return state
