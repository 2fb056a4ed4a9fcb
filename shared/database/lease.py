"""A pooled connection while one thread has it."""

from time import monotonic
from typing import Any, cast

from shared.database.driver import Driver
from shared.database.queue import Place

_SECONDS_TRUSTED = 30.0
_BEGIN = {
    "sqlite": ("BEGIN", "BEGIN IMMEDIATE"),
    "postgresql": ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "BEGIN"),
}
"""For reading and for writing."""


class Lease:
    """A connection with its place in the queue of writers."""

    __slots__ = ("_begin", "_execute", "_in_transaction", "_is_sqlite", "_since", "driver", "place")

    def __init__(self, driver: Driver, place: Place, kind: str) -> None:
        self.driver, self.place = driver, place
        self._is_sqlite = kind == "sqlite"
        self._in_transaction = False
        self._since = monotonic()
        self._begin = _BEGIN[kind]
        # SQLite: a cursor kept for BEGIN and COMMIT. PostgreSQL: nothing would be saved.
        self._execute = cast(Any, driver).cursor().execute if self._is_sqlite else driver.execute

    def begin(self, *, writing: bool) -> None:
        if not writing:
            self._execute(self._begin[0])
        else:
            self.place.enter()
            try:
                self._execute(self._begin[1])
            except BaseException:
                self.place.leave()
                raise
        self._in_transaction = True

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

    def end(self, *, writing: bool) -> None:
        if writing:
            self.place.leave()

    def rest(self) -> None:
        """Note since when the connection is idle."""
        if not self._is_sqlite:
            self._since = monotonic()

    def lost(self) -> bool:
        """Whether the connection is known to be broken."""
        return not self._is_sqlite and bool(getattr(self.driver, "closed", False))

    def doubt(self) -> None:
        """Ask the server before the connection is used again."""
        self._since = float("-inf")

    def usable(self) -> bool:
        """Whether an idle connection still works; asked of the server only after a while of rest."""
        if self._is_sqlite:
            return True
        if self.lost():
            return False
        if monotonic() - self._since < _SECONDS_TRUSTED:
            return True
        try:
            self.driver.execute("SELECT 1")
        except Exception:
            return False
        return True

    def close(self) -> None:
        self.driver.close()
        self.place.close()
