"""The queue of writers before one SQLite file, fair between threads and processes, with a deadline.

SQLite's own busy handler is a lottery: under load one writer commits thousands of times while another
waits. Here the threads of a process wait in line, and the first of them for a lock on a file beside the
database. Who wakes for a lock finds it taken again by the process that let it go and writes on, so a second
lock says who is next: the turn is taken only with it, and whoever has it is waited for.
"""

import fcntl
import os
import threading
from time import monotonic
from typing import Protocol

from shared.database.deadline import seconds_to
from shared.database.line import Line


class Queue(Protocol):
    """Where the writers to one database wait for their turn."""

    def enter(self, seconds: float) -> bool: ...

    def leave(self) -> None: ...

    def close(self) -> None: ...


class NoQueue:
    """Writers wait in the database itself."""

    def enter(self, seconds: float) -> bool:
        return True

    def leave(self) -> None:
        pass

    def close(self) -> None:
        pass


class MemoryQueue:
    """The queue of a database in memory: its threads take turns with the only connection."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def enter(self, seconds: float) -> bool:
        return self._lock.acquire(timeout=seconds)

    def leave(self) -> None:
        self._lock.release()

    def close(self) -> None:
        pass


class FileQueue:
    """The queue of a database file. A process that dies leaves it by itself.

    The lock's file is made when the first writer comes, so that nothing is written where only reading is
    allowed.
    """

    def __init__(self, path: str) -> None:
        self._path = f"{path}-queue"
        self._line = Line()
        self._lock: _FileLock | None = None

    def enter(self, seconds: float) -> bool:
        """Wait for the turn; False when it did not come in time.

        Raises:
            OSError: the file cannot be made, or the file system has no locks.
        """
        until = monotonic() + seconds
        if not self._line.enter(seconds):
            return False
        try:
            if self._lock is None:
                self._lock = _FileLock(self._path)
            entered = self._lock.enter(until)
        except BaseException:
            self._line.leave()
            raise
        if not entered:
            self._line.leave()
        return entered

    def leave(self) -> None:
        assert self._lock is not None, "whoever leaves has entered"
        self._lock.leave()
        self._line.leave()

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


class _FileLock:
    """A lock on a file, for one thread at a time.

    `flock` knows no deadline, and asking again and again would never find a busy lock free. So where
    another process holds it, a thread of its own waits in the operating system's line; when it is not
    wanted any more by the time it has the lock, it lets it go.
    """

    def __init__(self, path: str) -> None:
        self._turn, self._next = (
            os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600) for name in (path, f"{path}-next")
        )
        self._news = threading.Condition()
        self._asking = self._wanted = self._had = self._closed = False
        self._trouble: OSError | None = None

    def enter(self, until: float) -> bool:
        with self._news:
            if not self._asking:
                try:
                    self._take(fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return True
                except BlockingIOError:  # somebody has the turn, or is next
                    threading.Thread(target=self._ask, name="queue of writers", daemon=True).start()
                    self._asking, self._trouble = True, None
            self._wanted, self._had = True, False
            self._news.wait_for(lambda: not self._asking, seconds_to(until))
            self._wanted = False
            if self._trouble is not None:
                raise self._trouble
            return self._had

    def leave(self) -> None:
        fcntl.flock(self._turn, fcntl.LOCK_UN)

    def close(self) -> None:
        with self._news:
            self._closed = True
            if not self._asking:
                self._close()

    def _take(self, how: int) -> None:
        fcntl.flock(self._next, how)
        try:
            fcntl.flock(self._turn, how)
        finally:
            fcntl.flock(self._next, fcntl.LOCK_UN)

    def _ask(self) -> None:
        trouble = None
        try:
            self._take(fcntl.LOCK_EX)
        except OSError as error:
            trouble = error
        with self._news:
            self._asking = False
            self._trouble = trouble if self._wanted else None
            self._had = self._wanted and trouble is None
            if self._closed:
                self._close()
            elif trouble is None and not self._wanted:
                self.leave()
            self._news.notify_all()

    def _close(self) -> None:
        os.close(self._turn)
        os.close(self._next)
