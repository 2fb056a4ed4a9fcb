"""The cut: who of a stage enters the next; a tie across it stops and asks; reserves follow in order.

How it is made is in `services/tournament/entering/`.
"""

from typing import Literal

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNos, Id, Reason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import RESTS_ON_IT, in_phase, required_text, rests_on_it
from services.tournament.play.going_back import played_in, steps_back
from services.tournament.publication.publishing import require_settled
from services.tournament.standings.cut import (
    QualificationConcluded,
    QualificationHeld,
    QualificationUndone,
    source_of,
    stage_meant,
)
from services.tournament.standings.entering.cut import Entering, Line, Way, entering
from services.tournament.standings.entering.ties import Decision, decide
from services.tournament.standings.reserves import fill_places, move_up, next_in_order
from services.tournament.standings.standing import standings
from services.tournament.state import State
from shared.catalogue import Phrase, Word
from shared.problems import ProblemType

CUT_MADE = ProblemType("cut-made", 409)
NO_TIE_TO_DECIDE = ProblemType("no-tie-to-decide", 409)
CUT_TIE_DECIDED = ProblemType("cut-tie-decided", 409)
NO_CUT = ProblemType("no-cut", 409)
CUT_CHANGED = ProblemType("cut-changed", 409)


@event("cut-tie-decided")
class CutTieDecided(Event, frozen=True):
    """How the tie across the cut was decided, with the seed if by lot."""

    stage: str
    choice: str
    admitted: tuple[str, ...]
    seed: str | None
    case: str


class ConcludeQualification(Command, frozen=True, kw_only=True):
    """Make the cut. If a tie lies across it, it is held until that is decided.

    Without a stage: into the first that nobody has entered yet. Where a freed place is held, look again who
    is next, as results may have changed.
    """

    stage: Id | None = None
    seed: Id | None = None


class DecideCutTie(Command, frozen=True, kw_only=True):
    """Decide a tie across the cut."""

    stage: Id | None = None
    choice: Literal["admit_all", "admit_none", "play_off", "lot"]
    play_off: EntrantNos = ()
    seed: Id | None = None
    reason: Reason = ""


class UndoQualification(Command, frozen=True, kw_only=True):
    """Open the cut again, until the stage that it leads to has begun."""

    stage: Id | None = None
    reason: Reason


@decides(ConcludeQualification)
def conclude_qualification(draft: Draft, command: ConcludeQualification) -> None:
    stage = _to_conclude(draft.state, command.stage)
    if not _looks_again(draft.state, stage):
        require_settled(draft.state, source_of(draft.state, stage).stage)
    by_lot = source_of(draft.state, stage).ties == "lot"
    seed = (command.seed or draft.context.new_seed()) if by_lot else None
    conclude(draft, stage, seed)


def _to_conclude(state: State, given: Stage | None) -> Stage:
    """The stage whose cut is to be made: of several that are open the first; else one that is held."""
    first_open = stage_meant(state, given, "open")
    held = stage_meant(state, given, "held")
    return held if state.cut_into(held).vacancies and state.cut_into(held).tied else first_open


def _looks_again(state: State, stage: Stage) -> bool:
    """Whether a freed place is held for others than those who would be next now."""
    cut = state.cut_into(stage)
    if cut.vacancies and cut.tied and next_in_order(state, stage) != cut.tied:
        return True
    if cut.status != "open":
        raise CUT_MADE(status=Word("cut", cut.status), cut=how_cut_stands(state, stage))
    return False


def conclude(draft: Draft, stage: Stage, seed: str | None) -> None:
    """Draw the cut from the standings as they are, or look again who is next for a freed place."""
    if _looks_again(draft.state, stage):
        fill_places(draft, stage, None)
        return
    _record(draft, stage, made(draft.state, stage, seed), seed, None)


def _record(draft: Draft, stage: Stage, cut: Entering, seed: str | None, caused_by: int | None) -> None:
    if cut.ties:
        tie = cut.ties[0]
        held = QualificationHeld(stage, cut.entering, tie.tied, tie.free, tie.table, seed)
        draft.record(held, caused_by=caused_by)
        return
    concluded = QualificationConcluded(stage, cut.entering, cut.reserves, cut.by_lot, seed)
    draft.record(concluded, caused_by=caused_by)


def made(state: State, stage: Stage, seed: str | None) -> Entering:
    """The cut from the standings as they are, with what was decided of its ties.

    Who gave up the place is left out, until that is taken back (`reinstate-entrant`).
    """
    source, cut = source_of(state, stage), state.cut_into(stage)
    lines = [
        Line(standing.place, standing.entrant_no, standing.sheet)
        for standing in standings(state, source.stage)
        if standing.entrant_no not in cut.given_up
    ]
    way = Way(places=source.places, per_table=source.per_table, ties=source.ties, reserves=source.reserves)
    return entering(lines, way, seed or "", cut.decisions)


@decides(DecideCutTie)
def decide_cut_tie(draft: Draft, command: DecideCutTie) -> None:
    state = draft.state
    stage = stage_meant(state, command.stage, "held")
    cut = state.cut_into(stage)
    if cut.status != "held":
        if cut.decided is None:
            raise NO_TIE_TO_DECIDE()
        choice, actor = cut.decided
        role = actor.partition(":")[0].replace("_", "-")
        raise CUT_TIE_DECIDED(how=Word("tie", choice), by=Word("role", role), stage=stage)
    if not tie_stands(state, stage):
        raise CUT_CHANGED(freed=bool(cut.vacancies))
    seed = (command.seed or draft.context.new_seed()) if command.choice == "lot" else None
    decision = decide(
        cut.tie,
        command.choice,
        seed=seed or "",
        play_off=command.play_off,
        entered=len(cut.qualified),
        room=state.stage_plan(stage).room,
    )
    case, text = draft.case(reason=command.reason)
    decided = CutTieDecided(stage, command.choice, decision.admitted, seed, case)
    seq = draft.record(decided, personal=text, caused_by=cut.seq)
    if cut.vacancies:
        _fill(draft, stage, decision, seq)
        return
    _record(draft, stage, made(draft.state, stage, cut.seed), cut.seed, seq)


def _fill(draft: Draft, stage: Stage, decision: Decision, seq: int) -> None:
    """Let those admitted take the freed places, in sessions that have not begun."""
    cut = draft.state.cut_into(stage)
    for number in decision.admitted:
        move_up(draft, stage, number, seq)
        entered = draft.state.entrants[number].at(stage)
        if entered is not None:
            in_phase(draft.state.sessions[entered.session], "scheduled", "suspended")
    below = [number for number in cut.reserves if number not in decision.rest]
    by_lot = (*cut.by_lot, *decision.rest) if decision.by_lot else cut.by_lot
    goes = (*cut.qualified, *decision.admitted)
    concluded = QualificationConcluded(stage, goes, (*decision.rest, *below), by_lot, None)
    draft.record(concluded, caused_by=seq)


def tie_stands(state: State, stage: Stage) -> bool:
    """Whether those tied across a cut that is held would be so now: results may have changed since."""
    cut = state.cut_into(stage)
    if cut.vacancies:
        return next_in_order(state, stage) == cut.tied
    now = made(state, stage, cut.seed)
    return bool(now.ties) and (now.entering, now.ties[0].tied) == (cut.qualified, cut.tied)


def how_cut_stands(state: State, stage: Stage) -> Literal["open", "held", "changed", "concluded"]:
    """Its status; of one that is held "changed" where its tie does not stand any more."""
    status = state.cut_into(stage).status
    return "changed" if status == "held" and not tie_stands(state, stage) else status


@decides(UndoQualification, QualificationUndone)
def undo_qualification(draft: Draft, command: UndoQualification) -> None:
    state = draft.state
    stage = _to_undo(state, command.stage)
    if state.cut_into(stage).status == "open":
        raise NO_CUT()
    if (played := played_in(state, stage)) is not None:
        raise rests_on_it("part-timing-played", "part-qualification-correct-what-was-played", session=played)
    for session in state.sessions_of(stage):
        if steps := steps_back(state, session):
            raise RESTS_ON_IT(
                what=Phrase("part-qualification-session", {"session": session.plan.id}),
                way_out=Phrase("part-qualification-first-in-order", {"steps": steps}),
            )
    source = source_of(state, stage).stage
    for _, entrant in sorted(state.entrants.items()):
        entered = entrant.participation(stage)
        if entered is not None and entered.out != entrant.out_of(source):
            raise rests_on_it(
                "part-qualification-entrant",
                "part-qualification-reinstate-entrant-first-if-was",
                entrant_no=entrant.entrant_no,
                out=entered.out,
                called=state.plan.stage_name(stage),
            )
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(QualificationUndone(stage, case), personal=text)


def _to_undo(state: State, given: Stage | None) -> Stage:
    """The stage named, else the last whose cut was made or is held."""
    first = stage_meant(state, given, "held", "concluded")
    if given is not None:
        return first
    made_already = [stage for stage in state.stages if state.cut_into(stage).status != "open"]
    return made_already[-1] if made_already else first


@evolves(CutTieDecided)
def _decided(state: State, event: CutTieDecided, stamp: Stamp) -> State:
    cut = structs.replace(state.cut_into(event.stage), decided=(event.choice, stamp.actor))
    if cut.vacancies:
        return state.with_cut(event.stage, cut)
    decision = decide(cut.tie, event.choice, seed=event.seed or "", play_off=event.admitted)
    return state.with_cut(event.stage, structs.replace(cut, decisions=(*cut.decisions, decision)))
