"""A day at so many times the pace of a watch, for whoever wants to see it happen."""

import threading
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

    def wait(self, moment: datetime) -> bool:
        if self.clock.now() < min(moment, self._begin):
            self._hands.set(min(moment, self._begin))
        while (left := (moment - self.clock.now()).total_seconds()) > 0:
            began = monotonic()
            if self._stopping.wait(min(_STEP, left / self._speed)):
                return False
            passed = timedelta(seconds=(monotonic() - began) * self._speed)
            self._hands.set(min(moment, self.clock.now() + passed))
        return not self._stopping.is_set()
