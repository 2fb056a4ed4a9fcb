"""The plan told again: founding, changes of the plan, officials."""

from services.tournament.counterfactual.recorded_facts import ReplayDraft, replays
from services.tournament.definition.amending import TournamentAmended, amend
from services.tournament.definition.attachments_kept import AttachmentKept
from services.tournament.definition.founding import ALREADY_APPOINTED, RefereeAppointed, TournamentDefined


@replays(TournamentDefined)
def _defined(draft: ReplayDraft, event: TournamentDefined) -> None:
    draft.record(event)


@replays(TournamentAmended)
def _plan_amended(draft: ReplayDraft, event: TournamentAmended) -> None:
    rulesets = {
        ruleset.id: ruleset for ruleset in (event.ruleset, *(other.ruleset for other in event.stage_rules))
    }
    amend(draft, event.definition, rulesets, event.ages)


@replays(AttachmentKept)
def _attachment_kept(draft: ReplayDraft, event: AttachmentKept) -> None:
    draft.record(event)


@replays(RefereeAppointed)
def _appointed(draft: ReplayDraft, event: RefereeAppointed) -> None:
    known = draft.state.referees.get(event.referee)
    if known is not None and known.active:
        raise ALREADY_APPOINTED(referee=event.referee)
    draft.record(event)
