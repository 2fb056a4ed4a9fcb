"""Registration: households come first to last, until every place is taken and some wait."""

from collections.abc import Sequence

from services.demo.agenda import Activity
from services.demo.chance import Dice
from services.demo.director import Director, all_data_of, data_of
from services.demo.people import Household, Person, Town
from services.tournament.people.importing import ImportEntrants
from services.tournament.seating.sessions import Session

GROUP = 10
WAITING_PERCENT = 2
"""How many more than there are places want to come, in percent of the places."""

_PLACES = 1200
"""The quota at which registration takes about three weeks; a smaller one takes as long."""

_SLOT_WEIGHTS = (3, 5, 5, 3)
_FIRST_DAY = 2
"""The first day is a Saturday, so it is wanted twice as much."""


def register_everyone(director: Director, town: Town) -> Activity:
    """Households register through the form on the website, many in the first days, fewer later."""
    dice = director.dice("registration")
    quota = director.definition.places or 0
    households = town.households()
    director.scene("registration")
    while (taken := director.state.registered) < quota:
        household = next(households)
        session = _choose(director, dice, len(household.members))
        if session is None:
            household = town.household("adult")
            session = _choose(director, dice, 1)
        if session is None:
            break
        yield from register(director, household, session)
        if len(household.members) == 1 and dice.chance(5):
            yield from _insist(director, town, dice)
        # The rush is at the beginning; towards the end hours pass between two households.
        pause = dice.between(1, 6 + 150 * taken * taken // (quota * quota))
        yield director.awake(pause * _PLACES / quota + dice.below(60) / 60)
    for _ in range(max(3, quota * WAITING_PERCENT // 100)):
        yield director.awake(dice.between(60, 600))
        yield from register(director, town.household("adult"), _popular(director, dice).plan.id)


def register(director: Director, household: Household, session: str | None) -> Activity:
    """Everyone of a household registers, one after the other."""
    for place, person in enumerate(household.members):
        if place:
            yield director.after(1.6 + place / 7)
        register_person(director, person, session, household.family, household.team)


def register_person(
    director: Director,
    person: Person,
    session: str | None,
    family: str | None = None,
    team: str | None = None,
) -> str:
    """Register one person through the form; returns the entrant number."""
    answer = director.submit("service", "registration-form", person.registration(session, family, team))
    number: str = data_of(answer, "entrant-registered")["entrant_no"]
    director.people[number] = person
    return number


def import_group(director: Director, town: Town, session: str) -> Activity:
    """A youth centre sends its list; the organizer brings it in as one file."""
    members = [member for _ in range(GROUP) for member in town.household("teenager").members]
    commands = tuple(member.registration(session, None, "Kwai Chung Youth Corner") for member in members)
    answer = director.organizer(ImportEntrants(entrants=commands))
    for data, member in zip(all_data_of(answer, "entrant-registered"), members, strict=True):
        director.people[data["entrant_no"]] = member
    yield from ()


def _insist(director: Director, town: Town, dice: Dice) -> Activity:
    """Someone wants just the session that is full, and waits for it."""
    full = [preliminary for preliminary in _preliminaries(director) if not _room(director, preliminary)]
    if full:
        yield director.awake(dice.between(2, 30))
        yield from register(director, town.household("adult"), dice.pick(full).plan.id)


def _choose(director: Director, dice: Dice, size: int) -> str | None:
    """A session with room for `size` people, by how much it is wanted."""
    open_ = [preliminary for preliminary in _preliminaries(director) if _room(director, preliminary) >= size]
    if not open_ or director.state.registered + size > (director.definition.places or 0):
        return None
    return dice.weighted(open_, [_wanted(session, open_[0]) for session in open_]).plan.id


def _popular(director: Director, dice: Dice) -> Session:
    sessions = _preliminaries(director)
    return dice.weighted(sessions, [_wanted(session, sessions[0]) for session in sessions])


def _wanted(session: Session, first: Session) -> int:
    weight = _SLOT_WEIGHTS[(session.number - 1) % len(_SLOT_WEIGHTS)]
    return weight * _FIRST_DAY if session.day == first.day else weight


def _preliminaries(director: Director) -> Sequence[Session]:
    preliminaries = [
        session for session in director.state.sessions.values() if session.stage == "preliminary"
    ]
    return sorted(preliminaries, key=lambda session: session.plan.id)


def _room(director: Director, session: Session) -> int:
    return (director.state.room_in(session) or 0) - len(session.entrants)
