"""What delivering needs to know of the tournaments: whom they are about, and what they are called."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from services.notices.audiences import Recipient
from services.notices.notice import Notice
from services.tournament.definition.attachments import Attachment
from services.tournament.state import State
from shared.eventlog import Head
from shared.i18n import Language

Details = Mapping[str, str]
"""Personal data by field; empty for whoever was forgotten."""


class Correspondents(Protocol):
    """The tournaments as the desk holds them. Safe for threads."""

    def tournaments(self) -> Sequence[str]: ...

    def heads(self) -> Mapping[str, Head]:
        """Where the log of each tournament ends, all of them looked up at once."""
        ...

    def state(self, tournament_id: str) -> State:
        """The state at the log's head; raises Problem when there is no such tournament."""
        ...

    def past_state(self, tournament_id: str, seq: int, at: datetime) -> State:
        """The state at a time, on which a message was sent; never one before the event at `seq`."""
        ...

    def details(self, tournament_id: str, recipients: Iterable[Recipient]) -> Mapping[Recipient, Details]:
        """What is known of each: `name_en`, `name_zh`, `name`, `email`, `language`, …, as far as given."""
        ...

    def words(self, tournament_id: str, notice: Notice) -> Mapping[Language, str]:
        """What an announcement or a post says, by language; empty for other notices, or when it is gone."""
        ...

    def attachment(self, tournament_id: str, attachment: Attachment) -> bytes | None:
        """The bytes of a file that goes out with messages; None where the log does not have them."""
        ...

    def today(self, tournament_id: str) -> date:
        """The day it is where the tournament takes place."""
        ...

    def recorded_at(self, tournament_id: str, seq: int) -> datetime:
        """When the event at `seq` came into the log."""
        ...


def subject_of(state: State, tournament_id: str, recipient: str) -> str | None:
    """The vault subject under which a recipient's addresses are sealed; None if there is no such one.

    Args:
        recipient: "entrant:0007", "referee:R01", "organizer:organizer" or "public:channel".
    """
    kind, _, number = recipient.partition(":")
    if kind == "public":
        return f"public-{tournament_id}" if number == "channel" else None
    if kind == "organizer":
        return f"organizer-{tournament_id}" if number == "organizer" else None
    if kind == "entrant":
        entrant = state.entrants.get(number)
        person = entrant.person if entrant is not None else None
    else:
        referee = state.referees.get(number) if kind == "referee" else None
        person = referee.person if referee is not None else None
    return person if person is not None and person not in state.forgotten else None


def recipient_of(key: str) -> Recipient:
    """The recipient by its key; raises ValueError."""
    kind, _, number = key.partition(":")
    if kind == "entrant":
        return Recipient("entrant", number)
    if kind == "referee":
        return Recipient("referee", number)
    if kind == "organizer":
        return Recipient("organizer", number)
    if kind == "public":
        return Recipient("public", number)
    raise ValueError(f"no recipient is {kind}")


def name_among(number: str, name: str, others: Iterable[str]) -> str:
    """A name beside these of others: with the number before it where one of them has the same."""
    return f"{number} {name}" if name and name in others else name


def name_in(details: Details, language: Language) -> str:
    """The name in a language, else in the other; "" if there is none."""
    first, second = ("name_zh", "name_en") if language == "zh" else ("name_en", "name_zh")
    return details.get(first) or details.get(second) or details.get("name") or ""
