"""A day at so many times the pace of a watch, for whoever wants to see it happen."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic

from services.demo.agenda import Agenda
from shared.clock import ManualClock

_STEP = 0.2
"""Seconds between two movements of the clock: what else goes by it sees time pass evenly."""


class PacedAgenda(Agenda):
    """Activities whose clock runs fast; up to `begin` it jumps.

    Args:
        speed: how many seconds pass in one.
        stopping: set by whoever wants it to end.
    """

    def __init__(self, clock: ManualClock, speed: float, begin: datetime, stopping: threading.Event) -> None:
        super().__init__(clock)
        self._hands = clock
        self._speed = speed
        self._begin = begin
        self._stopping = stopping
        self._patience: tuple[datetime, float, Callable[[], bool]] | None = None

    def give_time(self, until: datetime, seconds: float, needed: Callable[[], bool]) -> None:
        """Take at least so many real seconds up to a moment, for as long as somebody needs them.

        The clock goes slower then, so that all else keeps its order.
        """
        self._patience = (until, monotonic() + seconds, needed)

    def wait(self, moment: datetime) -> bool:
        if self.clock.now() < min(moment, self._begin):
            self._hands.set(min(moment, self._begin))
        while (left := (moment - self.clock.now()).total_seconds()) > 0:
            began, speed = monotonic(), self._speed_now()
            if self._stopping.wait(min(_STEP, left / speed)):
                return False
            passed = timedelta(seconds=(monotonic() - began) * speed)
            self._hands.set(min(moment, self.clock.now() + passed))
        return not self._stopping.is_set()

    def _speed_now(self) -> float:
        """The pace, but no more than leaves somebody the seconds that are theirs."""
        if self._patience is None:
            return self._speed
        until, at, needed = self._patience
        ahead, left = (until - self.clock.now()).total_seconds(), at - monotonic()
        if ahead <= 0 or left <= 0 or not needed():
            self._patience = None
            return self._speed
        return min(self._speed, ahead / left)
