"""The docket told again: disputes, rulings, warnings, who left or was put out."""

from msgspec import UNSET, UnsetType, structs

from services.rules.game import ENDINGS, EndedBy
from services.tournament.counterfactual.recorded_facts import AS_SAID, ReplayDraft, replays
from services.tournament.docket.breaches import ReportBreach
from services.tournament.docket.disputes import DisputeRaised, RaiseDispute, ReportGameNotBegun
from services.tournament.docket.effects import AmendGame, Effect
from services.tournament.docket.evidence import EvidencePresented, PresentEvidence, check_place, record
from services.tournament.docket.judgement import JudgedTurn
from services.tournament.docket.leaving import (
    DisqualifyEntrant,
    EntrantDisqualified,
    EntrantWithdrew,
    WithdrawEntrant,
)
from services.tournament.docket.rulings import GameRuled, MakeRuling, RulingMade, RulingSuperseded
from services.tournament.kernel.facts import Event
from services.tournament.lookups import stage_told
from services.tournament.play.endings import ending_kept
from services.tournament.play.figures import ending_of
from shared.problems import not_found


@replays(DisputeRaised)
def _raised(draft: ReplayDraft, event: DisputeRaised) -> None:
    if event.kind == "breach":
        draft.ask(ReportBreach, entrant=event.entrants[0], description=AS_SAID)
        return
    if event.sheet is None:
        raise not_found("score-sheet", "-")
    if event.kind == "game_not_begun" and event.game is not None:
        draft.ask(ReportGameNotBegun, sheet=event.sheet, game=event.game)
        return
    draft.ask(RaiseDispute, sheet=event.sheet, game=event.game, entrant=event.raised_by, statement=AS_SAID)


@replays(EvidencePresented)
def _presented(draft: ReplayDraft, event: EvidencePresented) -> None:
    """What the engine said stands, unless other rules are asked about."""
    judged = event.judged
    if draft.rescored:
        turn, rack = (judged.turn, None) if isinstance(judged, JudgedTurn) else (None, judged.rack)
        draft.ask(PresentEvidence, dispute=event.dispute, entrant=judged.entrant, turn=turn, rack=rack)
        return
    check_place(draft.state, event.dispute, judged.entrant)
    record(draft, event.dispute, judged, event.engine)


@replays(RulingMade)
def _ruled(draft: ReplayDraft, event: RulingMade) -> None:
    superseded = _led_to(draft, RulingSuperseded)
    draft.ask(
        MakeRuling,
        dispute=event.dispute,
        finding=AS_SAID,
        cites=event.cites,
        reason=AS_SAID,
        effects=tuple(_with_ending(draft, event.dispute, effect) for effect in event.effects),
        supersedes=superseded.ruling if isinstance(superseded, RulingSuperseded) else None,
    )


def _with_ending(draft: ReplayDraft, dispute: str, effect: Effect) -> Effect:
    """The effect with the ending its game was given, if the ruling left it open and it is another now."""
    if not isinstance(effect, AmendGame) or effect.ended_by is not UNSET or effect.winners is not UNSET:
        return effect
    assert draft.asked is not None
    ruled = [step.event for step in draft.asked.led_to if isinstance(step.event, GameRuled)]
    endings = [game.ended_by for game in ruled if game.game == effect.game]
    about = draft.state.disputes.get(dispute)
    sheet = draft.state.sheets.get(about.sheet) if about is not None and about.sheet is not None else None
    now = None if sheet is None or effect.game > len(sheet.games) else sheet.games[effect.game - 1]
    if ending_of(ending_kept(now, UNSET, effect.seats, strict=False), effect.seats) in endings:
        return effect
    ended_by: EndedBy | UnsetType = next((known for known in ENDINGS if known in endings), UNSET)
    return structs.replace(effect, ended_by=ended_by)


@replays(EntrantWithdrew)
def _left(draft: ReplayDraft, event: EntrantWithdrew) -> None:
    draft.ask(
        WithdrawEntrant,
        entrant=event.entrant,
        stage=stage_told(draft.state, event.entrant, event.stage),
        grounds=event.grounds,
        reason=AS_SAID if event.case is not None else "",
        game_in_progress=_led_to(draft, DisputeRaised) is not None,
    )


@replays(EntrantDisqualified)
def _put_out(draft: ReplayDraft, event: EntrantDisqualified) -> None:
    stage = stage_told(draft.state, event.entrant, event.stage)
    draft.ask(DisqualifyEntrant, entrant=event.entrant, stage=stage, reason=AS_SAID)


def _led_to(draft: ReplayDraft, kind: type[Event]) -> Event | None:
    """The first event of a kind that the recorded fact led to."""
    assert draft.asked is not None
    return next((step.event for step in draft.asked.led_to if isinstance(step.event, kind)), None)
