"""What changes after registration: details, language, cancelling, merging. History stays."""

from datetime import date

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import Email, EntrantNo, Id, Name, Phone, SharedReason, Spoken
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import NOT_TAKING_PART, check_names, entrant_in, stage_in
from services.tournament.people.entrants import Entrant
from services.tournament.people.entries import StageLeft, leave_stage, live, take_over, unarrived
from services.tournament.people.families import (
    FamilyUnitDissolved,
    may_be,
    without_proposals,
)
from services.tournament.people.places import give_up, registered_in, take_place, vacate
from services.tournament.people.registration import (
    ADDRESSES,
    TOO_YOUNG,
    check_birth_date,
    confirm_from_waiting_list,
    old_enough_for,
)
from services.tournament.state import State
from shared.catalogue import Phrase, Word
from shared.emails import normalised
from shared.problems import INVALID_INPUT, ProblemType
from shared.telephones import telephone

MERGE_NEEDS_TWO = ProblemType("merge-needs-two", 422)
UNIT_STANDS = ProblemType("unit-stands", 409)
PERSON_FORGOTTEN = ProblemType("person-forgotten", 409)


@event("registration-cancelled")
class RegistrationCancelled(Event, frozen=True):
    """The entrant gave the place back before play; the reason is in the vault under `case`."""

    entrant: str
    case: str


@event("entrants-merged")
class EntrantsMerged(Event, frozen=True):
    """One person was registered twice; `dropped` lives on in `kept`, with the place if `kept` had none."""

    kept: str
    dropped: str
    takes_place: bool
    case: str


@event("details-amended")
class DetailsAmended(Event, frozen=True):
    """Name, birth date or contacts changed; the new ones are in the vault under the person.

    `categories` and `may_be` say what follows from a new birth date, as in `entrant-registered`.
    """

    entrant: str
    fields: tuple[str, ...]
    categories: tuple[str, ...] | None
    may_be: tuple[str, ...] | None


@event("language-chosen")
class LanguageChosen(Event, frozen=True):
    """The entrant chose the language of messages; which one is in the vault under the person."""

    entrant: str


class CancelRegistration(Command, frozen=True, kw_only=True):
    """Give the place back; whoever waits longest moves up.

    With a stage only the entry into that one, where the entrant is in several.
    """

    entrant: EntrantNo
    stage: Id | None = None
    reason: SharedReason = ""


class MergeEntrants(Command, frozen=True, kw_only=True):
    """Someone was registered twice: keep one number, drop the other."""

    keep: EntrantNo
    drop: EntrantNo
    reason: SharedReason = ""


class AmendDetails(Command, frozen=True, kw_only=True):
    """Correct a name, birth date or contact. Fields left out stay as they are."""

    entrant: EntrantNo
    name_en: Name | None = None
    name_zh: Name | None = None
    birth_date: date | None = None
    email: Email | None = None
    phone: Phone | None = None
    guardian: Name | None = None
    guardian_email: Email | None = None


class ChooseLanguage(Command, frozen=True, kw_only=True):
    """Choose the language of messages."""

    entrant: EntrantNo
    language: Spoken


@decides(CancelRegistration, RegistrationCancelled, StageLeft)
def cancel_registration(draft: Draft, command: CancelRegistration) -> None:
    stage = command.stage
    if stage is not None:
        entrant = live(entrant_in(draft.state, command.entrant))
        entered = registered_in(draft.state, entrant)
        if stage_in(draft.state, stage) not in entered:
            raise NOT_TAKING_PART(
                entrant=command.entrant,
                stage=draft.state.plan.stage_name(stage),
                status=Word("entrant", entrant.status),
            )
        if len(entered) > 1:
            leave_stage(draft, entrant, stage, command.reason)
            return
    entrant = unarrived(draft.state, command.entrant)
    case, text = draft.case(reason=command.reason)
    seq = draft.record(RegistrationCancelled(command.entrant, case), personal=text)
    if entrant.unit is not None:
        draft.record(FamilyUnitDissolved(entrant.unit, case), caused_by=seq)
    if entrant.status == "registered":
        confirm_from_waiting_list(draft, seq)


@decides(MergeEntrants)
def merge_entrants(draft: Draft, command: MergeEntrants) -> None:
    if command.keep == command.drop:
        raise MERGE_NEEDS_TWO()
    kept = live(entrant_in(draft.state, command.keep))
    dropped = unarrived(draft.state, command.drop)
    if dropped.unit is not None:
        raise UNIT_STANDS(entrant=command.drop, unit=dropped.unit)
    both = (registered_in(draft.state, kept), registered_in(draft.state, dropped))
    single = len(both[0]) == len(both[1]) == 1
    takes_place = single and kept.status == "waiting" and dropped.status == "registered"
    case, text = draft.case(reason=command.reason)
    merged = EntrantsMerged(command.keep, command.drop, takes_place, case)
    seq = draft.record(merged, personal=text)
    if both[0] != both[1] and not takes_place:
        take_over(draft, command.keep, dropped, seq)
    confirm_from_waiting_list(draft, seq)


@decides(AmendDetails)
def amend_details(draft: Draft, command: AmendDetails) -> None:
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    if entrant.person in state.forgotten:
        raise PERSON_FORGOTTEN(entrant=command.entrant)
    given = {name: getattr(command, name) for name in command.__struct_fields__ if name != "entrant"}
    details = {name: str(value) for name, value in given.items() if value is not None}
    if not details:
        raise INVALID_INPUT(detail=Phrase("part-nothing-to-amend")).at(field="name_en")
    for address in ADDRESSES:
        if details.get(address):
            details[address] = normalised(details[address], address)
    if details.get("phone"):
        details["phone"] = telephone(details["phone"])
    known = {**draft.personal(entrant.person), **details}
    if details.keys() & {"name_en", "name_zh"} and not (known.get("name_en") or known.get("name_zh")):
        raise INVALID_INPUT(detail=Phrase("part-name-needed")).at(field="name_en")
    check_names({field: details.get(field, "") for field in ("name_en", "name_zh", "guardian")})
    check_birth_date(draft, command.birth_date)
    categories: tuple[str, ...] | None = None
    sides: tuple[str, ...] | None = None
    if command.birth_date is not None:
        session = state.sessions.get(entrant.first.session)
        for stage in registered_in(state, entrant):
            entered = state.sessions.get(entrant.in_stage(stage).session)
            if entered is not None and not old_enough_for(draft, entered, command.birth_date):
                raise TOO_YOUNG(minimum=state.plan.minimum_age, session=entered.plan.id)
        if entrant.unit is not None:
            raise UNIT_STANDS(entrant=command.entrant, unit=entrant.unit)
        categories = state.plan.categories_of(command.birth_date, None if session is None else session.day)
        sides = may_be(state, command.birth_date)
    amended = DetailsAmended(command.entrant, tuple(sorted(details)), categories, sides)
    draft.record(amended, personal={entrant.person: details})


@decides(ChooseLanguage)
def choose_language(draft: Draft, command: ChooseLanguage) -> None:
    entrant = entrant_in(draft.state, command.entrant)
    if entrant.person in draft.state.forgotten:
        raise PERSON_FORGOTTEN(entrant=command.entrant)
    if draft.personal(entrant.person).get("language") != command.language:
        personal = {entrant.person: {"language": command.language}}
        draft.record(LanguageChosen(command.entrant), personal=personal)


@evolves(RegistrationCancelled)
def _cancelled(state: State, event: RegistrationCancelled, stamp: Stamp) -> State:
    state = without_proposals(give_up(state, state.entrants[event.entrant]), event.entrant)
    return state.with_entrant(structs.replace(state.entrants[event.entrant], status="cancelled"))


@evolves(EntrantsMerged)
def _merged(state: State, event: EntrantsMerged, stamp: Stamp) -> State:
    dropped = state.entrants[event.dropped]
    state = without_proposals(give_up(state, dropped), event.dropped)
    if event.takes_place:
        kept = state.entrants[event.kept]
        waited, stage = kept.participations[0].stage, dropped.participations[0].stage
        state = vacate(state, kept, waited)
        state = take_place(state, kept.transferred(waited, stage), dropped.first.session, stamp.seq)
    state = state.with_entrant(structs.replace(dropped, status="merged", merged_into=event.kept))
    return _with_family_of(state, state.entrants[event.kept], dropped)


def _with_family_of(state: State, kept: Entrant, dropped: Entrant) -> State:
    """The state with `kept` in the group `dropped` was registered with, if in none."""
    if kept.group is not None or dropped.group is None:
        return state
    return state.with_entrant(structs.replace(kept, group=dropped.group))


@evolves(DetailsAmended)
def _amended(state: State, event: DetailsAmended, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    return state.with_entrant(
        structs.replace(
            entrant,
            details=(*entrant.details, stamp.seq),
            categories=entrant.categories if event.categories is None else event.categories,
            may_be=entrant.may_be if event.may_be is None else event.may_be,
        )
    )


@evolves(LanguageChosen)
def _language(state: State, event: LanguageChosen, stamp: Stamp) -> State:
    return state.with_entrant(structs.replace(state.entrants[event.entrant], language_seq=stamp.seq))
