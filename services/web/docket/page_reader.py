"""Whoever is signed in, as a reader of the texts that chats have as well."""

from collections.abc import Collection, Mapping
from copy import copy
from typing import Any

from services.delivery.links import Linked
from services.desk.desk import Desk
from services.desk.params import NoParams, Params
from services.personal.person import Person
from services.personal.texts import bot_text
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import name_of, sign_in_of
from shared.i18n import Language


class PageReader:
    """Asks the desk as an official in a browser; the same question is put once in a request.

    Attributes:
        person: who is signed in.
    """

    def __init__(self, parts: Parts, call: Call) -> None:
        sign_in = sign_in_of(call)
        recipient = "organizer:organizer" if sign_in.scope == "organizer" else f"referee:{sign_in.whose}"
        self.desk: Desk = parts.desk
        self.language: Language = call.language
        self.person = Person(
            call.tournament, recipient, "", call.language, call.principal, name_of(parts, call)
        )
        self.persons: tuple[Person, ...] = (self.person,)
        self._links = parts.links
        self._answers: dict[tuple[str, Params], Any] = {}

    def in_language(self, language: Language) -> "PageReader":
        """The same reader, who is told in another language."""
        found = copy(self)
        found.language, found._answers = language, {}
        return found

    def text(self, name: str, /, **fields: object) -> str:
        return bot_text(name, self.language, **fields)

    def linked(self, person: Person, recipients: Collection[str]) -> Mapping[str, Collection[Linked]]:
        return self._links.of_recipients(person.tournament_id, recipients)

    def ask(self, person: Person, query: str, params: Params | None = None) -> Any:
        key = (query, params or NoParams())
        if key not in self._answers:
            self._answers[key] = self.desk.ask(
                person.tournament_id, query, key[1], person.principal, language=self.language
            )
        return self._answers[key]
