"""Muted: the dispatcher shows what it would send, and sends nothing until someone releases it.

After a restore what lies here may have been sent already by whoever ran before; only people can tell. A
tournament is muted by itself, so that bringing one back does not hold up what is about safety in another.
"""

from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from services.delivery.tables import delivery, delivery_mute
from shared.catalogue import Word
from shared.clock import Clock, from_micros, to_micros
from shared.database import Database, Driver, array_of
from shared.eventlog import Write

_EVERYTHING, _ONE = "dispatcher", "tournament:"
A_COPY = "this database is not the one that sent last: it, or the vault's, was brought back from a copy"
RESTORED = "it was restored from an export"
ON_COMMAND_LINE = "on the command line"
BY_ORGANIZER = "by the organizer"
_WORDS = {
    A_COPY: "a-copy",
    RESTORED: "restored",
    ON_COMMAND_LINE: "on-the-command-line",
    BY_ORGANIZER: "by-the-organizer",
}
"""Reasons of the program, as they are kept."""


class Muted(msgspec.Struct, frozen=True):
    """Since when nothing is sent, and why; of one tournament, or "" for of all."""

    tournament: str
    since: datetime
    why: str

    @property
    def may_be_sent_already(self) -> bool:
        """Whether what waits may have been sent before, by whoever sent until a copy was brought back."""
        return self.why in (A_COPY, RESTORED)

    @property
    def reason(self) -> Word | str:
        """Why, as a person reads it."""
        return reason_of(self.why)


def reason_of(why: str) -> Word | str:
    """A reason as a person reads it; what an organizer gave as a reason reads as it was written."""
    return Word("muted", _WORDS[why]) if why in _WORDS else why


class Muting:
    """Of what the dispatcher may send nothing."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        column = delivery_mute.c
        self._insert = database.prepare(database.insert(delivery_mute).on_conflict_do_nothing())
        self._read = database.prepare(sa.select(column.name, column.since, column.why).order_by(column.name))
        self._delete = database.prepare(
            sa.delete(delivery_mute).where(column.name == sa.bindparam("name_is"))
        )
        self._clear = database.prepare(sa.delete(delivery_mute))

    def muted(self) -> list[Muted]:
        """What is muted now; nothing in the list: all is sent."""
        return [
            Muted(name.removeprefix(_ONE) if name.startswith(_ONE) else "", from_micros(since), why)
            for name, since, why in self._database.fetch(self._read)
        ]

    def mute(self, why: str, tournament: str | None = None) -> None:
        """Send nothing from now on, or nothing of one tournament; what was muted keeps its first reason."""
        with self._database.writing() as driver:
            for write in self.writes(why, tournament):
                self._database.run(driver, write.statement, write.rows)

    def writes(self, why: str, tournament: str | None = None) -> list[Write]:
        """The same, to be written in a transaction of others."""
        return [Write(self._insert, [self._row(why, tournament)])]

    def release(self, tournament: str | None = None) -> bool:
        """Send again, everything or what is of one tournament; False when nothing of it was muted."""
        with self._database.writing() as driver:
            if tournament is None:
                return self._database.change(driver, self._clear) > 0
            return self.end(driver, tournament)

    def begin(self, driver: Driver, why: str, tournament: str | None) -> bool:
        """In a write transaction: mute; False when it was muted before."""
        return self._database.change(driver, self._insert, self._row(why, tournament)) == 1

    def end(self, driver: Driver, tournament: str) -> bool:
        """In a write transaction: release one tournament, or what mutes all (""); False for nothing."""
        return self._database.change(driver, self._delete, {"name_is": _name(tournament or None)}) > 0

    def _row(self, why: str, tournament: str | None) -> dict[str, Any]:
        return {"name": _name(tournament), "since": to_micros(self._clock.now()), "why": why}


def _name(tournament: str | None) -> str:
    return _EVERYTHING if tournament is None else f"{_ONE}{tournament}"


def oldest_due(database: Database, clock: Clock) -> datetime | None:
    """Since when the message that is due longest has waited; None when none is, or all are muted."""
    muted = [found.tournament for found in Muting(database, clock).muted()]
    if "" in muted:
        return None
    row = delivery.c
    oldest = sa.select(sa.func.min(row.due_at)).where(
        row.status == "pending",
        row.due_at <= sa.bindparam("now"),
        row.tournament_id.not_in(database.listed("muted", sa.Text())),
    )
    asked = {"now": to_micros(clock.now()), "muted": array_of(muted)}
    ((due,),) = database.fetch(database.prepare(oldest), asked)
    return None if due is None else from_micros(due)
