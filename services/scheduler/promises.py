"""When an organizer is reminded of the word promised about a suspension: before it falls due."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from services.tournament.seating.sessions import Session, Suspension
from services.tournament.state import State
from services.tournament.weather.update_promises import held_of

BEFORE = timedelta(minutes=15)
"""How long before a promised word is due the organizer is reminded of it."""


def words_due(state: State, now: datetime) -> list[date]:
    """The days for which a word was promised that is due soon, or overdue, and not yet called to mind."""
    if state.definition is None or state.closed:
        return []
    found = set()
    for session, suspension, moment in _promised(state):
        held = session.suspension is None
        # Of use while the day lasts on which people were told to stay.
        day = suspension.day if held else session.day
        if day is None or (held and state.plan.local_day(now) > day):
            continue
        if now >= moment:
            found.add(day)
    return sorted(found)


def words_expected(state: State) -> list[datetime]:
    """When the organizer is to be reminded of the words that were promised, and has not been yet."""
    return sorted({moment for _, _, moment in _promised(state)})


def _promised(state: State) -> Iterator[tuple[Session, Suspension, datetime]]:
    """The promises not yet called to mind, each with when it is to be."""
    for session in state.sessions.values():
        suspension = session.suspension or held_of(state, session)
        if suspension is not None and suspension.next_word is not None and not suspension.reminded:
            yield session, suspension, suspension.next_word - BEFORE
