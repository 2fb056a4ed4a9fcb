"""Days of which it is being decided, because of the weather, whether they are played.

Whoever reads that play goes ahead while a warning that stops it is in force sets out for the hall.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

import msgspec

from services.tournament.state import State
from services.tournament.weather.dangers import in_force, over_since
from services.tournament.weather.going_ahead import decided_under, in_doubt
from services.tournament.weather.policy import Proposal, spells
from services.tournament.weather.watching import last_proposal, sessions_of, weather_day

WATCHED_BEFORE = timedelta(hours=24)
"""How long before its cutoff a day begins to be watched."""


class Undecided(msgspec.Struct, frozen=True):
    """A day that waits for a decision.

    Attributes:
        decided: when it is decided; None where it can be at any moment.
        over: whether the warning because of which it is asked has ended since.
    """

    day: date
    decided: datetime | None
    over: bool = False


def undecided_days(state: State, now: datetime) -> Iterator[Undecided]:
    """The days from today on of which play is being decided because of the weather."""
    today = state.plan.local_day(now)
    days = {session.day for session in state.sessions.values() if session.day is not None}
    for day in sorted(day for day in days if day >= today):
        asked = _asked(state, day)
        if asked is not None:
            yield Undecided(day, None, over_since(state, asked) is not None)
        elif _is_pending(state, day, now):
            yield Undecided(day, weather_day(state, day).cutoff)


def _asked(state: State, day: date) -> Proposal | None:
    """What the organizer was asked and has not answered, of a day that anyone has reason to doubt."""
    proposal = last_proposal(state, day)
    waits = proposal is not None and proposal.status == "open" and in_doubt(state, day)
    return proposal if waits else None


def _is_pending(state: State, day: date, now: datetime) -> bool:
    """Whether a warning that stops play is in force while the cutoff of a watched day has not come."""
    if all(state.stage_plan(session.stage).weather != "hko" for session in sessions_of(state, day)):
        return False
    cutoff = weather_day(state, day).cutoff
    if not cutoff - WATCHED_BEFORE <= now < cutoff:
        return False
    if in_force(state) and decided_under(state, day, now):
        return False
    known = spells(state.signals.values())
    return any(spell.begin <= now and (spell.until is None or spell.until > now) for spell in known)
