"""A place in line before one SQLite file, fair between threads and processes.

SQLite's own busy handler is a lottery: under load one writer commits thousands of times while another
waits. Here a writer first waits for a lock on a file beside the database, and the operating system lets the
waiting in by turns.
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

    __slots__ = ("_file",)

    def __init__(self, path: str) -> None:
        # One open file description per connection: flock then also tells threads of one process apart.
        self._file = os.open(f"{path}-queue", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)

    def enter(self) -> None:
        """Wait for the turn; raises OSError when the file system has no locks."""
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def leave(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        os.close(self._file)


class MemoryPlace:
    """The place of a database that needs no queue between processes; threads still wait for each other."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def enter(self) -> None:
        self._lock.acquire()

    def leave(self) -> None:
        self._lock.release()

    def close(self) -> None:
        pass
