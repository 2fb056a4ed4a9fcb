"""A writer that is killed: it tells of each command as soon as the command is acknowledged."""

import os
import signal
from multiprocessing.connection import Connection
from typing import Any

import sqlalchemy as sa

from shared.clock import SystemClock
from shared.database import Database
from shared.eventlog import EMPTY, Batch, EventLog, Pending, Write
from tests.eventlog.given import LEDGER, decided, transact
from tests.forking import processes

TALLY = sa.table("tally", sa.column("ledger", sa.Text), sa.column("commands", sa.BigInteger))


def make_tally(database: Database) -> None:
    """A row written with every command: afterwards it must have counted what is in the log."""
    with database.writing() as driver:
        driver.execute("CREATE TABLE tally (ledger TEXT PRIMARY KEY, commands BIGINT NOT NULL)")
        driver.execute(f"INSERT INTO tally VALUES ('{LEDGER}', 0)")


class Victim:
    """A process that appends commands of three events, one after the other, until it is killed."""

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


def _write(url: str, name: str, pipe: "Connection[Any, Any]") -> None:
    database = Database(url)
    log, known = EventLog(database, SystemClock()), EMPTY
    count = log.database.prepare(
        sa.update(TALLY).where(TALLY.c.ledger == LEDGER).values(commands=TALLY.c.commands + 1)
    )
    n = 0
    while True:
        n += 1
        command_id = f"{name}/{n}"
        events = [Pending("counted", 1, b"%d" % k, None, None, 0) for k in range(3)]
        batch = Batch(events, "service:victim", command_id, bytes(32), [Write(count, [()])])
        known = transact(log, LEDGER, known, decided(batch)).head
        pipe.send_bytes(command_id.encode())
