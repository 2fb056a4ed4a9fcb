"""A tournament while one writer alone may append to it."""

from collections.abc import Sequence
from types import TracebackType
from typing import Protocol

import msgspec

from shared.clock import Clock, to_micros
from shared.database import Database, Driver
from shared.eventlog.linking import EventRow, Linker, recorded
from shared.eventlog.records import EMPTY, Appended, Batch, CommandRecord, Head, Recorded, Write
from shared.eventlog.statements import LAST, Statements


class OpenLog(Protocol):
    """What is used of the log inside its lock."""

    @property
    def database(self) -> Database: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def linker(self) -> Linker: ...
    @property
    def statements(self) -> Statements: ...
    def read(self, tournament_id: str, after: int = ..., limit: int = ...) -> list[Recorded]: ...
    def read_one(self, tournament_id: str, seq: int) -> Recorded | None: ...


class CommandTaken(Exception):
    """The insert of the command record met an error, most likely a record that is there already."""

    def __init__(self, command_id: str, error: Exception) -> None:
        super().__init__(command_id)
        self.command_id, self.error = command_id, error


class HeadMoved(Exception):
    """The head is not where the writer believed it to be; nothing was changed."""


class _NothingWritten(Exception):
    pass


class Locked:
    """A write transaction in which nothing else appends to one tournament; see `EventLog.locked`."""

    __slots__ = ("_end", "_log", "_tournament_id", "_transaction")

    def __init__(self, log: OpenLog, tournament_id: str) -> None:
        self._log, self._tournament_id = log, tournament_id
        log.linker.hasher(tournament_id)  # refuses a name that cannot be stored
        self._transaction = log.database.writing()

    def __enter__(self) -> "End":
        driver = self._transaction.__enter__()
        try:
            self._end = End(self._log, self._tournament_id, driver)
        except BaseException as error:
            self._transaction.__exit__(type(error), error, error.__traceback__)
            raise
        return self._end

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and not self._end.wrote:
            # Nothing to keep, not even the row made for the lock's sake.
            kind = _NothingWritten
        self._transaction.__exit__(kind, error, trace)


class End:
    """The end of a tournament's log in a write transaction, locked until that ends.

    Attributes:
        head: where the log ends now, own appends of this transaction included.
        wrote: whether there is anything to commit.
    """

    __slots__ = ("_driver", "_log", "_tournament_id", "head", "wrote")

    def __init__(self, log: OpenLog, tournament_id: str, driver: Driver) -> None:
        self._log, self._tournament_id, self._driver = log, tournament_id, driver
        self.wrote = False
        lock = log.statements.lock_head.text
        row = driver.execute(lock, (tournament_id,)).fetchone()
        if row is None:
            # The row is what is locked, so a new tournament gets it now; whoever comes second waits here.
            first = (tournament_id, EMPTY.seq, EMPTY.hash, EMPTY.recorded_at)
            driver.execute(log.statements.insert_head.text, first)
            row = driver.execute(lock, (tournament_id,)).fetchone()
        self.head = Head(*row)

    def read(self, after: int, limit: int) -> list[Recorded]:
        """`EventLog.read` inside the transaction."""
        return self._log.read(self._tournament_id, after, limit)

    def tail(self, known: Head) -> Sequence[Recorded] | None:
        """The events after `known`, or None when `known` is not in the log."""
        if known.hash == self.head.hash and known.seq == self.head.seq:
            return ()
        if known.seq:
            found = self._log.read_one(self._tournament_id, known.seq)
            if found is None or found.hash != known.hash:
                return None
        elif known.hash != EMPTY.hash:
            return None
        return self.read(known.seq, LAST)

    def execute(self, writes: Sequence[Write]) -> None:
        """Write further rows in the same transaction."""
        for write in writes:
            self.wrote = True
            self._log.database.run(self._driver, write.statement, write.rows)

    def append(self, batch: Batch) -> Appended:
        """Append inside the block; it counts when the block ends without an error."""
        head, rows = self._log.linker.link(
            self._tournament_id, self.head, batch, to_micros(self._log.clock.now())
        )
        self.write(batch, head, rows)
        return Appended(self.head, recorded(rows))

    def write(self, batch: Batch, head: Head, rows: Sequence[EventRow]) -> None:
        """Append rows that are linked to the head already, and what else their command leads to.

        Raises:
            CommandTaken: its id is recorded already, most likely.
        """
        log, driver = self._log, self._driver
        if rows or batch.named:
            self._record(batch, self.head.seq + 1, head.seq)
        if rows:
            log.database.run(driver, log.statements.insert_event, rows)
            to = (head.seq, head.hash, head.recorded_at, self._tournament_id)
            driver.execute(log.statements.move_head.text, to)
            self.head = head
            batch = batch.closed(head)
        self.execute(batch.writes)

    def _record(self, batch: Batch, first: int, last: int) -> None:
        row = (self._tournament_id, batch.command_id, batch.fingerprint, first, last)
        self.wrote = True
        try:
            self._driver.execute(self._log.statements.insert_command.text, row)
        except Exception as error:
            raise CommandTaken(batch.command_id, error) from error

    def adopt(self, events: Sequence[Recorded], commands: Sequence[CommandRecord]) -> None:
        """Take over events and command records as they are, for restoring; their hashes were checked."""
        self.wrote = True
        statements, run = self._log.statements, self._log.database.run
        run(self._driver, statements.insert_event, [msgspec.structs.astuple(event) for event in events])
        run(self._driver, statements.insert_command, [msgspec.structs.astuple(c) for c in commands])
        if events:
            last = events[-1]
            self.head = Head(last.seq, last.hash, last.recorded_at)
            row = (last.seq, last.hash, last.recorded_at, self._tournament_id)
            self._driver.execute(statements.move_head.text, row)
