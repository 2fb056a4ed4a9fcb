"""The cut: the top places go to the final; a tie across the cut stops and asks; reserves follow in order."""

from collections.abc import Sequence
from typing import Literal

from services.tournament.cut import (
    QualificationConcluded,
    QualificationHeld,
    QualificationUndone,
    cut_source,
    cut_stage,
    places_in,
)
from services.tournament.kernel import Command, Draft, Event, Stamp, decides, event, evolves
from services.tournament.lengths import Id, Ids, Reason
from services.tournament.lookups import in_phase, said
from services.tournament.outcomes import Qualification
from services.tournament.play import RESTS_ON_IT
from services.tournament.publication import require_settled
from services.tournament.reserves import fill_places, move_up, next_in_order
from services.tournament.standing import standings
from services.tournament.state import State
from shared.lottery import Lottery
from shared.problems import ProblemType

CUT_MADE = ProblemType(
    "cut-made",
    409,
    "The cut is {status} already. Undo the qualification first, if it was made too soon.",
    "晉級名單已為 {status}。如過早決定，請先撤銷。",
)
NO_TIE_TO_DECIDE = ProblemType(
    "no-tie-to-decide",
    409,
    "No tie lies across the cut, so there is nothing to decide. Conclude the qualification.",
    "晉級線上沒有同分，無須決定。請直接完成晉級。",
)
FINAL_TOO_SMALL = ProblemType(
    "final-too-small",
    409,
    "Admitting all {tied} tied makes {total} finalists; the final holds {capacity}. Choose another way.",
    "全數接納 {tied} 名同分者將有 {total} 名決賽者，決賽只容 {capacity} 名。請選另一方式。",
)
NO_CUT = ProblemType(
    "no-cut",
    409,
    "The cut is not made, so there is nothing to undo.",
    "尚未決定晉級名單，無可撤銷。",
)
CUT_CHANGED = ProblemType(
    "cut-changed",
    409,
    "Results have changed since the tie was found. Conclude the qualification again; if it is the cut itself "
    "that is held, undo it first.",
    "發現同分後成績已有更改。請重新完成晉級；如晉級線本身待決，請先撤銷。",
)
PLAY_OFF_WRONG = ProblemType(
    "play-off-wrong",
    422,
    "A play-off must name exactly {free} of the tied entrants, best first; it names {given}.",
    "加賽須列明同分者中剛好 {free} 名，按名次排列；現列 {given}。",
)


@event("cut-tie-decided")
class CutTieDecided(Event, frozen=True):
    """How the tie across the cut was decided, with the seed if by lot."""

    choice: str
    admitted: tuple[str, ...]
    seed: str | None
    case: str


class ConcludeQualification(Command, frozen=True, kw_only=True):
    """Make the cut. If a tie lies across it, it is held until that is decided.

    Where a freed place is held, look again who is next, as results may have changed.
    """


class DecideCutTie(Command, frozen=True, kw_only=True):
    """Decide a tie across the cut."""

    choice: Literal["admit_all", "admit_none", "play_off", "lot"]
    play_off: Ids = ()
    seed: Id | None = None
    reason: Reason = ""


class UndoQualification(Command, frozen=True, kw_only=True):
    """Open the cut again, until the final has begun."""

    reason: Reason


@decides(ConcludeQualification)
def conclude_qualification(draft: Draft, command: ConcludeQualification) -> None:
    if not _looks_again(draft.state):
        require_settled(draft.state, cut_source(draft.state))
    conclude(draft)


def _looks_again(state: State) -> bool:
    """Whether a freed place is held for others than those who would be next now."""
    cut = state.qualification
    if cut.vacancies and cut.tied and next_in_order(state) != cut.tied:
        return True
    if cut.status != "open":
        raise CUT_MADE(status=cut.status)
    return False


def conclude(draft: Draft) -> None:
    """Draw the cut from the standings as they are, or look again who is next for a freed place."""
    state = draft.state
    if _looks_again(state):
        fill_places(draft, None)
        return
    table = standings(state, cut_source(state))
    places = places_in(state, cut_stage(state))
    clear, tied = _across(state)
    if tied:
        draft.record(QualificationHeld(clear, tied, places - len(clear)))
        return
    order = [own.entrant_no for own in table]
    draft.record(QualificationConcluded(tuple(order[:places]), tuple(order[places:])))


def _across(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is clearly above the cut, and who ties across it, if anyone does."""
    table, places = standings(state, cut_source(state)), places_in(state, cut_stage(state))
    if len(table) <= places or table[places - 1].place != table[places].place:
        return tuple(own.entrant_no for own in table[:places]), ()
    across = table[places].place
    clear = tuple(own.entrant_no for own in table if own.place < across)
    return clear, tuple(own.entrant_no for own in table if own.place == across)


@decides(DecideCutTie)
def decide_cut_tie(draft: Draft, command: DecideCutTie) -> None:
    state = draft.state
    cut = state.qualification
    if cut.status != "held":
        raise NO_TIE_TO_DECIDE()
    _check_unchanged(state)
    admitted, seed = _admitted(state, cut, command, draft)
    case, text = draft.case(reason=command.reason)
    decided = CutTieDecided(command.choice, tuple(admitted), seed, case)
    seq = draft.record(decided, personal=text, caused_by=cut.seq)
    drawn = Lottery(seed).shuffle(sorted(cut.tied)) if seed is not None else []
    rest = [number for number in drawn or cut.tied if number not in admitted]
    if cut.vacancies:
        _fill(draft, admitted, seq)
        below = [number for number in cut.reserves if number not in rest]
    else:
        below = [
            own.entrant_no for own in standings(state, cut_source(state)) if own.entrant_no not in cut.tied
        ]
        below = [number for number in below if number not in cut.qualified]
    by_lot = (*cut.by_lot, *rest) if drawn else cut.by_lot
    goes = (*cut.qualified, *admitted)
    draft.record(QualificationConcluded(goes, (*rest, *below), by_lot), caused_by=seq)


def _fill(draft: Draft, admitted: Sequence[str], seq: int) -> None:
    """Let those admitted take the freed places, in sessions that have not begun."""
    for number in admitted:
        move_up(draft, number, seq)
        final = draft.state.entrants[number].at(draft.state.plan.cut_stage)
        if final is not None:
            in_phase(draft.state.sessions[final.session], "scheduled", "suspended")


def _check_unchanged(state: State) -> None:
    """Refuse when results changed after the cut was held, so that others would be tied."""
    cut = state.qualification
    if cut.vacancies:
        unchanged = next_in_order(state) == cut.tied
    else:
        clear, tied = _across(state)
        unchanged = (clear, tied) == (cut.qualified, cut.tied)
    if not unchanged:
        raise CUT_CHANGED()


@decides(UndoQualification)
def undo_qualification(draft: Draft, command: UndoQualification) -> None:
    state = draft.state
    if state.qualification.status == "open":
        raise NO_CUT()
    for session in state.sessions.values():
        begun = session.checked_in or session.status not in ("scheduled", "suspended")
        if session.stage == state.plan.cut_stage and begun:
            raise RESTS_ON_IT(
                what=f"session {session.plan.id} of the final",
                what_zh=f"決賽場次 {session.plan.id}",
                way_out="Take back its check-ins first.",
                way_out_zh="請先撤銷其報到",
            )
    for entrant in state.entrants.values():
        final = entrant.participation(state.plan.cut_stage)
        if final is not None and final.out != entrant.out_of(state.plan.cut_source):
            raise RESTS_ON_IT(
                what=f"that entrant {entrant.entrant_no} is {final.out} in the final",
                what_zh=f"參賽者 {entrant.entrant_no} 在決賽已出局一事",
                way_out="Reinstate the entrant first, if that was a mistake.",
                way_out_zh="如屬錯誤，請先恢復其資格",
            )
    case, text = draft.case(reason=said(command.reason))
    draft.record(QualificationUndone(case), personal=text)


def _admitted(
    state: State, cut: Qualification, command: DecideCutTie, draft: Draft
) -> tuple[Sequence[str], str | None]:
    if command.choice == "admit_none":
        return (), None
    if command.choice == "admit_all":
        capacity = state.stage_plan(cut_stage(state)).room
        total = len(cut.qualified) + len(cut.tied)
        if capacity is not None and total > capacity:
            raise FINAL_TOO_SMALL(tied=len(cut.tied), total=total, capacity=capacity)
        return cut.tied, None
    if command.choice == "lot":
        seed = command.seed or draft.context.new_seed()
        return Lottery(seed).shuffle(sorted(cut.tied))[: cut.free_places], seed
    named = command.play_off
    if len(set(named)) != cut.free_places or len(named) != cut.free_places or set(named) - set(cut.tied):
        raise PLAY_OFF_WRONG(free=cut.free_places, given=", ".join(named) or "none")
    return named, None


@evolves(CutTieDecided)
def _decided(state: State, event: CutTieDecided, stamp: Stamp) -> State:
    return state
