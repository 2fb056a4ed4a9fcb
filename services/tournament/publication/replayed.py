"""Publication and awards drawn anew where the record has them, and what went out told again.

What is still open then is said, and the conclusion is drawn all the same: the question is what would have
followed, not whether every form had been kept.
"""

from services.tournament.counterfactual.recorded_facts import ReplayDraft, replays
from services.tournament.publication.awards import AwardsMade, award
from services.tournament.publication.publishing import ResultsPublished, not_over, not_settled, publish
from services.tournament.publication.reminding import AnnouncementMade, ReminderDue, remind


@replays(ResultsPublished)
def _published(draft: ReplayDraft, event: ResultsPublished) -> None:
    publish(draft, event.stage)
    draft.note(not_settled(draft.state, event.stage))


@replays(AwardsMade)
def _awarded(draft: ReplayDraft, event: AwardsMade) -> None:
    award(draft)
    draft.note(not_over(draft.state))


@replays(ReminderDue)
def _due(draft: ReplayDraft, event: ReminderDue) -> None:
    remind(draft, event.session, event.kind)


@replays(AnnouncementMade)
def _announced(draft: ReplayDraft, event: AnnouncementMade) -> None:
    draft.record(event)
