"""Conclusions drawn anew where the record has them: publication, cut, placing, awards.

What is still open then is said, and the conclusion is drawn all the same: the question is what would have
followed, not whether every form had been kept. A decision on a tie stands only for that very tie.
"""

from services.tournament.awards import AwardsMade, AwardsRevoked, RevokeAwards, award
from services.tournament.cut import (
    QualificationConcluded,
    QualificationHeld,
    QualificationUndone,
    source_of,
)
from services.tournament.finalists import FinalistsPlaced, PlaceFinalists, WithdrawQualifier
from services.tournament.publication import ResultsPublished, not_settled, publish
from services.tournament.qualification import (
    CUT_CHANGED,
    CutTieDecided,
    DecideCutTie,
    UndoQualification,
    conclude,
)
from services.tournament.reserves import QualifierWithdrew, ReserveMovedUp
from services.tournament.retelling.people import AS_SAID
from services.tournament.retelling.told import NO_TIE, Retelling, retells


@retells(ResultsPublished)
def _published(draft: Retelling, event: ResultsPublished) -> None:
    publish(draft, event.stage)
    draft.note(not_settled(draft.state, event.stage))


@retells(QualificationHeld, QualificationConcluded, ReserveMovedUp)
def _cut(draft: Retelling, event: QualificationHeld | QualificationConcluded | ReserveMovedUp) -> None:
    conclude(draft, event.stage, event.seed if not isinstance(event, ReserveMovedUp) else None)
    draft.note(not_settled(draft.state, source_of(draft.state, event.stage).stage))


@retells(CutTieDecided)
def _decided(draft: Retelling, event: CutTieDecided) -> None:
    cut = draft.state.cut_into(event.stage)
    known = draft.remembered.ties.get(event.stage, NO_TIE)
    if cut.status == "held" and (cut.tied, cut.free_places) != known:
        raise CUT_CHANGED()
    draft.ask(
        DecideCutTie,
        stage=event.stage,
        choice=event.choice,
        play_off=event.admitted if event.choice == "play_off" else (),
        seed=event.seed,
        reason=AS_SAID,
    )


@retells(QualificationUndone)
def _undone(draft: Retelling, event: QualificationUndone) -> None:
    draft.ask(UndoQualification, stage=event.stage, reason=AS_SAID)


@retells(FinalistsPlaced)
def _placed(draft: Retelling, event: FinalistsPlaced) -> None:
    by_lot = draft.state.stage_plan(event.stage).split == "lot"
    chosen = {number: own.session for own in event.sessions for number in own.entrants}
    draft.ask(PlaceFinalists, stage=event.stage, seed=event.seed if by_lot else None, chosen=chosen)


@retells(QualifierWithdrew)
def _gave_up(draft: Retelling, event: QualifierWithdrew) -> None:
    draft.ask(WithdrawQualifier, entrant=event.entrant, stage=event.stage, reason=AS_SAID)


@retells(AwardsMade)
def _awarded(draft: Retelling, event: AwardsMade) -> None:
    award(draft)
    draft.note(not_settled(draft.state, draft.state.plan.last_stage))


@retells(AwardsRevoked)
def _revoked(draft: Retelling, event: AwardsRevoked) -> None:
    draft.ask(RevokeAwards, reason=AS_SAID)
