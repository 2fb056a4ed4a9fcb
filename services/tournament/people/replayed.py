"""People told again: registration and families.

What followed from ages stands as recorded: the birth dates they came from may be forgotten.
"""

from services.tournament.counterfactual.recorded_facts import AS_SAID, ReplayDraft, replays
from services.tournament.lookups import entrant_in
from services.tournament.people.amendments import (
    DetailsAmended,
    EntrantsMerged,
    LanguageChosen,
    MergeEntrants,
)
from services.tournament.people.choosing import check_open, session_to_register
from services.tournament.people.consents import ConsentChanged
from services.tournament.people.entries import StageEntered, enter
from services.tournament.people.families import FamilyUnitDeclared, check_single, check_unit
from services.tournament.people.family_proposals import FamilyUnitProposed
from services.tournament.people.forgetting import PersonForgotten
from services.tournament.people.moving import EntrantMoved, MoveEntrant, move
from services.tournament.people.questions import QuestionAnswered, QuestionAsked
from services.tournament.people.registration import EntrantRegistered, admit, number_taken
from shared.problems import not_found


@replays(EntrantRegistered)
def _registered(draft: ReplayDraft, event: EntrantRegistered) -> None:
    check_open(draft.state, session_to_register(draft.state, event.session))
    if event.entrant_no in draft.state.entrants:
        raise number_taken(event.entrant_no, event.entrant_no)
    admit(draft, event, {})


@replays(QuestionAsked)
def _asked(draft: ReplayDraft, event: QuestionAsked) -> None:
    draft.record(event)


@replays(QuestionAnswered)
def _answered(draft: ReplayDraft, event: QuestionAnswered) -> None:
    draft.record(event)


@replays(StageEntered)
def _entered(draft: ReplayDraft, event: StageEntered) -> None:
    enter(draft, event.entrant, event.session, old_enough=True)


@replays(FamilyUnitDeclared, alone=True)
def _declared(draft: ReplayDraft, event: FamilyUnitDeclared) -> None:
    child, parent = entrant_in(draft.state, event.child), entrant_in(draft.state, event.parent)
    assert draft.asked is not None
    caused = draft.asked.root.caused_by is not None
    proposal = draft.state.unit_proposals.get(event.unit)
    cause = proposal.seq if proposal is not None else max(child.registered_seq, parent.registered_seq)
    check_unit(draft.state, child, parent)
    draft.record(event, caused_by=cause if caused else None)


@replays(FamilyUnitProposed)
def _proposed(draft: ReplayDraft, event: FamilyUnitProposed) -> None:
    check_single(entrant_in(draft.state, event.by))
    draft.record(event)


@replays(EntrantMoved)
def _moved(draft: ReplayDraft, event: EntrantMoved) -> None:
    command = MoveEntrant(entrant=event.entrant, session=event.to_session, reason=AS_SAID)
    move(draft, command, old_enough=True)


@replays(EntrantsMerged)
def _merged(draft: ReplayDraft, event: EntrantsMerged) -> None:
    draft.ask(MergeEntrants, keep=event.kept, drop=event.dropped, reason=AS_SAID)


@replays(DetailsAmended)
def _amended(draft: ReplayDraft, event: DetailsAmended) -> None:
    entrant_in(draft.state, event.entrant)
    draft.record(event)


@replays(LanguageChosen)
def _language(draft: ReplayDraft, event: LanguageChosen) -> None:
    entrant_in(draft.state, event.entrant)
    draft.record(event)


@replays(ConsentChanged)
def _consented(draft: ReplayDraft, event: ConsentChanged) -> None:
    entrant_in(draft.state, event.entrant)
    draft.record(event)


@replays(PersonForgotten)
def _forgotten(draft: ReplayDraft, event: PersonForgotten) -> None:
    known = event.person in draft.state.persons or any(
        referee.person == event.person for referee in draft.state.referees.values()
    )
    if not known:
        raise not_found("person", event.entrant or event.referee or event.person)
    draft.record(event)
