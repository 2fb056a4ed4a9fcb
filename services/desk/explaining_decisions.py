"""What was decided about an entrant: waiting list, cut and ties, moving up, sessions, awards, rulings."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from services.access.visibility import Visibility
from services.desk.decided import LEFT, Decided, given_in
from services.desk.participant_view import tells_places
from services.desk.reasons import Reason, Words
from services.desk.redaction import told_of
from services.notices.audiences_of_cuts import RESERVES_TOLD
from services.notices.qualification import level_across
from services.projections.timeline import event_text
from services.rules.citing import Cited
from services.tournament.definition.awards import FamilyAward
from services.tournament.definition.places_called import session_called
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.docket.breaches import VerbalWarningGiven
from services.tournament.docket.cases import Ruling
from services.tournament.docket.leaving import EntrantDisqualified
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.kernel.facts import Event
from services.tournament.people.amendments import EntrantsMerged, RegistrationCancelled
from services.tournament.people.entries import StageEntered, StageLeft
from services.tournament.people.families import FamilyUnitDeclared, FamilyUnitDissolved
from services.tournament.people.forgetting import numbers_of
from services.tournament.people.moving import EntrantMoved
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed, WaitingListJoined
from services.tournament.play.scores import Sheet
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
from shared.catalogue import Word

_OF_TIES = (QualificationHeld, CutTieDecided)
"""Decisions among equals, whom an explanation names in any case."""
_SETTLING = (CutTieDecided, QualificationConcluded, QualificationUndone)
"""What a tie across the cut ends with."""


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
        self.state, self._number, self._stage = state, number, stage
        self.decided, self.words, self._seen = decided, words, seen
        self.mine = frozenset(numbers_of(state, number))

    def left_seq(self) -> int | None:
        """The event by which the entrant is out of the stage; None where that was taken back."""
        out: int | None = None
        for seq, event in self.decided:
            if isinstance(event, (*LEFT, EntrantReinstated)) and self._is_mine(event, self._stage):
                out = seq if isinstance(event, LEFT) else None
        return out

    def before_play(self) -> Iterator[Reason]:
        """How the entrant came by a place in the stage, or lost it."""
        source = self.state.stage_plan(self._stage).source
        yield from self._entries()
        if source is not None:
            yield from self._cut(self._stage)

    def after_play(self) -> Iterator[Reason]:
        """Whether the entrant goes on from the stage, and what was awarded."""
        for following in self.state.plan.leads_to(self._stage):
            yield from self._cut(following.id)
        yield from self._family()
        yield from self._awards()

    def _entries(self) -> Iterator[Reason]:
        """Registering, waiting, moving, giving back: what became of the entry into the stage."""
        for seq, event in self.decided:
            if isinstance(event, EntrantRegistered):
                if self._is_here(event.session):
                    yield Reason(self.words.say("registered-session", session=self._then(seq, event)), seq)
            elif self._is_of_entry(event):
                yield Reason(self.as_it_happened(seq, event), seq, decision=True)

    def _then(self, seq: int, event: EntrantRegistered) -> object:
        """The session registered for, by the day on which it was to be played then."""
        return session_called(event.session, self.state.plan, partial(self.state.moved_to, before=seq))

    def _is_of_entry(self, event: Event) -> bool:
        if isinstance(event, RegistrationCancelled | EntrantsMerged):
            return self._stage in self.state.plan.registered_stages
        if isinstance(event, PlaceConfirmed):
            return event.from_waiting_list and self._is_here(event.session)
        if isinstance(event, WaitingListJoined | StageEntered):
            return self._is_here(event.session)
        if isinstance(event, EntrantMoved):
            return self._is_here(event.to_session)
        return isinstance(event, StageLeft) and self._is_mine(event, self._stage)

    def returned(self) -> Iterator[Reason]:
        """That the entrant had left the stage and was let in again; what a ruling did, the ruling says.

        Of who is disqualified also the warnings, after which a breach leads to that (HK conduct).
        """
        out = self.left_seq()
        is_barred = self.state.entrants[self._number].out_of(self._stage) == "disqualified"
        for seq, event in self.decided:
            if is_barred and _warns(event, self.mine):
                yield Reason(self.as_it_happened(seq, event), seq)
            if not isinstance(event, (*LEFT, EntrantReinstated)) or not self._is_mine(event, self._stage):
                continue
            by_ruling = event.case is None if isinstance(event, EntrantReinstated) else _by_ruling(event)
            if seq != out and not by_ruling and not self._of_given_up(seq, event):
                yield Reason(self.as_it_happened(seq, event), seq, decision=True)

    def _is_mine(self, event: Event, stage: Stage) -> bool:
        """Whether an event names the entrant, in a stage."""
        of = (getattr(event, "entrant", ""), getattr(event, "stage", None))
        return of[0] in self.mine and of[1] == stage

    def _of_given_up(self, seq: int, event: Event) -> bool:
        """Whether somebody is let in again who had given up a place in the stage, and not left it."""
        if not isinstance(event, EntrantReinstated):
            return False
        earlier = (known for at, known in self.decided if at < seq and self._is_mine(known, event.stage))
        left = [known for known in earlier if isinstance(known, (*LEFT, QualifierWithdrew))]
        return bool(left) and isinstance(left[-1], QualifierWithdrew)

    def _is_here(self, session: str) -> bool:
        known = self.state.sessions.get(session)
        return known is not None and known.stage == self._stage

    def _cut(self, into: Stage) -> Iterator[Reason]:
        """The cut into a stage as far as it concerns the entrant: ties, outcome, moving up, sessions."""
        of_it = [known for known in self.decided if getattr(known[1], "stage", None) == into]
        tied, result = False, ""
        for at, (seq, event) in enumerate(of_it, 1):
            text: str | None = None
            if not self._shows(event):
                continue
            if isinstance(event, QualificationHeld):
                tied = not self.mine.isdisjoint(event.tied)
                settled = any(isinstance(later, _SETTLING) for _, later in of_it[at:])
                text = self.as_it_happened(seq, event) if tied and not settled else None
            elif isinstance(event, QualificationConcluded):
                outcome = self._outcome(event, tied=tied) or ""
                text, result = (None if outcome == result else outcome), outcome
            elif isinstance(event, QualificationUndone):
                text = self.as_it_happened(seq, event) if tied or result else None
                tied, result = False, ""
            elif isinstance(event, FinalistsPlaced):
                text = self._placed(event)
            elif tied if isinstance(event, CutTieDecided) else self._moves_in_cut(seq, event):
                text = self.as_it_happened(seq, event)
            if text:
                yield Reason(text, seq, decision=True)
            if isinstance(event, ReserveMovedUp) and text and event.session is not None:
                yield Reason(self._plays(event.session, "alone"), seq, decision=True)

    def _outcome(self, event: QualificationConcluded, *, tied: bool) -> str | None:
        """Whether the cut lets the entrant go on, among the reserves first told, or not though equal."""
        stage = self.state.plan.stage_name(event.stage)
        lot = event.seed is not None and level_across(self.state, event.stage, self._number) == "lot"
        seed = event.seed if lot else None
        if not self.mine.isdisjoint(event.qualified):
            return self.words.say("goes-on", stage=stage, seed=seed)
        reserve = next((at for at, other in enumerate(event.reserves, 1) if other in self.mine), None)
        if reserve is not None and reserve <= RESERVES_TOLD:
            return self.words.say("reserve", stage=stage, number=reserve, seed=seed)
        return self.words.say("stays", stage=stage) if tied else None

    def _moves_in_cut(self, seq: int, event: Event) -> bool:
        """Whether the entrant gave up a place, may have one again, moved up, or was passed over."""
        if isinstance(event, EntrantReinstated) and not self._of_given_up(seq, event):
            return False
        moves = (QualifierWithdrew, ReserveMovedUp, ReservePassedOver, EntrantReinstated)
        return isinstance(event, moves) and event.entrant in self.mine

    def _placed(self, event: FinalistsPlaced) -> str | None:
        given = given_in(event, self.mine)
        if not given:
            return None
        plan = self.state.stage_plan(event.stage)
        several = plan.attend == "one" and len(plan.sessions) > 1
        return self._plays(given[0], plan.split if several else "alone", event.seed)

    def _plays(self, session: str, split: str, seed: str | None = None) -> str:
        """Which session somebody plays in, with its hours."""
        planned = self.state.sessions[session].plan
        checks_in = self.state.stage_plan(self.state.sessions[session].stage).checks_in(planned)
        return self.words.say(
            "placed",
            session=session_called(session, self.state.plan, self.state.moved_to),
            split=split,
            seed=seed,
            registration=planned.opens_at if checks_in else None,
            seating=planned.seated_at,
            start=planned.start,
        )

    def _family(self) -> Iterator[Reason]:
        """With whom the entrant stands for the family award of the stage, and that they no longer do."""
        plan, theirs = self.state.plan, set[str]()
        if plan.family_award is None or plan.family_stage != self._stage:
            return
        for seq, event in self.decided:
            if isinstance(event, FamilyUnitDeclared) and {event.child, event.parent} & self.mine:
                theirs.add(event.unit)
            if isinstance(event, FamilyUnitDeclared | FamilyUnitDissolved) and event.unit in theirs:
                yield Reason(self.as_it_happened(seq, event), seq, decision=True)

    def _awards(self) -> Iterator[Reason]:
        """What was awarded in the stage, and taken back."""
        held: list[Text] = []
        for seq, event in self.decided:
            titles = [*self._titles(event)] if self._shows(event) else []
            if titles:
                yield Reason(self.words.say("awarded", titles=titles), seq, decision=True)
                held += titles
            elif isinstance(event, AwardsRevoked) and held:
                yield Reason(self.words.say("award-taken-back", titles=held), seq, decision=True)
                held = []

    def _titles(self, event: Event) -> Iterator[Text]:
        """The titles of this stage that an event gives the entrant."""
        plan = self.state.plan
        if isinstance(event, AwardsMade):
            for given in event.places if plan.titled_stage == self._stage else ():
                if not self.mine.isdisjoint(given.entrants):
                    yield plan.titles[given.place - 1]
            for other in event.others:
                award = plan.awards[other.award]
                assert not isinstance(award, FamilyAward), "families have an award of their own"
                if award.stage == self._stage and not self.mine.isdisjoint(other.holders):
                    yield award.titles[other.place - 1]
        elif isinstance(event, FamilyAwardMade) and plan.family_award and plan.family_stage == self._stage:
            units = [unit for name in event.units if (unit := self.state.units.get(name)) is not None]
            if any(not self.mine.isdisjoint((unit.child, unit.parent)) for unit in units):
                yield plan.family_award.name

    def _shows(self, event: Event) -> bool:
        stages = tells_places(self.state, event, self._number) if self._seen is not None else ()
        return all(self._seen is None or self._seen.hides(stage) is None for stage in stages)

    def as_it_happened(self, seq: int, event: Event) -> str:
        """An event as the timeline has it; for the entrant without who had the place before."""
        state, language = self.state, self.words.language
        whole = self._seen is None or self._seen.scope("timeline") == "any" or isinstance(event, _OF_TIES)
        moved = partial(state.moved_to, before=seq)
        if not whole:
            return told_of(event, self.mine, language, state.plan, moved)
        typed = self.words.typed.get(seq, "")
        return event_text(event, language, str, state.plan, typed, moved)


def _by_ruling(event: Event) -> bool:
    return isinstance(event, EntrantDisqualified) and event.ruling is not None


def _warns(event: Event, numbers: Collection[str]) -> bool:
    """Whether somebody was warned, and by no ruling, which is told as such."""
    return isinstance(event, VerbalWarningGiven) and event.ruling is None and event.entrant in numbers


_OF_A_PERSON = ("charge", "warning", "disqualify")


def rulings_about(state: State, stage: Stage, entrant_no: str, words: Words) -> Iterator[Reason]:
    """The rulings that concern an entrant in a stage, in order, but those that a game of theirs stands by."""
    by_games = {
        game.ruling
        for sheet in state.sheets.values()
        if entrant_no in sheet.seats
        for game in sheet.games
        if game is not None
    }
    for ruling in sorted(state.rulings.values(), key=lambda ruling: ruling.seq):
        effects = [*_of_her(state, ruling, entrant_no, stage)]
        if ruling.ruling not in by_games:
            effects += _of_her_table(state, ruling, entrant_no, stage)
        if effects:
            shown = [Word("effect", effect) for effect in effects]
            yield Reason(_sentence(ruling, shown, words), ruling.seq)


def _of_her(state: State, ruling: Ruling, entrant_no: str, stage: Stage) -> Iterator[str]:
    """What a ruling did to them alone, and that it took their disqualification back."""
    if (entrant_no, stage) in ruling.disqualified:
        yield "disqualify"
    elif ruling.supersedes and (entrant_no, stage) in state.rulings[ruling.supersedes].disqualified:
        yield "reinstate"
    sheet = _sheet(state, ruling)
    if entrant_no in ruling.warned and (sheet is None or sheet.stage == stage):
        yield "warning"


def _of_her_table(state: State, ruling: Ruling, entrant_no: str, stage: Stage) -> Iterator[str]:
    """What a ruling did with a game at their table, and whether it charged them."""
    sheet = _sheet(state, ruling)
    if sheet is None or sheet.stage != stage or entrant_no not in sheet.seats:
        return
    yield from (effect for effect in ruling.effects if effect not in _OF_A_PERSON)
    if entrant_no in dict(ruling.charges):
        yield "charge"


def _sheet(state: State, ruling: Ruling) -> Sheet | None:
    """The sheet that the case of a ruling is about, if it is about one."""
    return state.sheets.get(state.disputes[ruling.dispute].sheet or "")


def _sentence(ruling: Ruling, effects: list[Word], words: Words) -> str:
    return words.say(
        "ruling",
        number=ruling.ruling,
        dispute=ruling.dispute,
        cites=Cited(ruling.cites),
        effects=effects,
        after=ruling.superseded_by,
    )
