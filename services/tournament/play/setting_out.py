"""The Chief Referee on the way to a table, so that its referee can tell who waits there."""

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import Id
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import in_phase, sheet_in
from services.tournament.play.incidents import CALL_AGAIN_AFTER
from services.tournament.play.on_the_way import OnTheWay
from services.tournament.play.scores import Sheet
from services.tournament.state import State
from shared.problems import ProblemType

NOBODY_WAITS = ProblemType("nobody-waits", 409)


@event("chief-referee-set-out")
class ChiefRefereeSetOut(Event, frozen=True):
    """Whoever decides cases is on the way to a table."""

    sheet: str


class SetOutForTable(Command, frozen=True, kw_only=True):
    """Say that one is on the way to a table where somebody waits; its referee is told.

    Somebody waits where a case is open, or where the Chief Referee was called since play began and no case
    was ruled on since. Within two minutes it is said once.
    """

    sheet: Id


@decides(SetOutForTable, ChiefRefereeSetOut)
def set_out_for_table(draft: Draft, command: SetOutForTable) -> None:
    sheet = sheet_in(draft.state, command.sheet)
    in_phase(draft.state.sessions[sheet.session], "playing", "time_called", "ended")
    if not is_waited_at(draft.state, sheet):
        raise NOBODY_WAITS(sheet=command.sheet)
    last = draft.state.on_the_way.get(command.sheet)
    again = last is not None and last.by == draft.context.actor
    if last is not None and again and abs(draft.context.occurred_at - last.at) < CALL_AGAIN_AFTER:
        return
    draft.record(ChiefRefereeSetOut(command.sheet))


def is_waited_at(state: State, sheet: Sheet) -> bool:
    """Whether a case of a table is open, or a call to it is not answered by a ruling."""
    cases = [case for case in state.disputes.values() if case.sheet == sheet.sheet]
    if any(case.status == "open" for case in cases):
        return True
    called, began = state.calls.get(sheet.sheet), state.sessions[sheet.session].started_at
    if called is None or (began is not None and called < began):
        return False
    made = (state.rulings[case.ruling].made_at for case in cases if case.ruling is not None)
    return not any(at is not None and at >= called for at in made)


@evolves(ChiefRefereeSetOut)
def _set_out(state: State, event: ChiefRefereeSetOut, stamp: Stamp) -> State:
    way = OnTheWay(stamp.actor, stamp.occurred_at)
    return structs.replace(state, on_the_way=state.on_the_way.set(event.sheet, way))
