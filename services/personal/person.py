"""Whom a chat or a personal page stands for, and what that person may do: the office, looked up each time."""

import msgspec

from services.access.principal import Principal
from services.access.rights import right
from services.desk.desk import Desk
from services.desk.params import NoParams
from services.desk.programme import WhoAmI
from services.personal.texts import bot_text
from shared.i18n import Language
from shared.language_choice import choose_language


class Person(msgspec.Struct, frozen=True):
    """Someone whom a chat or a page stands for.

    Attributes:
        recipient: "entrant:0007", "referee:R01" or "organizer:organizer".
        address_id: of the chat; "" on a page.
        language: chosen for the chat, else the person's own as registered; None for neither.
        name: as the person may read it; a number where there is none.
    """

    tournament_id: str
    recipient: str
    address_id: str
    language: Language | None
    principal: Principal
    name: str

    @property
    def number(self) -> str:
        return self.recipient.partition(":")[2]

    @property
    def named(self) -> dict[str, str]:
        """By which a button or flow finds the person again."""
        return {"tournament": self.tournament_id, "recipient": self.recipient}

    def may(self, action: str) -> bool:
        """Whether the table of rights lets the role do this at all."""
        return right(self.principal.role, action) is not None


class Persons:
    """Finds the person behind a recipient.

    Args:
        way: how they come, "telegram" or "page"; names the principal.
        left: whether entrants who gave their place back are found, too.
    """

    def __init__(self, desk: Desk, way: str, *, left: bool = False) -> None:
        self._desk = desk
        self._way = way
        self._left = left

    def person(
        self, tournament_id: str, recipient: str, address_id: str = "", chosen: Language | None = None
    ) -> Person | None:
        """The person; None for who holds no office any more, nor is found without one.

        Args:
            chosen: the language chosen for the address.
        """
        principal = self._principal(tournament_id, recipient)
        if principal is None:
            return None
        spoken = (self._known(principal, "en").details or {}).get("language")
        language = chosen or (choose_language(spoken) if spoken else None)
        name = self._name(principal, language or "en")
        return Person(tournament_id, recipient, address_id, language, principal, name)

    def name(self, tournament_id: str, recipient: str, language: Language) -> str:
        """The name of a recipient, or the number where no name is known."""
        principal = self._principal(tournament_id, recipient)
        return recipient.partition(":")[2] if principal is None else self._name(principal, language)

    def email(self, person: Person) -> str:
        """The e-mail address that a participant gave; "" for none, and for whoever holds an office."""
        return (self._known(person.principal, "en").details or {}).get("email", "")

    def _principal(self, tournament_id: str, recipient: str) -> Principal | None:
        role = self._desk.office(tournament_id, recipient)
        number = recipient.partition(":")[2]
        if role is not None:
            return Principal(self._way, role, number, tournament_id)
        if self._left and recipient.startswith("entrant:") and self._desk.gave_back(tournament_id, number):
            return Principal(self._way, "participant", number, tournament_id, left=True)
        return None

    def _name(self, principal: Principal, language: Language) -> str:
        if principal.role == "organizer":
            return bot_text("role_organizer", language)
        return self._known(principal, language).name or principal.subject

    def _known(self, principal: Principal, language: Language) -> WhoAmI:
        assert principal.tournament_id is not None, "a person is someone of one tournament"
        known: WhoAmI = self._desk.ask(
            principal.tournament_id, "whoami", NoParams(), principal, language=language
        )
        return known


def masked(name: str) -> str:
    """A name that its owner knows again and nobody else learns: "G*** L**", "陳*玲"."""
    return " ".join(_masked(word) for word in name.split())


def _masked(word: str) -> str:
    if len(word) <= 1:
        return word
    if word.isascii() or len(word) == 2:
        return word[0] + "*" * (len(word) - 1)
    return word[0] + "*" * (len(word) - 2) + word[-1]
