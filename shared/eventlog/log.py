"""The log: one gapless sequence, one hash chain and one lock for each tournament."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec
import sqlalchemy as sa
from sqlalchemy.sql import ClauseElement

from shared.clock import Clock, to_micros
from shared.database import Database, Driver, Statement
from shared.eventlog import tables
from shared.eventlog.chain import hasher
from shared.eventlog.records import (
    EMPTY,
    Appended,
    Batch,
    CommandAlreadyRecorded,
    CommandRecord,
    Head,
    Recorded,
    Write,
)

Decide = Callable[[Head, Sequence[Recorded] | None], Batch]


class EventLog:
    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self._clock = clock
        e, h, c = tables.event.c, tables.head.c, tables.command.c
        bind = sa.bindparam
        prepare = database.prepare
        self._head = prepare(
            sa.select(h.seq, h.hash, h.recorded_at, h.generations).where(h.tournament_id == bind("id"))
        )
        self._lock = prepare(
            sa.select(h.seq, h.hash, h.recorded_at, h.generations)
            .where(h.tournament_id == bind("id"))
            .with_for_update()
        )
        self._tournaments = prepare(sa.select(h.tournament_id).where(h.seq > 0).order_by(h.tournament_id))
        self._page = prepare(
            sa.select(tables.event)
            .where(e.tournament_id == bind("id"), e.seq > bind("after"), e.seq <= bind("until"))
            .order_by(e.seq)
            .limit(bind("most"))
        )
        listed = database.listed("seqs", sa.BigInteger())
        self._some = prepare(
            sa.select(tables.event).where(e.tournament_id == bind("id"), e.seq.in_(listed)).order_by(e.seq)
        )
        self._command = prepare(
            sa.select(tables.command).where(c.tournament_id == bind("id"), c.command_id == bind("command"))
        )
        self._insert_event = prepare(sa.insert(tables.event))
        self._insert_command = prepare(sa.insert(tables.command))
        self._insert_head = prepare(
            database.insert(tables.head).on_conflict_do_nothing(index_elements=[h.tournament_id])
        )
        self._move_head = prepare(
            sa.update(tables.head)
            .where(h.tournament_id == bind("id"))
            .values(seq=bind("new_seq"), hash=bind("new_hash"), recorded_at=bind("new_recorded_at"))
        )
        self._set_generations = prepare(
            sa.update(tables.head).where(h.tournament_id == bind("id")).values(generations=bind("text"))
        )

    def prepare(self, clause: ClauseElement) -> Statement:
        return self.database.prepare(clause)

    def head(self, tournament_id: str) -> Head:
        rows = self.database.fetch(self._head, (tournament_id,))
        return Head(*rows[0]) if rows else EMPTY

    def tournaments(self) -> list[str]:
        return [row[0] for row in self.database.fetch(self._tournaments)]

    def read(
        self, tournament_id: str, after: int = 0, limit: int = 1000, until: int | None = None
    ) -> list[Recorded]:
        end = 2**62 if until is None else until
        return [Recorded(*row) for row in self.database.fetch(self._page, (tournament_id, after, end, limit))]

    def read_seqs(self, tournament_id: str, seqs: Sequence[int]) -> list[Recorded]:
        """The events at these seqs that exist, in order of seq."""
        listed = msgspec.json.encode(seqs).decode()
        return [Recorded(*row) for row in self.database.fetch(self._some, (tournament_id, listed))]

    def read_one(self, tournament_id: str, seq: int) -> Recorded | None:
        return next(iter(self.read_seqs(tournament_id, [seq])), None)

    def command(self, tournament_id: str, command_id: str) -> CommandRecord | None:
        rows = self.database.fetch(self._command, (tournament_id, command_id))
        return CommandRecord(*rows[0]) if rows else None

    def transact(self, tournament_id: str, known: Head, decide: Decide) -> Appended:
        try:
            with self.locked(tournament_id) as locked:
                return locked.append(decide(locked.head, locked.tail(known)))
        except _Duplicate as duplicate:
            record = self.command(tournament_id, duplicate.command_id)
            if record is None:
                raise duplicate.error from None
            raise CommandAlreadyRecorded(record) from None

    @contextmanager
    def locked(self, tournament_id: str) -> Iterator["Locked"]:
        with self.database.writing() as driver:
            yield Locked(self, driver, tournament_id)


class _Duplicate(Exception):
    def __init__(self, command_id: str, error: Exception) -> None:
        self.command_id, self.error = command_id, error


class Locked:
    """A tournament while this thread alone may append to it."""

    def __init__(self, log: EventLog, driver: Driver, tournament_id: str) -> None:
        self._log, self._driver, self._tournament_id = log, driver, tournament_id
        lock = log._lock.text
        row = driver.execute(lock, (tournament_id,)).fetchone()
        if row is None:
            driver.execute(log._insert_head.text, (tournament_id, 0, EMPTY.hash, 0, EMPTY.generations))
            row = driver.execute(lock, (tournament_id,)).fetchone()
        self.head = Head(*row)

    def read(self, after: int = 0, limit: int = 1000, until: int | None = None) -> list[Recorded]:
        return self._log.read(self._tournament_id, after, limit, until)

    def tail(self, known: Head) -> Sequence[Recorded] | None:
        if (known.seq, known.hash) == (self.head.seq, self.head.hash):
            return ()
        if known.seq:
            found = self._log.read_one(self._tournament_id, known.seq)
            if found is None or found.hash != known.hash:
                return None
        return self.read(known.seq, 2**62)

    def execute(self, writes: Sequence[Write]) -> None:
        for write in writes:
            self._log.database.run(self._driver, write.statement, write.rows)

    def set_generations(self, generations: str) -> None:
        self._driver.execute(
            self._log._set_generations.text,
            self._log._set_generations.row((generations, self._tournament_id)),
        )
        self.head = Head(self.head.seq, self.head.hash, self.head.recorded_at, generations)

    def append(self, batch: Batch) -> Appended:
        log, driver, head = self._log, self._driver, self.head
        events: list[Recorded] = []
        if batch.events:
            link = hasher(self._tournament_id)
            recorded_at = max(to_micros(log._clock.now()), head.recorded_at)
            seq, hash_ = head.seq, head.hash
            for p in batch.events:
                seq += 1
                hash_ = link(
                    hash_, seq, p.type, p.version, p.data, p.personal, batch.actor, batch.command_id,
                    p.caused_by, p.occurred_at, recorded_at,
                )  # fmt: skip
                events.append(
                    Recorded(
                        self._tournament_id,
                        seq,
                        p.type,
                        p.version,
                        p.data,
                        p.personal,
                        batch.actor,
                        batch.command_id,
                        p.caused_by,
                        p.occurred_at,
                        recorded_at,
                        hash_,
                    )
                )
            first = head.seq + 1
            try:
                driver.execute(
                    log._insert_command.text,
                    (self._tournament_id, batch.command_id, batch.fingerprint, first, seq),
                )
            except Exception as error:
                raise _Duplicate(batch.command_id, error) from error
            log.database.run(
                driver, log._insert_event, [tuple(getattr(e, f) for f in e.__struct_fields__) for e in events]
            )
            driver.execute(log._move_head.text, (seq, hash_, recorded_at, self._tournament_id))
            self.head = Head(seq, hash_, recorded_at, head.generations)
        self.execute(batch.writes)
        return Appended(self.head, events)
