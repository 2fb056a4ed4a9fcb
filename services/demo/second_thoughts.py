"""What follows a registration: corrections, twice registered, moved, another unit, places given back."""

from datetime import date, timedelta
from typing import Literal

import msgspec

from services.demo.agenda import Activity
from services.demo.director import Director
from services.demo.people import Person, Town
from services.demo.registering import register_person
from services.tournament.people.amendments import (
    AmendDetails,
    CancelRegistration,
    ChooseLanguage,
    MergeEntrants,
)
from services.tournament.people.consents import SetConsent, is_minor
from services.tournament.people.entrants import Entrant
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.family_proposals import AgreeToFamilyUnit, DeclineFamilyUnit
from services.tournament.people.moving import MoveEntrant
from services.tournament.seating.sessions import Session

_CANCELLED = (
    "要上班，未能出席。",
    "Family trip that week.",
    "小朋友當日有校際比賽。",
    "Recovering from a knee operation.",
    "與朋友同日飲宴，抱歉。",
    "Exam revision class was moved to that day.",
)


def corners_of_the_rules(director: Director, town: Town, first: str, second: str) -> Activity:
    """Seven on the eve of the session is old enough, on the day itself it is not (HK eligibility)."""
    on_the_eve = town.someone(town.youngest)
    register_person(director, on_the_eve, first)
    yield director.after(40)
    on_the_day = town.someone(town.youngest + timedelta(days=1))
    form = on_the_day.registration(first, None, None)
    director.refused("too-young", "service", "registration-form", form)
    yield director.after(6)
    register_person(director, on_the_day, second)
    yield director.after(90)
    year = director.definition.days("final")[0].year
    leap = max(y for y in range(year - 19, year - 9) if y % 4 == 0)
    register_person(director, town.someone(date(leap, 2, 29)), second)
    yield director.after(35)
    # Eighteen on the day of the final, so on either side of a unit; here as the child of her mother.
    daughter = town.someone(date(year - 18, 2, 1), role="child")
    mother = town.someone(date(year - 47, 8, 19), role="parent")
    register_person(director, daughter, second, "F8001")
    yield director.after(3)
    register_person(director, mother, second, "F8001")
    yield director.after(20)
    uncle = msgspec.structs.replace(town.someone(date(year - 40, 5, 5)), role="parent")
    form = uncle.registration(second, "F8001", None)
    director.refused("family-role-taken", "service", "registration-form", form)


def small_corrections(director: Director) -> Activity:
    """An address with a typing slip, another language, consent given and withdrawn."""
    dice = director.dice("corrections")
    numbers = _registered(director)
    for place in range(8):
        number = dice.pick(numbers)
        entrant = director.state.entrants[number]
        if place % 4 == 0:
            fixed = director.people[number].email.replace("@", ".hk@")
            director.people[number] = msgspec.structs.replace(director.people[number], email=fixed)
            director.organizer(AmendDetails(entrant=number, email=fixed))
        elif place % 4 == 1:
            other: Literal["en", "zh"] = "en" if director.people[number].language == "zh" else "zh"
            director.people[number] = msgspec.structs.replace(director.people[number], language=other)
            director.participant(number, ChooseLanguage(entrant=number, language=other))
        else:
            _change_consent(director, entrant)
        yield director.awake(dice.between(30, 300))


def _change_consent(director: Director, entrant: Entrant) -> None:
    """Say the other of what was said before; for who is under 18 a parent signs a form."""
    number, today = entrant.entrant_no, director.definition.local_day(director.clock.now())
    command = SetConsent(entrant=number, shown=not entrant.consent)
    if is_minor(director.people[number].birth.isoformat(), today):
        director.organizer(command)
    else:
        director.participant(number, command)


def registered_twice(director: Director, session: str) -> Activity:
    """Someone forgot having registered; the organizer notices and keeps the first number."""
    number = _alone(director)[0]
    person = director.people[number]
    again = msgspec.structs.replace(person, email=person.email.replace("@", ".2@"))
    second = register_person(director, again, session)
    yield director.awake(60 * 26)
    director.organizer(MergeEntrants(keep=number, drop=second, reason="Same person, registered twice."))
    waiting = [entrant_no for entrant_no in _alone(director, "waiting") if entrant_no != number]
    if waiting:
        yield director.after(35)
        other = _with_room(director)
        found = register_person(director, director.people[waiting[0]], other.plan.id)
        yield director.awake(60 * 5)
        reason = "同一人：候補後又報名另一場次，保留首個編號。"
        director.organizer(MergeEntrants(keep=waiting[0], drop=found, reason=reason))


def moved(director: Director) -> Activity:
    """Someone asks for another session and gets it, as there is room."""
    for number, reason in zip(_alone(director)[4:6], ("Works on that day.", "想與同學同場。"), strict=False):
        session_id = director.state.entrants[number].first.session
        target = _with_room(director, session_id)
        director.organizer(MoveEntrant(entrant=number, session=target.plan.id, reason=reason))
        yield director.after(60 * 7)


def another_child(director: Director) -> Activity:
    """A family with two children: the other one shall stand for the family award."""
    state = director.state
    final = director.definition.days("final")[0]
    for name in sorted(state.units):
        unit = state.units[name]
        siblings = [
            number
            for number, entrant in sorted(state.entrants.items())
            if number not in (unit.child, unit.parent)
            and entrant.group is not None
            and entrant.group == state.entrants[unit.child].group
            and entrant.status == "registered"
            and final.year - director.people[number].birth.year < 18
        ]
        if siblings and not director.people[unit.child].master:
            reason = "Our younger one trained harder."
            director.participant(unit.parent, DissolveFamilyUnit(unit=name, reason=reason))
            yield director.after(2)
            for child in (unit.child, siblings[0]):
                director.participant(unit.parent, DeclareFamilyUnit(child=child, parent=unit.parent))
                yield director.after(3)
                if child == unit.child:
                    # The same child again, out of habit.
                    wrong = DeclineFamilyUnit(child=child, parent=unit.parent)
                    director.participant(unit.parent, wrong)
                    yield director.after(1)
            yield director.after(35)
            agreed = AgreeToFamilyUnit(child=siblings[0], parent=unit.parent)
            director.participant(siblings[0], agreed)
            return


def places_given_back(director: Director, many: int) -> Activity:
    """Some cannot come; whoever waits longest moves up."""
    dice = director.dice(f"cancelled {many}")
    for place in range(many):
        candidates = _alone(director)
        number = dice.pick(candidates)
        reason = _CANCELLED[place % len(_CANCELLED)]
        director.participant(number, CancelRegistration(entrant=number, reason=reason))
        yield director.awake(dice.between(60, 900))


def _registered(director: Director, status: str = "registered") -> list[str]:
    entrants = director.state.entrants
    return [number for number in sorted(entrants) if entrants[number].status == status]


def _alone(director: Director, status: str = "registered") -> list[str]:
    """Who came without a family, and is free to go elsewhere."""

    def free(entrant: Entrant, person: Person) -> bool:
        return entrant.group is None and entrant.first.presence == "expected" and not person.master

    entrants = director.state.entrants
    return [no for no in _registered(director, status) if free(entrants[no], director.people[no])]


def _with_room(director: Director, other_than: str = "") -> Session:
    """The session with most room left; before registration is full there is one."""
    sessions = [session for session in director.state.sessions.values() if session.stage == "preliminary"]
    sessions = [session for session in sessions if session.plan.id != other_than]
    return max(
        sessions,
        key=lambda session: ((director.state.room_in(session) or 0) - len(session.entrants), session.plan.id),
    )
