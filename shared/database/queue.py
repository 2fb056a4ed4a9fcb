"""A place in line before one SQLite file, fair between threads and processes.

SQLite's own busy handler is a lottery: under load one writer commits thousands of times while another
waits. Here a writer first takes a place in line on two lock files beside the database. Whoever waits for the
`turn` is the next, and keeps everyone else behind the `gate` meanwhile, so the writer who has just finished
cannot push in front of the one who waits.
"""

import fcntl
import os
import threading
from typing import Protocol


class Place(Protocol):
    """What one connection holds of the queue."""

    def enter(self) -> None: ...

    def leave(self) -> None: ...

    def close(self) -> None: ...


class FilePlace:
    """A place in the queue of a database file. A process that dies leaves the queue by itself."""

    __slots__ = ("_gate", "_turn")

    def __init__(self, path: str) -> None:
        # One open file description per connection: flock then also tells threads of one process apart.
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._gate = os.open(f"{path}-gate", flags, 0o666)
        self._turn = os.open(f"{path}-turn", flags, 0o666)

    def enter(self) -> None:
        """Wait for the turn; raises OSError when the file system has no locks."""
        fcntl.flock(self._gate, fcntl.LOCK_EX)
        try:
            fcntl.flock(self._turn, fcntl.LOCK_EX)
        finally:
            fcntl.flock(self._gate, fcntl.LOCK_UN)

    def leave(self) -> None:
        fcntl.flock(self._turn, fcntl.LOCK_UN)

    def close(self) -> None:
        os.close(self._gate)
        os.close(self._turn)


class MemoryPlace:
    """The place of an in-memory database, which has one connection for all threads."""

    __slots__ = ("_lock",)

    def __init__(self, lock: "threading.RLock | None" = None) -> None:
        self._lock = lock or threading.RLock()

    def enter(self) -> None:
        self._lock.acquire()

    def leave(self) -> None:
        self._lock.release()

    def close(self) -> None:
        pass
