"""People told again: founding, registration, families, presence.

What followed from ages stands as recorded: the birth dates they came from may be forgotten.
"""

from services.tournament.amending import TournamentAmended, amend
from services.tournament.amendments import (
    CancelRegistration,
    ConsentChanged,
    DetailsAmended,
    EntrantMoved,
    EntrantsMerged,
    LanguageChosen,
    MergeEntrants,
    MoveEntrant,
    RegistrationCancelled,
    SetConsent,
    move,
)
from services.tournament.families import (
    DissolveFamilyUnit,
    FamilyUnitDeclared,
    FamilyUnitDissolved,
    check_single,
    check_unit,
)
from services.tournament.family_proposals import DeclineFamilyUnit, FamilyUnitDeclined, FamilyUnitProposed
from services.tournament.forgetting import PersonForgotten
from services.tournament.founding import (
    ALREADY_APPOINTED,
    DismissReferee,
    RefereeAppointed,
    RefereeDismissed,
    TournamentDefined,
)
from services.tournament.lookups import attendance_in, entrant_in
from services.tournament.paper import ANOTHER_SESSION
from services.tournament.presence import (
    CheckIn,
    CheckInUndone,
    EntrantCheckedIn,
    UndoCheckIn,
    next_attendance,
)
from services.tournament.registration import (
    EntrantRegistered,
    admit,
    free_number,
    open_for_registration,
)
from services.tournament.retelling.told import Retelling, retells
from shared.problems import NOT_FOUND

AS_SAID = "as recorded"
"""Stands for a reason, statement or finding; the words themselves are in the vault and change nothing."""


@retells(TournamentDefined)
def _defined(draft: Retelling, event: TournamentDefined) -> None:
    draft.record(event)


@retells(TournamentAmended)
def _plan_amended(draft: Retelling, event: TournamentAmended) -> None:
    rulesets = {own.id: own for own in (event.ruleset, *(other.ruleset for other in event.stage_rules))}
    amend(draft, event.definition, rulesets, event.ages)


@retells(RefereeAppointed)
def _appointed(draft: Retelling, event: RefereeAppointed) -> None:
    known = draft.state.referees.get(event.referee)
    if known is not None and known.active:
        raise ALREADY_APPOINTED(referee=event.referee)
    draft.record(event)


@retells(RefereeDismissed)
def _dismissed(draft: Retelling, event: RefereeDismissed) -> None:
    draft.ask(DismissReferee, referee=event.referee, reason=AS_SAID)


@retells(EntrantRegistered)
def _registered(draft: Retelling, event: EntrantRegistered) -> None:
    open_for_registration(draft.state, event.session)
    free_number(draft.state, event.entrant_no)
    admit(draft, event, {})


@retells(FamilyUnitDeclared, alone=True)
def _declared(draft: Retelling, event: FamilyUnitDeclared) -> None:
    child, parent = entrant_in(draft.state, event.child), entrant_in(draft.state, event.parent)
    assert draft.asked is not None
    caused = draft.asked.root.caused_by is not None
    proposal = draft.state.unit_proposals.get(event.unit)
    cause = proposal.seq if proposal is not None else max(child.registered_seq, parent.registered_seq)
    check_unit(draft.state, child, parent)
    draft.record(event, caused_by=cause if caused else None)


@retells(FamilyUnitProposed)
def _proposed(draft: Retelling, event: FamilyUnitProposed) -> None:
    check_single(entrant_in(draft.state, event.by))
    draft.record(event)


@retells(FamilyUnitDeclined)
def _declined(draft: Retelling, event: FamilyUnitDeclined) -> None:
    draft.ask(DeclineFamilyUnit, child=event.child, parent=event.parent)


@retells(FamilyUnitDissolved)
def _dissolved(draft: Retelling, event: FamilyUnitDissolved) -> None:
    draft.ask(DissolveFamilyUnit, unit=event.unit, reason=AS_SAID)


@retells(RegistrationCancelled)
def _cancelled(draft: Retelling, event: RegistrationCancelled) -> None:
    draft.ask(CancelRegistration, entrant=event.entrant, reason=AS_SAID)


@retells(EntrantMoved)
def _moved(draft: Retelling, event: EntrantMoved) -> None:
    command = MoveEntrant(entrant=event.entrant, session=event.to_session, reason=AS_SAID)
    move(draft, command, old_enough=True)


@retells(EntrantsMerged)
def _merged(draft: Retelling, event: EntrantsMerged) -> None:
    draft.ask(MergeEntrants, keep=event.kept, drop=event.dropped, reason=AS_SAID)


@retells(DetailsAmended)
def _amended(draft: Retelling, event: DetailsAmended) -> None:
    entrant_in(draft.state, event.entrant)
    draft.record(event)


@retells(LanguageChosen)
def _language(draft: Retelling, event: LanguageChosen) -> None:
    entrant_in(draft.state, event.entrant)
    draft.record(event)


@retells(ConsentChanged)
def _consent(draft: Retelling, event: ConsentChanged) -> None:
    draft.ask(SetConsent, entrant=event.entrant, shown=event.shown)


@retells(PersonForgotten)
def _forgotten(draft: Retelling, event: PersonForgotten) -> None:
    known = event.person in draft.state.persons or any(
        own.person == event.person for own in draft.state.referees.values()
    )
    if not known:
        raise NOT_FOUND(what="person", id=event.entrant or event.referee or event.person)
    draft.record(event)


@retells(EntrantCheckedIn)
def _checked_in(draft: Retelling, event: EntrantCheckedIn) -> None:
    _in_session(draft, event.entrant, event.session)
    draft.ask(CheckIn, entrant=event.entrant)


@retells(CheckInUndone)
def _undone(draft: Retelling, event: CheckInUndone) -> None:
    _in_session(draft, event.entrant, event.session)
    draft.ask(UndoCheckIn, entrant=event.entrant, reason=AS_SAID)


def _in_session(draft: Retelling, entrant_no: str, session: str) -> None:
    """Refuse where the entrant is in another session than in the record."""
    entrant = entrant_in(draft.state, entrant_no)
    attendance_in(draft.state, entrant, entrant.stage)
    following = next_attendance(draft.state, entrant, draft.context.occurred_at).session
    if following != session:
        raise ANOTHER_SESSION(entrant=entrant_no, own=following, session=session)
