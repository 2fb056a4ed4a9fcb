"""Signatures: each binds the figures its signer was shown; a sheet closes when all have signed.

An amendment voids the signatures whose figures it changes, and those sign again (HK score sheet, remark).
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, Id, SharedReason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import attendance_in, entrant_in, required_text, sheet_in, still_in
from services.tournament.play.reported import with_reports, without_outdated
from services.tournament.play.scores import Sheet, Signature
from services.tournament.play.sheets import (
    can_be_signed,
    figures_digest,
    is_settled,
    open_points,
    unsigned,
)
from services.tournament.state import State
from shared.catalogue import Listed
from shared.problems import ProblemType

NOT_READY_TO_SIGN = ProblemType("not-ready-to-sign", 409)
NOT_ON_SHEET = ProblemType("not-on-sheet", 422)
FIGURES_CHANGED = ProblemType("figures-changed", 409)
SIGNED_BEFORE = ProblemType("signed-before", 409)
NOTHING_TO_CLOSE = ProblemType("nothing-to-close", 409)


@event("sheet-signed")
class SheetSigned(Event, frozen=True):
    """A participant confirmed the figures with this digest, on paper or on the referee's device."""

    sheet: str
    entrant: str
    medium: str
    digest: str


@event("signature-missing")
class SignatureMissing(Event, frozen=True):
    """A participant refused to sign or was not there to sign; the referee wrote it down."""

    sheet: str
    entrant: str
    kind: str
    case: str


@event("signature-closed")
class SignatureClosed(Event, frozen=True):
    """The Chief Referee closed a missing signature, with a reason."""

    sheet: str
    entrant: str
    case: str


@event("signatures-voided", "conclusion")
class SignaturesVoided(Event, frozen=True):
    """An amendment changed figures, so these signatures no longer bind."""

    sheet: str
    entrants: tuple[str, ...]


@event("signatures-rebound", "conclusion")
class SignaturesRebound(Event, frozen=True):
    """A clerical correction put the figures as the signed paper has them; these signatures bind those.

    No correction leads to it any more: each voids the signatures whose figures it changes.
    """

    sheet: str
    entrants: tuple[str, ...]


@event("sheet-closed", "conclusion")
class SheetClosed(Event, frozen=True):
    """Every game is settled and every signature given or closed."""

    sheet: str


class SignSheet(Command, frozen=True, kw_only=True):
    """Confirm one's own figures. `digest`, if given, must be that of the figures shown."""

    sheet: Id
    entrant: EntrantNo
    medium: Literal["paper", "device"]
    digest: Id | None = None


class RecordMissingSignature(Command, frozen=True, kw_only=True):
    """Write down that a participant refuses to sign or is not there."""

    sheet: Id
    entrant: EntrantNo
    kind: Literal["refused", "absent"]
    reason: SharedReason = ""


class CloseSignature(Command, frozen=True, kw_only=True):
    """Close a missing signature, as Chief Referee, with a reason."""

    sheet: Id
    entrant: EntrantNo
    reason: SharedReason


OF_FIGURES = (SignSheet, RecordMissingSignature, CloseSignature)
"""What is about the figures of a sheet as they stand (HK score sheet)."""


@decides(SignSheet)
def sign_sheet(draft: Draft, command: SignSheet) -> None:
    sheet = _signable(draft.state, command.sheet, command.entrant)
    shown = figures_digest(sheet, command.entrant)
    if command.digest is not None and command.digest != shown:
        raise FIGURES_CHANGED(entrant=command.entrant, sheet=command.sheet)
    seq = draft.record(SheetSigned(command.sheet, command.entrant, command.medium, shown))
    close_when_settled(draft, command.sheet, seq)


@decides(RecordMissingSignature)
def record_missing_signature(draft: Draft, command: RecordMissingSignature) -> None:
    sheet = _signable(draft.state, command.sheet, command.entrant)
    before = sheet.signatures.get(command.entrant)
    if before is not None and before.medium == command.kind:
        return
    case, text = draft.case(reason=command.reason)
    draft.record(SignatureMissing(command.sheet, command.entrant, command.kind, case), personal=text)


@decides(CloseSignature, SignatureClosed)
def close_signature(draft: Draft, command: CloseSignature) -> None:
    sheet = sheet_in(draft.state, command.sheet)
    signature = sheet.signatures.get(command.entrant)
    if signature is None or signature.closed:
        raise NOTHING_TO_CLOSE(entrant=command.entrant, sheet=command.sheet)
    case, text = draft.case(reason=required_text(command.reason))
    seq = draft.record(SignatureClosed(command.sheet, command.entrant, case), personal=text)
    close_when_settled(draft, command.sheet, seq)


def close_when_settled(draft: Draft, sheet_id: str, caused_by: int) -> None:
    """Conclude that the sheet is closed, once nothing keeps it open."""
    sheet = draft.state.sheets[sheet_id]
    if sheet.closed_seq is None and is_settled(draft.state, sheet):
        draft.record(SheetClosed(sheet_id), caused_by=caused_by)


def void_signatures(
    draft: Draft, sheet_id: str, changed: Sequence[str], caused_by: int, *, keep_paper: bool = False
) -> None:
    """Void the signatures of those whose figures changed.

    Args:
        keep_paper: a signature on paper stays, as it did once under a clerical correction.
    """
    signatures = draft.state.sheets[sheet_id].signatures
    signed = [entrant for entrant in changed if entrant in signatures]
    kept = [entrant for entrant in signed if keep_paper and signatures[entrant].medium == "paper"]
    voided = [entrant for entrant in signed if entrant not in kept]
    if kept:
        draft.record(SignaturesRebound(sheet_id, tuple(kept)), caused_by=caused_by)
    if voided:
        draft.record(SignaturesVoided(sheet_id, tuple(voided)), caused_by=caused_by)


def sign_from_paper(draft: Draft, sheet_id: str, caused_by: int) -> None:
    """Take the signatures that are on the paper just brought in, unless the sheet cannot be signed yet."""
    sheet = draft.state.sheets[sheet_id]
    if not can_be_signed(sheet):
        return
    for entrant in unsigned(draft.state, sheet):
        shown = figures_digest(sheet, entrant)
        draft.record(SheetSigned(sheet_id, entrant, "paper", shown), caused_by=caused_by)


def _signable(state: State, sheet_id: str, entrant_no: str) -> Sheet:
    sheet = sheet_in(state, sheet_id)
    if entrant_no not in sheet.seats:
        raise NOT_ON_SHEET(entrant=entrant_no, sheet=sheet_id).at(field="entrant")
    entrant = entrant_in(state, entrant_no)
    attendance_in(state, entrant, sheet.stage)
    still_in(entrant, sheet.stage)
    signature = sheet.signatures.get(entrant_no)
    if signature is not None and signature.closed:
        raise SIGNED_BEFORE(entrant=entrant_no, sheet=sheet_id)
    if not can_be_signed(sheet):
        points = open_points(state, sheet)
        raise NOT_READY_TO_SIGN(sheet=sheet_id, points=Listed(points, "list-between-sentences"))
    return sheet


def has_signed(sheet: Sheet, entrant: str) -> bool:
    """Whether this entrant's own signature binds."""
    signature = sheet.signatures.get(entrant)
    return signature is not None and signature.medium in ("paper", "device")


@evolves(SheetSigned)
def _signed(state: State, event: SheetSigned, stamp: Stamp) -> State:
    medium: Literal["paper", "device"] = "paper" if event.medium == "paper" else "device"
    return _with(state, event.sheet, Signature(event.entrant, medium, event.digest, stamp.seq))


@evolves(SignatureMissing)
def _missing(state: State, event: SignatureMissing, stamp: Stamp) -> State:
    kind: Literal["refused", "absent"] = "refused" if event.kind == "refused" else "absent"
    signature = Signature(event.entrant, kind, "", stamp.seq, closed=False)
    return _with(state, event.sheet, signature)


@evolves(SignatureClosed)
def _closed_signature(state: State, event: SignatureClosed, stamp: Stamp) -> State:
    signature = state.sheets[event.sheet].signatures[event.entrant]
    return _with(state, event.sheet, structs.replace(signature, closed=True))


@evolves(SignaturesVoided)
def _voided(state: State, event: SignaturesVoided, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    signatures = sheet.signatures
    signed = [entrant for entrant in event.entrants if has_signed(sheet, entrant)]
    for entrant in event.entrants:
        signatures = signatures.delete(entrant)
    again = tuple(dict.fromkeys((*sheet.sign_again, *signed)))
    opened = structs.replace(sheet, signatures=signatures, closed_seq=None, sign_again=again)
    return state.with_sheet(without_outdated(opened))


@evolves(SignaturesRebound)
def _rebound(state: State, event: SignaturesRebound, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    signatures = sheet.signatures
    for entrant in event.entrants:
        bound = structs.replace(signatures[entrant], digest=figures_digest(sheet, entrant))
        signatures = signatures.set(entrant, bound)
    return state.with_sheet(structs.replace(sheet, signatures=signatures))


@evolves(SheetClosed)
def _closed(state: State, event: SheetClosed, stamp: Stamp) -> State:
    sheet = structs.replace(state.sheets[event.sheet], closed_seq=stamp.seq)
    session = state.sessions[sheet.session]
    # Where tables are open they come and go all day: each is reported once, when the session is over.
    if state.stage_plan(sheet.stage).draw != "open" or session.status == "ended":
        sheet = with_reports(state, sheet, stamp.seq)
    return state.with_sheet(sheet)


def _with(state: State, sheet_id: str, signature: Signature) -> State:
    sheet = state.sheets[sheet_id]
    signatures = sheet.signatures.set(signature.entrant, signature)
    if signature.entrant not in sheet.sign_again:
        return state.with_sheet(structs.replace(sheet, signatures=signatures))
    again = tuple(entrant for entrant in sheet.sign_again if entrant != signature.entrant)
    return state.with_sheet(structs.replace(sheet, signatures=signatures, sign_again=again))
