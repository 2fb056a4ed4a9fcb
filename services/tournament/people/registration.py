"""Registration: a place or the waiting list, first come first served by the order of the log."""

import re
from datetime import date
from typing import Literal

from msgspec import structs

from services.tournament.definition.ages import is_old_enough
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Personal, Stamp
from services.tournament.kernel.lengths import Email, Label, Name, NewNumber, Phone, SessionId, Spoken
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import check_names, label
from services.tournament.people.choosing import open_for_registration
from services.tournament.people.entrants import CONSENT_SCOPES, Attendance, Consent, Entrant, Participation
from services.tournament.people.families import (
    declare_when_complete,
    may_be,
    registered_with,
)
from services.tournament.people.numbers import LONGEST, known_number
from services.tournament.people.overlaps import in_the_way
from services.tournament.people.places import (
    closed_by,
    is_full,
    leave_waiting_list,
    places_left,
    take_place,
    wait_for,
)
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.emails import normalised
from shared.faults import Faults
from shared.problems import INVALID_INPUT, Problem, ProblemType
from shared.telephones import telephone

TOO_YOUNG = ProblemType("too-young", 422, rule="HK eligibility")
ENTRANT_NUMBER = re.compile(rf"(?![0-9]+\.[0-9]*$|(?i:bye)$)[A-Za-z0-9][A-Za-z0-9._-]{{0,{LONGEST - 1}}}")
"""What an address, a file name and a phone's keyboard can all carry; decimals are what a spreadsheet
made, and in lists of opponents `bye` is one."""
NUMBER_WRONG = ProblemType("entrant-number-wrong", 422)
NUMBER_TAKEN = ProblemType("entrant-number-taken", 409)
ADDRESSES = ("email", "guardian_email")
"""Fields that hold e-mail addresses: written differently, they are the same."""
OLDEST = 125
"""Years that nobody has reached."""
BIRTH_DATE_WRONG = ProblemType("birth-date-wrong", 422)
BIRTH_DATE_NEEDED = ProblemType("birth-date-needed", 422)


@event("entrant-registered")
class EntrantRegistered(Event, frozen=True):
    """Someone who is old enough registered for a session; what is personal is in the vault under `person`.

    `consent` is to every place where names are shown. What followed from the age stands here: `categories`,
    and the sides of a family unit that it allows on the day of the final (`may_be`). `group` is random, and
    shared by those of one family name.
    """

    entrant_no: str
    person: str
    session: str
    consent: bool
    categories: tuple[str, ...]
    may_be: tuple[str, ...]
    group: str | None
    team: str | None


@event("place-confirmed", "conclusion")
class PlaceConfirmed(Event, frozen=True):
    """The entrant has a place in the session, at once or from the waiting list."""

    entrant: str
    session: str
    from_waiting_list: bool


@event("waiting-list-joined", "conclusion")
class WaitingListJoined(Event, frozen=True):
    """The session or the tournament was full; the entrant waits in the order of the log."""

    entrant: str
    session: str


class RegisterEntrant(Command, frozen=True, kw_only=True):
    """Register someone. Without a number the next free one is given.

    The session may be left out where there is no choice; the birth date where nothing is decided by ages.
    `consent` is to every place where names are shown (`set-consent` has each). `guardian` is whoever has
    parental responsibility for someone under 18; the invitation goes to `guardian_email`.
    """

    session: SessionId | None = None
    birth_date: date | None = None
    entrant_no: NewNumber | None = None
    name_en: Name = ""
    name_zh: Name = ""
    family: Label | None = None
    family_role: Literal["child", "parent"] | None = None
    email: Email = ""
    phone: Phone = ""
    language: Spoken = "zh"
    team: Label | None = None
    consent: bool = False
    guardian: Name = ""
    guardian_email: Email = ""


@decides(RegisterEntrant)
def register_entrant(draft: Draft, command: RegisterEntrant) -> None:
    state, birth_date = draft.state, command.birth_date
    session, number = _checked(draft, command)
    if birth_date is not None and not old_enough_for(draft, session, birth_date):
        raise TOO_YOUNG(minimum=state.plan.minimum_age, session=session.plan.id).at(field="birth_date")
    person = draft.context.new_subject("person")
    registered = EntrantRegistered(
        number,
        person,
        session.plan.id,
        command.consent,
        () if birth_date is None else state.plan.categories_of(birth_date, session.day),
        () if birth_date is None else may_be(state, birth_date),
        _group(draft, command.family),
        command.team or None,
    )
    seq = admit(draft, registered, {person: personal_details(command)})
    if command.family and command.family_role:
        declare_when_complete(draft, command.family, number, command.family_role, seq)


def _checked(draft: Draft, command: RegisterEntrant) -> tuple[Session, str]:
    """The session and the number of a registration; raises Problem: all that is wrong with it."""
    state, faults = draft.state, Faults()
    session, number = None, ""
    with faults.gathered():
        _check_texts(command)
    with faults.gathered():
        session = open_for_registration(state, command.session)
    with faults.gathered():
        if command.birth_date is None and state.plan.needs_birth_dates:
            raise BIRTH_DATE_NEEDED().at(field="birth_date")
        check_birth_date(draft, command.birth_date)
    with faults.gathered():
        number = free_number(state, command.entrant_no or _next_number(state))
    faults.refuse()
    assert session is not None
    return session, number


def check_birth_date(draft: Draft, birth: date | None) -> None:
    """Refuse a birth date that nobody can have who registers today."""
    today = draft.state.plan.local_day(draft.context.occurred_at)
    if birth is not None and (birth > today or today.year - birth.year > OLDEST):
        raise BIRTH_DATE_WRONG(oldest=OLDEST).at(field="birth_date")


def old_enough_for(draft: Draft, session: Session, birth: date) -> bool:
    """Whether someone is old enough for a session; while it has no day, whether they are today."""
    plan = draft.state.plan
    return is_old_enough(birth, plan.minimum_age, session.day or plan.local_day(draft.context.occurred_at))


def _group(draft: Draft, family: str | None) -> str | None:
    """The group of those registered under a family name; a new one for the first of them."""
    plan = draft.state.plan
    if not family or not any("family" in stage.apart for stage in plan.stages):
        return None
    groups = (entrant.group for entrant in registered_with(draft, family))
    return next((group for group in groups if group), None) or f"group-{draft.context.new_seed()[:20]}"


def free_number(state: State, number: str) -> str:
    """The entrant number, if it can be one and nobody has it, with whatever zeros before it."""
    if ENTRANT_NUMBER.fullmatch(number) is None:
        raise NUMBER_WRONG().at(field="entrant_no")
    known = known_number(state.entrants, number)
    if known is not None:
        raise number_taken(known, number)
    return number


def number_taken(known: str, given: str, line: int | None = None) -> Problem:
    """The refusal of a number that somebody has, who is found by it as it was given, too.

    Args:
        line: where the same file has it already.
    """
    entrant: str | Phrase = known
    if given != known:
        entrant = Phrase("part-number-the-same", {"given": given, "known": known})
    if line is not None:
        entrant = Phrase("part-number-in-line", {"entrant": entrant, "line": line})
    return NUMBER_TAKEN(entrant=entrant).at(field="entrant_no")


def admit(draft: Draft, registered: EntrantRegistered, personal: Personal) -> int:
    """Record a registration and what it leads to: a place, or the waiting list. Returns its seq."""
    state = draft.state
    session = state.sessions[registered.session]
    full = is_full(state, session) or not places_left(state)
    seq = draft.record(registered, personal=personal)
    if full:
        draft.record(WaitingListJoined(registered.entrant_no, registered.session), caused_by=seq)
    else:
        draft.record(PlaceConfirmed(registered.entrant_no, registered.session, False), caused_by=seq)
    return seq


def personal_details(command: RegisterEntrant) -> dict[str, str]:
    """The part of a registration that goes to the vault only; empty fields are left out."""
    details = {
        "name_en": command.name_en,
        "name_zh": command.name_zh,
        "birth_date": command.birth_date.isoformat() if command.birth_date is not None else "",
        "email": normalised(command.email) if command.email else "",
        "phone": telephone(command.phone) if command.phone else "",
        "language": command.language,
        "family": command.family or "",
        "family_role": command.family_role or "",
        "guardian": command.guardian,
        "guardian_email": normalised(command.guardian_email, "guardian_email")
        if command.guardian_email
        else "",
    }
    return {field: value for field, value in details.items() if value}


def confirm_from_waiting_list(draft: Draft, caused_by: int) -> None:
    """Give freed places to who waits longest, as long as session and tournament have room."""
    while (left := places_left(draft.state)) or len(draft.state.plan.registered_stages) > 1:
        entrants = draft.state.entrants
        waiting = [
            (seq, number, session.plan.id)
            for session in draft.state.sessions.values()
            if session.still_waiting and not is_full(draft.state, session)
            if closed_by(draft.state, session.stage) is None
            for number, seq in session.waiting.items()
            # Who has a place in another stage takes none of the tournament's with a further one.
            if left or entrants[number].status == "registered"
            # Nor can anyone come who plays elsewhere at that time; they go on waiting.
            if in_the_way(draft.state, entrants[number], session) is None
        ]
        if not waiting:
            return
        _, number, session_id = min(waiting)
        draft.record(PlaceConfirmed(number, session_id, True), caused_by=caused_by)


def _check_texts(command: RegisterEntrant) -> None:
    if not (command.name_en or command.name_zh):
        raise INVALID_INPUT(detail=Phrase("part-name-needed")).at(field="name_en")
    check_names({"name_en": command.name_en, "name_zh": command.name_zh, "guardian": command.guardian})
    if command.family_role is not None and not command.family:
        raise INVALID_INPUT(detail=Phrase("part-registration-family-role-needs-family")).at(field="family")
    for field, given in (
        ("family", command.family),
        ("team", command.team),
    ):
        if given:
            label(given, field)


def _next_number(state: State) -> str:
    number = len(state.entrants) + 1
    while known_number(state.entrants, f"{number:04d}") is not None:
        number += 1
    # With as many zeros as the one before it has.
    before = known_number(state.entrants, str(number - 1)) or known_number(state.entrants, "1")
    return str(number).zfill(4 if before is None else len(before))


@evolves(EntrantRegistered)
def _registered(state: State, event: EntrantRegistered, stamp: Stamp) -> State:
    entrant = Entrant(
        event.entrant_no,
        event.person,
        _consents(state, stamp) if event.consent else (),
        "waiting",
        (Participation(state.sessions[event.session].stage, (Attendance(event.session),), waits=True),),
        (stamp.seq,),
        stamp.seq,
        group=event.group,
        team=event.team,
        categories=event.categories,
        may_be=event.may_be,
    )
    state = structs.replace(state, persons=state.persons.set(event.person, event.entrant_no))
    return state.with_entrant(entrant)


def _consents(state: State, stamp: Stamp) -> tuple[Consent, ...]:
    """Consent to every place, as it comes with a registration."""
    text = state.plan.privacy_version
    return tuple(
        [Consent(scope, True, "unsaid", text, stamp.seq, stamp.occurred_at) for scope in CONSENT_SCOPES]
    )


@evolves(PlaceConfirmed)
def _confirmed(state: State, event: PlaceConfirmed, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    state = leave_waiting_list(state, entrant, state.sessions[event.session].stage)
    return take_place(state, entrant, event.session, stamp.seq)


@evolves(WaitingListJoined)
def _waiting(state: State, event: WaitingListJoined, stamp: Stamp) -> State:
    return wait_for(state, state.entrants[event.entrant], event.session)
