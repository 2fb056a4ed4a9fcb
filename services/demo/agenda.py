"""What is to happen when: activities that take turns on one clock, as a day at the venue does.

An activity is a generator. It does something, yields the moment at which it wants to go on, and so forth.
Twenty-five tables and the check-in of the next session then interleave as they would in real life, and a
moment is enough to say where the story stops.
"""

import heapq
from collections.abc import Iterator
from datetime import datetime

from shared.clock import Clock, ManualClock

Activity = Iterator[datetime]


class Agenda:
    """Activities by moment; equal moments go in the order in which they were planned."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._planned: list[tuple[datetime, int, Activity]] = []
        self._count = 0

    def plan(self, moment: datetime, activity: Activity) -> None:
        """Let `activity` begin at `moment`; one that has passed means now."""
        self._count += 1
        heapq.heappush(self._planned, (moment, self._count, activity))

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
        """Wait for a moment, if it lies ahead; False to end here. A clock set by hand is moved there."""
        assert isinstance(self.clock, ManualClock), "by another clock there is another way to wait"
        if moment > self.clock.now():
            self.clock.set(moment)
        return True
