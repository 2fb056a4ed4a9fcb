"""How fast one sender may go: so many messages a second in all, one a second to each address, one pause.

Everything that goes out over a channel asks for its turn here, answers of a bot included, so that the limits
hold for all of it together.
"""

import asyncio
import heapq
from itertools import count
from time import monotonic
from typing import Protocol

ANSWER = -1
"""The lane of an answer to someone who is waiting for it: before everything else."""
_SLACK = 1
"""Turns that may be made up for when the process was late; so a second never sees more than rate + 2.

After a rest there is no burst: the first messages may take longer on their way, and so arrive together.
"""
_LOOK_AGAIN = 0.02
_MANY = 10_000


class Timer(Protocol):
    """Seconds that only go forward, and waiting for them."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class MonotonicTimer:
    """The machine's own time, as every thread sees it."""

    def now(self) -> float:
        return monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Pace:
    """Turns to send, the most urgent lane first. To be used in one event loop.

    Args:
        rate: messages a second in all; None for no limit.
        each: seconds between two messages to one address.
    """

    def __init__(self, rate: float | None = 28.0, each: float = 1.0, timer: Timer | None = None) -> None:
        self.rate = rate
        self.each = each
        self._timer: Timer = timer or MonotonicTimer()
        self._between = 1 / rate if rate else 0.0
        self._next = float("-inf")
        self._paused_until = float("-inf")
        self._free: dict[str, float] = {}
        self._waiting: list[tuple[int, int, str, asyncio.Future[None]]] = []
        self._number = count()
        self._pump: asyncio.Task[None] | None = None

    async def turn(self, address: str, lane: int = ANSWER) -> None:
        """Wait until a message to `address` may be sent."""
        if self._at_once():
            return
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (lane, next(self._number), address, granted))
        if self._pump is None or self._pump.done():
            self._next = max(self._next, self._timer.now())
            self._pump = asyncio.create_task(self._grant())
        await granted

    def pause(self, seconds: float) -> None:
        """Nothing goes out for so long; a longer pause that is on already stays."""
        self._paused_until = max(self._paused_until, self._timer.now() + seconds)
        self._next = max(self._next, self._paused_until)

    def cooling(self, address: str) -> float:
        """Seconds until a message to `address` may be sent, as far as that address alone decides."""
        return max(0.0, self._free.get(address, float("-inf")) - self._timer.now())

    def paused(self) -> float:
        """Seconds that the pause will still take."""
        return max(0.0, self._paused_until - self._timer.now())

    def _at_once(self) -> bool:
        """Whether nobody has to wait at all: there are no limits, and no pause."""
        return self.rate is None and not self.each and not self._waiting and not self.paused()

    async def _grant(self) -> None:
        while self._waiting:
            now = self._timer.now()
            wait = self._next - now
            if wait > 0:
                await self._timer.sleep(wait)
                continue
            if not self._grant_one(now):
                await self._timer.sleep(_LOOK_AGAIN)

    def _grant_one(self, now: float) -> bool:
        """Give the most urgent of those whose address is free its turn; False if there is none."""
        passed = []
        granted = False
        while self._waiting and not granted:
            waiter = heapq.heappop(self._waiting)
            _, _, address, future = waiter
            if future.done():
                continue
            if self._free.get(address, now) > now:
                passed.append(waiter)
                continue
            self._next = max(self._next, now - _SLACK * self._between) + self._between
            self._cool(address, now)
            future.set_result(None)
            granted = True
        for waiter in passed:
            heapq.heappush(self._waiting, waiter)
        return granted or not self._waiting

    def _cool(self, address: str, now: float) -> None:
        if len(self._free) > _MANY:
            self._free = {lane: until for lane, until in self._free.items() if until > now}
        self._free[address] = now + self.each
