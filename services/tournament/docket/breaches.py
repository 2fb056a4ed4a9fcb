"""Breaches: verbal warnings, two at most; a further breach is reported for investigation (HK conduct)."""

from msgspec import structs

from services.tournament.docket.disputes import DisputeRaised, next_dispute
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Personal, Stamp
from services.tournament.kernel.lengths import EntrantNo, SharedStatement
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    playing,
    required_text,
)
from services.tournament.people.entrants import Warned
from services.tournament.state import State
from shared.problems import ProblemType

WARNINGS_USED_UP = ProblemType("warnings-used-up", 409, rule="HK code of conduct 9")
WARNINGS_FIRST = ProblemType("warnings-first", 409, rule="HK code of conduct 9")


@event("verbal-warning-given", text=("breach",))
class VerbalWarningGiven(Event, frozen=True):
    """An entrant was warned; what for is in the vault under `case`."""

    entrant: str
    number: int
    ruling: str | None
    case: str | None


class GiveWarning(Command, frozen=True, kw_only=True):
    """Give a verbal warning."""

    entrant: EntrantNo
    breach: SharedStatement


class ReportBreach(Command, frozen=True, kw_only=True):
    """Report a breach after two warnings, for referee and Chief Referee to investigate."""

    entrant: EntrantNo
    description: SharedStatement


@decides(GiveWarning, VerbalWarningGiven)
def give_warning(draft: Draft, command: GiveWarning) -> None:
    case, text = draft.case(breach=required_text(command.breach, "breach"))
    warn(draft, command.entrant, (case, text), None, None)


@decides(ReportBreach)
def report_breach(draft: Draft, command: ReportBreach) -> None:
    state = draft.state
    entrant, attendance = playing(state, command.entrant)
    given, most = len(entrant.warnings), state.plan.verbal_warnings
    if given < most:
        raise WARNINGS_FIRST(entrant=command.entrant, given=given, most=most)
    case, text = draft.case(statement=required_text(command.description, "description"))
    sheet = attendance.table if attendance.table in state.sheets else None
    raised = DisputeRaised(next_dispute(draft), "breach", sheet, None, (command.entrant,), None, case)
    draft.record(raised, personal=text)


def warn(
    draft: Draft,
    entrant_no: str,
    case: tuple[str, Personal] | None,
    ruling: str | None,
    caused_by: int | None,
) -> None:
    """Warn an entrant, at most as often as the tournament allows."""
    entrant, _ = playing(draft.state, entrant_no)
    given = len(entrant.warnings)
    if given >= draft.state.plan.verbal_warnings:
        raise WARNINGS_USED_UP(entrant=entrant_no, given=given)
    subject, text = case or (None, None)
    warned = VerbalWarningGiven(entrant_no, given + 1, ruling, subject)
    draft.record(warned, personal=text, caused_by=caused_by)


@evolves(VerbalWarningGiven)
def _warned(state: State, event: VerbalWarningGiven, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    warnings = (*entrant.warnings, Warned(stamp.seq, event.ruling))
    return state.with_entrant(structs.replace(entrant, warnings=warnings))
