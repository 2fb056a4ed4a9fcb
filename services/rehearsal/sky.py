"""The weather of a rehearsal: what may come over a day, answered as the Observatory answers."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Literal

import msgspec

from services.tournament.definition.plan import Competition
from services.tournament.weather.policy import Day
from services.weather.listed import Fetched, Page
from services.weather.observatory import Unreachable
from shared.clock import Clock

SIGNAL_AT = time(10, 5)


class Spell(msgspec.Struct, frozen=True):
    """A warning of a family, or the Observatory's silence, from a moment on for so long."""

    what: Literal["WTCSGNL", "WRAIN", "silence"]
    code: str
    begin: datetime
    lasts: timedelta


Script = Callable[[Competition, date, Day], Spell | None]

SCRIPTS: Mapping[str, Script] = {
    "ordinary": lambda plan, day, hours: None,
    "signal-8": lambda plan, day, hours: Spell(
        "WTCSGNL", "TC8NE", plan.moment(day, SIGNAL_AT), timedelta(hours=6)
    ),
    "black-rain": lambda plan, day, hours: Spell("WRAIN", "WRAINB", in_play(plan, hours), timedelta(hours=2)),
    "silence": lambda plan, day, hours: Spell(
        "silence", "", hours.cutoff - timedelta(minutes=45), timedelta(minutes=165)
    ),
}
"""By name: nothing unusual; signal 8 at 10:05; a black rainstorm in mid-session; the Observatory silent."""


def in_play(plan: Competition, hours: Day) -> datetime:
    """A moment at which the middle session of the day is being played, or the first where nobody knows."""
    ending = {session.id for session in plan.sessions if session.end is not None}
    timed = [session for session in hours.sessions if session.session in ending]
    if not timed:
        return hours.begin + timedelta(minutes=45)
    session = timed[len(timed) // 2]
    # Two thirds of it: check-in and seating come first.
    return session.registration + (session.end - session.registration) * 2 / 3


class Sky:
    """Called, it answers both questions as of the clock."""

    def __init__(self, clock: Clock, spell: Spell | None) -> None:
        self._clock, self._spell = clock, spell

    def __call__(self) -> Fetched:
        """Both answers now; raises Unreachable while the Observatory is silent."""
        spell, now = self._spell, self._clock.now()
        listed: dict[str, dict[str, str]] = {}
        if spell is not None and spell.begin <= now:
            until = spell.begin + spell.lasts
            if spell.what != "silence":
                listed[spell.what] = {
                    "code": spell.code,
                    "actionCode": "CANCEL" if until <= now else "ISSUE",
                    "issueTime": spell.begin.isoformat(),
                    "updateTime": (until if until <= now else spell.begin).isoformat(),
                }
            elif now < until:
                raise Unreachable("silent, as the script has it")
        answers = (Page(200, "application/json", msgspec.json.encode(answer)) for answer in (listed, {}))
        return Fetched(*answers)
