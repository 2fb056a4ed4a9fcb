"""Notices of what was over before anyone could be told, as in a tournament that was only played through."""

from services.delivery.tables import fan_out_position
from shared.database import Database


def pass_over(database: Database, tournament_id: str, seq: int) -> None:
    """Tell nobody of events up to and including `seq` that were not taken in yet."""
    insert = database.insert(fan_out_position)
    moved = insert.on_conflict_do_update(
        index_elements=["tournament_id"], set_={"seq": insert.excluded["seq"]}
    )
    database.write(database.prepare(moved), [{"tournament_id": tournament_id, "seq": seq}])
