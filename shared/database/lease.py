"""A pooled connection while one thread has it."""

import sqlite3
from collections.abc import Callable
from time import monotonic
from typing import Any, cast

from shared.database.deadline import READER_SECONDS, has_waited, seconds_to, time_ends
from shared.database.driver import Driver
from shared.database.failures import DATABASE_BUSY, DISK_FULL, RETRY_SECONDS
from shared.database.queue import Queue
from shared.database.sqlite import WithoutRoom, file_id

_SECONDS_TRUSTED = 30.0
_BEGIN = {
    "sqlite": ("BEGIN", "BEGIN IMMEDIATE"),
    "postgresql": ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "BEGIN"),
}
"""For reading and for writing."""


class Lease:
    """A connection, and the queue its writers wait in.

    Args:
        file: the path of what it was opened from; None where that is no file.
    """

    __slots__ = (
        "_begin",
        "_busy",
        "_execute",
        "_file",
        "_file_id",
        "_in_transaction",
        "_is_sqlite",
        "_limits",
        "_since",
        "driver",
        "queue",
    )

    def __init__(self, driver: Driver, queue: Queue, kind: str, file: str | None = None) -> None:
        self.driver, self.queue = driver, queue
        self._file, self._file_id = file, file_id(file)
        self._is_sqlite = kind == "sqlite"
        self._in_transaction = False
        self._since = monotonic()
        self._busy = READER_SECONDS
        self._begin = _BEGIN[kind]
        self._limits: str | None = getattr(driver, "limits", None)
        # SQLite: a cursor kept for BEGIN and COMMIT. PostgreSQL: nothing would be saved.
        self._execute = cast(Any, driver).cursor().execute if self._is_sqlite else driver.execute

    def begin(self, *, writing: bool) -> None:
        """Begin a transaction.

        Raises:
            Problem: database-busy, when the writer's turn or the file's lock did not come in time; disk-full.
        """
        if not writing:
            self._begun(self._execute, self._begin[0])
            return
        if isinstance(self.driver, WithoutRoom):
            raise DISK_FULL()
        until = time_ends()
        if not self.queue.enter(seconds_to(until)):
            raise DATABASE_BUSY(seconds=RETRY_SECONDS)
        try:
            self._begun(self._begin_writing, until)
        except BaseException:
            self.queue.leave()
            raise

    def _begun(self, begin: Callable[..., object], given: object) -> None:
        # What fails may have begun all the same: nothing of it is left for whoever has the connection next.
        self._in_transaction = True
        try:
            begin(given)
        except BaseException:
            self.rollback()
            raise

    def commit(self) -> None:
        try:
            self._execute("COMMIT")
        except BaseException:
            self.rollback()
            raise
        self._in_transaction = False

    def rollback(self) -> None:
        # SQLite has already rolled back after some errors (a full disk); a lost connection cannot.
        in_transaction, self._in_transaction = self._in_transaction, False
        if in_transaction and (not self._is_sqlite or getattr(self.driver, "in_transaction", True)):
            try:
                self._execute("ROLLBACK")
            except Exception:
                self.driver.close()

    def rest(self) -> None:
        """Note since when the connection is idle."""
        self._since = monotonic()

    @property
    def rested(self) -> float:
        """For how many seconds it has been idle."""
        return monotonic() - self._since

    def lost(self) -> bool:
        """Whether the connection is known to be broken."""
        return bool(getattr(self.driver, "closed", False))

    def doubt(self) -> None:
        """Ask the server before the connection is used again."""
        self._since = float("-inf")

    def usable(self) -> bool:
        """Whether an idle connection still works; asked of the server only after a while of rest.

        One to a file that was removed, or that another has taken the place of, would go on as if nothing had
        happened, and what it writes be lost.
        """
        if self._is_sqlite:
            return file_id(self._file) == self._file_id and not isinstance(self.driver, WithoutRoom)
        if self.lost():
            return False
        if self.rested < _SECONDS_TRUSTED:
            return True
        try:
            self.driver.execute("SELECT 1")
        except Exception:
            return False
        return True

    def close(self) -> None:
        self.driver.close()

    def _begin_writing(self, until: float) -> Any:
        if not self._is_sqlite:
            self._execute(self._begin[1])
            if self._limits is not None:
                self._execute(self._limits)
            if has_waited():
                # The connection's limit is that of a writer who has not waited yet.
                left = max(1, round((until - monotonic()) * 1000))
                self._execute(f"SET LOCAL lock_timeout = {left}")
            return None
        try:
            while True:
                if (seconds := min(READER_SECONDS, seconds_to(until))) != self._busy:
                    self._wait_at_most(seconds)
                try:
                    return self._execute(self._begin[1])
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() >= until:
                        raise
        finally:
            if self._busy != READER_SECONDS:
                self._wait_at_most(READER_SECONDS)

    def _wait_at_most(self, seconds: float) -> None:
        """How long SQLite itself waits for a lock that a program outside of the queue holds."""
        self._execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
        self._busy = seconds
