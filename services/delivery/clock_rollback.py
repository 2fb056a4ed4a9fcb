"""A clock that was put back, seen by time that only goes forward: nothing waits for the same hour twice."""

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic

from shared.clock import Clock

LEAST = timedelta(seconds=2)
"""Less is the clock being kept right, not put back."""


class ClockWatch:
    """Compares a clock with the time that has gone by.

    Args:
        elapsed: seconds that only go forward.
    """

    def __init__(self, clock: Clock, elapsed: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._last: tuple[datetime, float] | None = None

    def put_back(self) -> timedelta | None:
        """By how much the clock was put back since the last call; None if it was not, or for the first."""
        now, elapsed = self._clock.now(), self._elapsed()
        last, self._last = self._last, (now, elapsed)
        if last is None:
            return None
        by = last[0] + timedelta(seconds=elapsed - last[1]) - now
        return by if by >= LEAST else None
