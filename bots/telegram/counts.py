"""How many messages of each notice were sent, are waiting or failed: the latest notices, shortest words."""

from collections.abc import Mapping

import msgspec
import sqlalchemy as sa

from services.delivery.tables import delivery
from shared.database import Database

_LATEST = 5


class Count(msgspec.Struct, frozen=True):
    """One notice with how many deliveries stand where; `shown` has only what is not zero."""

    reference: str
    kind: str
    shown: Mapping[str, int]


class Counts:
    """Counts deliveries."""

    def __init__(self, database: Database) -> None:
        self._database = database
        own, bind = delivery.c, sa.bindparam
        latest = (
            sa.select(own.notice)
            .where(own.tournament_id == bind("t"))
            .group_by(own.notice)
            .order_by(sa.func.max(own.seq).desc(), own.notice)
            .limit(_LATEST)
        )
        acknowledged = sa.func.count(own.acknowledged_at)
        self._read = database.prepare(
            sa.select(own.notice, own.reference, own.kind, own.status, sa.func.count(), acknowledged)
            .where(own.tournament_id == bind("t2"), own.notice.in_(latest.scalar_subquery()))
            .group_by(own.notice, own.reference, own.kind, own.status)
            .order_by(sa.func.max(own.seq).desc(), own.notice, own.status)
        )

    def latest(self, tournament_id: str) -> list[Count]:
        """The latest notices that anything was to be delivered of."""
        found: dict[str, Count] = {}
        for notice, reference, kind, status, count, acknowledged in self._database.fetch(
            self._read, {"t": tournament_id, "t2": tournament_id}
        ):
            before = found.get(notice)
            shown = dict(before.shown) if before is not None else {}
            shown[status] = count
            if acknowledged:
                shown["acknowledged"] = shown.get("acknowledged", 0) + acknowledged
            found[notice] = Count(reference, kind, shown)
        return list(found.values())
