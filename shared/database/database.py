"""A database by its address: pooled driver connections, transactions, compiled statements."""

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, Literal, cast

import sqlalchemy
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg as psycopg_dialect
from sqlalchemy.engine import Dialect, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool
from sqlalchemy.sql import ClauseElement

from shared.database import postgresql as postgresql_connections
from shared.database import sqlite as sqlite_connections
from shared.database.driver import Driver
from shared.database.queue import FilePlace, MemoryPlace, Place
from shared.database.sqlite import MEMORY, Journal, Synchronous
from shared.database.statement import Row, Statement

_IDLE_KEPT = 16
_IDLE_SECONDS_TRUSTED = 30.0


class DatabaseUnusable(ValueError):
    """The address names no database this program can use."""


class Database:
    """SQLite (`sqlite:///var/x.db`, `sqlite://` in memory) or PostgreSQL (`postgresql://…`).

    Safe for threads: each borrows a connection for as long as it needs one. A thread inside `writing` or
    `reading` gets that transaction's own connection from every method, so that what it reads there is what
    the transaction sees.

    Args:
        url: the address. The folder of a SQLite file is made.
        journal, synchronous, secure_delete: how SQLite keeps the file; PostgreSQL's server decides itself.
            The default waits for the disk at every commit: what was acknowledged survives a power failure.
    """

    def __init__(
        self,
        url: str,
        *,
        journal: Journal = "WAL",
        synchronous: Synchronous = "FULL",
        secure_delete: bool = False,
    ) -> None:
        try:
            self._url = make_url(url)
        except ArgumentError as error:
            raise DatabaseUnusable(f"{url!r} is not a database address") from error
        backend = self._url.get_backend_name()
        if backend not in ("sqlite", "postgresql"):
            raise DatabaseUnusable(f"{backend} is not supported: use sqlite:///file or postgresql://…")
        self.kind = cast(Literal["sqlite", "postgresql"], backend)
        self.url = url
        self.path = (self._url.database or MEMORY) if backend == "sqlite" else None
        self._journal: Journal = journal
        self._synchronous: Synchronous = synchronous
        self._secure_delete = secure_delete
        self._dialect: Dialect = (
            sqlite.dialect(paramstyle="qmark")
            if backend == "sqlite"
            else psycopg_dialect.dialect(paramstyle="format")  # type: ignore[no-untyped-call]
        )
        self._idle: list[_Lease] = []
        self._foreign: list[_Lease] = []
        self._pid = os.getpid()
        self._held = threading.local()
        self._memory = _Lease(self._connect(), MemoryPlace(), self.kind) if self.path == MEMORY else None

    # Statements

    def prepare(self, clause: ClauseElement) -> Statement:
        """Compile a Core statement for this database; do it once and keep the result."""
        return Statement(clause, self._dialect)

    def insert(self, table: sqlalchemy.TableClause) -> "sqlite.Insert | postgresql.Insert":
        """An INSERT that knows `on_conflict_do_update` and `on_conflict_do_nothing`, same on both kinds."""
        return sqlite.insert(table) if self.kind == "sqlite" else postgresql.insert(table)

    def listed(self, name: str, kind: "sqlalchemy.types.TypeEngine[Any]") -> Any:
        """The members of a JSON array given as the text parameter `name`, for `column.in_(…)`.

        So one prepared statement serves lists of any length.
        """
        bind = sqlalchemy.bindparam(name, type_=sqlalchemy.Text)
        if self.kind == "sqlite":
            return sqlalchemy.select(sqlalchemy.func.json_each(bind).table_valued("value").c.value)
        members = sqlalchemy.func.json_array_elements_text(sqlalchemy.cast(bind, sqlalchemy.JSON))
        return sqlalchemy.select(sqlalchemy.cast(members.column_valued("member"), kind))

    def fetch(self, statement: Statement, row: Row = ()) -> list[Any]:
        """Run one reading statement and return its rows as tuples."""
        with self.connection() as driver:
            return driver.execute(statement.text, statement.row(row)).fetchall()

    # Connections

    @contextmanager
    def connection(self) -> Iterator[Driver]:
        """A connection for single statements: that of this thread's open transaction, else any."""
        held: _Lease | None = getattr(self._held, "lease", None)
        if held is not None:
            yield held.driver
            return
        lease = self._take()
        try:
            yield lease.driver
        finally:
            self._give_back(lease)

    @contextmanager
    def reading(self) -> Iterator[Driver]:
        """One snapshot for several statements. Keep it short: it holds back the cleaning of old rows."""
        if getattr(self._held, "lease", None) is not None:
            yield self._held.lease.driver
            return
        with self._transaction(writing=False) as driver:
            yield driver

    @contextmanager
    def writing(self) -> Iterator[Driver]:
        """One write transaction: committed at the end, rolled back when the block raises.

        On SQLite it first waits in the queue of writers and then holds the file's write lock; so no network
        call belongs inside. On PostgreSQL it is a READ COMMITTED transaction.

        Raises:
            RuntimeError: this thread has a transaction open already.
        """
        if getattr(self._held, "lease", None) is not None:
            raise RuntimeError("a transaction is open already in this thread")
        with self._transaction(writing=True) as driver:
            yield driver

    def run(self, driver: Driver, statement: Statement, rows: Sequence[Row]) -> None:
        """Execute `statement` once for each row on a connection given by `writing`."""
        parameters = statement.rows(rows)
        if len(parameters) == 1:
            driver.execute(statement.text, parameters[0])
        elif self.kind == "sqlite":
            cast(Any, driver).executemany(statement.text, parameters)
        elif parameters:
            with cast(Any, driver).cursor() as cursor:
                cursor.executemany(statement.text, parameters)

    @contextmanager
    def core(self) -> Iterator[sqlalchemy.Connection]:
        """A SQLAlchemy connection in one write transaction, for migrations; it keeps `writing`'s order."""
        if self.kind == "postgresql":
            engine = sqlalchemy.create_engine(self._url.set(drivername="postgresql+psycopg"))
        else:
            engine = sqlalchemy.create_engine(
                "sqlite://", creator=self._core_connection, poolclass=StaticPool
            )
            sqlalchemy.event.listen(engine, "begin", lambda c: c.exec_driver_sql("BEGIN IMMEDIATE"))
        place = self._memory.place if self._memory is not None else self._place()
        place.enter()
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            place.leave()
            if self._memory is None:
                engine.dispose()
                place.close()

    def close(self) -> None:
        """Close idle connections; those in use are closed when they are given back."""
        self._pid = -1
        while self._idle:
            self._idle.pop().close()
        if self._memory is not None:
            self._memory.close()

    # The rooms behind the door

    @contextmanager
    def _transaction(self, *, writing: bool) -> Iterator[Driver]:
        lease = self._take()
        try:
            lease.begin(writing)
            self._held.lease = lease
            try:
                yield lease.driver
            except BaseException:
                lease.rollback()
                raise
            else:
                lease.commit()
            finally:
                self._held.lease = None
                lease.end(writing)
        finally:
            self._give_back(lease)

    def _core_connection(self) -> Any:
        return self._memory.driver if self._memory is not None else self._connect()

    def _connect(self) -> Driver:
        if self.path is None:
            return cast(Driver, postgresql_connections.connect(self._url))
        return cast(
            Driver,
            sqlite_connections.connect(
                self.path,
                journal=self._journal,
                synchronous=self._synchronous,
                secure_delete=self._secure_delete,
            ),
        )

    def _place(self) -> Place:
        return FilePlace(self.path) if self.path is not None else MemoryPlace()

    def _take(self) -> "_Lease":
        if self._memory is not None:
            self._memory.place.enter()
            return self._memory
        if self._pid != os.getpid():
            self._after_fork()
        while True:
            try:
                lease = self._idle.pop()
            except IndexError:
                return _Lease(self._connect(), self._place(), self.kind)
            if lease.usable():
                return lease
            lease.close()

    def _give_back(self, lease: "_Lease") -> None:
        if lease is self._memory:
            lease.place.leave()
        elif self._pid == os.getpid() and len(self._idle) < _IDLE_KEPT:
            lease.since = monotonic()
            self._idle.append(lease)
        else:
            lease.close()

    def _after_fork(self) -> None:
        # Connections of the parent process must be neither used nor closed here.
        if self._pid == -1:
            raise RuntimeError("the database is closed")
        self._foreign.extend(self._idle)
        self._idle.clear()
        self._pid = os.getpid()


class _Lease:
    """A connection with its place in the queue of writers."""

    __slots__ = (
        "_begin_reading",
        "_begin_writing",
        "_in_transaction",
        "_postgresql",
        "driver",
        "place",
        "since",
    )

    def __init__(self, driver: Driver, place: Place, kind: str) -> None:
        self.driver, self.place, self.since = driver, place, monotonic()
        self._postgresql = kind == "postgresql"
        self._in_transaction = False
        self._begin_writing = "BEGIN" if self._postgresql else "BEGIN IMMEDIATE"
        self._begin_reading = (
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if self._postgresql else "BEGIN"
        )

    def begin(self, writing: bool) -> None:
        if writing:
            self.place.enter()
            try:
                self.driver.execute(self._begin_writing)
            except BaseException:
                self.place.leave()
                raise
        else:
            self.driver.execute(self._begin_reading)
        self._in_transaction = True

    def commit(self) -> None:
        try:
            self.driver.execute("COMMIT")
        except BaseException:
            self.rollback()
            raise
        self._in_transaction = False

    def rollback(self) -> None:
        # SQLite has already rolled back after some errors (a full disk); a lost connection cannot.
        in_transaction = self._in_transaction
        self._in_transaction = False
        if in_transaction and (self._postgresql or getattr(self.driver, "in_transaction", True)):
            try:
                self.driver.execute("ROLLBACK")
            except Exception:
                self.driver.close()

    def end(self, writing: bool) -> None:
        if writing:
            self.place.leave()

    def usable(self) -> bool:
        """Whether an idle connection still works; asked of the server only after a while of rest."""
        if not self._postgresql:
            return True
        if getattr(self.driver, "closed", False):
            return False
        if monotonic() - self.since < _IDLE_SECONDS_TRUSTED:
            return True
        try:
            self.driver.execute("SELECT 1")
        except Exception:
            return False
        return True

    def close(self) -> None:
        self.driver.close()
        self.place.close()
