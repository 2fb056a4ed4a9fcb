"""What people call a session: by its day and its name, or its number on that day; ids are for machines."""

from collections.abc import Sequence
from datetime import date

from services.tournament.definition.texts import Text
from services.tournament.seating.sessions import Session
from shared.catalogue import Listed, Phrase


def session_named(session: Session) -> Phrase:
    """A session by day and name: "Saturday, 28 March 2026, session 1"."""
    return Phrase("notice-sessions-of-day", {"day": session.day, "sessions": _called(session)})


def sessions_named(sessions: Sequence[Session], day: date | None) -> Phrase:
    """Several sessions of one day: "Saturday, 28 March 2026, sessions 1, 2"."""
    return Phrase("notice-sessions-of-day", {"day": day, "sessions": several_called(sessions)})


def several_called(sessions: Sequence[Session]) -> Listed:
    """Several sessions without their day: "the qualifier, sessions 1, 2"."""
    named: list[object] = [own.plan.name for own in sessions if own.plan.name is not None]
    numbers = [own.number for own in sessions if own.plan.name is None]
    if numbers:
        values = {"count": len(numbers), "numbers": [str(number) for number in numbers]}
        named.append(Phrase("notice-sessions-numbered", values))
    return Listed(named)


def _called(session: Session) -> Text | Phrase:
    if session.plan.name is not None:
        return session.plan.name
    return Phrase("notice-sessions-numbered", {"count": 1, "numbers": str(session.number)})
