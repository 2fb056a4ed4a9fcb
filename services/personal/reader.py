"""Who reads: a chat or a personal page, as far as the texts on one's own things need to know it."""

from typing import Any, Protocol

from services.desk.views import Params
from services.personal.person import Person
from shared.i18n import Language

Block = list[str]
"""Lines that belong together."""


class Reader(Protocol):
    """Asks the desk as the people it stands for, and speaks one language."""

    @property
    def persons(self) -> tuple[Person, ...]: ...

    @property
    def language(self) -> Language: ...

    def text(self, name: str, /, **fields: object) -> str:
        """One of the texts for participants in the reader's language."""
        ...

    def ask(self, person: Person, query: str, params: Params | None = None) -> Any:
        """Ask the desk as this person.

        Raises:
            Problem: what `Desk.ask` refuses.
        """
        ...
