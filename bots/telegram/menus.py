"""The commands that a chat can use, by the roles of those it stands for: in /help and in Telegram's menu."""

from collections.abc import Iterable, Sequence

from bots.telegram.people import CHANNEL
from bots.telegram.room import Room
from services.personal.person import Person
from services.personal.texts import bot_text
from shared.eventlog import Head
from shared.i18n import Language
from shared.language_choice import choose_language

Menu = tuple[tuple[str, str], ...]
"""Commands without their stroke, each with what it does."""
_ROLES = {
    "participant": "commands_entrant",
    "referee": "commands_referee",
    "chief_referee": "commands_chief",
    "organizer": "commands_organizer",
}


def commands_of(persons: Sequence[Person]) -> list[str]:
    """The names of the texts that list what these may do; for nobody what a participant may."""
    roles = {person.principal.role for person in persons} or {"participant"}
    return [text for role, text in _ROLES.items() if role in roles]


def menu(persons: Sequence[Person], language: Language) -> Menu:
    """The commands of a chat, each once."""
    texts = [bot_text(name, language) for name in (*commands_of(persons), "commands_all", "commands_help")]
    lines = [line.removeprefix("/").partition(" ") for text in texts for line in text.splitlines()]
    return tuple({name: about for name, _, about in reversed(lines)}.items())[::-1]


class Menus:
    """What the menu of each chat is to show now. Safe for threads."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._offices: dict[str, object] = {}
        self._looked_at: dict[str, Head] = {}

    def of_chat(self, chat: int, tongue: Language) -> Menu:
        """The menu of a chat in its language; in that which Telegram reports where it chose none."""
        persons = self._room.people.of_chat(chat)
        chosen = next((person.language for person in persons if person.language is not None), None)
        return menu(persons, choose_language(chosen) if chosen else tongue)

    def of_changed_offices(self) -> Iterable[tuple[int, Menu]]:
        """The menus of the chats of officials, in tournaments where an office changed since the last time."""
        for tournament, head in sorted(self._room.desk.log.heads().items()):
            if self._looked_at.get(tournament) == head:
                continue
            officials = self._room.people.officials(tournament)
            if self._offices.get(tournament) != officials:
                self._offices[tournament] = officials
                for chat in self._chats(tournament):
                    yield chat, self.of_chat(chat, "zh")
            self._looked_at[tournament] = head

    def _chats(self, tournament: str) -> list[int]:
        links = self._room.links.of_recipients(tournament)
        found = [
            link.address_id
            for recipient, those in links.items()
            for link in those
            if link.channel == CHANNEL and link.status == "active" and not recipient.startswith("entrant:")
        ]
        return sorted({int(where) for where in self._room.links.where(tournament, found).values()})
