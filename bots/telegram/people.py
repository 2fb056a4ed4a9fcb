"""Whom a chat stands for, and what that person may do: the role of the link, looked at anew every time."""

import msgspec

from services.access.rights import right
from services.access.tokens import Principal
from services.access.visibility import office_of
from services.delivery.links import Links
from services.desk.desk import Desk
from services.desk.directory import shown_name
from services.tournament.state import State
from shared.i18n import Language, choose_language

CHANNEL = "telegram"


class Person(msgspec.Struct, frozen=True):
    """Someone whom a chat stands for.

    Attributes:
        recipient: "entrant:0007", "referee:R01" or "organizer:organizer".
        language: chosen for the chat, else the person's own as registered; None for neither.
        name: as the person herself may read it; a number where there is none.
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


class People:
    """Finds the people behind a chat."""

    def __init__(self, desk: Desk, links: Links) -> None:
        self._desk = desk
        self._links = links

    def of_chat(self, chat: int) -> tuple[Person, ...]:
        """Everyone the chat stands for; not those who hold their office no longer."""
        found = []
        for own in self._links.of_address(CHANNEL, str(chat)):
            state = self._desk.state(own.tournament_id)
            role = office_of(state, own.recipient)
            if role is None:
                continue
            number = own.recipient.partition(":")[2]
            principal = Principal(CHANNEL, role, number, own.tournament_id)
            language = own.language or self._registered_language(own.tournament_id, state, own.recipient)
            name = self.name(own.tournament_id, own.recipient, language or "en")
            found.append(Person(own.tournament_id, own.recipient, own.address_id, language, principal, name))
        return tuple(found)

    def name(self, tournament_id: str, recipient: str, language: Language) -> str:
        """The name of a recipient, or the number where no name is known."""
        state = self._desk.state(tournament_id)
        kind, _, number = recipient.partition(":")
        entrant = state.entrants.get(number) if kind == "entrant" else None
        if entrant is not None:
            details = self._desk.directory.details(tournament_id, [entrant])[number]
            return shown_name(details, language) or number
        referee = state.referees.get(number) if kind == "referee" else None
        if referee is not None:
            texts = self._desk.directory.texts(tournament_id, [referee.seq])
            return shown_name(texts[referee.seq].get(referee.person, {}), language) or number
        return "主辦單位" if language == "zh" else "Organizer"

    def _registered_language(self, tournament_id: str, state: State, recipient: str) -> Language | None:
        kind, _, number = recipient.partition(":")
        entrant = state.entrants.get(number) if kind == "entrant" else None
        if entrant is None:
            return None
        said = self._desk.directory.details(tournament_id, [entrant])[number].get("language")
        return choose_language(said) if said else None

    def reachable(self, chat: int, again: bool) -> None:
        """Someone blocked the bot, or let it in again: nothing is sent there until then."""
        for own in self._links.of_address(CHANNEL, str(chat)):
            if again:
                self._links.link(own.tournament_id, own.recipient, CHANNEL, str(chat))
            else:
                with self._desk.log.database.writing() as driver:
                    why = "the bot was blocked"
                    self._links.mark_dead(driver, own.tournament_id, own.address_id, CHANNEL, why)


def masked(name: str) -> str:
    """A name that its owner knows again and nobody else learns: "G*** L**", "陳*玲"."""
    return " ".join(_masked(word) for word in name.split())


def _masked(word: str) -> str:
    if len(word) <= 1:
        return word
    if word.isascii() or len(word) == 2:
        return word[0] + "*" * (len(word) - 1)
    return word[0] + "*" * (len(word) - 2) + word[-1]
