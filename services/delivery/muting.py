"""Muted: the dispatcher shows what it would send, and sends nothing until someone releases it.

After a restore what lies here may have been sent already by whoever ran before; only people can tell.
"""

from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa

from services.delivery.tables import delivery_mute
from shared.clock import Clock, from_micros, to_micros
from shared.database import Database

AWAY_TOO_LONG = timedelta(hours=12)
"""When nobody held the lease for so long, what is pending may be that of an old copy of the database."""
_NAME = "dispatcher"


class Muted(msgspec.Struct, frozen=True):
    """Since when nothing is sent, and why."""

    since: datetime
    why: str


class Muting:
    """Whether the dispatcher may send."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        own = delivery_mute.c
        self._insert = database.prepare(database.insert(delivery_mute).on_conflict_do_nothing())
        self._read = database.prepare(sa.select(own.since, own.why).where(own.name == _NAME))
        self._delete = database.prepare(sa.delete(delivery_mute).where(own.name == _NAME))

    def muted(self) -> Muted | None:
        """Since when and why nothing is sent; None when it is."""
        rows = self._database.fetch(self._read)
        return Muted(from_micros(rows[0][0]), rows[0][1]) if rows else None

    def mute(self, why: str) -> None:
        """Send nothing from now on; if that is so already, the first reason stays."""
        row = {"name": _NAME, "since": to_micros(self._clock.now()), "why": why}
        with self._database.writing() as driver:
            self._database.run(driver, self._insert, [row])

    def release(self) -> bool:
        """Send again; False when nothing was muted."""
        with self._database.writing() as driver:
            return driver.execute(self._delete.text, self._delete.row()).rowcount == 1
