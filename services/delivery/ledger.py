"""The ledger of deliveries: for each notice how many it reached, and whom nothing reaches."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from services.delivery.tables import delivery, fan_out
from shared.clock import from_micros
from shared.database import Database, array_of

_MAY_HAVE_ARRIVED = frozenset({"sent", "unknown", "pending", "started", "declined", "cancelled", "expired"})


class Counts(msgspec.Struct, frozen=True):
    """What became of one notice, in messages; `unlinked` are people.

    Attributes:
        progress: of its fan-out: open, done, superseded by a later notice, or expired (found too late).
        due_at: when an open one goes out, at the earliest; in the quiet hours that is when they are over.
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

    @property
    def shown(self) -> dict[str, int]:
        """What is not zero, each delivery once: what was given up is not among the failed ones."""
        found = {name: getattr(self, name) for name in _COUNTED}
        found["failed"] -= self.dead
        return {name: count for name, count in found.items() if count}


_COUNTED = (
    "sent",
    "acknowledged",
    "pending",
    "held",
    "unknown",
    "failed",
    "dead",
    "expired",
    "unlinked",
    "declined",
    "cancelled",
)


class Unreached(msgspec.Struct, frozen=True):
    """Someone whom a notice did not reach, and why."""

    reference: str
    recipient: str
    status: str
    why: str


class Ledger:
    """Reads what became of notices. Ids and counts only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        own, notice, bind = delivery.c, fan_out.c, sa.bindparam
        self._notices = database.prepare(
            sa.select(notice.notice, notice.reference, notice.kind, notice.seq, notice.status, notice.due_at)
            .where(notice.tournament_id == bind("t"))
            .order_by(notice.seq, notice.notice)
        )
        delivered = sa.exists().where(own.tournament_id == notice.tournament_id, own.notice == notice.notice)
        self._latest = database.prepare(
            sa.select(notice.notice, notice.reference, notice.kind, notice.seq, notice.status, notice.due_at)
            .where(notice.tournament_id == bind("t"), delivered)
            .order_by(notice.seq.desc(), notice.notice)
            .limit(bind("most"))
        )
        counted = sa.select(
            own.notice, own.status, sa.func.count(), sa.func.count(own.acknowledged_at)
        ).where(own.tournament_id == bind("t"))
        self._counts = database.prepare(counted.group_by(own.notice, own.status))
        named = own.notice.in_(database.listed("notices", sa.Text()))
        self._counts_of = database.prepare(counted.where(named).group_by(own.notice, own.status))
        self._rows = database.prepare(
            sa.select(own.reference, own.recipients, own.status, own.why)
            .where(own.tournament_id == bind("t"), own.reference == bind("ref"))
            .order_by(own.address_id)
        )

    def counts(self, tournament_id: str, reference: str | None = None) -> list[Counts]:
        """The counts of each notice, oldest first, or of the one with that reference."""
        rows = self._database.fetch(self._notices, {"t": tournament_id})
        wanted = [row for row in rows if reference in (None, row[1])]
        return _counted(wanted, self._database.fetch(self._counts, {"t": tournament_id}))

    def latest(self, tournament_id: str, most: int) -> list[Counts]:
        """The counts of the latest notices that anything was to be delivered of, the newest first."""
        rows = self._database.fetch(self._latest, {"t": tournament_id, "most": most})
        named = array_of(row[0] for row in rows)
        counts = self._database.fetch(self._counts_of, {"t": tournament_id, "notices": named})
        return _counted(rows, counts)

    def unreached(self, tournament_id: str, reference: str) -> list[Unreached]:
        """Whom nothing reached, nor is on its way to; each once."""
        rows = self._database.fetch(self._rows, {"t": tournament_id, "ref": reference})
        reached: set[str] = set()
        missed: dict[str, Unreached] = {}
        for ref, recipients, status, why in rows:
            for recipient in msgspec.json.decode(recipients, type=list[str]):
                if status in _MAY_HAVE_ARRIVED:
                    reached.add(recipient)
                missed.setdefault(recipient, Unreached(ref, recipient, status, why))
        return [own for key, own in sorted(missed.items()) if key not in reached]


def _counted(notices: Sequence[Sequence[Any]], counts: Sequence[Sequence[Any]]) -> list[Counts]:
    by_notice: dict[str, dict[str, int]] = {}
    for notice, status, count, acknowledged in counts:
        own = by_notice.setdefault(notice, {})
        own[status] = count
        own["acknowledged"] = own.get("acknowledged", 0) + acknowledged
    return [
        _counts(
            reference,
            kind,
            seq,
            progress,
            by_notice.get(notice, {}),
            from_micros(due_at) if progress == "open" else None,
        )
        for notice, reference, kind, seq, progress, due_at in notices
    ]


def _counts(
    reference: str, kind: str, seq: int, progress: str, own: dict[str, int], due_at: datetime | None
) -> Counts:
    return Counts(
        reference,
        kind,
        seq,
        progress,
        sent=own.get("sent", 0),
        unknown=own.get("unknown", 0),
        failed=own.get("failed", 0) + own.get("dead", 0),
        expired=own.get("expired", 0),
        unlinked=own.get("unlinked", 0),
        acknowledged=own.get("acknowledged", 0),
        pending=own.get("pending", 0) + own.get("started", 0),
        cancelled=own.get("cancelled", 0),
        declined=own.get("declined", 0),
        dead=own.get("dead", 0),
        held=own.get("held", 0),
        due_at=due_at,
    )
