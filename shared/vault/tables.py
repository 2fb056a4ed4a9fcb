"""The vault's tables, as statements see them. Their migrations make them, in the vault's own database."""

from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, Table, Text

metadata = MetaData()

subject_key = Table(
    "subject_key",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("wrapped", LargeBinary, nullable=False),
)
tombstone = Table("tombstone", metadata, Column("subject", Text, primary_key=True))
blind_index = Table(
    "blind_index",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("digest", LargeBinary, primary_key=True),
    Column("subject", Text, primary_key=True, index=True),
)
epoch = Table(
    "epoch",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("value", BigInteger, nullable=False),
)
secret_check = Table(
    "secret_check",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("sealed", LargeBinary, nullable=False),
)
quarantine = Table(
    "quarantine",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),
)
known_head = Table(
    "known_head",
    metadata,
    Column("ledger", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
