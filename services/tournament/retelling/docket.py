"""The docket told again: disputes, rulings, warnings, who left or was put out."""

from services.tournament.conduct import (
    DisqualifyEntrant,
    EntrantDisqualified,
    EntrantReinstated,
    EntrantWithdrew,
    GiveWarning,
    ReinstateEntrant,
    ReportBreach,
    VerbalWarningGiven,
    WithdrawEntrant,
)
from services.tournament.disputes import (
    DisputeRaised,
    DisputeWithdrawn,
    RaiseDispute,
    ReportGameNotBegun,
    WithdrawDispute,
)
from services.tournament.evidence import EvidencePresented, PresentEvidence, check_place, record
from services.tournament.judgement import JudgedTurn
from services.tournament.kernel import Event
from services.tournament.retelling.people import AS_SAID
from services.tournament.retelling.told import Retelling, retells
from services.tournament.rulings import MakeRuling, RulingMade, RulingSuperseded
from shared.problems import NOT_FOUND


@retells(DisputeRaised)
def _raised(draft: Retelling, event: DisputeRaised) -> None:
    if event.kind == "breach":
        draft.ask(ReportBreach, entrant=event.entrants[0], description=AS_SAID)
        return
    if event.sheet is None:
        raise NOT_FOUND(what="score sheet", id="-")
    if event.kind == "game_not_begun" and event.game is not None:
        draft.ask(ReportGameNotBegun, sheet=event.sheet, game=event.game)
        return
    draft.ask(RaiseDispute, sheet=event.sheet, game=event.game, entrant=event.raised_by, statement=AS_SAID)


@retells(DisputeWithdrawn)
def _withdrawn(draft: Retelling, event: DisputeWithdrawn) -> None:
    draft.ask(WithdrawDispute, dispute=event.dispute, reason=AS_SAID)


@retells(EvidencePresented)
def _presented(draft: Retelling, event: EvidencePresented) -> None:
    """What the engine said stands, unless other rules are asked about."""
    own = event.judged
    if draft.rescored:
        turn, rack = (own.turn, None) if isinstance(own, JudgedTurn) else (None, own.rack)
        draft.ask(PresentEvidence, dispute=event.dispute, entrant=own.entrant, turn=turn, rack=rack)
        return
    check_place(draft.state, event.dispute, own.entrant)
    record(draft, event.dispute, own, event.engine)


@retells(RulingMade)
def _ruled(draft: Retelling, event: RulingMade) -> None:
    superseded = _led_to(draft, RulingSuperseded)
    draft.ask(
        MakeRuling,
        dispute=event.dispute,
        finding=AS_SAID,
        cites=event.cites,
        reason=AS_SAID,
        effects=event.effects,
        supersedes=superseded.ruling if isinstance(superseded, RulingSuperseded) else None,
    )


@retells(VerbalWarningGiven)
def _warned(draft: Retelling, event: VerbalWarningGiven) -> None:
    draft.ask(GiveWarning, entrant=event.entrant, breach=AS_SAID)


@retells(EntrantWithdrew)
def _left(draft: Retelling, event: EntrantWithdrew) -> None:
    draft.ask(
        WithdrawEntrant,
        entrant=event.entrant,
        grounds=event.grounds,
        reason=AS_SAID if event.case is not None else "",
        game_in_progress=_led_to(draft, DisputeRaised) is not None,
    )


@retells(EntrantDisqualified)
def _put_out(draft: Retelling, event: EntrantDisqualified) -> None:
    draft.ask(DisqualifyEntrant, entrant=event.entrant, reason=AS_SAID)


@retells(EntrantReinstated)
def _reinstated(draft: Retelling, event: EntrantReinstated) -> None:
    draft.ask(ReinstateEntrant, entrant=event.entrant, reason=AS_SAID)


def _led_to(draft: Retelling, kind: type[Event]) -> Event | None:
    """The first event of a kind that the recorded fact led to."""
    assert draft.asked is not None
    return next((own.event for own in draft.asked.led_to if isinstance(own.event, kind)), None)
