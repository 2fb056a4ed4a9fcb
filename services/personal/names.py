"""Names of a family, each told apart from the others; of others, as far as the reader may know them."""

from collections import Counter
from collections.abc import Iterable

from msgspec import structs

from services.delivery.correspondents import name_among
from services.desk.views import Name
from services.personal.person import Person
from services.personal.reader import Reader


def told_apart(persons: Iterable[Person]) -> tuple[Person, ...]:
    """These people, with the number before the name of each whose name another of the tournament has.

    A parent and a child may have one name, and what is done in the name of one is not for the other.
    """
    known = tuple(persons)
    shared = Counter((person.tournament_id, person.name) for person in known)
    return tuple(
        structs.replace(person, name=name_among(person.number, person.name, [person.name]))
        if shared[person.tournament_id, person.name] > 1
        else person
        for person in known
    )


def name_alone(person: Person) -> str:
    """The name of somebody without the number that may stand before it."""
    return person.name.removeprefix(f"{person.number} ")


def name_read(reader: Reader, person: Person, number: str, shown: Name) -> str:
    """The name of an entrant: whom the reader stands for, whoever lets it be shown, else the number.

    Args:
        person: of the same tournament, whom the reader asks as.
        shown: as the desk shows it to that person.
    """
    for other in reader.everyone:
        if (other.tournament_id, other.number) == (person.tournament_id, number):
            return other.name
    if not isinstance(shown, str):
        return number
    return name_among(number, shown, [name_alone(person)]) or number
