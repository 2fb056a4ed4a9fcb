"""Names of others, as far as the reader may know them."""

from services.desk.views import Name
from services.personal.person import Person
from services.personal.reader import Reader


def name_read(reader: Reader, person: Person, number: str, shown: Name) -> str:
    """The name of an entrant: whom the reader stands for, whoever lets it be shown, else the number.

    Args:
        person: of the same tournament, whom the reader asks as.
        shown: as the desk shows it to that person.
    """
    for other in reader.everyone:
        if (other.tournament_id, other.number) == (person.tournament_id, number):
            return other.name
    return shown if isinstance(shown, str) and shown else number
