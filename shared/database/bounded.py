"""A pool with a longest size, a line of waiting threads with a deadline, and an end to idle connections.

psycopg_pool was tried: it opens connections in threads of its own, so a refused one is told only when the
whole deadline is over, without the reason, and every call of the command line starts four threads.
"""

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic

from shared.database.deadline import time_ends
from shared.database.failures import NO_CONNECTION_LEFT, RETRY_SECONDS, explained
from shared.database.lease import Lease
from shared.database.pool import CLOSED, Pool

IDLE_SECONDS = 30.0
"""After so long an idle connection is closed, so that others of the server's few can have it."""
_LOOK_AGAIN = 0.25
"""Seconds after which a server that had no connection left is asked anew."""


class BoundedPool(Pool):
    """Connections to a server that allows only so many, for all processes together.

    Args:
        most: connections open at once in this process.
        idle_seconds: how long one is kept that nobody uses.
    """

    def __init__(
        self,
        open_lease: Callable[[], Lease],
        forgotten: Callable[[], None],
        *,
        most: int,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        super().__init__(open_lease, forgotten, single=False)
        self._most = most
        self._idle_seconds = idle_seconds
        self._begin_anew()

    def take(self) -> Lease:
        until = time_ends()
        while True:
            if self._closed:
                raise RuntimeError(CLOSED)
            lease, turn = self._idle_or_turn()
            if turn is not None:
                lease = self._wait(turn, until - monotonic())
                if lease is None and monotonic() >= until:
                    raise NO_CONNECTION_LEFT(seconds=RETRY_SECONDS)
            elif lease is None:
                lease = self._newly_opened(until)
            if lease is not None:
                if lease.usable():
                    return lease
                self._let_go(lease)

    def give_back(self, lease: Lease) -> None:
        if self._closed or lease.lost():
            with self._guard:
                # Most likely the server was restarted, and then the others are lost too.
                for other in self._idle:
                    other.doubt()
            self._let_go(lease)
            return
        lease.rest()
        with self._guard:
            if self._line:
                self._line.popleft().end(lease)
                return
            self._idle.append(lease)
            if not self._sweeping:
                self._sweep_in(self._idle_seconds)

    def close(self) -> None:
        super().close()
        with self._guard:
            self._open_now = 0
            while self._line:
                self._line.popleft().end(None)

    def forget(self) -> None:
        super().forget()
        self._begin_anew()

    @property
    def open_now(self) -> int:
        """How many connections there are, idle and in use."""
        return self._open_now

    def _begin_anew(self) -> None:
        self._guard = threading.Lock()
        self._line: deque[_Turn] = deque()
        self._open_now = 0
        self._sweeping = False

    def _idle_or_turn(self) -> "tuple[Lease | None, _Turn | None]":
        """An idle connection; else neither, where another may be opened; else a turn in the line."""
        with self._guard:
            if self._idle:
                return self._idle.pop(), None
            if self._open_now < self._most:
                self._open_now += 1
                return None, None
            turn = _Turn()
            self._line.append(turn)
            return None, turn

    def _newly_opened(self, until: float) -> Lease | None:
        """A new connection; None when the server had none left, and it may have one by now."""
        try:
            return self._open()
        except Exception as error:
            self._free_place()
            problem = explained(error)
            if problem is None or problem.kind is not NO_CONNECTION_LEFT or monotonic() >= until:
                raise
        # Of this process's few one may come back before the server has another.
        with self._guard:
            turn = _Turn()
            self._line.append(turn)
        return self._wait(turn, min(_LOOK_AGAIN, until - monotonic()))

    def _wait(self, turn: "_Turn", seconds: float) -> Lease | None:
        """The connection that somebody gave back; None when there may be a place for another, or in time."""
        if not turn.over.wait(max(0.0, seconds)):
            with self._guard:
                if turn in self._line:
                    self._line.remove(turn)
        return turn.lease

    def _let_go(self, lease: Lease) -> None:
        lease.close()
        self._free_place()

    def _free_place(self) -> None:
        with self._guard:
            self._open_now -= 1
            if self._line:
                self._line.popleft().end(None)

    def _sweep_in(self, seconds: float) -> None:
        self._sweeping = True
        timer = threading.Timer(max(seconds, 0.01), self._sweep)
        timer.daemon = True
        timer.start()

    def _sweep(self) -> None:
        """Close what has been idle for long; the longest idle are the first."""
        with self._guard:
            old = [lease for lease in self._idle if lease.rested >= self._idle_seconds]
            self._idle = self._idle[len(old) :]
            self._open_now -= len(old)
            self._sweeping = False
            if self._idle:
                self._sweep_in(self._idle_seconds - self._idle[0].rested)
        for lease in old:
            lease.close()


class _Turn:
    """A thread's place in the line."""

    __slots__ = ("lease", "over")

    def __init__(self) -> None:
        self.over = threading.Event()
        self.lease: Lease | None = None

    def end(self, lease: Lease | None) -> None:
        self.lease = lease
        self.over.set()
