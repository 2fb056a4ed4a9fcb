"""A tournament while one writer alone may append to it."""

from collections.abc import Sequence
from types import TracebackType
from typing import Protocol

import msgspec

from shared.clock import Clock, to_micros
from shared.database import Database, Driver
from shared.eventlog.linking import Linked, Linker, command_rows, recorded
from shared.eventlog.records import EMPTY, Appended, Batch, CommandRecord, Head, Recorded, Write
from shared.eventlog.statements import LAST, Statements
from shared.eventlog.together import all_writes


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
    """A write transaction in which nothing else appends to one tournament; see `EventLog.locked`.

    Args:
        believed: see `End`.
    """

    __slots__ = ("_believed", "_end", "_log", "_tournament_id", "_transaction")

    def __init__(self, log: OpenLog, tournament_id: str, believed: Head | None = None) -> None:
        self._log, self._tournament_id, self._believed = log, tournament_id, believed
        log.linker.hasher(tournament_id)  # refuses a name that cannot be stored
        self._transaction = log.database.writing()

    def __enter__(self) -> "End":
        driver = self._transaction.__enter__()
        try:
            self._end = End(self._log, self._tournament_id, driver, self._believed)
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

    Args:
        believed: where the writer believes it to be: it is read and locked as it is found elsewhere, or
            there is no log yet. None, and that is done at once.

    Attributes:
        head: where the log ends now, own appends of this transaction included.
        wrote: whether there is anything to commit.
    """

    __slots__ = ("_driver", "_is_believed", "_log", "_tournament_id", "head", "wrote")

    def __init__(
        self, log: OpenLog, tournament_id: str, driver: Driver, believed: Head | None = None
    ) -> None:
        self._log, self._tournament_id, self._driver = log, tournament_id, driver
        self.wrote = self._is_believed = False
        if believed is None or not believed.seq:
            self._lock()
        else:
            self.head, self._is_believed = believed, True

    def _lock(self) -> None:
        statements, execute = self._log.statements, self._driver.execute
        row = execute(statements.lock_head.text, (self._tournament_id,)).fetchone()
        if row is None:
            # The row is what is locked, so a new tournament gets it now; whoever comes second waits here.
            first = (self._tournament_id, EMPTY.seq, EMPTY.hash, EMPTY.recorded_at)
            execute(statements.insert_head.text, first)
            row = execute(statements.lock_head.text, (self._tournament_id,)).fetchone()
        self.head, self._is_believed = Head(*row), False

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
        self.write(self.head, [(head, rows, batch)])
        return Appended(self.head, recorded(rows))

    def write(self, after: Head, linked: Sequence[Linked]) -> bool:
        """Append batches that are linked to a head, one to the other, and what else they lead to.

        Returns:
            Whether the log ends there; else nothing was written.

        Raises:
            CommandTaken: a command id is recorded already, most likely; of several the first is named.
        """
        last = linked[-1][0] if linked else after
        moves = last.seq > after.seq
        if self._is_believed and not (moves and self._follows(after, last)):
            self._lock()
        if self._is_believed:
            moves = self._is_believed = False
        elif self.head != after:
            return False
        statements, run = self._log.statements, self._log.database.run
        commands = command_rows(self._tournament_id, after.seq, linked)
        self.wrote = self.wrote or bool(commands)
        try:
            run(self._driver, statements.insert_command, commands)
        except Exception as error:
            raise CommandTaken(linked[0][2].command_id, error) from error
        run(self._driver, statements.insert_event, [row for _, rows, _ in linked for row in rows])
        if moves:
            self._driver.execute(statements.move_head.text, (*_columns(last), self._tournament_id))
        self.head = last
        self.execute(all_writes(linked))
        return True

    def _follows(self, known: Head, head: Head) -> bool:
        row = (*_columns(head), self._tournament_id, known.seq, known.hash)
        return self._driver.execute(self._log.statements.follow_head.text, row).rowcount > 0

    def adopt(self, events: Sequence[Recorded], commands: Sequence[CommandRecord]) -> None:
        """Take over events and command records as they are, for restoring; their hashes were checked."""
        self.wrote = True
        statements, run = self._log.statements, self._log.database.run
        run(self._driver, statements.insert_event, [msgspec.structs.astuple(event) for event in events])
        run(self._driver, statements.insert_command, [msgspec.structs.astuple(c) for c in commands])
        if events:
            last = events[-1]
            self.head = Head(last.seq, last.hash, last.recorded_at)
            self._driver.execute(statements.move_head.text, (*_columns(self.head), self._tournament_id))


def _columns(head: Head) -> tuple[int, bytes, int]:
    return head.seq, head.hash, head.recorded_at
