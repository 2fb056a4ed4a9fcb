"""How sessions are called that get a new date, or between which somebody is moved: with the day before."""

from collections.abc import Callable
from datetime import date
from itertools import groupby

from services.tournament.definition.places_called import sessions_called
from services.tournament.definition.plan import Competition
from services.tournament.kernel.facts import Event
from services.tournament.people.moving import EntrantMoved
from services.tournament.state import State
from services.tournament.weather.rescheduling import SessionsRescheduled
from shared.catalogue import Listed, Phrase

DayBefore = Callable[[str], date | None]
"""The day to which a session had been moved before the event; None for one on its planned day."""


def as_planned(session: str) -> None:
    """Every session is on its planned day."""
    return


def days_before(state: State, seq: int) -> DayBefore:
    """The days before the event at `seq`, by what a later state knows."""

    def day_before(id: str) -> date | None:
        session = state.sessions.get(id)
        day = None if session is None else session.day_before(seq)
        return None if session is None or day == session.plan.day else day

    return day_before


def moves_in(event: Event, plan: Competition | None, day_before: DayBefore) -> dict[str, object]:
    """By field, how the sessions are called between which the event moves somebody, or that it moves."""
    if isinstance(event, SessionsRescheduled):
        return {"sessions": _called(event.sessions, plan, day_before)}
    if isinstance(event, EntrantMoved):
        return {
            "from_session": _called((event.from_session,), plan, day_before),
            "to_session": _called((event.to_session,), plan, day_before),
        }
    return {}


def _called(sessions: tuple[str, ...], plan: Competition | None, day_before: DayBefore) -> Listed:
    found: list[object] = []
    for day, several in groupby(sessions, day_before):
        called = sessions_called(tuple(several), plan)
        phrase = Phrase("timeline-sessions-moved", {"sessions": called, "day": day})
        found.append(called if day is None else phrase)
    return Listed(found)
