"""Whoever did something, "role:number" in the log, as pages call them."""

from collections.abc import Mapping

from services.access.visibility import Visibility
from services.desk.desk import Desk
from services.desk.params import NoParams
from shared.catalogue import say
from shared.i18n import Language

_OFFICES = {"organizer", "chief_referee", "referee"}


class Actors:
    """Names officials for whoever may read who they are; entrants go by their numbers.

    Args:
        seen: what is open to the reader of the page.
    """

    def __init__(self, desk: Desk, tournament: str, seen: Visibility, language: Language) -> None:
        self._desk, self._tournament, self._seen, self._language = desk, tournament, seen, language
        self._names: Mapping[str, str] | None = None

    def who(self, actor: str) -> str:
        """An official by office, number and name, an entrant by number."""
        role, _, number = actor.partition(":")
        if role in _OFFICES:
            office = say(f"bot-role-{role.replace('_', '-')}", self._language)
            named = () if role == "organizer" else (number, self.official(number))
            return " ".join(part for part in (office, *named) if part)
        if role == "participant":
            return say("page-history-an-entrant", self._language, number=number)
        return say("page-history-a-program", self._language)

    def official(self, number: str) -> str:
        """The name of a referee; "" where it is not there, or not for this reader."""
        if self._names is None:
            self._names = self._officials()
        return self._names.get(number, "")

    def _officials(self) -> Mapping[str, str]:
        if self._seen.scope("officials") is None:
            return {}
        answer = self._desk.ask(
            self._tournament, "officials", NoParams(), self._seen, language=self._language
        )
        return {row.referee: row.name for row in answer.rows if isinstance(row.name, str)}
