"""Registration: a place or the waiting list, first come first served by the order of the log."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal

from immutables import Map
from msgspec import UNSET, structs

from services.tournament.definition.ages import is_old_enough
from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft, settled
from services.tournament.kernel.facts import Command, Earlier, Event, Personal, Settled, Stamp
from services.tournament.kernel.lengths import MOST_PEOPLE, Email, Id, Label, Name, Phone
from services.tournament.kernel.registry import decides, event, evolves, settles
from services.tournament.lookups import label, session_in, shows
from services.tournament.people.entrants import Attendance, Entrant, Participation
from services.tournament.people.families import (
    FAMILY_ROLES,
    declare_when_complete,
    may_be,
    may_have_been,
    registered_with,
)
from services.tournament.seating.draws import draws
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.bounds import many
from shared.emails import normalised
from shared.faults import Faults
from shared.problems import INVALID_INPUT, Problem, ProblemType, Worded

TOO_YOUNG = ProblemType("too-young", 422, rule="HK eligibility")
ENTRANT_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,19}")
"""What an address, a file name and a phone's keyboard can all carry."""
NUMBER_WRONG = ProblemType("entrant-number-wrong", 422)
NUMBER_TAKEN = ProblemType("entrant-number-taken", 409)
REGISTRATION_OVER = ProblemType("registration-over", 409)
FIELD_IS_FIXED = ProblemType("field-is-fixed", 409)
SESSION_NEEDED = ProblemType("session-needed", 422)
BIRTH_DATE_NEEDED = ProblemType("birth-date-needed", 422)
NOT_A_PRELIMINARY = ProblemType("not-a-preliminary-session", 422)


@event("entrant-registered", version=2)
class EntrantRegistered(Event, frozen=True):
    """Someone who is old enough registered for a session; what is personal is in the vault under `person`.

    What followed from the age stands here: `categories`, and the sides of a family unit that it allows on the
    day of the final (`may_be`). `group` is random, and shared by those of one family name.
    """

    entrant_no: str
    person: str
    session: str
    consent: bool
    categories: tuple[str, ...]
    may_be: tuple[str, ...]
    group: str | None
    team: str | None
    earlier: Earlier | Settled = UNSET


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
    """

    session: Id | None = None
    birth_date: date | None = None
    entrant_no: Label | None = None
    name_en: Name = ""
    name_zh: Name = ""
    family: Label | None = None
    family_role: Literal["child", "parent"] | None = None
    email: Email = ""
    phone: Phone = ""
    language: Literal["en", "zh"] = "zh"
    team: Label | None = None
    consent: bool = False


class ImportEntrants(Command, frozen=True, kw_only=True):
    """Register many at once, all or none. `lines` are their lines in the file, for messages."""

    entrants: Annotated[tuple[RegisterEntrant, ...], many(MOST_PEOPLE)]
    lines: Annotated[tuple[int, ...], many(MOST_PEOPLE)] = ()


@decides(RegisterEntrant)
def register_entrant(draft: Draft, command: RegisterEntrant) -> None:
    state = draft.state
    _check_texts(command)
    session = open_for_registration(state, command.session)
    birth_date = command.birth_date
    if birth_date is None and state.plan.needs_birth_dates:
        raise BIRTH_DATE_NEEDED().at(field="birth_date")
    if birth_date is not None and not old_enough_for(draft, session, birth_date):
        raise TOO_YOUNG(minimum=state.plan.minimum_age, session=session.plan.id).at(field="birth_date")
    number = free_number(state, command.entrant_no or _next_number(state))
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


@decides(ImportEntrants)
def import_entrants(draft: Draft, command: ImportEntrants) -> None:
    faults = Faults()
    for index, entrant in enumerate(command.entrants):
        with faults.gathered():
            try:
                register_entrant(draft, entrant)
            except Problem as problem:
                line = command.lines[index] if index < len(command.lines) else index + 1
                raise problem.at(line=line, entrant_no=entrant.entrant_no) from None
    faults.refuse()


def open_for_registration(state: State, session_id: str | None) -> Session:
    """The session of a stage that people register for, if it can still be registered for.

    Without one, where there is no choice: the only one, or where everyone plays in all of them the next.
    """
    if session_id is None:
        return _only_session(state)
    try:
        session = session_in(state, session_id)
    except Problem as problem:
        raise problem.at(field="session") from None
    stages = state.plan.registered_stages
    if session.stage not in stages:
        called, others = state.plan.stage_called(session.stage), state.plan.stages_called(stages)
        raise NOT_A_PRELIMINARY(session=session_id, stage=called, stages=others).at(field="session")
    check_open(state, session)
    return session


def check_open(state: State, session: Session) -> None:
    """Refuse a session that one cannot register for any more."""
    _check_field(state, session.stage)
    if not _takes_entrants(state, session):
        raise REGISTRATION_OVER(session=session.plan.id, status=session.status).at(field="session")


def _check_field(state: State, stage: Stage) -> None:
    """Refuse once the whole stage is drawn with who is there (the round robin)."""
    if _field_is_fixed(state, stage):
        raise FIELD_IS_FIXED(stage=state.plan.stage_called(stage))


def _field_is_fixed(state: State, stage: Stage) -> bool:
    drawn = any(session.seed is not None for session in state.sessions_of(stage))
    return drawn and draws()[state.stage_plan(stage).draw].fixes_field


def _takes_entrants(state: State, session: Session) -> bool:
    """Whether one may still register for it; where people come as they like, until it has ended."""
    if state.stage_plan(session.stage).attend == "some":
        return session.status != "ended"
    return session.status in ("scheduled", "suspended")


def _only_session(state: State) -> Session:
    stages = state.plan.registered_stages
    sessions = state.sessions_of(stages[-1])
    if len(stages) > 1:
        if choice := _to_choose_from(state, stages):
            raise SESSION_NEEDED(sessions=choice).at(field="session")
    else:
        _check_field(state, stages[0])
        if len(sessions) > 1 and state.stage_plan(stages[0]).attend == "one":
            every = ", ".join(session.plan.id for session in sessions)
            raise SESSION_NEEDED(sessions=every).at(field="session")
        for session in sessions:
            if _takes_entrants(state, session):
                return session
    last = sessions[-1]
    raise REGISTRATION_OVER(session=last.plan.id, status=last.status).at(field="session")


def _to_choose_from(state: State, stages: Sequence[Stage]) -> Worded | None:
    """The sessions of several stages that can still be registered for, each stage by its name; None without.

    Where everyone plays in all sessions of a stage, or comes as they like, the next one stands for it.
    """
    en, zh = [], []
    for stage in stages:
        still = [own.plan.id for own in state.sessions_of(stage) if _takes_entrants(state, own)]
        listed = still if state.stage_plan(stage).attend == "one" else still[:1]
        if listed and not _field_is_fixed(state, stage):
            called = state.plan.stage_called(stage)
            en.append(f"{', '.join(listed)} ({called.en})")
            zh.append(f"{'、'.join(listed)}（{called.zh}）")
    return Worded("; ".join(en), "；".join(zh)) if en else None


def free_number(state: State, number: str) -> str:
    """The entrant number, if it can be one and nobody has it."""
    if ENTRANT_NUMBER.fullmatch(number) is None:
        raise NUMBER_WRONG().at(field="entrant_no")
    if number in state.entrants:
        raise NUMBER_TAKEN(entrant=number).at(field="entrant_no")
    return number


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
        "phone": command.phone,
        "language": command.language,
        "family": command.family or "",
        "family_role": command.family_role or "",
    }
    return {field: value for field, value in details.items() if value}


def confirm_from_waiting_list(draft: Draft, caused_by: int) -> None:
    """Give freed places to who waits longest, as long as session and tournament have room."""
    while places_left(draft.state):
        waiting = [
            (seq, number, session.plan.id)
            for session in draft.state.sessions.values()
            if session.status in ("scheduled", "suspended") and not is_full(draft.state, session)
            for number, seq in session.waiting.items()
        ]
        if not waiting:
            return
        _, number, session_id = min(waiting)
        draft.record(PlaceConfirmed(number, session_id, True), caused_by=caused_by)


def is_full(state: State, session: Session) -> bool:
    """Whether nobody else finds room in the session."""
    # Who comes as they like finds room when they come, or not.
    room = state.room_in(session) if state.stage_plan(session.stage).attend != "some" else None
    return room is not None and len(session.entrants) >= room


def places_left(state: State) -> bool:
    """Whether the quota of the tournament has room for another."""
    places = state.plan.places
    return places is None or state.registered < places


def _check_texts(command: RegisterEntrant) -> None:
    if not (shows(command.name_en) or shows(command.name_zh)):
        raise INVALID_INPUT(
            detail=Worded("an entrant needs a name, English or Chinese", "參賽者須有英文或中文姓名")
        ).at(field="name_en")
    if command.family_role is not None and not command.family:
        raise INVALID_INPUT(
            detail=Worded(
                f"family_role ({FAMILY_ROLES}) needs a family", "填寫 family_role 時須同時填寫 family"
            )
        ).at(field="family")
    for field, given in (
        ("family", command.family),
        ("team", command.team),
    ):
        if given:
            label(given, field)


def _next_number(state: State) -> str:
    number = len(state.entrants) + 1
    while f"{number:04d}" in state.entrants:
        number += 1
    return f"{number:04d}"


@settles(EntrantRegistered)
def _registered_today(
    state: State, event: EntrantRegistered, earlier: Earlier, seq: int
) -> EntrantRegistered:
    assert earlier.age is not None, "version 1 says the age"
    group = state.meant(_named(earlier), seq) or event.person.replace("person", "group", 1)
    return structs.replace(
        event,
        categories=state.plan.categories_at(earlier.age),
        may_be=may_have_been(state.plan, earlier.age),
        group=group if earlier.label else None,
    )


def _named(earlier: Earlier) -> str:
    return f"family {earlier.label}"


@evolves(EntrantRegistered)
def _registered(state: State, event: EntrantRegistered, stamp: Stamp) -> State:
    earlier, event = event.earlier, settled(state, event, stamp.seq)
    if isinstance(earlier, Earlier) and event.group is not None:
        state = state.with_earlier(_named(earlier), stamp.seq, event.group)
    entrant = Entrant(
        event.entrant_no,
        event.person,
        event.consent,
        "waiting",
        (Participation(state.sessions[event.session].stage, (Attendance(event.session),)),),
        (stamp.seq,),
        stamp.seq,
        group=event.group,
        team=event.team,
        categories=event.categories,
        may_be=event.may_be,
    )
    state = structs.replace(state, persons=state.persons.set(event.person, event.entrant_no))
    return state.with_entrant(entrant)


@evolves(PlaceConfirmed)
def _confirmed(state: State, event: PlaceConfirmed, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    state = leave_waiting_list(state, entrant)
    return take_place(state, entrant, event.session, stamp.seq)


@evolves(WaitingListJoined)
def _waiting(state: State, event: WaitingListJoined, stamp: Stamp) -> State:
    return wait_for(state, state.entrants[event.entrant], event.session)


def wait_for(state: State, entrant: Entrant, session_id: str) -> State:
    """The state with the entrant waiting for a place in the session, in the order of registration."""
    session = state.sessions[session_id]
    waiting = session.waiting.set(entrant.entrant_no, entrant.registered_seq)
    return state.with_entrant(entrant).with_session(structs.replace(session, waiting=waiting))


def take_place(state: State, entrant: Entrant, session_id: str, seq: int) -> State:
    """The state with `entrant` holding a place in the session."""
    state = structs.replace(state, registered=state.registered + 1)
    return expect(state, structs.replace(entrant, status="registered"), session_id, seq)


def expect(state: State, entrant: Entrant, session_id: str, seq: int) -> State:
    """The state with the entrant expected in the session, and in those that are attended with it."""
    number = entrant.entrant_no
    session = state.sessions[session_id]
    attended = state.attended(session)
    for attended_id in attended:
        other = state.sessions[attended_id]
        state = state.with_session(structs.replace(other, entrants=other.entrants.set(number, seq)))
    return state.with_entrant(entrant.moved(session.stage, *attended))


def leave_waiting_list(state: State, entrant: Entrant) -> State:
    """The state with `entrant` off the waiting list, if on it."""
    session: Session = state.sessions[entrant.first.session]
    if entrant.entrant_no not in session.waiting:
        return state
    return state.with_session(structs.replace(session, waiting=session.waiting.delete(entrant.entrant_no)))


def leave_place(state: State, entrant: Entrant) -> State:
    """The state with the entrant's place (or waiting place) free again."""
    number = entrant.entrant_no
    if number not in state.sessions[entrant.first.session].entrants:
        return leave_waiting_list(state, entrant)
    for attendance in entrant.participations[0].attendances:
        session = state.sessions[attendance.session]
        checked_in = session.checked_in - (attendance.presence == "checked_in")
        entrants: Map[str, int] = session.entrants.delete(number)
        state = state.with_session(structs.replace(session, entrants=entrants, checked_in=checked_in))
    return structs.replace(state, registered=state.registered - 1)
