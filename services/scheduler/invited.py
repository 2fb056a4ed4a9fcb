"""When who was invited to link a chat is reminded: once, days later and before the first session."""

from datetime import datetime, time, timedelta

from services.tournament.people.inviting import to_remind_of
from services.tournament.state import State

AFTER, BEFORE, AT = timedelta(days=5), timedelta(days=1), time(10)
"""So many days after the invitation; where play begins sooner, the day before; at this hour."""


def is_due(state: State, now: datetime) -> bool:
    """Whether to remind now of the last invitation: never once the first day of play has begun."""
    invited = to_remind_of(state)
    if invited is None:
        return False
    plan = state.plan
    days = [session.day for session in state.sessions.values() if session.day is not None]
    first = min(days, default=None)
    if first is not None and plan.local_day(now) >= first:
        return False
    due = invited + AFTER if first is None else min(invited + AFTER, first - BEFORE)
    # Invited on the very eve, they are not reminded the same day.
    return due > invited and now >= plan.moment(due, AT)
