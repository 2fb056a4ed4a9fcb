"""What changes after registration: details, language, consent, cancelling, moving, merging. History stays."""

from datetime import date
from typing import Literal

from msgspec import UNSET, structs

from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft, settled
from services.tournament.kernel.facts import Command, Earlier, Event, Settled, Stamp
from services.tournament.kernel.lengths import Email, Id, Name, Phone, Reason
from services.tournament.kernel.registry import decides, event, evolves, settles
from services.tournament.lookups import (
    attendance_in,
    entrant_in,
    in_phase,
    session_in,
    shows,
    still_in,
)
from services.tournament.people.entrants import Attendance, Entrant
from services.tournament.people.families import (
    FamilyUnitDissolved,
    may_be,
    may_have_been,
    without_proposals,
)
from services.tournament.people.registration import (
    TOO_YOUNG,
    PlaceConfirmed,
    check_open,
    confirm_from_waiting_list,
    expect,
    is_full,
    leave_place,
    leave_waiting_list,
    old_enough_for,
    places_left,
    take_place,
    wait_for,
)
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.emails import normalised
from shared.problems import INVALID_INPUT, ProblemType

SESSION_FULL = ProblemType("session-full", 409)
ALREADY_ARRIVED = ProblemType("already-arrived", 409)
TOURNAMENT_FULL = ProblemType("tournament-full", 409)
NO_LONGER_REGISTERED = ProblemType("no-longer-registered", 409)
SAME_SESSION = ProblemType("same-session", 409)
MERGE_NEEDS_TWO = ProblemType("merge-needs-two", 422)
UNIT_STANDS = ProblemType("unit-stands", 409)


PERSON_FORGOTTEN = ProblemType("person-forgotten", 409)


@event("registration-cancelled")
class RegistrationCancelled(Event, frozen=True):
    """The entrant gave the place back before play; the reason is in the vault under `case`."""

    entrant: str
    case: str


@event("entrant-moved", version=2)
class EntrantMoved(Event, frozen=True):
    """The entrant, old enough for it, plays in another session, of this stage or another registered for."""

    entrant: str
    from_session: str
    to_session: str
    case: str


@event("entrants-merged")
class EntrantsMerged(Event, frozen=True):
    """One person was registered twice; `dropped` lives on in `kept`, with the place if `kept` had none."""

    kept: str
    dropped: str
    takes_place: bool
    case: str


@event("details-amended", version=2)
class DetailsAmended(Event, frozen=True):
    """Name, birth date or contacts changed; the new ones are in the vault under the person.

    `categories` and `may_be` say what follows from a new birth date, as in `entrant-registered`.
    """

    entrant: str
    fields: tuple[str, ...]
    categories: tuple[str, ...] | None
    may_be: tuple[str, ...] | None
    earlier: Earlier | Settled = UNSET


@event("language-chosen", version=2)
class LanguageChosen(Event, frozen=True):
    """The entrant chose the language of messages; which one is in the vault under the person."""

    entrant: str


@event("consent-changed")
class ConsentChanged(Event, frozen=True):
    """Whether the entrant's name may be shown in public. Judged as of now, also for the past."""

    entrant: str
    shown: bool


class CancelRegistration(Command, frozen=True, kw_only=True):
    """Give the place back; whoever waits longest moves up."""

    entrant: Id
    reason: Reason = ""


class MoveEntrant(Command, frozen=True, kw_only=True):
    """Move an entrant to another session; who waits for a full one has a place there.

    It is one of the same stage, or before any play one of another stage that people register for.
    """

    entrant: Id
    session: Id
    reason: Reason = ""


class MergeEntrants(Command, frozen=True, kw_only=True):
    """Someone was registered twice: keep one number, drop the other."""

    keep: Id
    drop: Id
    reason: Reason = ""


class AmendDetails(Command, frozen=True, kw_only=True):
    """Correct a name, birth date or contact. Fields left out stay as they are."""

    entrant: Id
    name_en: Name | None = None
    name_zh: Name | None = None
    birth_date: date | None = None
    email: Email | None = None
    phone: Phone | None = None


class ChooseLanguage(Command, frozen=True, kw_only=True):
    """Choose the language of messages."""

    entrant: Id
    language: Literal["en", "zh"]


class SetConsent(Command, frozen=True, kw_only=True):
    """Give or withdraw consent to show the name in public."""

    entrant: Id
    shown: bool


@decides(CancelRegistration)
def cancel_registration(draft: Draft, command: CancelRegistration) -> None:
    entrant = _unarrived(draft.state, command.entrant)
    case, text = draft.case(reason=command.reason)
    seq = draft.record(RegistrationCancelled(command.entrant, case), personal=text)
    if entrant.unit is not None:
        draft.record(FamilyUnitDissolved(entrant.unit, case), caused_by=seq)
    if entrant.status == "registered":
        confirm_from_waiting_list(draft, seq)


@decides(MoveEntrant)
def move_entrant(draft: Draft, command: MoveEntrant) -> None:
    move(draft, command, old_enough=False)


def move(draft: Draft, command: MoveEntrant, *, old_enough: bool) -> None:
    """Move an entrant; `old_enough` says that this was found already, so that no birth date is asked for."""
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    waits = entrant.status == "waiting"
    stage = entrant.stage
    attendance = entrant.first if waits else attendance_in(state, entrant, stage)
    still_in(entrant, stage)
    target = session_in(state, command.session)
    if target.stage != stage:
        _check_other_stage(state, entrant, target)
    if attendance.session == command.session:
        raise SAME_SESSION(entrant=command.entrant, session=command.session)
    _check_unarrived(entrant, attendance)
    if not waits:
        in_phase(state.sessions[attendance.session], "scheduled", "suspended")
    if target.stage == stage:
        in_phase(target, "scheduled", "suspended")
    if is_full(state, target):
        raise SESSION_FULL(session=command.session, capacity=state.room_in(target))
    if waits and not places_left(state):
        raise TOURNAMENT_FULL(places=state.plan.places)
    birth = None if old_enough else draft.birth_date(entrant.person)
    if birth is not None and not old_enough_for(draft, target, birth):
        raise TOO_YOUNG(minimum=state.plan.minimum_age, session=command.session)
    case, text = draft.case(reason=command.reason)
    moved = EntrantMoved(command.entrant, attendance.session, command.session, case)
    seq = draft.record(moved, personal=text)
    if waits:
        draft.record(PlaceConfirmed(command.entrant, command.session, True), caused_by=seq)
    confirm_from_waiting_list(draft, seq)


def _check_other_stage(state: State, entrant: Entrant, target: Session) -> None:
    """Refuse a session of another stage unless people register for both, and nothing rests on the entry."""
    if not {entrant.stage, target.stage}.issubset(state.plan.registered_stages):
        raise INVALID_INPUT(detail=f"entrant {entrant.entrant_no} is in the {entrant.stage}, session is not")
    part = entrant.participation(entrant.stage)
    for attendance in part.attendances if part is not None else ():
        _check_unarrived(entrant, attendance)
    check_open(state, target)


@decides(MergeEntrants)
def merge_entrants(draft: Draft, command: MergeEntrants) -> None:
    if command.keep == command.drop:
        raise MERGE_NEEDS_TWO()
    kept = _live(entrant_in(draft.state, command.keep))
    dropped = _unarrived(draft.state, command.drop)
    if dropped.unit is not None:
        raise UNIT_STANDS(entrant=command.drop, unit=dropped.unit)
    takes_place = kept.status == "waiting" and dropped.status == "registered"
    case, text = draft.case(reason=command.reason)
    merged = EntrantsMerged(command.keep, command.drop, takes_place, case)
    seq = draft.record(merged, personal=text)
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
        raise INVALID_INPUT(detail="nothing to amend was given")
    if details.get("email"):
        details["email"] = normalised(details["email"])
    if not (shows(details.get("name_en", "-")) or shows(details.get("name_zh", "-"))):
        raise INVALID_INPUT(detail="an entrant needs a name, English or Chinese").at(field="name_en")
    categories: tuple[str, ...] | None = None
    sides: tuple[str, ...] | None = None
    if command.birth_date is not None:
        session = state.sessions[entrant.first.session]
        if not old_enough_for(draft, session, command.birth_date):
            raise TOO_YOUNG(minimum=state.plan.minimum_age, session=entrant.first.session)
        if entrant.unit is not None:
            raise UNIT_STANDS(entrant=command.entrant, unit=entrant.unit)
        categories = state.plan.categories_of(command.birth_date, session.day)
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


@decides(SetConsent)
def set_consent(draft: Draft, command: SetConsent) -> None:
    if entrant_in(draft.state, command.entrant).consent != command.shown:
        draft.record(ConsentChanged(command.entrant, command.shown))


def _live(entrant: Entrant) -> Entrant:
    if entrant.status not in ("registered", "waiting"):
        raise NO_LONGER_REGISTERED(entrant=entrant.entrant_no, status=entrant.status)
    return entrant


def _unarrived(state: State, entrant_no: str) -> Entrant:
    """The entrant, if still registered and not yet seen at a session."""
    entrant = _live(entrant_in(state, entrant_no))
    for part in entrant.participations:
        still_in(entrant, part.stage)
        for attendance in part.attendances:
            _check_unarrived(entrant, attendance)
    return entrant


def _check_unarrived(entrant: Entrant, attendance: Attendance) -> None:
    if attendance.presence != "expected":
        raise ALREADY_ARRIVED(
            entrant=entrant.entrant_no, presence=attendance.presence, session=attendance.session
        )


@evolves(RegistrationCancelled)
def _cancelled(state: State, event: RegistrationCancelled, stamp: Stamp) -> State:
    state = without_proposals(leave_place(state, state.entrants[event.entrant]), event.entrant)
    return state.with_entrant(structs.replace(state.entrants[event.entrant], status="cancelled"))


@evolves(EntrantMoved)
def _moved(state: State, event: EntrantMoved, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    stage = state.sessions[event.to_session].stage
    if entrant.status == "waiting":  # the place itself is confirmed by the event that follows
        state = leave_waiting_list(state, entrant)
        moved = _only_in(entrant, stage).moved(stage, event.to_session)
        return wait_for(state, moved, event.to_session)
    if stage in state.plan.registered_stages:
        state = leave_place(state, entrant)
        return take_place(state, _only_in(entrant, stage), event.to_session, stamp.seq)
    part = entrant.participation(stage)
    for attendance in part.attendances if part is not None else ():
        origin = state.sessions[attendance.session]
        state = state.with_session(structs.replace(origin, entrants=origin.entrants.delete(event.entrant)))
    return expect(state, entrant, event.to_session, stamp.seq)


def _only_in(entrant: Entrant, stage: Stage) -> Entrant:
    """The entrant without what was registered for in another stage."""
    registered = entrant.participations[0].stage
    return entrant if registered == stage else entrant.without(registered)


@evolves(EntrantsMerged)
def _merged(state: State, event: EntrantsMerged, stamp: Stamp) -> State:
    dropped = state.entrants[event.dropped]
    state = without_proposals(leave_place(state, dropped), event.dropped)
    if event.takes_place:
        kept = state.entrants[event.kept]
        state = leave_place(state, kept)
        kept = _only_in(kept, dropped.participations[0].stage)
        state = take_place(state, kept, dropped.first.session, stamp.seq)
    state = state.with_entrant(structs.replace(dropped, status="merged", merged_into=event.kept))
    return _with_family_of(state, state.entrants[event.kept], dropped)


def _with_family_of(state: State, kept: Entrant, dropped: Entrant) -> State:
    """The state with `kept` in the group `dropped` was registered with, if in none."""
    if kept.group is not None or dropped.group is None:
        return state
    return state.with_entrant(structs.replace(kept, group=dropped.group))


@settles(DetailsAmended)
def _amended_today(state: State, event: DetailsAmended, earlier: Earlier, seq: int) -> DetailsAmended:
    assert earlier.age is not None, "without an age there is nothing to settle"
    return structs.replace(
        event,
        categories=state.plan.categories_at(earlier.age),
        may_be=may_have_been(state.plan, earlier.age),
    )


@evolves(DetailsAmended)
def _amended(state: State, event: DetailsAmended, stamp: Stamp) -> State:
    event, entrant = settled(state, event, stamp.seq), state.entrants[event.entrant]
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


@evolves(ConsentChanged)
def _consent(state: State, event: ConsentChanged, stamp: Stamp) -> State:
    return state.with_entrant(structs.replace(state.entrants[event.entrant], consent=event.shown))
