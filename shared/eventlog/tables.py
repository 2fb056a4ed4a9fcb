"""The log's three tables, as statements see them. The migration makes them."""

from sqlalchemy import MetaData

from shared.database.tables import table

metadata = MetaData()

event = table(
    """event: tournament_id key, seq number key, type, version number, data bytes, personal bytes empty,
    actor, command_id, caused_by number empty, occurred_at number, recorded_at number, hash bytes""",
    metadata,
)
head = table("head: tournament_id key, seq number, hash bytes, recorded_at number", metadata)
command = table(
    """command: tournament_id key, command_id key, fingerprint bytes, first_seq number,
    last_seq number""",
    metadata,
)
