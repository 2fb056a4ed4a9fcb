"""Keys that nothing names any more, and how far the logs had come when keys were made.

A key in quarantine still opens what was sealed under it: it only waits to be destroyed. So whoever finds out
in time that it is needed loses nothing.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from shared.database import Database, Driver
from shared.vault import tables


class KnownHead(msgspec.Struct, frozen=True):
    """How far a log had come, as keys were made for it."""

    ledger: str
    seq: int
    hash: bytes


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        prepare, bind = database.prepare, sa.bindparam
        key, waiting, head = tables.subject_key, tables.quarantine, tables.known_head
        entry = tables.blind_index
        self.subjects = prepare(sa.select(key.c.subject).order_by(key.c.subject))
        self.waiting = prepare(sa.select(waiting.c.subject, waiting.c.since).order_by(waiting.c.subject))
        self.put = prepare(database.insert(waiting).on_conflict_do_nothing())
        gone: sa.BindParameter[str] = bind("gone")
        self.release = prepare(sa.delete(waiting).where(waiting.c.subject == gone))
        self.drop_key = prepare(sa.delete(key).where(key.c.subject == gone))
        self.drop_entries = prepare(sa.delete(entry).where(entry.c.subject == gone))
        self.heads = prepare(sa.select(head).order_by(head.c.ledger))
        self.head = prepare(sa.select(head).where(head.c.ledger == bind("of")))
        self.forget_heads = prepare(sa.delete(head))
        fresh = database.insert(head)
        self.note = prepare(
            fresh.on_conflict_do_update(
                index_elements=["ledger"], set_={"seq": fresh.excluded.seq, "hash": fresh.excluded.hash}
            )
        )


class Quarantine:
    """The keys of one vault that wait, and the heads that it knows of."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = database.prepared(_Statements)

    def subjects(self) -> list[str]:
        """Everyone who has a key, sorted."""
        return [row.subject for row in self._database.fetch(self._statements.subjects)]

    def waiting(self) -> Mapping[str, int]:
        """The keys that wait, and since when, in microseconds since the epoch."""
        return dict(self._database.fetch(self._statements.waiting))

    def put(self, subjects: Iterable[str], now: int) -> None:
        """Let these keys wait; one that waits already keeps its time."""
        self._database.write(self._statements.put, [(subject, now) for subject in subjects])

    def release(self, subjects: Iterable[str]) -> None:
        """These keys are needed after all."""
        self._database.write(self._statements.release, [(subject,) for subject in subjects])

    def destroy(self, subjects: Iterable[str]) -> None:
        """Destroy keys that nothing was sealed under. Nobody was forgotten, so the ids may be used again."""
        rows = [(subject,) for subject in subjects]
        with self._database.writing() as driver:
            for statement in (
                self._statements.drop_key,
                self._statements.drop_entries,
                self._statements.release,
            ):
                self._database.run(driver, statement, rows)

    def heads(self) -> list[KnownHead]:
        """The heads for which keys were made, by ledger."""
        return list(map(_head, self._database.fetch(self._statements.heads)))

    def head(self, ledger: str) -> KnownHead | None:
        """The head of a ledger for which keys were made last."""
        return next(map(_head, self._database.fetch(self._statements.head, (ledger,))), None)

    def note(self, driver: Driver, heads: Iterable[KnownHead]) -> None:
        """In a write transaction: keys are made for what comes after these heads."""
        rows = [(head.ledger, head.seq, head.hash) for head in heads]
        self._database.run(driver, self._statements.note, rows)

    def know_only(self, heads: Iterable[KnownHead]) -> None:
        """From now on these heads are those that logs have to have gone on from, and no others."""
        with self._database.writing() as driver:
            driver.execute(self._statements.forget_heads.text)
            self.note(driver, heads)


def _head(row: Any) -> KnownHead:
    return KnownHead(row.ledger, row.seq, bytes(row.hash))
