"""Who reads: a chat or a personal page, as far as the texts on one's own things need to know it."""

from datetime import datetime
from fractions import Fraction
from typing import Any, Protocol

from services.desk.params import Params
from services.personal.person import Person
from services.rules.exact import score_shown
from shared.i18n import Language

Block = list[str]
"""Lines that belong together."""
Headed = tuple[tuple[str, ...], Block]
"""Lines with what they are about: the title of their tournament, where that is told, and whose they are."""


class Speaker(Protocol):
    """Speaks one language."""

    @property
    def language(self) -> Language: ...

    def text(self, name: str, /, **fields: object) -> str:
        """One of the texts of chats in that language."""
        ...


class Asking(Protocol):
    """Asks the desk as the people it stands for."""

    @property
    def persons(self) -> tuple[Person, ...]: ...

    def ask(self, person: Person, query: str, params: Params | None = None) -> Any:
        """Ask the desk as this person.

        Raises:
            Problem: what `Desk.ask` refuses.
        """
        ...


class Reader(Asking, Protocol):
    """Asks the desk, and speaks one language."""

    @property
    def everyone(self) -> tuple[Person, ...]:
        """These, and those who gave their place back, for what is theirs still."""
        ...

    @property
    def language(self) -> Language: ...

    def now(self) -> datetime: ...

    @property
    def site(self) -> str:
        """Where the public pages are, without a slash at the end; "" if they are not public."""
        ...

    def text(self, name: str, /, **fields: object) -> str:
        """One of the texts for participants in the reader's language."""
        ...


def points_told(reader: Reader, points: Fraction) -> str:
    """Points of wins and byes with their word, such as "1 point" or "1½ points"."""
    return reader.text("by_match_points", figure=score_shown(points), single=0 < points <= 1)
