"""Held: messages that wait for a word of the organizer, who sends them after all, or drops them.

After a long silence what is still true about safety goes out at once, and what has lost its use expires. The
rest may have been overtaken in ways that only people know, so it is held. After a restore all that lies there
may have been sent before; the tournament is muted, and what waits behind that is shown and decided likewise.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from hashlib import sha256
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.delivery.lease import SILENCE, Lease
from services.delivery.statements import PAGE
from services.delivery.tables import delivery, delivery_mute, fan_out
from services.notices.kinds import KINDS
from services.notices.store import notice_table
from shared.clock import from_micros, to_micros
from shared.database import Database, Driver, Statement, array_of

DROPPED = "dropped by the organizer"
"""Why a delivery is cancelled, as it is kept."""
ROUTINE = tuple(kind.name for kind in KINDS.values() if not kind.safety and kind.lane != 0)


class Held(msgspec.Struct, frozen=True):
    """What is held of a tournament: notices by kind; `messages` are those made of them so far."""

    tournament: str
    kinds: dict[str, int]
    messages: int

    @property
    def notices(self) -> int:
        return sum(self.kinds.values())

    @property
    def key(self) -> str:
        return held_key(self.tournament)


def held_key(tournament: str) -> str:
    """Names a tournament under a button, in a few characters."""
    return sha256(tournament.encode()).hexdigest()[:24]


class _Statements:
    """What is asked of messages that wait, and how they change."""

    def __init__(self, database: Database) -> None:
        prepare, bind = database.prepare, sa.bindparam
        column, notice = delivery.c, fan_out.c
        routine, now = database.listed("kinds", sa.Text()), bind("now", type_=sa.BigInteger)
        self.silence = prepare(
            sa.select(delivery_mute.c.since).where(delivery_mute.c.name == bind("name_is"))
        )
        self.heard = prepare(sa.delete(delivery_mute).where(delivery_mute.c.name == bind("name_is")))
        waiting = (column.status == "pending", column.kind.in_(routine))
        opened = (notice.status == "open", notice.kind.in_(routine))
        self.seqs = prepare(
            sa.select(column.tournament_id, column.seq)
            .where(*waiting)
            .union(sa.select(notice.tournament_id, notice.seq).where(*opened))
        )
        change: Any = sa.update(delivery)
        here, up_to = bind("t", type_=sa.Text), bind("last", type_=sa.BigInteger)
        some = (
            sa.select(column.id)
            .where(
                *waiting,
                column.tournament_id == here,
                column.seq <= up_to,
                sa.or_(column.not_after.is_(None), column.not_after > now),
            )
            .limit(PAGE)
        )
        self.hold_deliveries = prepare(
            change.where(column.id.in_(some.scalar_subquery())).values(status="held")
        )
        of_notice = (
            notice_table.c.tournament_id == notice.tournament_id,
            notice_table.c.dedupe_key == notice.notice,
        )
        late = sa.exists().where(*of_notice, notice_table.c.not_after <= now)
        self.hold_fan_outs = prepare(
            sa.update(fan_out)
            .where(*opened, notice.tournament_id == here, notice.seq <= up_to, ~late)
            .values(status="held")
        )
        self.found_deliveries = prepare(
            sa.select(column.tournament_id, column.kind, column.notice, sa.func.count())
            .where(column.status == bind("status_is"))
            .group_by(column.tournament_id, column.kind, column.notice)
        )
        self.found_fan_outs = prepare(
            sa.select(notice.tournament_id, notice.kind, notice.notice).where(
                notice.status == bind("status_is")
            )
        )
        held = (column.tournament_id == here, column.status == "held")
        held_open = (notice.tournament_id == here, notice.status == "held")
        unsent = (column.tournament_id == here, column.status == "pending")
        unsent_open = (notice.tournament_id == here, notice.status == "open")
        self.send = (
            prepare(change.where(*held).values(status="pending", due_at=bind("now"))),
            prepare(sa.update(fan_out).where(*held_open).values(status="open", due_at=bind("now"))),
        )
        dropped = {"status": "cancelled", "why": DROPPED, "settled_at": bind("now")}
        self.drop, self.drop_unsent = (
            (
                prepare(change.where(*deliveries).values(**dropped)),
                prepare(sa.update(fan_out).where(*notices).values(status="dropping", due_at=bind("now"))),
            )
            for deliveries, notices in ((held, held_open), (unsent, unsent_open))
        )


class Holding:
    """What is held in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = database.prepared(_Statements)

    def silence(self) -> datetime | None:
        """When a long silence ended whose pile has not been sorted out yet; None for none."""
        rows = self._database.fetch(self._statements.silence, {"name_is": SILENCE})
        return from_micros(rows[0].since) if rows else None

    def hold(
        self, lease: Lease, ended: datetime, recorded_at: Callable[[str, int], datetime], now: datetime
    ) -> None:
        """Hold what is routine, still of use, and of events from before the silence ended.

        Raises:
            LeaseLost
        """
        routine = array_of(ROUTINE)
        last: dict[str, int] = {}
        for tournament, seq in self._database.fetch(self._statements.seqs, {"kinds": routine}):
            if seq > last.get(tournament, 0) and recorded_at(tournament, seq) <= ended:
                last[tournament] = seq
        for tournament, seq in last.items():
            row = {"t": tournament, "last": seq, "kinds": routine, "now": to_micros(now)}
            self._in_pages(lease, row)
        with self._database.writing() as driver:
            lease.check(driver)
            self._database.run(driver, self._statements.heard, [{"name_is": SILENCE}])

    def _in_pages(self, lease: Lease, row: dict[str, Any]) -> None:
        held = PAGE
        while held == PAGE:
            with self._database.writing() as driver:
                lease.check(driver)
                self._database.run(driver, self._statements.hold_fan_outs, [row])
                held = self._database.change(driver, self._statements.hold_deliveries, row)

    def held(self, tournament: str | None = None) -> list[Held]:
        """What is held, of each tournament or of one."""
        return self._found("held", "held", tournament)

    def unsent(self, tournament: str) -> Held:
        """What waits to be sent in a tournament, such as behind its being muted."""
        found = self._found("pending", "open", tournament)
        return found[0] if found else Held(tournament, {}, 0)

    def _found(self, deliveries: str, notices: str, tournament: str | None) -> list[Held]:
        kinds: dict[str, dict[str, set[str]]] = {}
        messages: dict[str, int] = {}
        rows = self._database.fetch(self._statements.found_deliveries, {"status_is": deliveries})
        for name, kind, notice, count in rows:
            kinds.setdefault(name, {}).setdefault(kind, set()).add(notice)
            messages[name] = messages.get(name, 0) + count
        for name, kind, notice in self._database.fetch(
            self._statements.found_fan_outs, {"status_is": notices}
        ):
            kinds.setdefault(name, {}).setdefault(kind, set()).add(notice)
        return [
            Held(name, {kind: len(those) for kind, those in sorted(found.items())}, messages.get(name, 0))
            for name, found in sorted(kinds.items())
            if tournament in (None, name)
        ]

    def decide(
        self, driver: Driver, tournament: str, decision: Literal["send", "drop"], now: datetime
    ) -> int:
        """In a write transaction: send what is held, as far as it is still of use, or never send it.

        Returns how many messages and notices it was.
        """
        return self._change(
            driver, self._statements.send if decision == "send" else self._statements.drop, tournament, now
        )

    def drop_unsent(self, driver: Driver, tournament: str, now: datetime) -> int:
        """In a write transaction: never send what waits, safety included; how many messages and notices."""
        return self._change(driver, self._statements.drop_unsent, tournament, now)

    def _change(self, driver: Driver, statements: Iterable[Statement], tournament: str, now: datetime) -> int:
        row = {"t": tournament, "now": to_micros(now)}
        return sum(self._database.change(driver, statement, row) for statement in statements)
