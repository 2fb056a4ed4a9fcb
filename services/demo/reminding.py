"""The reminders of the demo, at the times at which the worker would give them."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from services.demo.agenda import Activity
from services.demo.director import Director
from services.tournament.publication.reminding import ReminderKind, RemindOfSession
from services.tournament.weather.watching import sessions_of

_GUIDE_DAYS = 5
_OPENING_BEFORE = timedelta(hours=1)


def remind(director: Director, days: Sequence[date]) -> Activity:
    """Remind everyone of the sessions of these days, the suspended ones excepted."""
    moments: list[tuple[datetime, ReminderKind, date]] = []
    for day in days:
        moment = director.definition.moment
        moments += [
            (moment(day - timedelta(days=_GUIDE_DAYS), time(10)), "timer_guide", day),
            (moment(day - timedelta(days=1), time(18)), "day_before", day),
            (moment(day, time(8)), "morning", day),
        ]
    for at, kind, day in sorted(moments):
        if at < director.clock.now():
            continue
        yield at
        for session in _on(director, day):
            give(director, session, kind)
        if kind == "morning":
            for session in _on(director, day):
                opens = director.state.plan.opens(day, director.session(session).plan)
                director.plan(opens - _OPENING_BEFORE, _opening(director, session, day))


def give(director: Director, session: str, kind: ReminderKind) -> None:
    """Remind of one session, as the worker does."""
    director.submit("service", "reminders", RemindOfSession(session=session, kind=kind))


def _opening(director: Director, session: str, day: date) -> Activity:
    # By then it may lie on another day.
    if session in _on(director, day):
        give(director, session, "registration_opens")
    yield from ()


def _on(director: Director, day: date) -> list[str]:
    return [session.plan.id for session in sessions_of(director.state, day) if session.status == "scheduled"]
