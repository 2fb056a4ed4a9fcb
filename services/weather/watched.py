"""Which days are watched, how often the Observatory is asked, and what is to be done about proposals.

Pure: computed from state and clock, so that a restart or a second watcher changes nothing.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from services.tournament.state import State
from services.tournament.weather.day_hours import hours_of
from services.tournament.weather.going_ahead import in_doubt
from services.tournament.weather.policy import ESCALATE_AFTER, Day, Proposal
from services.tournament.weather.undecided import WATCHED_BEFORE
from services.tournament.weather.update_promises import off_on
from services.tournament.weather.watching import sessions_of, weather_day
from services.weather.listed import Family
from services.weather.polls import Poll

NEAR = timedelta(hours=1)
IDLE, ORDINARY, CLOSE = timedelta(minutes=10), timedelta(seconds=60), timedelta(seconds=30)
"""Between polls: when no day is watched, when one is, and within an hour of a cutoff."""

VANISHED_POLLS, VANISHED_FOR = 3, timedelta(minutes=2)
"""A warning that is not listed any more has ended after this many good polls in a row, over this time."""


def watched_days(state: State, now: datetime) -> list[tuple[date, Day]]:
    """The days of play that the weather may still stop, from a day before the cutoff to the last end.

    And today where anything is suspended: whoever is in the hall is kept from what comes then, too.
    """
    if state.definition is None or state.closed:
        return []
    watched = [
        session for session in state.sessions.values() if state.stage_plan(session.stage).weather == "hko"
    ]
    found = {}
    for day in sorted({session.day for session in watched if session.day is not None}):
        if is_played(state, day):
            hours = weather_day(state, day)
            if hours.cutoff - WATCHED_BEFORE <= now < max(session.end for session in hours.sessions):
                found[day] = hours
    today = state.plan.local_day(now)
    off = [session.plan for session, _ in off_on(state, today) if session in watched]
    if off and today not in found:
        found[today] = hours_of(state.plan, today, off)
    return sorted(found.items())


def is_played(state: State, day: date) -> bool:
    """Whether anything is still to be played on a day that is not suspended."""
    return any(session.status not in ("ended", "suspended") for session in sessions_of(state, day))


def interval(days: Iterable[Day], now: datetime) -> timedelta:
    """How long to wait between polls."""
    coming = list(days)
    if any(abs(now - day.cutoff) <= NEAR for day in coming):
        return CLOSE
    return ORDINARY if coming else IDLE


def is_due(last: Poll | None, every: timedelta, now: datetime) -> bool:
    """Whether to poll now; also when the clock was put back behind the last poll."""
    return last is None or not timedelta(0) <= now - last.at < every


def absent_since(recent: Sequence[Poll], family: Family) -> datetime | None:
    """Since when a family is not listed, once enough good polls in a row say so; None before.

    Args:
        recent: polls, newest first.
    """
    absent = []
    for poll in recent:
        if poll.outcome != "good" or any(entry.family == family for entry in poll.listed):
            break
        absent.append(poll.at)
    enough = len(absent) >= VANISHED_POLLS and absent[0] - absent[-1] >= VANISHED_FOR
    return absent[-1] if enough else None


def escalation_due(proposal: Proposal, proposed_at: datetime, now: datetime, *, doubt: bool) -> int | None:
    """The next step of an unanswered proposal, if its time has come.

    That a day goes ahead which nobody doubted needs no answer.
    """
    if proposal.status != "open" or (proposal.outcome == "proceed" and not doubt):
        return None
    step = proposal.escalated
    if step < len(ESCALATE_AFTER) and now - proposed_at >= ESCALATE_AFTER[step]:
        return step + 1
    return None


def answers_itself(state: State, proposal: Proposal) -> bool:
    """Whether the service may confirm a proposal where it was set to: never what is not known.

    That play goes ahead is left to a person where the weather was unknown that day or a session is suspended.
    """
    if proposal.status != "open":
        return False
    if proposal.outcome in ("suspend", "suspend_remaining"):
        return True
    if proposal.outcome != "proceed" or f"ahead/{proposal.day.isoformat()}" in state.announced:
        return False
    before = [of_day for of_day in state.proposals.values() if of_day.day == proposal.day]
    suspended = any(session.status == "suspended" for session in sessions_of(state, proposal.day))
    unknown = any(other.outcome == "unknown" for other in before)
    return in_doubt(state, proposal.day) and not (unknown or suspended)
