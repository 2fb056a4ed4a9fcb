"""Disputes: raised at once, before the participant's own signature; they stay on the docket until ruled."""

from typing import get_args

from msgspec import structs

from services.tournament.docket.cases import Dispute, DisputeKind
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, Id, SharedReason, SharedStatement
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    acting_entrant,
    active_seats,
    dispute_in,
    entrant_in,
    required_text,
    sheet_in,
)
from services.tournament.play.results import game_in
from services.tournament.play.scores import Game, Sheet
from services.tournament.play.sheets import with_game
from services.tournament.play.signatures import NOT_ON_SHEET, close_when_settled, has_signed
from services.tournament.state import State
from shared.catalogue import Phrase, Word
from shared.problems import ProblemType

DISPUTE_AFTER_SIGNATURE = ProblemType(
    "dispute-after-signature", 409, rule="HK referee and supervision; score sheet, remark"
)
DISPUTE_AFTER_PUBLICATION = ProblemType("dispute-after-publication", 409)
DISPUTE_NOT_OPEN = ProblemType("dispute-not-open", 409)
ONLY_OWN_DISPUTE = ProblemType("needs-a-ruling", 409)
GAME_BEGAN = ProblemType("game-began", 409)


@event("dispute-raised", text=("statement",))
class DisputeRaised(Event, frozen=True):
    """A case came on the docket: a participant's complaint, or a game or breach that needs a ruling.

    `leaver` left during the game that needs one.
    """

    dispute: str
    kind: str
    sheet: str | None
    game: int | None
    entrants: tuple[str, ...]
    raised_by: str | None
    case: str | None
    leaver: str | None = None


@event("dispute-withdrawn")
class DisputeWithdrawn(Event, frozen=True):
    """Whoever raised the dispute gave it up."""

    dispute: str
    case: str


class RaiseDispute(Command, frozen=True, kw_only=True):
    """Raise a dispute on a sheet, for a participant or as referee.

    A participant who names nobody raises it for themselves.
    """

    sheet: Id
    entrant: EntrantNo | None = None
    game: int | None = None
    statement: SharedStatement


class WithdrawDispute(Command, frozen=True, kw_only=True):
    """Give a dispute up."""

    dispute: Id
    reason: SharedReason = ""


class ReportGameNotBegun(Command, frozen=True, kw_only=True):
    """Report that a game had not begun when time was up; it needs a ruling."""

    sheet: Id
    game: int


@decides(RaiseDispute)
def raise_dispute(draft: Draft, command: RaiseDispute) -> None:
    state = draft.state
    sheet = sheet_in(state, command.sheet)
    if command.game is not None:
        game_in(sheet, command.game)
    raised_by = command.entrant or acting_entrant(draft.context)
    if raised_by is not None:
        entrant_in(state, raised_by)
        if raised_by not in sheet.seats:
            raise NOT_ON_SHEET(entrant=raised_by, sheet=command.sheet)
        if has_signed(sheet, raised_by):
            raise DISPUTE_AFTER_SIGNATURE(entrant=raised_by, sheet=command.sheet)
    if sheet.closed_seq is not None and state.versions.get(sheet.stage) and not _signed(state, sheet):
        raise DISPUTE_AFTER_PUBLICATION(sheet=command.sheet, version=state.versions[sheet.stage])
    case, text = draft.case(statement=required_text(command.statement, "statement"))
    entrants = (raised_by,) if raised_by else sheet.seats
    raised = DisputeRaised(
        next_dispute(draft), "dispute", command.sheet, command.game, entrants, raised_by, case
    )
    draft.record(raised, personal=text)


def _signed(state: State, sheet: Sheet) -> bool:
    """Whether signatures say until when there may be complaints about a sheet."""
    return state.stage_plan(sheet.stage).signatures != "none"


@decides(WithdrawDispute, DisputeWithdrawn)
def withdraw_dispute(draft: Draft, command: WithdrawDispute) -> None:
    dispute = open_dispute(draft.state, command.dispute)
    if dispute.kind != "dispute":
        raise ONLY_OWN_DISPUTE(dispute=command.dispute)
    case, text = draft.case(reason=command.reason)
    seq = draft.record(DisputeWithdrawn(command.dispute, case), personal=text)
    if dispute.sheet is not None:
        close_when_settled(draft, dispute.sheet, seq)


@decides(ReportGameNotBegun)
def report_game_not_begun(draft: Draft, command: ReportGameNotBegun) -> None:
    state = draft.state
    sheet = sheet_in(state, command.sheet)
    session = state.sessions[sheet.session]
    game = game_in(sheet, command.game)
    if game is not None or session.status not in ("time_called", "ended"):
        in_session = Phrase("part-in-session-that-is", {"status": Word("session", session.status)})
        status = Word("game", game.status) if game is not None else in_session
        raise GAME_BEGAN(game=command.game, sheet=command.sheet, status=status)
    call_for_ruling(draft, "game_not_begun", command.sheet, command.game, None)


def call_for_ruling(
    draft: Draft,
    kind: DisputeKind,
    sheet: str,
    game: int,
    caused_by: int | None,
    leaver: str | None = None,
) -> None:
    """Put a game that cannot simply be recorded on the docket."""
    entrants = active_seats(draft.state, draft.state.sheets[sheet])
    draft.record(
        DisputeRaised(next_dispute(draft), kind, sheet, game, entrants, None, None, leaver),
        caused_by=caused_by,
    )


def next_dispute(draft: Draft) -> str:
    """The number of the next dispute."""
    return draft.number("D", len(draft.state.disputes))


def sheet_of(state: State, dispute: Dispute) -> Sheet | None:
    """The sheet the dispute is about; None if about none, or if its session has started again since."""
    sheet = state.sheets.get(dispute.sheet) if dispute.sheet is not None else None
    if sheet is None or state.sessions[sheet.session].attempt != dispute.attempt:
        return None
    return sheet


def open_dispute(state: State, dispute_id: str) -> Dispute:
    dispute = dispute_in(state, dispute_id)
    if dispute.status != "open":
        raise DISPUTE_NOT_OPEN(dispute=dispute_id, status=Word("case", dispute.status), ruling=None)
    return dispute


@evolves(DisputeRaised)
def _raised(state: State, event: DisputeRaised, stamp: Stamp) -> State:
    kind: DisputeKind = next(known for known in get_args(DisputeKind) if known == event.kind)
    dispute = Dispute(
        event.dispute,
        kind,
        event.sheet,
        event.game,
        event.entrants,
        event.raised_by,
        event.case,
        stamp.seq,
        event.leaver,
        by=stamp.actor,
        raised_at=stamp.occurred_at,
    )
    if event.sheet is None:
        return state.with_dispute(dispute)
    sheet = state.sheets[event.sheet]
    dispute = structs.replace(dispute, attempt=state.sessions[sheet.session].attempt)
    state = state.with_dispute(dispute)
    if kind in ("game_interrupted", "game_not_begun") and event.game is not None:
        sheet = with_game(sheet, Game(event.game, "awaiting_ruling", kind, (), "ruling", stamp.seq))
    disputes = (*sheet.open_disputes, event.dispute)
    return state.with_sheet(structs.replace(sheet, open_disputes=disputes, closed_seq=None))


@evolves(DisputeWithdrawn)
def _withdrawn(state: State, event: DisputeWithdrawn, stamp: Stamp) -> State:
    dispute = structs.replace(
        state.disputes[event.dispute], status="withdrawn", ended=stamp.seq, ended_by=stamp.actor
    )
    return off_sheet(state.with_dispute(dispute), dispute)


def off_sheet(state: State, dispute: Dispute) -> State:
    """The state with the dispute no longer holding its sheet open."""
    sheet = sheet_of(state, dispute)
    if sheet is None or dispute.dispute not in sheet.open_disputes:
        return state
    disputes = tuple(other for other in sheet.open_disputes if other != dispute.dispute)
    return state.with_sheet(structs.replace(sheet, open_disputes=disputes))
