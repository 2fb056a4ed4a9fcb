"""The ledger of deliveries: for each notice how many it reached, and whom nothing reaches."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from services.delivery.holding import DROPPED
from services.delivery.tables import delivery, fan_out
from shared.clock import from_micros
from shared.database import Database, array_of

_MAY_HAVE_ARRIVED = frozenset({"sent", "unknown", "pending", "started", "declined", "cancelled", "expired"})


class Counts(msgspec.Struct, frozen=True):
    """What became of one notice, in messages; `unlinked` are people.

    What one event has to say to several audiences in one way is one notice to people, under one reference.

    Attributes:
        progress: open while messages are still to be made of it, sending while some wait to be sent, held,
            done, superseded by a later notice, dropped, or expired (found too late).
        due_at: when what waits goes out, at the earliest; in the quiet hours that is when they are over.
        pending: to be sent, or under way.
        held: waiting for the organizer's word, after a long silence.
        failed: given up included; `dead` of them can be requeued.
        acknowledged: messages whose reader pressed the button.
    """

    reference: str
    kind: str
    seq: int
    progress: str
    sent: int = 0
    unknown: int = 0
    failed: int = 0
    expired: int = 0
    unlinked: int = 0
    acknowledged: int = 0
    pending: int = 0
    cancelled: int = 0
    declined: int = 0
    dead: int = 0
    held: int = 0
    due_at: datetime | None = None


class Reach(msgspec.Struct, frozen=True):
    """What became of one notice, in people, each counted once: by whatever reached furthest.

    Attributes:
        messages: made for them; a family or a chat of several has one.
        reached: how many people by what became of it, without those that are zero.
    """

    reference: str
    kind: str
    people: int
    messages: int
    reached: Mapping[str, int]


_COUNTED = tuple(field.name for field in msgspec.structs.fields(Counts) if field.default == 0)
_WAITING = ("pending", "started")


class Unreached(msgspec.Struct, frozen=True):
    """Someone whom a notice did not reach, and why."""

    reference: str
    recipient: str
    status: str
    why: str


class _Statements:
    """What is asked of what became of notices."""

    def __init__(self, database: Database) -> None:
        column, notice, bind = delivery.c, fan_out.c, sa.bindparam
        self.notices = database.prepare(
            sa.select(notice.notice, notice.reference, notice.kind, notice.seq, notice.status, notice.due_at)
            .where(notice.tournament_id == bind("t"))
            .order_by(notice.seq, notice.notice)
        )
        delivered = sa.exists().where(
            column.tournament_id == notice.tournament_id, column.notice == notice.notice
        )
        self.latest = database.prepare(
            sa.select(notice.notice, notice.reference, notice.kind, notice.seq, notice.status, notice.due_at)
            .where(notice.tournament_id == bind("t"), delivered)
            .order_by(notice.seq.desc(), notice.notice)
            .limit(bind("most"))
        )
        counted = sa.select(
            column.notice,
            column.status,
            sa.func.count(),
            sa.func.count(column.acknowledged_at),
            sa.func.min(column.due_at),
        ).where(column.tournament_id == bind("t"))
        self.counts = database.prepare(counted.group_by(column.notice, column.status))
        named = column.notice.in_(database.listed("notices", sa.Text()))
        self.recipients = database.prepare(
            sa.select(
                column.notice, column.recipients, column.channel, column.status, column.acknowledged_at
            ).where(column.tournament_id == bind("t"), named)
        )
        self.rows = database.prepare(
            sa.select(column.reference, column.recipients, column.status, column.why)
            .where(column.tournament_id == bind("t"), column.reference == bind("ref"))
            .order_by(column.address_id)
        )


class Ledger:
    """Reads what became of notices. Ids and counts only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = database.prepared(_Statements)

    def counts(self, tournament_id: str, reference: str | None = None) -> list[Counts]:
        """The counts of each notice, oldest first, or of the one with that reference."""
        rows = self._database.fetch(self._statements.notices, {"t": tournament_id})
        wanted = [row for row in rows if reference in (None, row.reference)]
        return _counted(wanted, self._database.fetch(self._statements.counts, {"t": tournament_id}))

    def latest(self, tournament_id: str, most: int) -> list[Reach]:
        """Whom the latest notices reached that anything was to be delivered of, the newest first."""
        rows = self._database.fetch(self._statements.latest, {"t": tournament_id, "most": most})
        named = array_of(row.notice for row in rows)
        made = self._database.fetch(self._statements.recipients, {"t": tournament_id, "notices": named})
        return _reached([(row.reference, row.kind, row.notice) for row in rows], made)

    def unreached(self, tournament_id: str, reference: str) -> list[Unreached]:
        """Whom nothing reached, nor is on its way to; each once."""
        rows = self._database.fetch(self._statements.rows, {"t": tournament_id, "ref": reference})
        reached: set[str] = set()
        missed: dict[str, Unreached] = {}
        for ref, recipients, status, why in rows:
            for recipient in msgspec.json.decode(recipients, type=list[str]):
                if status in _MAY_HAVE_ARRIVED and why != DROPPED:
                    reached.add(recipient)
                missed.setdefault(recipient, Unreached(ref, recipient, status, why))
        return [unreached for key, unreached in sorted(missed.items()) if key not in reached]


def _reached(notices: Sequence[tuple[str, str, str]], made: Sequence[Sequence[Any]]) -> list[Reach]:
    """Of each reference and kind, in their order, what became of it for each person."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    messages: dict[tuple[str, str], int] = {}
    named = {}
    for reference, kind, notice in notices:
        named[notice] = (reference, kind)
        found.setdefault((reference, kind), {})
    for notice, recipients, channel, status, acknowledged in made:
        those = found[named[notice]]
        known = "acknowledged" if acknowledged is not None else _IN_PEOPLE.get(status, status)
        messages[named[notice]] = messages.get(named[notice], 0) + (channel not in _NO_MESSAGE)
        for recipient in msgspec.json.decode(recipients, type=list[str]):
            before = those.get(recipient, known)
            those[recipient] = min(before, known, key=_FURTHEST.index)
    return [
        Reach(
            *key,
            len(those),
            messages.get(key, 0),
            {name: count for name in _FURTHEST if (count := sum(way == name for way in those.values()))},
        )
        for key, those in found.items()
    ]


_FURTHEST = (
    "acknowledged",
    "sent",
    "unknown",
    "pending",
    "held",
    "declined",
    "cancelled",
    "expired",
    "dead",
    "failed",
    "unlinked",
)
"""What became of a message, what reaches people best first."""
_IN_PEOPLE = {"started": "pending"}
_NO_MESSAGE = ("", "phone")
"""Where nobody is reached, and calls by phone."""


_STAGES = ("open", "held", "sending", "done", "superseded", "dropped", "expired")
"""How far a notice is, what is furthest from its end first: several audiences are as far as the last."""


def _counted(notices: Sequence[Sequence[Any]], counts: Sequence[Sequence[Any]]) -> list[Counts]:
    """The counts of these notices in their order, once for each reference and kind."""
    by_notice: dict[str, dict[str, Sequence[int]]] = {}
    for notice, status, *figures in counts:
        by_notice.setdefault(notice, {})[status] = figures
    found: dict[tuple[str, str], Counts] = {}
    for notice, reference, kind, seq, progress, due_at in notices:
        made = _counts(reference, kind, seq, progress, by_notice.get(notice, {}), due_at)
        before = found.get((reference, kind))
        found[reference, kind] = made if before is None else _together(before, made)
    return list(found.values())


def _counts(
    reference: str,
    kind: str,
    seq: int,
    progress: str,
    by_status: Mapping[str, Sequence[int]],
    due_at: int,
) -> Counts:
    """Of one notice: by status how many messages, how many of them acknowledged, when the first is due."""
    number = {status: figures[0] for status, figures in by_status.items()}
    progress = "dropped" if progress == "dropping" else progress
    due: int | None = due_at if progress == "open" else None
    if progress == "done" and "held" in number:
        progress = "held"
    elif progress == "done" and ("pending" in number or "started" in number):
        progress, due = "sending", min(by_status[name][2] for name in _WAITING if name in by_status)
    counts = {name: number.get(name, 0) for name in _COUNTED}
    counts["failed"] += counts["dead"]
    counts["pending"] += number.get("started", 0)
    counts["acknowledged"] = sum(figures[1] for figures in by_status.values())
    return Counts(reference, kind, seq, progress, **counts, due_at=None if due is None else from_micros(due))


def _together(first: Counts, second: Counts) -> Counts:
    """The counts of what went to two audiences under one reference."""
    both = {name: getattr(first, name) + getattr(second, name) for name in _COUNTED}
    due = [counts.due_at for counts in (first, second) if counts.due_at is not None]
    progress = min(first.progress, second.progress, key=_STAGES.index)
    return msgspec.structs.replace(first, **both, progress=progress, due_at=min(due, default=None))
