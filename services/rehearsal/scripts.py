"""What may come over a day of play: the weather of each script, worked out from the day's own hours."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta

from services.rehearsal.sky import Spell
from services.tournament.definition.plan import Competition
from services.tournament.weather.policy import Day

SIGNAL_AT = time(10, 5)
_LASTS = timedelta(hours=6)
_FIRST_IN_PLAY = timedelta(minutes=45)
_SILENT_BEFORE, _SILENT_AFTER = timedelta(minutes=45), timedelta(hours=2)


def _ordinary(plan: Competition, day: date, hours: Day) -> Sequence[Spell]:
    return ()


def _signal_eight(plan: Competition, day: date, hours: Day) -> Sequence[Spell]:
    begin = plan.moment(day, SIGNAL_AT)
    return (Spell("WTCSGNL", "TC8NE", begin, begin + _LASTS),)


def _black_rain(plan: Competition, day: date, hours: Day) -> Sequence[Spell]:
    begin = in_play(plan, hours)
    return (Spell("WRAIN", "WRAINB", begin, begin + _LASTS / 3),)


def _silence(plan: Competition, day: date, hours: Day) -> Sequence[Spell]:
    return (Spell("silence", "", hours.cutoff - _SILENT_BEFORE, hours.cutoff + _SILENT_AFTER),)


def in_play(plan: Competition, hours: Day) -> datetime:
    """A moment at which the middle session of the day is being played, or the first where nobody knows."""
    ending = {session_plan.id for session_plan in plan.sessions if session_plan.end is not None}
    timed = [other for other in hours.sessions if other.session in ending]
    if not timed:
        return hours.begin + _FIRST_IN_PLAY
    session = timed[len(timed) // 2]
    # Two thirds of it: check-in and seating come first.
    return session.registration + (session.end - session.registration) * 2 / 3


Script = Callable[[Competition, date, Day], Sequence[Spell]]

SCRIPTS: Mapping[str, Script] = {
    "ordinary": _ordinary,
    "signal-8": _signal_eight,
    "black-rain": _black_rain,
    "silence": _silence,
}
"""By name: nothing unusual; signal 8 at 10:05; a black rainstorm in mid-session; the Observatory silent."""
