"""What was decided about an entrant: waiting list, the cut and its ties, moving up, sessions, awards."""

from collections.abc import Iterator, Sequence
from functools import partial

from services.access.visibility import Visibility
from services.desk.participant_view import tells_places
from services.desk.query_context import QueryContext
from services.desk.reasons import Reason, Words
from services.desk.redaction import told_of
from services.notices.audiences_of_cuts import RESERVES_TOLD
from services.notices.qualification import level_across
from services.projections.timeline import event_text
from services.tournament.definition.awards import FamilyAward
from services.tournament.definition.places_called import session_called
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.docket.leaving import EntrantDisqualified, EntrantWithdrew
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from services.tournament.people.amendments import EntrantsMerged, RegistrationCancelled
from services.tournament.people.entries import StageEntered, StageLeft
from services.tournament.people.forgetting import numbers_of
from services.tournament.people.moving import EntrantMoved
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed, WaitingListJoined
from services.tournament.play.signatures import SignaturesVoided
from services.tournament.publication.awards import AwardsMade, AwardsRevoked, FamilyAwardMade
from services.tournament.standings.cut import (
    QualificationConcluded,
    QualificationHeld,
    QualificationUndone,
)
from services.tournament.standings.finalists import FinalistsPlaced
from services.tournament.standings.qualification import CutTieDecided
from services.tournament.standings.reserves import QualifierWithdrew, ReserveMovedUp, ReservePassedOver
from services.tournament.state import State

Decided = tuple[int, Event]
"""An event and its seq."""
LEFT = (EntrantWithdrew, EntrantDisqualified)
_OF_ANYONE = (CutTieDecided, QualificationUndone, AwardsMade, FamilyAwardMade, AwardsRevoked)
"""Decisions that may concern an entrant whom they do not name."""
_NAMING = (
    EntrantRegistered, WaitingListJoined, PlaceConfirmed, EntrantMoved, RegistrationCancelled,
    EntrantsMerged, StageEntered, StageLeft, QualificationHeld, QualificationConcluded,
    QualifierWithdrew, ReserveMovedUp, ReservePassedOver, FinalistsPlaced, *LEFT, EntrantReinstated,
    SignaturesVoided,
)  # fmt: skip
_OF_TIES = (QualificationHeld, CutTieDecided)
"""Decisions among equals, whom an explanation names in any case."""
_SETTLING = (CutTieDecided, QualificationConcluded, QualificationUndone)
"""What a tie across the cut ends with."""


def decided_about(look: QueryContext, number: str) -> list[Decided]:
    """The decisions that name an entrant, or may concern them, up to the moment looked at."""
    events = look.desk.history(look.tournament_id).events
    naming, anyone = (
        {*events.of_types(event_types()[cls].name for cls in classes)} for classes in (_NAMING, _OF_ANYONE)
    )
    named = {seq for each in numbers_of(look.state, number) for seq in events.about(("entrant", each))}
    seqs = sorted(seq for seq in (named & naming) | anyone if seq <= look.state.seq)
    return look.desk.decoded(look.tournament_id, seqs)


class Decisions:
    """What was decided about an entrant in a stage, in words.

    Args:
        decided: by rising seq.
        seen: what whoever asks may see; None for everything.
    """

    def __init__(
        self,
        state: State,
        number: str,
        stage: Stage,
        decided: Sequence[Decided],
        words: Words,
        seen: Visibility | None,
    ) -> None:
        self._state, self._number, self._stage = state, number, stage
        self._decided, self._words, self._seen = decided, words, seen
        self._mine = frozenset(numbers_of(state, number))

    def left_seq(self) -> int | None:
        """The event by which the entrant is out of the stage."""
        seqs = [seq for seq, event in self._decided if isinstance(event, LEFT) and event.stage == self._stage]
        return seqs[-1] if seqs else None

    def before_play(self) -> Iterator[Reason]:
        """How the entrant came by a place in the stage, or lost it."""
        source = self._state.stage_plan(self._stage).source
        yield from self._entries()
        if source is not None:
            yield from self._cut(self._stage)

    def after_play(self) -> Iterator[Reason]:
        """Whether the entrant goes on from the stage, and what was awarded."""
        for following in self._state.plan.leads_to(self._stage):
            yield from self._cut(following.id)
        yield from self._awards()

    def voided(self, sheet: str) -> Iterator[Reason]:
        """The events by which the entrant's signature under a sheet became void."""
        for seq, event in self._decided:
            if isinstance(event, SignaturesVoided) and event.sheet == sheet:
                yield Reason(self._words.say("signature-voided"), seq)

    def given(self, session: str) -> int | None:
        """The event that gave the entrant a session last; None where none is known."""
        found = [seq for seq, event in self._decided if session in self._sessions_given(event)]
        return found[-1] if found else None

    def _sessions_given(self, event: Event) -> Sequence[str]:
        if isinstance(event, FinalistsPlaced):
            return [placed.session for placed in event.sessions if not self._mine.isdisjoint(placed.entrants)]
        if isinstance(event, EntrantMoved):
            return (event.to_session,)
        if isinstance(event, EntrantRegistered | PlaceConfirmed | StageEntered | ReserveMovedUp):
            return (event.session,) if event.session else ()
        return ()

    def _entries(self) -> Iterator[Reason]:
        """Registering, waiting, moving, giving back: what became of the entry into the stage."""
        for seq, event in self._decided:
            if isinstance(event, EntrantRegistered):
                if self._is_here(event.session):
                    yield Reason(self._words.say("registered-session", session=self._then(seq, event)), seq)
            elif self._is_of_entry(event):
                yield Reason(self._as_it_happened(seq, event), seq, decision=True)

    def _then(self, seq: int, event: EntrantRegistered) -> object:
        """The session registered for, by the day on which it was to be played then."""
        return session_called(event.session, self._state.plan, partial(self._state.moved_to, before=seq))

    def _is_of_entry(self, event: Event) -> bool:
        if isinstance(event, RegistrationCancelled | EntrantsMerged):
            return self._stage in self._state.plan.registered_stages
        if isinstance(event, PlaceConfirmed):
            return event.from_waiting_list and self._is_here(event.session)
        if isinstance(event, WaitingListJoined | StageEntered):
            return self._is_here(event.session)
        if isinstance(event, EntrantMoved):
            return self._is_here(event.to_session)
        if isinstance(event, EntrantReinstated):  # by a ruling, that says so
            return event.case is not None and event.stage == self._stage
        return isinstance(event, StageLeft) and event.stage == self._stage

    def _is_here(self, session: str) -> bool:
        known = self._state.sessions.get(session)
        return known is not None and known.stage == self._stage

    def _cut(self, into: Stage) -> Iterator[Reason]:
        """The cut into a stage as far as it concerns the entrant: ties, outcome, moving up, sessions."""
        of_it = [known for known in self._decided if getattr(known[1], "stage", None) == into]
        tied, result = False, ""
        for at, (seq, event) in enumerate(of_it, 1):
            text: str | None = None
            if not self._shows(event):
                continue
            if isinstance(event, QualificationHeld):
                tied = not self._mine.isdisjoint(event.tied)
                settled = any(isinstance(later, _SETTLING) for _, later in of_it[at:])
                text = self._as_it_happened(seq, event) if tied and not settled else None
            elif isinstance(event, QualificationConcluded):
                outcome = self._outcome(event, tied=tied) or ""
                text, result = (None if outcome == result else outcome), outcome
            elif isinstance(event, QualificationUndone):
                text = self._as_it_happened(seq, event) if tied or result else None
                tied, result = False, ""
            elif isinstance(event, FinalistsPlaced):
                text = self._placed(event)
            elif tied if isinstance(event, CutTieDecided) else getattr(event, "entrant", "") in self._mine:
                text = self._as_it_happened(seq, event)
            if text:
                yield Reason(text, seq, decision=True)

    def _outcome(self, event: QualificationConcluded, *, tied: bool) -> str | None:
        """Whether the cut lets the entrant go on, among the reserves first told, or not though equal."""
        stage = self._state.plan.stage_name(event.stage)
        lot = event.seed is not None and level_across(self._state, event.stage, self._number) == "lot"
        seed = event.seed if lot else None
        if not self._mine.isdisjoint(event.qualified):
            return self._words.say("goes-on", stage=stage, seed=seed)
        reserve = next((at for at, other in enumerate(event.reserves, 1) if other in self._mine), None)
        if reserve is not None and reserve <= RESERVES_TOLD:
            return self._words.say("reserve", stage=stage, number=reserve, seed=seed)
        return self._words.say("stays", stage=stage) if tied else None

    def _placed(self, event: FinalistsPlaced) -> str | None:
        own = self._sessions_given(event)
        if not own or event.stage != self._stage:
            return None
        plan = self._state.stage_plan(event.stage)
        several = plan.attend == "one" and len(plan.sessions) > 1
        return self._words.say(
            "placed",
            session=session_called(own[0], self._state.plan, self._state.moved_to),
            split=plan.split if several else "alone",
            seed=event.seed,
        )

    def _awards(self) -> Iterator[Reason]:
        """What was awarded in the stage, and taken back."""
        held: list[Text] = []
        for seq, event in self._decided:
            titles = [*self._titles(event)] if self._shows(event) else []
            if titles:
                yield Reason(self._words.say("awarded", titles=titles), seq, decision=True)
                held += titles
            elif isinstance(event, AwardsRevoked) and held:
                yield Reason(self._words.say("award-taken-back", titles=held), seq, decision=True)
                held = []

    def _titles(self, event: Event) -> Iterator[Text]:
        """The titles of this stage that an event gives the entrant."""
        plan = self._state.plan
        if isinstance(event, AwardsMade):
            for given in event.places if plan.titled_stage == self._stage else ():
                if not self._mine.isdisjoint(given.entrants):
                    yield plan.titles[given.place - 1]
            for other in event.others:
                award = plan.awards[other.award]
                assert not isinstance(award, FamilyAward), "families have an award of their own"
                if award.stage == self._stage and not self._mine.isdisjoint(other.holders):
                    yield award.titles[other.place - 1]
        elif isinstance(event, FamilyAwardMade) and plan.family_award and plan.family_stage == self._stage:
            units = [unit for name in event.units if (unit := self._state.units.get(name)) is not None]
            if any(not self._mine.isdisjoint((unit.child, unit.parent)) for unit in units):
                yield plan.family_award.name

    def _shows(self, event: Event) -> bool:
        stages = tells_places(self._state, event, self._number) if self._seen is not None else ()
        return all(self._seen is None or self._seen.hides(stage) is None for stage in stages)

    def _as_it_happened(self, seq: int, event: Event) -> str:
        """An event as the timeline has it; for the entrant without who had the place before."""
        state, language = self._state, self._words.language
        whole = self._seen is None or self._seen.scope("timeline") == "any" or isinstance(event, _OF_TIES)
        if not whole:
            return told_of(event, self._mine, language, state.plan)
        moved = partial(state.moved_to, before=seq)
        typed = self._words.typed.get(seq, "")
        return event_text(event, language, str, state.plan, typed, moved)
