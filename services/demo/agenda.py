"""What is to happen when: activities that take turns on one clock, as a day at the venue does.

An activity is a generator. It does something, yields the moment at which it wants to go on, and so forth.
Twenty-five tables and the check-in of the next session then interleave as they would in real life, and a
moment is enough to say where the story stops.
"""

import heapq
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import count
from time import monotonic

from shared.clock import Clock, ManualClock

Activity = Iterator[datetime]
_STEP = 0.2
"""Seconds between two movements of a clock that runs fast: what else goes by it sees time pass evenly."""


class Agenda:
    """Activities by moment; equal moments go in the order in which they were planned.

    Args:
        clock: one that is set by hand is moved to what is due next; for any other that is waited for.
        stopping: set by whoever wants the waiting to end.
    """

    def __init__(self, clock: Clock, stopping: threading.Event | None = None) -> None:
        self.clock = clock
        self._stopping = stopping or threading.Event()
        self._planned: list[tuple[datetime, int, Activity]] = []
        self._turns = count()

    def plan(self, moment: datetime, activity: Activity) -> None:
        """Let `activity` begin at `moment`; one that has passed means now."""
        heapq.heappush(self._planned, (moment, next(self._turns), activity))

    def run(self, until: datetime) -> None:
        """Let everything happen that is due up to and including `until`, each when its moment has come."""
        while self._planned and self._planned[0][0] <= until:
            moment, _, activity = heapq.heappop(self._planned)
            if not self.wait(moment):
                return
            following = next(activity, None)
            if following is not None:
                self.plan(following, activity)
        self.wait(until)

    def wait(self, moment: datetime) -> bool:
        """Wait for a moment, if it lies ahead; False to end here."""
        ahead = (moment - self.clock.now()).total_seconds()
        if not isinstance(self.clock, ManualClock):
            return not self._stopping.wait(max(0.0, ahead))
        if ahead > 0:
            self.clock.set(moment)
        return True


class PacedAgenda(Agenda):
    """Activities whose clock runs fast; up to `begin` it jumps.

    Args:
        speed: how many seconds pass in one.
        stopping: set by whoever wants it to end.
    """

    def __init__(self, clock: ManualClock, speed: float, begin: datetime, stopping: threading.Event) -> None:
        super().__init__(clock, stopping)
        self._hands, self._speed, self._begin = clock, speed, begin
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
