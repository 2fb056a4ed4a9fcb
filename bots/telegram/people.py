"""Whom a chat stands for, and what that person may do: the role of the link, looked at anew every time."""

import msgspec

from bots.telegram.texts import said
from services.access.rights import right
from services.access.tokens import Principal
from services.access.visibility import ANYONE
from services.delivery.links import Links
from services.desk.desk import Desk
from services.desk.programme import OfficialsAnswer, TournamentAnswer, WhoAmI
from services.desk.views import NoParams
from services.tournament.definition.texts import Text
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
            principal = self._principal(own.tournament_id, own.recipient)
            if principal is None:
                continue
            details = self._known(principal, "en").details or {}
            spoken = details.get("language")
            language = own.language or (choose_language(spoken) if spoken else None)
            name = self._name(principal, language or "en")
            found.append(Person(own.tournament_id, own.recipient, own.address_id, language, principal, name))
        return tuple(found)

    def name(self, tournament_id: str, recipient: str, language: Language) -> str:
        """The name of a recipient, or the number where no name is known."""
        principal = self._principal(tournament_id, recipient)
        return recipient.partition(":")[2] if principal is None else self._name(principal, language)

    def title(self, tournament_id: str) -> Text:
        """What a tournament is called; anyone may know."""
        defined: TournamentAnswer = self._desk.ask(tournament_id, "tournament", NoParams(), ANYONE)
        return defined.definition.title

    def officials(self, tournament_id: str) -> object:
        """Who holds which office now, to be compared with what it was before."""
        anyone = Principal(CHANNEL, "organizer", "", tournament_id)
        answer: OfficialsAnswer = self._desk.ask(tournament_id, "officials", NoParams(), anyone)
        return tuple((own.referee, own.chief, own.active) for own in answer.rows)

    def privacy(self, tournament_id: str) -> Text | None:
        """What the tournament says of the personal data it collects; anyone may know."""
        defined: TournamentAnswer = self._desk.ask(tournament_id, "tournament", NoParams(), ANYONE)
        return defined.definition.privacy

    def email(self, person: Person) -> str:
        """The e-mail address that a participant gave; "" for none, and for whoever holds an office."""
        return (self._known(person.principal, "en").details or {}).get("email", "")

    def _principal(self, tournament_id: str, recipient: str) -> Principal | None:
        """As whom a recipient acts; None for who holds no office any more."""
        role = self._desk.office(tournament_id, recipient)
        number = recipient.partition(":")[2]
        return None if role is None else Principal(CHANNEL, role, number, tournament_id)

    def _name(self, principal: Principal, language: Language) -> str:
        if principal.role == "organizer":
            return said("role_organizer", language)
        return self._known(principal, language).name or principal.subject

    def _known(self, principal: Principal, language: Language) -> WhoAmI:
        assert principal.tournament_id is not None, "a chat stands for someone of one tournament"
        known: WhoAmI = self._desk.ask(
            principal.tournament_id, "whoami", NoParams(), principal, language=language
        )
        return known

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
