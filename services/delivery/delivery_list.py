"""The messages that were made of one notice: to whom, by which way, and what became of each."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
import sqlalchemy as sa

from services.delivery.tables import delivery, push_device
from shared.clock import from_micros
from shared.database import Database

_TROUBLE = ("unlinked", "dead", "failed", "unknown")
"""What somebody should look at comes first, in this order."""


class Made(msgspec.Struct, frozen=True):
    """A message.

    Attributes:
        notice: the key of the notice; those of one reference may be several.
        recipients: keys of everyone it names: "entrant:0007".
        why: why it did not arrive, as it is kept.
        settled_at: when it was sent, or given up; None while it waits.
        read_at: when its reader pressed that they have read it, or opened it on a device; None if unknown.
    """

    notice: str
    recipients: tuple[str, ...]
    channel: str
    status: str
    why: str
    settled_at: datetime | None
    read_at: datetime | None


class MadeOf:
    """Reads the messages of notices, prepared once for a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        column, device, bind = delivery.c, push_device.c, sa.bindparam
        place = sa.case({status: at for at, status in enumerate(_TROUBLE)}, value=column.status, else_=9)
        opened = sa.and_(device.tournament_id == column.tournament_id, device.address_id == column.address_id)
        self._read = database.prepare(
            sa.select(
                column.notice,
                column.recipients,
                column.channel,
                column.status,
                column.why,
                column.settled_at,
                column.acknowledged_at,
                device.opened_at,
            )
            .select_from(delivery.outerjoin(push_device, opened))
            .where(column.tournament_id == bind("t"), column.reference == bind("ref"))
            .order_by(place, column.recipients, column.id)
            .limit(bind("most"))
            .offset(bind("after"))
        )

    def of(self, tournament_id: str, reference: str, after: int, most: int) -> Sequence[Made]:
        """A page of the messages under a reference, those first that did not arrive."""
        asked = {"t": tournament_id, "ref": reference, "after": after, "most": most}
        return [_made(*row) for row in self._database.fetch(self._read, asked)]


def _made(
    notice: str,
    recipients: str,
    channel: str,
    status: str,
    why: str,
    settled_at: int | None,
    acknowledged_at: int | None,
    opened_at: int | None,
) -> Made:
    # A device tells of the last message that was opened there, so an earlier one was seen as well.
    seen = opened_at if settled_at is not None and (opened_at or 0) >= settled_at else None
    read_at = acknowledged_at or seen
    return Made(
        notice,
        tuple(msgspec.json.decode(recipients, type=list[str])),
        channel,
        status,
        why,
        None if settled_at is None else from_micros(settled_at),
        None if read_at is None else from_micros(read_at),
    )
