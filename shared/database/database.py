"""A database by its address: pooled driver connections, transactions, compiled statements."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.engine import Dialect, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool
from sqlalchemy.sql import ClauseElement

from shared.catalogue import Phrase
from shared.database import sqlite as sqlite_connections
from shared.database.bounded import BoundedPool
from shared.database.deadline import WRITER_SECONDS, seconds_left, waiting_at_most
from shared.database.driver import Driver
from shared.database.failures import DATABASE_BUSY, RETRY_SECONDS, DatabaseUnusable, FileGone, Holds
from shared.database.lease import Lease
from shared.database.pool import BeforeWriting, Borrowed, Pool, Transaction
from shared.database.queue import FileQueue, MemoryQueue, NoQueue, Queue
from shared.database.sqlite import MEMORY, FileId, Journal, Synchronous, file_id, is_other_and_empty
from shared.database.standby import Standby, StandbyRead, read_from_primary, standby_read
from shared.database.statement import Row, Statement

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

T = TypeVar("T")

MOST_CONNECTIONS = 5
_MIGRATION_SECONDS = 120.0
"""Processes that start together wait for the one that migrates."""


class Database:
    """SQLite (`sqlite:///var/x.db`, `sqlite://` in memory) or PostgreSQL (`postgresql://…`).

    Safe for threads: each borrows a connection for as long as it needs one. A thread inside `writing` or
    `reading` gets that transaction's own connection from every method, so that what it reads there is what
    the transaction sees.

    Args:
        url: the address. The folder of a SQLite file is made.
        journal, synchronous, secure_delete: how SQLite keeps the file; PostgreSQL's server decides itself.
            The default waits for the disk at every commit: what was acknowledged survives a power failure.
        connections: to PostgreSQL, the most that are open at once; threads beyond them wait in line.

    Attributes:
        standby: from which onlookers read instead, where the context says so; None without one.

    Raises:
        DatabaseUnusable: the address is not understood.
    """

    standby: Standby | None = None

    def __init__(
        self,
        url: str,
        *,
        journal: Journal = "WAL",
        synchronous: Synchronous = "FULL",
        secure_delete: bool = False,
        connections: int = MOST_CONNECTIONS,
    ) -> None:
        try:
            self._url = make_url(url)
        except (ArgumentError, ValueError):
            # Neither the address nor what is said of it: there is a password in it.
            raise DatabaseUnusable(Phrase("part-no-database-address")) from None
        backend = self._url.get_backend_name()
        if backend not in ("sqlite", "postgresql"):
            raise DatabaseUnusable(Phrase("part-database-not-supported", {"backend": backend}))
        self.kind = cast(Literal["sqlite", "postgresql"], backend)
        self.url = url
        self.path = (self._url.database or MEMORY) if backend == "sqlite" else None
        self._journal: Journal = journal
        self._synchronous: Synchronous = synchronous
        self._secure_delete = secure_delete
        self._dialect = _dialect(self.kind)
        self._file_id: FileId | None = None
        """That a connection was opened to: once there is one, no other is made in its place."""
        self._new_queue()
        self._pool: Pool = (
            Pool(self._open, self._new_queue, single=self.path == MEMORY)
            if self.path is not None
            else BoundedPool(self._open, self._new_queue, most=connections)
        )

    # Statements

    def prepare(self, clause: ClauseElement) -> Statement:
        """Compile a Core statement for this database; do it once and keep the result."""
        return Statement(clause, self._dialect)

    def prepared(self, make: "Callable[[Database], T]") -> T:
        """What `make` prepares, made and compiled once in a process for all databases of this kind.

        Args:
            make: a function or class by its name in a module, that keeps nothing of the database it is given
                but what `prepare` returns.
        """
        key = (make, self.kind)
        if key not in _prepared:
            _prepared[key] = make(self)
        return cast(T, _prepared[key])

    def insert(self, table: sa.TableClause) -> "sqlite.Insert | postgresql.Insert":
        """An INSERT that knows `on_conflict_do_update` and `on_conflict_do_nothing`, same on both kinds."""
        if self.kind == "sqlite":
            from sqlalchemy.dialects import sqlite

            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)

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
        """Run one reading statement and return its rows, each a tuple whose members have names, too."""
        with self.connection() as driver:
            return list(map(statement.named, driver.execute(statement.text, statement.row(row)).fetchall()))

    def run(self, driver: Driver, statement: Statement, rows: Sequence[Row]) -> None:
        """Execute `statement` once for each row on a connection given by `writing`."""
        parameters = statement.rows(rows)
        if len(parameters) == 1:
            driver.execute(statement.text, parameters[0])
        elif parameters:
            self._execute_many(driver, statement.text, parameters)

    def write(self, statement: Statement, rows: Sequence[Row]) -> None:
        """Execute `statement` once for each row, in a write transaction of its own; raises as `writing`."""
        with self.writing() as driver:
            self.run(driver, statement, rows)

    def change(self, driver: Driver, statement: Statement, row: Row = ()) -> int:
        """Execute `statement` once on a connection given by `writing`; how many rows it changed."""
        return driver.execute(statement.text, statement.row(row)).rowcount

    # Connections

    @property
    def before_writing(self) -> BeforeWriting | None:
        """Asked on the connection of each write as it begins, and may refuse it by raising."""
        return self._pool.before_writing

    @before_writing.setter
    def before_writing(self, ask: BeforeWriting) -> None:
        self._pool.before_writing = ask

    @property
    def holds(self) -> Holds:
        """What it holds, for what is said of it where it is away, missing or damaged."""
        return self._pool.holds

    @holds.setter
    def holds(self, what: Holds) -> None:
        self._pool.holds = what

    @property
    def in_transaction(self) -> bool:
        """Whether this thread has a transaction open."""
        return self._pool.held.lease is not None

    def connection(self) -> AbstractContextManager[Driver]:
        """A connection for single statements: that of this thread's open transaction, else any."""
        held = self._pool.held.lease
        if held is not None:
            return nullcontext(held.driver)
        read = self._standby_read()
        return Borrowed(self._pool) if read is None else read.connection()

    def reading(self) -> AbstractContextManager[Driver]:
        """One snapshot for several statements. Keep it short: it holds back the cleaning of old rows."""
        held = self._pool.held.lease
        if held is not None:
            return nullcontext(held.driver)
        read = self._standby_read()
        return Transaction(self._pool, writing=False) if read is None else read.reading()

    def writing(self) -> AbstractContextManager[Driver]:
        """One write transaction: committed at the end, rolled back when the block raises.

        On SQLite it first waits in the queue of writers and then holds the file's write lock; so no network
        call belongs inside. On PostgreSQL it is a READ COMMITTED transaction.

        Raises:
            RuntimeError: this thread has a transaction open already.
            Problem: database-busy, when the lock did not come in time (`shared.database.deadline`);
                no-connection-left, disk-full, database-read-only. Nothing was changed then.
        """
        if self.standby is not None:
            read_from_primary()
        return Transaction(self._pool, writing=True)

    @contextmanager
    def core(self) -> Iterator[sa.Connection]:
        """A SQLAlchemy connection in one write transaction, for migrations; it keeps `writing`'s order."""
        only = self._pool.only
        if self.kind == "postgresql":
            from shared.database import postgresql as postgresql_connections

            engine = sa.create_engine(
                "postgresql+psycopg://", creator=lambda: postgresql_connections.connect_to_migrate(self._url)
            )
            limit = f"SET LOCAL lock_timeout = {round(_MIGRATION_SECONDS * 1000)}"
            sa.event.listen(engine, "begin", lambda c: c.exec_driver_sql(limit))
        else:
            creator: Any = self._connect if only is None else lambda: only.driver
            engine = sa.create_engine("sqlite://", creator=creator, poolclass=StaticPool)
            sa.event.listen(engine, "begin", _begin_core)
        try:
            with waiting_at_most(_MIGRATION_SECONDS):
                if not self._queue.enter(seconds_left(_MIGRATION_SECONDS)):
                    raise DATABASE_BUSY(seconds=RETRY_SECONDS)
                try:
                    with engine.begin() as connection:
                        yield connection
                finally:
                    self._queue.leave()
        finally:
            if only is None:
                engine.dispose()

    def anew(self) -> "Database":
        """The same database by connections that hold nothing of it yet; itself where it is in memory."""
        if self.path == MEMORY:
            return self
        other = Database(
            self.url,
            journal=self._journal,
            synchronous=self._synchronous,
            secure_delete=self._secure_delete,
            connections=1,
        )
        other.holds, other._file_id = self.holds, self._file_id
        return other

    def close(self) -> None:
        """Close idle connections now, and those in use when they are given back."""
        self._pool.close()
        self._queue.close()

    # The rooms behind the door

    def _standby_read(self) -> StandbyRead | None:
        return None if self.standby is None else standby_read()

    def _execute_many(self, driver: Any, text: str, parameters: Sequence[Sequence[Any]]) -> None:
        if self.kind == "sqlite":
            driver.executemany(text, parameters)
        else:
            with driver.cursor() as cursor:
                cursor.executemany(text, parameters)

    def _connect(self) -> Driver:
        if self.path is None:
            from shared.database import postgresql as postgresql_connections

            return cast(Driver, postgresql_connections.connect(self._url))
        file = None if self.path == MEMORY else self.path
        if self._file_id is not None and is_other_and_empty(file, self._file_id):
            raise FileGone
        try:
            driver = sqlite_connections.connect(
                self.path,
                journal=self._journal,
                synchronous=self._synchronous,
                secure_delete=self._secure_delete,
                there=self._file_id is not None,
            )
        except sqlite3.OperationalError:
            if self._file_id is not None and file_id(file) is None:
                raise FileGone from None
            raise
        self._file_id = file_id(file)
        return cast(Driver, driver)

    def _open(self) -> Lease:
        driver = self._connect()
        return Lease(driver, self._queue, self.kind, None if self.path in (None, MEMORY) else self.path)

    def _new_queue(self) -> None:
        """In the child of a fork, too: the parent's would let both in at once."""
        self._queue: Queue
        if self.path is None:
            self._queue = NoQueue()
        else:
            self._queue = MemoryQueue() if self.path == MEMORY else FileQueue(self.path)


_prepared: dict[tuple[object, str], object] = {}
"""Two threads that make the same at once make equal ones, and either is as good."""


def _begin_core(connection: sa.Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA busy_timeout={round(WRITER_SECONDS * 1000)}")
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _dialect(kind: Literal["sqlite", "postgresql"]) -> Dialect:
    # Imported here, like the drivers: neither kind of database pays for the other's at the start.
    if kind == "sqlite":
        from sqlalchemy.dialects import sqlite

        return sqlite.dialect(paramstyle="qmark")
    from sqlalchemy.dialects.postgresql import psycopg

    return psycopg.dialect(paramstyle="format")  # type: ignore[no-untyped-call]
