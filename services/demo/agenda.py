"""What is to happen when: activities that take turns on one clock, as a day at the venue does.

An activity is a generator. It does something, yields the moment at which it wants to go on, and so forth.
Twenty-five tables and the check-in of the next session then interleave as they would in real life, and a
moment is enough to say where the story stops.
"""

import heapq
from collections.abc import Iterator
from datetime import datetime

from shared.clock import ManualClock

Activity = Iterator[datetime]


class Agenda:
    """Activities by moment; equal moments go in the order in which they were planned."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self._planned: list[tuple[datetime, int, Activity]] = []
        self._count = 0

    def plan(self, moment: datetime, activity: Activity) -> None:
        """Let `activity` begin at `moment`; one that has passed means now."""
        self._count += 1
        heapq.heappush(self._planned, (moment, self._count, activity))

    def run(self, until: datetime) -> None:
        """Let everything happen that is due up to and including `until`, moving the clock along."""
        while self._planned and self._planned[0][0] <= until:
            moment, _, activity = heapq.heappop(self._planned)
            if moment > self._clock.now():
                self._clock.set(moment)
            following = next(activity, None)
            if following is not None:
                self.plan(following, activity)
        if until > self._clock.now():
            self._clock.set(until)
