"""When an organizer is reminded of the word promised about a suspension: before it falls due."""

from datetime import date, datetime, timedelta

from services.tournament.state import State

BEFORE = timedelta(minutes=15)
"""How long before a promised word is due the organizer is reminded of it."""


def words_due(state: State, now: datetime) -> list[date]:
    """The days for which a word was promised that is due soon, or overdue, and not yet called to mind."""
    if state.definition is None or state.closed:
        return []
    found = set()
    for session in state.sessions.values():
        suspension, day = session.suspension, session.day
        if suspension is None and session.held is not None:
            # Of use while the day lasts on which people were told to stay.
            suspension, day = session.held, session.held.day
            if day is not None and state.plan.local_day(now) > day:
                continue
        if suspension is None or suspension.next_word is None or suspension.reminded or day is None:
            continue
        if now >= suspension.next_word - BEFORE:
            found.add(day)
    return sorted(found)
