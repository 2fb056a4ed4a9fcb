"""Writers and a tailing reader as processes of their own."""

import time
from collections.abc import Sequence
from multiprocessing.synchronize import Barrier, Event
from queue import Queue
from typing import Any

import msgspec

from infra.migrations import migrate
from shared.clock import SystemClock
from shared.database import Database
from shared.eventlog import EMPTY, Batch, EventLog, Head, Pending, Recorded
from tests.eventlog.given import transact
from tests.forking import processes

FINGERPRINT = bytes(32)
START_SECONDS = 120.0


def migrated_together(url: str) -> list[str]:
    """What three processes made of a new database that they began to migrate at once."""
    with processes.Pool(3) as pool:
        return pool.map(_migrated, [url] * 3, chunksize=1)


def _migrated(url: str) -> str:
    return migrate(url)


Acknowledged = tuple[str, int, int]
"""Command id, first and last seq."""


class Written(msgspec.Struct):
    """What one writer was told: the commands acknowledged, each with its first and last seq."""

    writer: int
    ledger: str
    acknowledged: list[Acknowledged]


class Seen(msgspec.Struct):
    """The seqs the reader saw, by tournament, in the order it saw them."""

    seqs: dict[str, list[int]]


def run(url: str, ledgers: Sequence[str], seconds: float) -> tuple[list[Written], Seen]:
    """One writer for each entry of `ledgers`, and a reader following all tournaments.

    They write for `seconds`, and each at least once, however busy the machine.
    """
    results: Any = processes.Queue()
    ready, done = processes.Barrier(len(ledgers) + 2), processes.Event()
    writers = [
        processes.Process(target=_write, args=(url, n, ledger, seconds, ready, results))
        for n, ledger in enumerate(ledgers)
    ]
    reader = processes.Process(target=_tail, args=(url, sorted(set(ledgers)), ready, done, results))
    for process in (*writers, reader):
        process.start()
    ready.wait(START_SECONDS)
    written = [results.get(timeout=START_SECONDS) for _ in writers]
    done.set()
    seen = results.get(timeout=START_SECONDS)
    for process in (*writers, reader):
        process.join()
    return written, seen


def append_command(log: EventLog, ledger: str, known: Head, command_id: str) -> tuple[Head, Acknowledged]:
    """One command of one or two events; the new head and what was acknowledged."""
    size = 1 + len(command_id) % 2
    event = Pending("counted", 1, b'{"by":"' + command_id.encode() + b'"}', None, None, 0)

    def decide(_head: Head, _tail: Sequence[Recorded] | None) -> Batch:
        return Batch([event] * size, "service:writer", command_id, FINGERPRINT)

    appended = transact(log, ledger, known, decide)
    return appended.head, (command_id, appended.events[0].seq, appended.events[-1].seq)


def _write(url: str, n: int, ledger: str, seconds: float, ready: Barrier, results: "Queue[object]") -> None:
    database = Database(url, synchronous="OFF")
    log, known = EventLog(database, SystemClock()), EMPTY
    written = Written(n, ledger, [])
    log.head(ledger)
    ready.wait(START_SECONDS)
    end = time.monotonic() + seconds
    while time.monotonic() < end or not written.acknowledged:
        command_id = f"writer-{n}/{len(written.acknowledged)}"
        known, acknowledged = append_command(log, ledger, known, command_id)
        written.acknowledged.append(acknowledged)
    results.put(written)
    database.close()


def _tail(url: str, ledgers: Sequence[str], ready: Barrier, done: Event, results: "Queue[object]") -> None:
    database = Database(url)
    log = EventLog(database, SystemClock())
    seen = Seen({ledger: [] for ledger in ledgers})
    last = dict.fromkeys(ledgers, 0)
    ready.wait(START_SECONDS)
    finished = False
    while not finished:
        # Asked before reading: what was committed by then is read below.
        finished = done.is_set()
        for ledger in ledgers:
            while page := log.read(ledger, last[ledger]):
                seen.seqs[ledger] += [event.seq for event in page]
                last[ledger] = page[-1].seq
        time.sleep(0.001)
    results.put(seen)
    database.close()
