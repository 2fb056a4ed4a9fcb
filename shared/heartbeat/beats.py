"""The rows of processes, one each, which each process writes anew and everyone reads."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from shared.clock import from_micros, to_micros
from shared.database import Database
from shared.database.tables import table

STALE_AFTER = timedelta(seconds=30)
"""A process that has not been heard of for so long is taken for dead."""
FORGOTTEN_AFTER = timedelta(days=1)

heartbeat = table("""heartbeat: process key, kind, host, pid number, started_at number, beat_at number,
    ended_at number empty, doing, figures""")
"""`doing` is JSON, `figures` the process's metrics in Prometheus' text format."""


class Activity(msgspec.Struct, frozen=True):
    """Something a process does again and again.

    Attributes:
        at: when it last began or ended, in microseconds since the epoch.
        since: how many seconds ago that was, by a clock that nobody sets and that rests with the machine.
        running: whether it has begun and not ended.
        within: seconds within which it ends, or else begins anew, while all is well.
        went_well: whether it last ended without an error.
    """

    name: str
    at: int
    since: float
    running: bool
    within: float
    went_well: bool = True

    @property
    def stuck(self) -> bool:
        """Whether it should have ended, or begun anew."""
        return self.since > self.within


class Beat(msgspec.Struct, frozen=True):
    """What a process last said of itself.

    Attributes:
        kind: "web" or "worker".
        ended_at: when it ended in good order.
    """

    process: str
    kind: str
    host: str
    pid: int
    started_at: datetime
    beat_at: datetime
    ended_at: datetime | None
    doing: tuple[Activity, ...]
    figures: str

    @property
    def stuck(self) -> list[Activity]:
        """What of all it does stands still."""
        return [activity for activity in self.doing if activity.stuck]


def alive(beat: Beat, now: datetime) -> bool:
    """Whether the process was heard of lately, has not ended, and does not speak from the future."""
    return beat.ended_at is None and abs(now - beat.beat_at) <= STALE_AFTER


class Beats:
    """The statements on heartbeats, prepared once for a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        row = heartbeat.c
        insert = database.insert(heartbeat)
        changing = ("beat_at", "ended_at", "doing", "figures")
        self._write = database.prepare(
            insert.on_conflict_do_update(
                index_elements=["process"], set_={name: insert.excluded[name] for name in changing}
            )
        )
        self._forget = database.prepare(
            sa.delete(heartbeat).where(row.kind == sa.bindparam("of"), row.beat_at < sa.bindparam("before"))
        )
        self._read = database.prepare(sa.select(heartbeat).order_by(row.kind, row.beat_at.desc()))

    def write(self, beat: Beat) -> None:
        """Write a process's row anew, and forget others of its kind that were not heard of for a day.

        So the last of a kind that is gone altogether stays.
        """
        row = {
            "process": beat.process,
            "kind": beat.kind,
            "host": beat.host,
            "pid": beat.pid,
            "started_at": to_micros(beat.started_at),
            "beat_at": to_micros(beat.beat_at),
            "ended_at": None if beat.ended_at is None else to_micros(beat.ended_at),
            "doing": msgspec.json.encode(beat.doing).decode(),
            "figures": beat.figures,
        }
        with self._database.writing() as driver:
            self._database.run(driver, self._write, [row])
            before = {"of": beat.kind, "before": to_micros(beat.beat_at - FORGOTTEN_AFTER)}
            self._database.run(driver, self._forget, [before])

    def read(self, kind: str | None = None) -> list[Beat]:
        """Every process, or those of a kind, the one heard of last first."""
        found = (_beat(row) for row in self._database.fetch(self._read))
        return [beat for beat in found if kind in (None, beat.kind)]


def _beat(row: Sequence[Any]) -> Beat:
    process, kind, host, pid, started, beaten, ended, doing, figures = row
    return Beat(
        process,
        kind,
        host,
        pid,
        from_micros(started),
        from_micros(beaten),
        None if ended is None else from_micros(ended),
        msgspec.json.decode(doing, type=tuple[Activity, ...]),
        figures,
    )
