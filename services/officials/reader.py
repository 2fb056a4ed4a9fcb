"""Who reads: an official's chat or page, as far as the texts on tables and cases need to know it."""

from typing import Any, Protocol

from services.desk.desk import Desk
from services.desk.params import Params
from services.personal.person import Person
from services.personal.reader import Speaker


class Reader(Speaker, Protocol):
    """Asks the desk as the people it stands for, and speaks one language."""

    @property
    def desk(self) -> Desk: ...

    @property
    def persons(self) -> tuple[Person, ...]: ...

    def ask(self, person: Person, query: str, params: Params | None = None) -> Any:
        """Ask the desk as this person.

        Raises:
            Problem: what `Desk.ask` refuses.
        """
        ...
