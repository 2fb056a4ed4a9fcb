"""First come, first served, between the threads of one process."""

import threading
from collections import deque


class Line:
    """A lock that is handed to whoever has waited longest, with a deadline for each."""

    __slots__ = ("_guard", "_taken", "_waiting")

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def enter(self, seconds: float) -> bool:
        """Wait for the turn; False when it did not come in time."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=seconds):
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
