"""The pool of connections to one database, and how a thread has one for a while."""

import os
import threading
from collections.abc import Callable
from types import TracebackType
from weakref import WeakSet

from shared.database.driver import Driver
from shared.database.lease import Lease

_IDLE_KEPT = 16


class Pool:
    """Leases at rest and in use.

    Args:
        open_lease: makes a new one.
        single: there is only one connection, which threads have in turns (a database in memory).
    """

    def __init__(self, open_lease: Callable[[], Lease], *, single: bool) -> None:
        self._open = open_lease
        self._idle: list[Lease] = []
        self._closed = False
        self.held = Held()
        self.only = open_lease() if single else None
        _pools.add(self)

    def take(self) -> Lease:
        """A lease for this thread alone, until it is given back; raises RuntimeError when closed."""
        if self._closed:
            raise RuntimeError("the database is closed")
        if self.only is not None:
            self.only.place.enter()
            return self.only
        while True:
            try:
                lease = self._idle.pop()
            except IndexError:
                return self._open()
            if lease.usable():
                return lease
            lease.close()

    def give_back(self, lease: Lease) -> None:
        if lease is self.only:
            lease.place.leave()
        elif lease.lost():
            # Most likely the server was restarted, and then the others are lost too.
            for other in self._idle:
                other.doubt()
            lease.close()
        elif self._closed or len(self._idle) >= _IDLE_KEPT:
            lease.close()
        else:
            lease.rest()
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


class Borrowed:
    """A connection for the length of a `with` block."""

    __slots__ = ("_lease", "_pool")

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def __enter__(self) -> Driver:
        self._lease = self._pool.take()
        return self._lease.driver

    def __exit__(self, *_: object) -> None:
        self._pool.give_back(self._lease)


class Transaction:
    """A transaction for the length of a `with` block."""

    __slots__ = ("_lease", "_pool", "_writing")

    def __init__(self, pool: Pool, *, writing: bool) -> None:
        self._pool, self._writing = pool, writing

    def __enter__(self) -> Driver:
        pool = self._pool
        if pool.held.lease is not None:
            raise RuntimeError("a transaction is open already in this thread")
        lease = self._lease = pool.take()
        try:
            lease.begin(writing=self._writing)
        except BaseException:
            pool.give_back(lease)
            raise
        pool.held.lease = lease
        return lease.driver

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        lease = self._lease
        try:
            if kind is None:
                lease.commit()
            else:
                lease.rollback()
        finally:
            self._pool.held.lease = None
            lease.end(writing=self._writing)
            self._pool.give_back(lease)


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
