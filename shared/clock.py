"""The one place that reads the time; everything else is handed a `Clock`.

A moment in the store is a whole number of microseconds since 1970-01-01T00:00:00Z. The conversions are
exact in both directions: no float is involved.
"""

from datetime import UTC, datetime, timedelta
from typing import Protocol

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Clock(Protocol):
    """Tells the present moment, aware and in UTC."""

    def now(self) -> datetime: ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class ManualClock:
    """A clock that stands still until it is moved: for tests, the demo and what-if."""

    def __init__(self, start: datetime) -> None:
        self._now = _in_utc(start)

    def now(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move by `by`; a negative value moves back, as a corrected machine clock does."""
        self._now += by

    def set(self, moment: datetime) -> None:
        self._now = _in_utc(moment)


def to_micros(moment: datetime) -> int:
    """Microseconds since the epoch; raises ValueError for a moment without zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return (moment - EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The moment, aware and in UTC; raises OverflowError outside the years 1 to 9999."""
    return EPOCH + micros * _MICROSECOND  # to make a timedelta of its parts takes three times as long


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC)
