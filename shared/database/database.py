"""A database by its address: pooled driver connections, transactions, compiled statements."""

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import TracebackType
from typing import Any, Literal, cast
from weakref import WeakSet

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg as psycopg_dialect
from sqlalchemy.engine import Dialect, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool
from sqlalchemy.sql import ClauseElement

from shared.database import postgresql as postgresql_connections
from shared.database import sqlite as sqlite_connections
from shared.database.driver import Driver
from shared.database.lease import Lease
from shared.database.queue import FilePlace, MemoryPlace, Place
from shared.database.sqlite import MEMORY, Journal, Synchronous
from shared.database.statement import Row, Statement

_IDLE_KEPT = 16


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

    Raises:
        DatabaseUnusable: the address is not understood.
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
        self._idle: list[Lease] = []
        self._held = _Held()
        self._closed = False
        self._memory = Lease(self._connect(), MemoryPlace(), self.kind) if self.path == MEMORY else None
        _open_databases.add(self)

    # Statements

    def prepare(self, clause: ClauseElement) -> Statement:
        """Compile a Core statement for this database; do it once and keep the result."""
        return Statement(clause, self._dialect)

    def insert(self, table: sa.TableClause) -> "sqlite.Insert | postgresql.Insert":
        """An INSERT that knows `on_conflict_do_update` and `on_conflict_do_nothing`, same on both kinds."""
        return sqlite.insert(table) if self.kind == "sqlite" else postgresql.insert(table)

    def listed(self, name: str, kind: "sa.types.TypeEngine[Any]") -> Any:
        """The members of a JSON array given as the text parameter `name`, for `column.in_(…)`.

        So one prepared statement serves lists of any length.
        """
        bind = sa.bindparam(name, type_=sa.Text)
        if self.kind == "sqlite":
            return sa.select(sa.func.json_each(bind).table_valued("value").c.value)
        members = sa.func.json_array_elements_text(sa.cast(bind, sa.JSON))
        return sa.select(sa.cast(members.column_valued("member"), kind))

    def fetch(self, statement: Statement, row: Row = ()) -> list[Any]:
        """Run one reading statement and return its rows as tuples."""
        with self.connection() as driver:
            return driver.execute(statement.text, statement.row(row)).fetchall()

    def run(self, driver: Driver, statement: Statement, rows: Sequence[Row]) -> None:
        """Execute `statement` once for each row on a connection given by `writing`."""
        parameters = statement.rows(rows)
        if len(parameters) == 1:
            driver.execute(statement.text, parameters[0])
        elif parameters:
            self._execute_many(driver, statement.text, parameters)

    # Connections

    @property
    def in_transaction(self) -> bool:
        """Whether this thread has a transaction open."""
        return self._held.lease is not None

    def connection(self) -> AbstractContextManager[Driver]:
        """A connection for single statements: that of this thread's open transaction, else any."""
        held = self._held.lease
        return nullcontext(held.driver) if held is not None else _Borrowed(self)

    def reading(self) -> AbstractContextManager[Driver]:
        """One snapshot for several statements. Keep it short: it holds back the cleaning of old rows."""
        held = self._held.lease
        return nullcontext(held.driver) if held is not None else _Transaction(self, writing=False)

    def writing(self) -> AbstractContextManager[Driver]:
        """One write transaction: committed at the end, rolled back when the block raises.

        On SQLite it first waits in the queue of writers and then holds the file's write lock; so no network
        call belongs inside. On PostgreSQL it is a READ COMMITTED transaction.

        Raises:
            RuntimeError: this thread has a transaction open already.
        """
        return _Transaction(self, writing=True)

    @contextmanager
    def core(self) -> Iterator[sa.Connection]:
        """A SQLAlchemy connection in one write transaction, for migrations; it keeps `writing`'s order."""
        if self.kind == "postgresql":
            engine = sa.create_engine(self._url.set(drivername="postgresql+psycopg"))
        else:
            memory = self._memory
            creator = self._connect if memory is None else lambda: memory.driver
            engine = sa.create_engine("sqlite://", creator=cast(Any, creator), poolclass=StaticPool)
            sa.event.listen(engine, "begin", lambda c: c.exec_driver_sql("BEGIN IMMEDIATE"))
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
        """Close idle connections now, and those in use when they are given back."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()
        if self._memory is not None:
            self._memory.close()

    # The rooms behind the door

    def _execute_many(self, driver: Any, text: str, parameters: Sequence[Sequence[Any]]) -> None:
        if self.kind == "sqlite":
            driver.executemany(text, parameters)
        else:
            with driver.cursor() as cursor:
                cursor.executemany(text, parameters)

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

    def _take(self) -> Lease:
        if self._memory is not None:
            self._memory.place.enter()
            return self._memory
        if self._closed:
            raise RuntimeError("the database is closed")
        while True:
            try:
                lease = self._idle.pop()
            except IndexError:
                return Lease(self._connect(), self._place(), self.kind)
            if lease.usable():
                return lease
            lease.close()

    def _give_back(self, lease: Lease) -> None:
        if lease is self._memory:
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

    def _forget_connections(self) -> None:
        _inherited.extend(self._idle)
        self._idle = []
        self._held = _Held()


class _Borrowed:
    __slots__ = ("_database", "_lease")

    def __init__(self, database: Database) -> None:
        self._database = database

    def __enter__(self) -> Driver:
        self._lease = self._database._take()
        return self._lease.driver

    def __exit__(self, *_: object) -> None:
        self._database._give_back(self._lease)


class _Transaction:
    __slots__ = ("_database", "_lease", "_writing")

    def __init__(self, database: Database, *, writing: bool) -> None:
        self._database, self._writing = database, writing

    def __enter__(self) -> Driver:
        database = self._database
        if database._held.lease is not None:
            raise RuntimeError("a transaction is open already in this thread")
        lease = self._lease = database._take()
        try:
            lease.begin(writing=self._writing)
        except BaseException:
            database._give_back(lease)
            raise
        database._held.lease = lease
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
            self._database._held.lease = None
            lease.end(writing=self._writing)
            self._database._give_back(lease)


class _Held(threading.local):
    """The transaction this thread has open."""

    lease: Lease | None = None


_open_databases: WeakSet[Database] = WeakSet()
_inherited: list[Lease] = []
"""Connections of the parent process: after a fork they must be neither used nor closed here."""


def _after_fork() -> None:
    for database in _open_databases:
        database._forget_connections()


os.register_at_fork(after_in_child=_after_fork)
