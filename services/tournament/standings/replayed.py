"""Cuts drawn anew where the record has them. A decision on a tie stands only for that very tie."""

from services.tournament.counterfactual.recorded_facts import AS_SAID, NO_TIE, ReplayDraft, replays
from services.tournament.publication.publishing import not_settled
from services.tournament.standings.cut import QualificationConcluded, QualificationHeld, source_of
from services.tournament.standings.finalists import FinalistsPlaced, PlaceFinalists
from services.tournament.standings.qualification import CUT_CHANGED, CutTieDecided, DecideCutTie, conclude
from services.tournament.standings.reserves import ReserveMovedUp, ReservePassedOver

_Cut = QualificationHeld | QualificationConcluded | ReserveMovedUp | ReservePassedOver


@replays(QualificationHeld, QualificationConcluded, ReserveMovedUp, ReservePassedOver)
def _cut(draft: ReplayDraft, event: _Cut) -> None:
    seed = event.seed if isinstance(event, QualificationHeld | QualificationConcluded) else None
    conclude(draft, event.stage, seed)
    draft.note(not_settled(draft.state, source_of(draft.state, event.stage).stage))


@replays(CutTieDecided)
def _decided(draft: ReplayDraft, event: CutTieDecided) -> None:
    cut = draft.state.cut_into(event.stage)
    known = draft.remembered.ties.get(event.stage, NO_TIE)
    if cut.status == "held" and (cut.tied, cut.free_places) != known:
        raise CUT_CHANGED(freed=bool(cut.vacancies))
    draft.ask(
        DecideCutTie,
        stage=event.stage,
        choice=event.choice,
        play_off=event.admitted if event.choice == "play_off" else (),
        seed=event.seed,
        reason=AS_SAID,
    )


@replays(FinalistsPlaced)
def _placed(draft: ReplayDraft, event: FinalistsPlaced) -> None:
    by_lot = draft.state.stage_plan(event.stage).split == "lot"
    chosen = {number: session.session for session in event.sessions for number in session.entrants}
    draft.ask(PlaceFinalists, stage=event.stage, seed=event.seed if by_lot else None, chosen=chosen)
