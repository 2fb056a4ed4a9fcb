"""What is known of the browsers that take pushes: when one was tried out, and what it said since."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
import sqlalchemy as sa

from services.delivery.tables import push_device
from shared.clock import from_micros, to_micros
from shared.database import Database, array_of


class Seen(msgspec.Struct, frozen=True):
    """When a test was last sent to a browser, a message last came there, and one was last opened there."""

    tested_at: datetime | None = None
    received_at: datetime | None = None
    opened_at: datetime | None = None


class PushDevices:
    """By tournament and address, prepared once for a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        column, bind, prepare = push_device.c, sa.bindparam, database.prepare
        inserted = database.insert(push_device)
        # What is not said stays as it was.
        newer = {
            name: sa.func.coalesce(inserted.excluded[name], column[name])
            for name in ("tested_at", "received_at", "opened_at")
        }
        self._note = prepare(
            inserted.on_conflict_do_update(index_elements=["tournament_id", "address_id"], set_=newer)
        )
        self._tested = prepare(
            sa.select(column.tournament_id).where(
                column.address_id == bind("a"), column.tested_at.is_not(None)
            )
        )
        self._of = prepare(
            sa.select(column.address_id, column.tested_at, column.received_at, column.opened_at).where(
                column.tournament_id == bind("t"), column.address_id.in_(database.listed("ids", sa.Text()))
            )
        )

    def note(self, tournament_id: str, address_id: str, seen: Seen) -> None:
        """Keep these times, in place of earlier ones."""
        times = {
            name: None if (at := getattr(seen, name)) is None else to_micros(at)
            for name in Seen.__struct_fields__
        }
        row = {"tournament_id": tournament_id, "address_id": address_id, **times}
        self._database.write(self._note, [row])

    def tested_in(self, address_id: str) -> list[str]:
        """The tournaments in which a test was sent to an address."""
        return [row.tournament_id for row in self._database.fetch(self._tested, {"a": address_id})]

    def of(self, tournament_id: str, address_ids: Iterable[str]) -> dict[str, Seen]:
        """What is known of these, by address."""
        row = {"t": tournament_id, "ids": array_of(address_ids)}
        return {
            address_id: Seen(*(None if at is None else from_micros(at) for at in times))
            for address_id, *times in self._database.fetch(self._of, row)
        }
