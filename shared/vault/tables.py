"""The vault's tables, as statements see them. Their migrations make them, in the vault's own database."""

from sqlalchemy import Column, LargeBinary, MetaData, Table, Text

from shared.database.tables import table

metadata = MetaData()

subject_key = table("subject_key: subject key, wrapped bytes", metadata)
tombstone = table("tombstone: subject key", metadata)
blind_index = Table(
    "blind_index",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("digest", LargeBinary, primary_key=True),
    Column("subject", Text, primary_key=True, index=True),
)
epoch = table("epoch: id number key, value number", metadata)
secret_check = table("secret_check: id number key, sealed bytes", metadata)
quarantine = table("quarantine: subject key, since number", metadata)
known_head = table("known_head: ledger key, seq number, hash bytes", metadata)
