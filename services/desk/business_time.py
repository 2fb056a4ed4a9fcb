"""When something happened: never in the future, and from a participant never long ago.

Officials enter what stands on paper with the time it happened. A participant's phone may have been without
a network for a while; beyond that an official looks at what is entered into the past.
"""

from datetime import datetime, timedelta

from shared.problems import ProblemType

CLOCK_SKEW = timedelta(minutes=2)
PARTICIPANTS_PAST = timedelta(hours=3)
"""How long ago something may have happened that a participant enters, unless set otherwise."""

OCCURS_IN_FUTURE = ProblemType("occurs-in-future", 422)
OCCURS_LONG_PAST = ProblemType("occurs-long-past", 422)


def check_business_time(
    occurred_at: datetime, now: datetime, role: str, participants_past: timedelta
) -> None:
    """Refuse what is said to have happened at a moment that cannot be.

    Raises:
        Problem: occurs-in-future or occurs-long-past.
    """
    if occurred_at > now + CLOCK_SKEW:
        raise OCCURS_IN_FUTURE(occurred_at=occurred_at)
    if role == "participant" and occurred_at < now - participants_past:
        minutes = participants_past // timedelta(minutes=1)
        raise OCCURS_LONG_PAST(occurred_at=occurred_at, minutes=minutes)
