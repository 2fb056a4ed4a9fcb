"""Who competes: our log, the bare driver, and the library `eventsourcing` with its own recorder."""

import sqlite3
from functools import partial
from itertools import count
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import msgspec
import psycopg
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import InfrastructureFactory, StoredEvent
from eventsourcing.utils import Environment
from sqlalchemy import Table
from sqlalchemy.engine import make_url

from infra.migrations import migrate
from shared.clock import SystemClock, to_micros
from shared.codec import canonical
from shared.database import Database
from shared.eventlog import EMPTY, Batch, Catalogue, EventLog, Head, Pending, tables
from tests.eventlog.given import transact

LEDGER = "hk-2026"
FINGERPRINT = bytes(32)


class GameResultRecorded(msgspec.Struct, frozen=True):
    """A payload like the real ones."""

    session: str
    table: str
    game: int
    winner: str
    scores: dict[str, int]
    note: str


RESULT = GameResultRecorded(
    "2026-03-28/1", "T07", 2, "e0412", {f"e0{n}": n for n in range(412, 416)}, "x" * 165
)
PAYLOAD = canonical(RESULT)
assert len(PAYLOAD) == 300, len(PAYLOAD)
LIBRARY_NOTE = "x" * 139
"""Makes the library's own JSON as long."""

CATALOGUE: Catalogue[Any] = Catalogue()
CATALOGUE.register("game_result_recorded", 1, GameResultRecorded)


def _decided(batch: Batch, _head: Head, _tail: object) -> Batch:
    return batch


class Ours:
    """Head, events, command record and chain, as every command writes them."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        migrate(self._database)
        self._log = EventLog(self._database, SystemClock())
        self._head = EMPTY
        self._now = to_micros(SystemClock().now())

    def append(self, times: int, size: int) -> int:
        log, head, now = self._log, self._head, self._now
        for _ in range(times):
            events = [
                Pending("game_result_recorded", 1, canonical(RESULT), None, None, now) for _ in range(size)
            ]
            batch = Batch(events, "referee:r07", f"command-{head.seq}", FINGERPRINT)
            head = transact(log, LEDGER, head, partial(_decided, batch)).head
        self._head = head
        return times * size

    def replay(self) -> int:
        return sum(1 for _ in self._log.replay(LEDGER, CATALOGUE))

    def read(self) -> int:
        seq = 0
        while page := self._log.read(LEDGER, seq):
            seq = page[-1].seq
        return seq

    def verify(self) -> int:
        return self._log.verify(LEDGER).events

    def raw_select(self) -> int:
        """What the bare driver needs for the same events: one SELECT, each payload into its class."""
        mark = "?" if self._database.kind == "sqlite" else "%s"
        decode = msgspec.json.Decoder(GameResultRecorded).decode
        done = 0
        with self._database.connection() as driver:
            cursor = driver.execute(
                f"SELECT seq, type, version, data FROM event WHERE tournament_id = {mark} ORDER BY seq",
                (LEDGER,),
            )
            for _seq, _type, _version, data in cursor:
                decode(data)
                done += 1
        return done

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()


class Raw:
    """One INSERT of the same columns committed at a time; batches in one transaction."""

    def __init__(self, url: str) -> None:
        self._postgresql = url.startswith("postgresql")
        if self._postgresql:
            self._connection: Any = psycopg.connect(url, autocommit=True)
        else:
            self._connection = sqlite3.connect(str(make_url(url).database), isolation_level=None)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=FULL")
        blob = "BYTEA" if self._postgresql else "BLOB"
        self._connection.execute(
            "CREATE TABLE event (ledger TEXT, seq BIGINT, type TEXT, version BIGINT, "
            f"data {blob}, actor TEXT, command_id TEXT, occurred_at BIGINT, recorded_at BIGINT, "
            "PRIMARY KEY (ledger, seq))"
        )
        marks = ", ".join(["%s" if self._postgresql else "?"] * 9)
        self._insert = f"INSERT INTO event VALUES ({marks})"
        self._seq = 0

    def append(self, times: int, size: int) -> int:
        execute = self._connection.execute
        for _ in range(times):
            rows = []
            for _ in range(size):
                self._seq += 1
                rows.append(
                    (LEDGER, self._seq, "game_result_recorded", 1, PAYLOAD, "referee:r07",
                     f"command-{self._seq}", 1, 1)
                )  # fmt: skip
            if size == 1:
                execute(self._insert, rows[0])
            elif self._postgresql:
                with self._connection.transaction(), self._connection.cursor() as cursor:
                    cursor.executemany(self._insert, rows)
            else:
                execute("BEGIN")
                self._connection.executemany(self._insert, rows)
                execute("COMMIT")
        return times * size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()


class Bare:
    """The same rows as ours through the bare driver: what is left without chain, checks and objects."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        migrate(self._database)
        sqlite = self._database.kind == "sqlite"
        mark = "?" if sqlite else "%s"
        self._begin = "BEGIN IMMEDIATE" if sqlite else "BEGIN"
        self._event, self._command, new_head = (
            _whole_row(table, mark) for table in (tables.event, tables.command, tables.head)
        )
        self._move = f"UPDATE head SET seq = {mark} WHERE tournament_id = {mark} AND seq = {mark}"
        self._seq, self._hash = 0, bytes(32)
        with self._database.connection() as driver:
            driver.execute(new_head, (LEDGER, 0, self._hash, 0))

    def append(self, times: int, size: int) -> int:
        with self._database.connection() as borrowed:
            driver: Any = borrowed
            for _ in range(times):
                first, self._seq = self._seq + 1, self._seq + size
                command_id = f"command-{first}"
                by = (None, "referee:r07", command_id, None, 1, 1, self._hash)
                event = ("game_result_recorded", 1, PAYLOAD, *by)
                rows = [(LEDGER, seq, *event) for seq in range(first, self._seq + 1)]
                driver.execute(self._begin)
                driver.execute(self._move, (self._seq, LEDGER, first - 1))
                driver.execute(self._command, (LEDGER, command_id, FINGERPRINT, first, self._seq))
                if size == 1:
                    driver.execute(self._event, rows[0])
                else:
                    many = driver if self._database.kind == "sqlite" else driver.cursor()
                    many.executemany(self._event, rows)
                driver.execute("COMMIT")
        return times * size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()


def _whole_row(table: Table, mark: str) -> str:
    return f"INSERT INTO {table.name} VALUES ({', '.join([mark] * len(table.columns))})"


class Sheet(Aggregate):  # type: ignore[misc]
    """The aggregate of the library's side, whose one event has a payload of the same size."""

    @event("Opened")  # type: ignore[untyped-decorator]
    def __init__(self, session: str) -> None:
        self.session, self.note = session, ""

    @event("GameResultRecorded")  # type: ignore[untyped-decorator]
    def record(self, session: str, table: str, game: int, winner: str, note: str) -> None:
        self.note = note


class Library:
    """The library as its documentation uses it: an event of an aggregate, saved by the application.

    It writes events and notification ids; no hash chain, no record of commands, nothing against overwriting.

    Args:
        functions: turn on its PostgreSQL functions: faster, but its readers can then miss events.
    """

    def __init__(self, url: str, *, functions: bool = False) -> None:
        self._application: Application[Any] = Application(env=_library_settings(url, functions=functions))
        self._sheet: Any = Sheet("2026-03-28/1")
        self._application.save(self._sheet)

    def append(self, times: int, size: int) -> int:
        save, sheet = self._application.save, self._sheet
        for _ in range(times):
            for _ in range(size):
                sheet.record("2026-03-28/1", "T07", 2, "e0412", LIBRARY_NOTE)
            save(sheet)
        return times * size

    def replay(self) -> int:
        """Its typed events, one aggregate's."""
        return sum(1 for _ in self._application.events.get(self._sheet.id))

    def notifications(self) -> int:
        """What its log's readers get, undecoded, in pages of a thousand."""
        recorder, last, done = self._application.recorder, 0, 0
        while page := recorder.select_notifications(last, 1000, inclusive_of_start=False):
            last, done = page[-1].id, done + len(page)
        return done

    def payload_size(self) -> int:
        """Bytes it stores for one event."""
        sheet: Any = Sheet("2026-03-28/1")
        sheet.record("2026-03-28/1", "T07", 2, "e0412", LIBRARY_NOTE)
        return len(self._application.mapper.to_stored_event(sheet.pending_events[-1]).state)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._application.close()


class Recorder:
    """The library's innermost layer alone: rows of ready bytes, without making or encoding events."""

    def __init__(self, url: str) -> None:
        self._factory: Any = InfrastructureFactory.construct(
            Environment("bench", _library_settings(url, functions=False))
        )
        self._recorder = self._factory.application_recorder()
        self._ledger, self._version = uuid4(), count(1)

    def append(self, times: int, size: int) -> int:
        insert, version, ledger = self._recorder.insert_events, self._version, self._ledger
        for _ in range(times):
            insert([StoredEvent(ledger, next(version), "recorded", PAYLOAD) for _ in range(size)])
        return times * size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._factory.close()


def _library_settings(url: str, *, functions: bool) -> dict[str, str]:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(parsed.database)}
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(parsed.database),
        "POSTGRES_HOST": parsed.host or str(parsed.query["host"]),
        "POSTGRES_PORT": str(parsed.port or 5432),
        "POSTGRES_USER": str(parsed.username),
        "POSTGRES_PASSWORD": parsed.password or "unused",
        "POSTGRES_ENABLE_DB_FUNCTIONS": "y" if functions else "n",
    }
