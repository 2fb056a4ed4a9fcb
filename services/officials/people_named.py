"""Entrants and referees by number and name, as far as an official may read the name."""

from services.desk.programme import OfficialsAnswer
from services.officials.cases import entrant_shown
from services.officials.reader import Reader
from services.personal.person import Person
from shared.i18n import Language
from shared.problems import Problem


class PeopleNamed:
    """Who is behind a number, for one reader; a number of nobody stays as it is."""

    def __init__(self, reader: Reader, person: Person) -> None:
        self._reader, self._person = reader, person

    @property
    def language(self) -> Language:
        return self._reader.language

    def entrant(self, number: str) -> str:
        try:
            return entrant_shown(self._reader, self._person, number)
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            return number

    def referee(self, number: str) -> str:
        answer: OfficialsAnswer = self._reader.ask(self._person, "officials")
        name = next((row.name for row in answer.rows if row.referee == number), None)
        return f"{number} {name or ''}".rstrip()
