"""First come, first served, between the threads of one process."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from shared.database.deadline import seconds_left
from shared.database.failures import DATABASE_BUSY, RETRY_SECONDS


class Line:
    """A lock that is handed to whoever has waited longest, with a deadline for each."""

    __slots__ = ("_guard", "_taken", "_waiting", "inside")

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()
        self.inside = 0
        """How many are in it; whoever keeps lines counts them."""

    def enter(self, seconds: float) -> bool:
        """Wait for the turn; False when it did not come in time, at once where none is left."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=max(0.0, seconds)):  # below 0 it would raise, and leave the turn to nobody
            return True
        with self._guard:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
        # It was handed over just as the time ended.
        return True

    def leave(self) -> None:
        """Hand over to whoever is next."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


class Lines:
    """Lines by name, each there while anybody is in it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._lines: dict[str, Line] = {}

    def __len__(self) -> int:
        return len(self._lines)

    @contextmanager
    def turn(self, name: str) -> Iterator[None]:
        """Wait for the turn in a line, and have it for a `with` block.

        Raises:
            Problem: database-busy, when it did not come in time.
        """
        with self._guard:
            line = self._lines.setdefault(name, Line())
            line.inside += 1
        try:
            if not line.enter(seconds_left()):
                raise DATABASE_BUSY(seconds=RETRY_SECONDS)
            try:
                yield
            finally:
                line.leave()
        finally:
            with self._guard:
                line.inside -= 1
                if not line.inside:
                    del self._lines[name]
