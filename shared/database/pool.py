"""The pool of connections to one database, and how a thread has one for a while.

Connections to a SQLite file cost little, so there are as many as threads want at once; `bounded` has the pool
for a server.
"""

import os
import threading
from collections.abc import Callable
from types import TracebackType
from weakref import WeakSet

from shared.database.deadline import seconds_left
from shared.database.driver import Driver
from shared.database.failures import DATABASE_BUSY, RETRY_SECONDS, Holds, explained
from shared.database.lease import Lease

CLOSED = "the database is closed"
_IDLE_KEPT = 16

BeforeWriting = Callable[[Driver], None]
"""Asked on the connection of each write transaction as it begins; what it raises ends it."""


class Pool:
    """Leases at rest and in use.

    Args:
        open_lease: makes a new one.
        forgotten: called in the child of a fork, once the parent's connections are let be.
        single: there is only one connection, which threads have in turns (a database in memory).

    Attributes:
        before_writing: see there; None and nothing is asked.
        holds: what the database holds, for what is said of it.
    """

    def __init__(
        self, open_lease: Callable[[], Lease], forgotten: Callable[[], None], *, single: bool
    ) -> None:
        self._open = open_lease
        self._forgotten = forgotten
        self._idle: list[Lease] = []
        self._closed = False
        self.before_writing: BeforeWriting | None = None
        self.holds: Holds = "log"
        self.held = Held()
        self.only = open_lease() if single else None
        _pools.add(self)

    def take(self) -> Lease:
        """A lease for this thread alone, until it is given back.

        Raises:
            RuntimeError: it is closed.
            Problem: database-busy, no-connection-left.
        """
        if self._closed:
            raise RuntimeError(CLOSED)
        if self.only is not None:
            if not self.only.queue.enter(seconds_left()):
                raise DATABASE_BUSY(seconds=RETRY_SECONDS)
            return self.only
        while self._idle:
            try:
                lease = self._idle.pop()
            except IndexError:
                break  # another thread was quicker
            if lease.usable():
                return lease
            lease.close()
        return self._open()

    def give_back(self, lease: Lease) -> None:
        if lease is self.only:
            lease.queue.leave()
        elif self._closed or len(self._idle) >= _IDLE_KEPT:
            lease.close()
        else:
            self._idle.append(lease)

    def close(self) -> None:
        """Close what is idle now, and what is in use when it is given back."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()
        if self.only is not None:
            self.only.close()

    def forget(self) -> None:
        """In the child of a fork: leave the parent's connections alone."""
        _inherited.extend(self._idle)
        self._idle = []
        self.held = Held()
        self._forgotten()


class Borrowed:
    """A connection for the length of a `with` block."""

    __slots__ = ("_lease", "_pool")

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def __enter__(self) -> Driver:
        try:
            self._lease = self._pool.take()
        except Exception as error:
            raise explained(error, self._pool.holds) or error from error
        return self._lease.driver

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: object) -> None:
        self._pool.give_back(self._lease)
        if error is not None and (problem := explained(error, self._pool.holds)) is not None:
            raise problem from error


class Transaction:
    """A transaction for the length of a `with` block."""

    __slots__ = ("_lease", "_pool", "_writing")

    def __init__(self, pool: Pool, *, writing: bool) -> None:
        self._pool, self._writing = pool, writing

    def __enter__(self) -> Driver:
        pool = self._pool
        if pool.held.lease is not None:
            raise RuntimeError("a transaction is open already in this thread")
        try:
            lease = self._lease = pool.take()
            try:
                lease.begin(writing=self._writing)
                if self._writing and pool.before_writing is not None:
                    self._ask(pool.before_writing, lease)
            except BaseException:
                pool.give_back(lease)
                raise
        except Exception as error:
            raise explained(error, pool.holds) or error from error
        pool.held.lease = lease
        return lease.driver

    def _ask(self, before_writing: BeforeWriting, lease: Lease) -> None:
        try:
            before_writing(lease.driver)
        except BaseException:
            lease.rollback()
            lease.queue.leave()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        lease = self._lease
        try:
            if kind is None:
                lease.commit()
            else:
                lease.rollback()
        except Exception as failed:
            error = failed
            raise explained(failed, self._pool.holds) or failed from failed
        finally:
            self._pool.held.lease = None
            if self._writing:
                lease.queue.leave()
            self._pool.give_back(lease)
        if error is not None and (problem := explained(error, self._pool.holds)) is not None:
            raise problem from error


class Held(threading.local):
    """The transaction this thread has open."""

    lease: Lease | None = None


_pools: WeakSet[Pool] = WeakSet()
_inherited: list[Lease] = []
"""Connections of the parent process: after a fork they must be neither used nor closed here."""


def _after_fork() -> None:
    for pool in _pools:
        pool.forget()


os.register_at_fork(after_in_child=_after_fork)
