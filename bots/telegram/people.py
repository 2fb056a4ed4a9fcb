"""Whom a chat stands for, and what that person may do: the role of the link, looked at anew every time."""

from services.access.principal import Principal
from services.access.visibility import ANYONE
from services.delivery.links import Links
from services.desk.desk import Desk
from services.desk.params import NoParams
from services.desk.programme import OfficialsAnswer, TournamentAnswer
from services.personal.person import Person, Persons
from services.tournament.definition.texts import Text
from shared.i18n import Language

CHANNEL = "telegram"


class People:
    """Finds the people behind a chat."""

    def __init__(self, desk: Desk, links: Links) -> None:
        self._desk = desk
        self._links = links
        self._persons = Persons(desk, CHANNEL)
        self._with_those_who_left = Persons(desk, CHANNEL, left=True)

    def of_chat(self, chat: int, *, left: bool = False) -> list[Person]:
        """Everyone the chat stands for; not those who hold their office no longer.

        Args:
            left: with those who gave their place back, last: what is held on them is theirs to read still.
        """
        persons = self._with_those_who_left if left else self._persons
        found = (
            persons.person(link.tournament_id, link.recipient, link.address_id, link.language)
            for link in self._links.of_address(CHANNEL, str(chat))
        )
        known = (person for person in found if person is not None)
        return sorted(known, key=lambda person: person.principal.left)

    def is_chief(self, tournament_id: str, recipient: str) -> bool:
        """Whether it is a Chief Referee."""
        person = self._persons.person(tournament_id, recipient)
        return person is not None and person.principal.role == "chief_referee"

    def name(self, tournament_id: str, recipient: str, language: Language) -> str:
        """The name of a recipient, or the number where no name is known."""
        return self._with_those_who_left.name(tournament_id, recipient, language)

    def registered_language(self, tournament_id: str, recipient: str) -> Language | None:
        """The language that an entrant registered with; None for none, and for whoever holds an office."""
        person = self._with_those_who_left.person(tournament_id, recipient)
        return None if person is None else person.language

    def title(self, tournament_id: str) -> Text:
        """What a tournament is called; anyone may know."""
        defined: TournamentAnswer = self._desk.ask(tournament_id, "tournament", NoParams(), ANYONE)
        return defined.definition.title

    def officials(self, tournament_id: str) -> object:
        """Who holds which office now, to be compared with what it was before."""
        anyone = Principal(CHANNEL, "organizer", "", tournament_id)
        answer: OfficialsAnswer = self._desk.ask(tournament_id, "officials", NoParams(), anyone)
        return tuple((row.referee, row.chief, row.active) for row in answer.rows)

    def privacy(self, tournament_id: str) -> Text | None:
        """What the tournament says of the personal data it collects; anyone may know."""
        defined: TournamentAnswer = self._desk.ask(tournament_id, "tournament", NoParams(), ANYONE)
        return defined.definition.privacy

    def email(self, person: Person) -> str:
        """The e-mail address that a participant gave; "" for none, and for whoever holds an office."""
        return self._persons.email(person)

    def reachable(self, chat: int, again: bool) -> None:
        """Someone blocked the bot, or let it in again: nothing is sent there until then."""
        for link in self._links.of_address(CHANNEL, str(chat)):
            if again:
                self._links.link(link.tournament_id, link.recipient, CHANNEL, str(chat))
            else:
                with self._desk.log.database.writing() as driver:
                    why = "the bot was blocked"
                    self._links.mark_dead(driver, link.tournament_id, link.address_id, CHANNEL, why)
