"""First come, first served, between the threads of one process."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakSet

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
        """How many are in it; see `ByName`."""

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


class Shared(Protocol):
    """What several threads are in; `inside` is how many."""

    inside: int


T = TypeVar("T", bound=Shared)


class ByName(Generic[T]):
    """Things by name, each there while anybody is in it. In the child of a fork nobody is in any.

    Args:
        make: makes a new one.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._begin_anew()
        _of_this_process.add(self)

    def __len__(self) -> int:
        return len(self._there)

    def there(self) -> list[T]:
        """Those that anybody is in."""
        with self._guard:
            return [*self._there.values()]

    def enter(self, name: str) -> T:
        """The one of that name, to be left again."""
        with self._guard:
            found = self._there.get(name)
            if found is None:
                found = self._there[name] = self._make()
            found.inside += 1
        return found

    def leave(self, name: str, entered: T) -> None:
        """Say that this thread is no longer in it."""
        with self._guard:
            entered.inside -= 1
            if not entered.inside and self._there.get(name) is entered:
                del self._there[name]

    def _begin_anew(self) -> None:
        self._guard = threading.Lock()
        self._there: dict[str, T] = {}


class Lines:
    """Lines by name."""

    def __init__(self) -> None:
        self._lines = ByName(Line)

    def __len__(self) -> int:
        return len(self._lines)

    @contextmanager
    def turn(self, name: str) -> Iterator[None]:
        """Wait for the turn in a line, and have it for a `with` block.

        Raises:
            Problem: database-busy, when it did not come in time.
        """
        line = self._lines.enter(name)
        try:
            if not line.enter(seconds_left()):
                raise DATABASE_BUSY(seconds=RETRY_SECONDS)
            try:
                yield
            finally:
                line.leave()
        finally:
            self._lines.leave(name, line)


_of_this_process: WeakSet[ByName[Any]] = WeakSet()


def _after_fork() -> None:
    # The parent's threads are not here, and would never leave, nor let go of a guard.
    for by_name in _of_this_process:
        by_name._begin_anew()


os.register_at_fork(after_in_child=_after_fork)
