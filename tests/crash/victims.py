"""A writer that is killed: it tells of each command as soon as the command is acknowledged."""

import itertools
import os
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any

import sqlalchemy as sa

from shared.clock import SystemClock
from shared.database import Database
from shared.eventlog import EMPTY, Batch, EventLog, Head, Pending, Write
from tests.eventlog.given import LEDGER, Decided, decided
from tests.forking import processes

TALLY = sa.table("tally", sa.column("ledger", sa.Text), sa.column("commands", sa.BigInteger))


def make_tally(database: Database) -> None:
    """A row written with every command: afterwards it must have counted what is in the log."""
    with database.writing() as driver:
        driver.execute("CREATE TABLE tally (ledger TEXT PRIMARY KEY, commands BIGINT NOT NULL)")
        driver.execute(f"INSERT INTO tally VALUES ('{LEDGER}', 0)")


class Victim:
    """A process whose threads append commands of three events, until it is killed."""

    def __init__(self, url: str, name: str) -> None:
        self._receiver, sender = processes.Pipe(duplex=False)
        self._process = processes.Process(target=_write, args=(url, name, sender))
        self._process.start()
        sender.close()

    def wait_for(self, commands: int) -> list[str]:
        """The first ids it tells of; fewer when it ended before."""
        acknowledged: list[str] = []
        while len(acknowledged) < commands and (command := self._next()) is not None:
            acknowledged.append(command)
        return acknowledged

    def kill(self) -> list[str]:
        """Kill it without warning; what it had told before that and nobody had heard yet."""
        if self._process.pid is not None and self._process.is_alive():
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.join()
        acknowledged: list[str] = []
        while (command := self._next()) is not None:
            acknowledged.append(command)
        return acknowledged

    def _next(self) -> str | None:
        try:
            return self._receiver.recv_bytes().decode()
        except (EOFError, OSError):
            return None


THREADS = 4
"""Of a victim: they share commits."""


class _Intent(Decided):
    """Decided on what the threads of a victim know together."""

    def __init__(self, known: list[Head], batch: Batch) -> None:
        super().__init__(EMPTY, decided(batch), batch.command_id)
        self._shared = known

    def known(self) -> Head:
        return self._shared[0]

    def leads_to(self, head: Head) -> None:
        self._after = head

    def committed(self) -> None:
        self._shared[0] = self._after


def _write(url: str, name: str, pipe: "Connection[Any, Any]") -> None:
    database = Database(url)
    log, known = EventLog(database, SystemClock()), [EMPTY]
    count = log.database.prepare(
        sa.update(TALLY).where(TALLY.c.ledger == LEDGER).values(commands=TALLY.c.commands + 1)
    )
    telling = threading.Lock()

    def write(thread: int) -> None:
        for n in itertools.count(1):
            command_id = f"{name}/{thread}/{n}"
            events = [Pending("counted", 1, b"%d" % k, None, None, 0) for k in range(3)]
            batch = Batch(events, "service:victim", command_id, bytes(32), [Write(count, [()])])
            log.transact(LEDGER, _Intent(known, batch))
            with telling:
                pipe.send_bytes(command_id.encode())

    others = [threading.Thread(target=write, args=(thread,), daemon=True) for thread in range(1, THREADS)]
    for other in others:
        other.start()
    write(0)
