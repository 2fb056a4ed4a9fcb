"""Evidence in a case: a turn or a rack, judged when it is presented and never again."""

from msgspec import structs

from services.rules.adjudication.turn import TurnInput
from services.rules.melding.possibility import RackInput
from services.tournament.docket.cases import Exhibit
from services.tournament.docket.disputes import DISPUTE_NOT_OPEN
from services.tournament.docket.judgement import ENGINE, Judged, judge_rack, judge_turn
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, Id
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import dispute_in, entrant_in
from services.tournament.play.signatures import NOT_ON_SHEET
from services.tournament.state import State
from shared.catalogue import Phrase, Word
from shared.problems import INVALID_INPUT, ProblemType

MOST_IN_A_CASE = 20
EVIDENCE_TOO_MUCH = ProblemType("evidence-too-much", 409)


@event("evidence-presented")
class EvidencePresented(Event, frozen=True):
    """A turn or a rack was presented in a case, with what the engine said to it."""

    dispute: str
    judged: Judged
    engine: str


class PresentEvidence(Command, frozen=True, kw_only=True):
    """Present a turn or a rack in an open case; the answer is the engine's verdict, which binds nobody.

    Exactly one of `turn` and `rack`. `entrant` is whose it is.
    """

    dispute: Id
    entrant: EntrantNo | None = None
    turn: TurnInput | None = None
    rack: RackInput | None = None


@decides(PresentEvidence)
def present_evidence(draft: Draft, command: PresentEvidence) -> None:
    if (command.turn is None) == (command.rack is None):
        raise INVALID_INPUT(detail=Phrase("part-turn-or-rack")).at(field="rack")
    check_place(draft.state, command.dispute, command.entrant)
    dispute = draft.state.disputes[command.dispute]
    sheet = draft.state.sheets.get(dispute.sheet or "")
    rules = draft.state.rules if sheet is None else draft.state.rules_in(sheet.stage)
    if command.turn is not None:
        judged: Judged = judge_turn(rules, command.entrant, command.turn)
    else:
        assert command.rack is not None
        judged = judge_rack(rules, command.entrant, command.rack)
    record(draft, command.dispute, judged, ENGINE)


def check_place(state: State, dispute_id: str, entrant: str | None) -> None:
    """Refuse evidence that has no place in a case.

    Raises:
        Problem: not-found, dispute-not-open, not-on-sheet, evidence-too-much.
    """
    dispute = dispute_in(state, dispute_id)
    check_room(dispute_id, dispute.status, len(dispute.evidence))
    if entrant is not None:
        entrant_in(state, entrant)
        sheet = state.sheets.get(dispute.sheet or "")
        concerned = sheet.seats if sheet is not None else dispute.entrants
        if entrant not in concerned:
            raise NOT_ON_SHEET(entrant=entrant, sheet=dispute.sheet or dispute_id).at(field="entrant")


def check_room(dispute: str, status: str, held: int) -> None:
    """Refuse evidence in a case that is not open, or holds as much already as it may.

    Raises:
        Problem: dispute-not-open, evidence-too-much.
    """
    if status != "open":
        raise DISPUTE_NOT_OPEN(dispute=dispute, status=Word("case", status), ruling=None)
    if held >= MOST_IN_A_CASE:
        raise EVIDENCE_TOO_MUCH(dispute=dispute, most=MOST_IN_A_CASE)


def record(draft: Draft, dispute: str, judged: Judged, engine: str) -> None:
    """Put judged evidence on record."""
    draft.record(EvidencePresented(dispute, judged, engine), caused_by=draft.state.disputes[dispute].seq)


@evolves(EvidencePresented)
def _presented(state: State, event: EvidencePresented, stamp: Stamp) -> State:
    dispute = state.disputes[event.dispute]
    exhibit = Exhibit(event.judged, event.engine, stamp.seq, stamp.actor)
    return state.with_dispute(structs.replace(dispute, evidence=(*dispute.evidence, exhibit)))
