"""Entrants and referees by number and name, as far as an official may read the name.

They are found by what an official types: a number, or words of a name in any language.
"""

from collections.abc import Collection, Mapping

from services.desk.params import PageParams
from services.desk.programme import OfficialsAnswer
from services.desk.views import MOST, EntrantsAnswer, EntrantView
from services.officials.cases import entrant_shown
from services.officials.reader import Reader
from services.personal.person import Person
from shared.catalogue import languages
from shared.finding import holds, sought
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


def everyone(reader: Reader, person: Person, language: Language) -> dict[str, EntrantView]:
    """All entrants by number, with the names that the person may read."""
    found: dict[str, EntrantView] = {}
    after: str | None = ""
    while after is not None:
        answer: EntrantsAnswer = reader.desk.ask(
            person.tournament_id,
            "entrants",
            PageParams(after=after, limit=MOST),
            person.principal,
            language=language,
        )
        found |= {row.entrant.entrant_no: row for row in answer.rows}
        after = answer.next
    return found


def people_found(
    reader: Reader, person: Person, typed: str, among: Collection[str] | None = None
) -> Mapping[str, EntrantView]:
    """Those whose number begins so, or whose names hold every word; of these numbers, if any are given."""
    wanted = sought(typed)
    if not wanted:
        return {}
    rolls = {language: everyone(reader, person, language) for language in languages()}
    return {
        number: view
        for number, view in rolls[reader.language].items()
        if (among is None or number in among)
        and holds(number, [shown_name(roll[number]) for roll in rolls.values()], wanted)
    }


def shown_name(view: EntrantView) -> str:
    """The name as the reader may see it; "" where they may not."""
    return view.name if isinstance(view.name, str) else ""
