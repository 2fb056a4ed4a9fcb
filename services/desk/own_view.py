"""What a participant's command led to, as far as it is theirs to know.

Giving a place back hands it to whoever waits longest, and whoever that is, is nothing to who gave it back: of
what follows from a participant's own command they are shown what is about them or about nobody else.
"""

from collections.abc import Iterable

from services.notices.notice import Notice
from services.tournament.kernel import Event


def own_number(actor: str) -> str | None:
    """The entrant number of a participant who acts; None for an official, who sees everything."""
    role, _, number = actor.partition(":")
    return number if role == "participant" else None


def is_shown(actor: str, event: Event, caused_by: int | None, first_seq: int) -> bool:
    """Whether an event is shown to who sent the command that begins at `first_seq`."""
    number = own_number(actor)
    asked_for = caused_by is None or caused_by < first_seq
    return number is None or asked_for or getattr(event, "entrant", number) == number


def notices_shown(actor: str, notices: Iterable[Notice]) -> list[Notice]:
    """The notices that are shown to who sent a command: not those to other entrants."""
    number = own_number(actor)
    return [
        own
        for own in notices
        if number is None or not own.audience.startswith("entrant:") or own.audience == f"entrant:{number}"
    ]
