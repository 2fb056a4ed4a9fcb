"""The cut: the top places go to the final; a tie across the cut stops and asks; reserves follow in order."""

from collections.abc import Sequence
from typing import Literal

from msgspec import structs

from services.tournament.kernel import Command, Draft, Event, Stamp, decides, event, evolves
from services.tournament.lookups import said
from services.tournament.play import RESTS_ON_IT
from services.tournament.publication import require_settled
from services.tournament.standing import standings
from services.tournament.state import Qualification, State
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
PLAY_OFF_WRONG = ProblemType(
    "play-off-wrong",
    422,
    "A play-off must name exactly {free} of the tied entrants, best first; it names {given}.",
    "加賽須列明同分者中剛好 {free} 名，按名次排列；現列 {given}。",
)


@event("qualification-held", "conclusion")
class QualificationHeld(Event, frozen=True):
    """A tie lies across the cut; who of the tied goes on is for the Chief Referee or Organizer to decide."""

    clear: tuple[str, ...]
    tied: tuple[str, ...]
    free_places: int


@event("cut-tie-decided")
class CutTieDecided(Event, frozen=True):
    """How the tie across the cut was decided, with the seed if by lot."""

    choice: str
    admitted: tuple[str, ...]
    seed: str | None
    case: str


@event("qualification-concluded", "conclusion")
class QualificationConcluded(Event, frozen=True):
    """Who goes to the final, and who follows in order if someone withdraws."""

    qualified: tuple[str, ...]
    reserves: tuple[str, ...]


@event("qualification-undone")
class QualificationUndone(Event, frozen=True):
    """The cut was made too soon and is open again."""

    case: str


class ConcludeQualification(Command, frozen=True, kw_only=True):
    """Make the cut. If a tie lies across it, it is held until that is decided."""


class DecideCutTie(Command, frozen=True, kw_only=True):
    """Decide a tie across the cut."""

    choice: Literal["admit_all", "admit_none", "play_off", "lot"]
    play_off: tuple[str, ...] = ()
    seed: str | None = None
    reason: str = ""


class UndoQualification(Command, frozen=True, kw_only=True):
    """Open the cut again, until the final has begun."""

    reason: str


@decides(ConcludeQualification)
def conclude_qualification(draft: Draft, command: ConcludeQualification) -> None:
    state = draft.state
    if state.qualification.status != "open":
        raise CUT_MADE(status=state.qualification.status)
    require_settled(state, "preliminary")
    table = standings(state, "preliminary")
    places = state.plan.cut.places
    if len(table) <= places or table[places - 1].place != table[places].place:
        order = [own.entrant_no for own in table]
        draft.record(QualificationConcluded(tuple(order[:places]), tuple(order[places:])))
        return
    across = table[places].place
    clear = tuple(own.entrant_no for own in table if own.place < across)
    tied = tuple(own.entrant_no for own in table if own.place == across)
    draft.record(QualificationHeld(clear, tied, places - len(clear)))


@decides(DecideCutTie)
def decide_cut_tie(draft: Draft, command: DecideCutTie) -> None:
    state = draft.state
    cut = state.qualification
    if cut.status != "held":
        raise NO_TIE_TO_DECIDE()
    admitted, seed = _admitted(state, cut, command, draft)
    case, text = draft.case(reason=command.reason)
    decided = CutTieDecided(command.choice, tuple(admitted), seed, case)
    seq = draft.record(decided, personal=text, caused_by=cut.seq)
    goes = (*cut.qualified, *admitted)
    rest = [number for number in cut.tied if number not in admitted]
    if command.choice == "lot" and seed is not None:
        rest = [number for number in Lottery(seed).shuffle(sorted(cut.tied)) if number in rest]
    below = [
        own.entrant_no
        for own in standings(state, "preliminary")
        if own.entrant_no not in goes and own.entrant_no not in rest
    ]
    draft.record(QualificationConcluded(goes, (*rest, *below)), caused_by=seq)


@decides(UndoQualification)
def undo_qualification(draft: Draft, command: UndoQualification) -> None:
    state = draft.state
    if state.qualification.status == "open":
        raise NO_TIE_TO_DECIDE()
    for session in state.sessions.values():
        if session.stage == "final" and (session.checked_in or session.status != "scheduled"):
            raise RESTS_ON_IT(
                what=f"session {session.plan.id} of the final", way_out="Take back its check-ins first."
            )
    case, text = draft.case(reason=said(command.reason))
    draft.record(QualificationUndone(case), personal=text)


def _admitted(
    state: State, cut: Qualification, command: DecideCutTie, draft: Draft
) -> tuple[Sequence[str], str | None]:
    if command.choice == "admit_none":
        return (), None
    if command.choice == "admit_all":
        capacity = sum(s.plan.capacity for s in state.sessions.values() if s.stage == "final")
        total = len(cut.qualified) + len(cut.tied)
        if total > capacity:
            raise FINAL_TOO_SMALL(tied=len(cut.tied), total=total, capacity=capacity)
        return cut.tied, None
    if command.choice == "lot":
        seed = command.seed or draft.context.new_seed()
        return Lottery(seed).shuffle(sorted(cut.tied))[: cut.free_places], seed
    named = command.play_off
    if len(set(named)) != cut.free_places or len(named) != cut.free_places or set(named) - set(cut.tied):
        raise PLAY_OFF_WRONG(free=cut.free_places, given=", ".join(named) or "none")
    return named, None


@evolves(QualificationHeld)
def _held(state: State, event: QualificationHeld, stamp: Stamp) -> State:
    cut = Qualification("held", event.clear, event.tied, (), event.free_places, stamp.seq)
    return _touching_all(structs.replace(state, qualification=cut), (*event.clear, *event.tied))


@evolves(CutTieDecided)
def _decided(state: State, event: CutTieDecided, stamp: Stamp) -> State:
    return state


@evolves(QualificationConcluded)
def _concluded(state: State, event: QualificationConcluded, stamp: Stamp) -> State:
    cut = Qualification("concluded", event.qualified, (), event.reserves, 0, stamp.seq)
    return _touching_all(structs.replace(state, qualification=cut), (*event.qualified, *event.reserves))


@evolves(QualificationUndone)
def _undone(state: State, event: QualificationUndone, stamp: Stamp) -> State:
    before = state.qualification
    for number in sorted(state.entrants):
        entrant = state.entrants[number]
        if entrant.final is not None:
            session = state.sessions[entrant.final.session]
            left = session.entrants.delete(number)
            state = state.with_session(structs.replace(session, entrants=left))
            state = state.with_entrant(entrant.placed("final", None))
    state = structs.replace(state, qualification=Qualification())
    return _touching_all(state, (*before.qualified, *before.tied, *before.reserves))


def _touching_all(state: State, numbers: Sequence[str]) -> State:
    """Note that what the cut says of everyone ranked has changed (also of those it leaves out)."""
    touched = tuple(("cut", number) for number in sorted(state.entrants))
    return structs.replace(state, touched=(*state.touched, *touched))
