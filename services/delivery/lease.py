"""One owner at a time: a lease on a row, with a number that rises with every owner.

Every write of an owner checks that number in its own transaction. An owner that was held up for so long that
another took over finds out at its next write, and writes nothing.

That an owner is gone is seen by the clock of the database, as those of two machines may be apart by more
than a lease is held for, or by its not renewing for long enough: a clock that was put back would keep a lease
alive for hours.
"""

from collections.abc import Callable
from datetime import timedelta
from time import monotonic, time
from typing import Any

import sqlalchemy as sa

from services.delivery.tables import delivery_lease, delivery_mute
from shared.clock import Clock, to_micros
from shared.database import Database, Driver
from shared.database.server_clock import ahead

HELD_FOR = timedelta(seconds=15)
AWAY_TOO_LONG = timedelta(hours=12)
"""After this nothing is sent before what piled up has been looked through."""
SILENCE = "silence"
"""Names the row that says so."""
_NAME = "dispatcher"


class LeaseLost(Exception):
    """Another owner took over; nothing was written."""


class Lease:
    """The lease as one would-be owner sees it.

    Attributes:
        token: the number of this ownership; 0 before the first.
        away: for how long nobody had renewed the lease when it was taken; None if it never was. Less than
            nothing where the clock was put back.

    Args:
        elapsed: seconds that only go forward.
        machine: the clock of this machine, in seconds, by which `clock` goes.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        owner: str,
        held_for: timedelta = HELD_FOR,
        elapsed: Callable[[], float] = monotonic,
        machine: Callable[[], float] = time,
    ) -> None:
        self._database = database
        self._clock = clock
        self._owner = owner
        self._held_for = held_for
        self._elapsed = elapsed
        self._machine = machine
        self._ahead = timedelta()
        self._seen: tuple[int, int] | None = None
        self._seen_at = 0.0
        self.token = 0
        self._kept_until = 0
        self.away: timedelta | None = None
        column, bind = delivery_lease.c, sa.bindparam
        mine = sa.update(delivery_lease).where(column.name == _NAME)
        renewed: dict[str, Any] = {"renewed_at": bind("now"), "expires_at": bind("until")}
        self._first = database.prepare(database.insert(delivery_lease).on_conflict_do_nothing())
        self._read = database.prepare(
            sa.select(column.token, column.renewed_at, column.expires_at)
            .where(column.name == _NAME)
            .with_for_update()
        )
        self._take = database.prepare(mine.values(owner=bind("by"), token=bind("number"), **renewed))
        self._keep = database.prepare(mine.where(column.token == bind("held")).values(**renewed))
        self._silence = database.prepare(database.insert(delivery_mute).on_conflict_do_nothing())
        self._free = database.prepare(mine.where(column.token == bind("held")).values(expires_at=0))

    def acquire(self) -> bool:
        """Become the owner if there is none or its time is over; True when this is the owner now."""
        with self._database.writing() as driver:
            self._ahead = ahead(driver, self._database.kind, self._machine)
            now = self._now()
            if self.token and self._renewed(driver, now):
                return True
            first = {"name": _NAME, "owner": "", "token": 0, "renewed_at": 0, "expires_at": 0}
            self._database.run(driver, self._first, [first])
            ((number, renewed_at, expires_at),) = self._database.fetch(self._read)
            if expires_at > now and not self._abandoned(number, renewed_at):
                return False
            row = {"by": self._owner, "number": number + 1, "now": now, "until": self._until(now)}
            self._database.run(driver, self._take, [row])
            away = timedelta(microseconds=now - renewed_at)
            if renewed_at and away > AWAY_TOO_LONG:
                # Written along, so that a crash from here on forgets nothing of it.
                why = f"nobody had sent anything for {away.total_seconds() / 3600:.0f} hours; looking through"
                self._database.run(driver, self._silence, [{"name": SILENCE, "since": now, "why": why}])
        self.token = number + 1
        self.away = timedelta(microseconds=now - renewed_at) if renewed_at else None
        return True

    def keep(self) -> None:
        """Renew before the time is over, when nothing else was written for a while.

        Raises:
            LeaseLost
        """
        now = self._now()
        held_for = self._held_for // timedelta(microseconds=1)
        if not held_for * 2 // 3 <= self._kept_until - now <= held_for:
            with self._database.writing() as driver:
                self.check(driver)

    def check(self, driver: Driver) -> None:
        """In a write transaction: make sure that this is still the owner, and renew.

        Raises:
            LeaseLost: it is not.
        """
        if not self.token or not self._renewed(driver, self._now()):
            self.token = 0
            raise LeaseLost

    def release(self) -> None:
        """Let another have it at once."""
        if self.token:
            self._database.write(self._free, [{"held": self.token}])
            self.token = 0

    def _now(self) -> int:
        return to_micros(self._clock.now() - self._ahead)

    def _abandoned(self, number: int, renewed_at: int) -> bool:
        """Whether another's lease was not renewed for as long as it is held, by this process's own time."""
        if self._seen != (number, renewed_at):
            self._seen, self._seen_at = (number, renewed_at), self._elapsed()
        return self._elapsed() - self._seen_at > self._held_for.total_seconds()

    def _renewed(self, driver: Driver, now: int) -> bool:
        row = {"now": now, "until": self._until(now), "held": self.token}
        kept = self._database.change(driver, self._keep, row) == 1
        self._kept_until = self._until(now) if kept else 0
        return kept

    def _until(self, now: int) -> int:
        return now + self._held_for // timedelta(microseconds=1)
