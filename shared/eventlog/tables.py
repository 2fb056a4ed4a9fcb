"""The log's three tables, as statements see them. The migration makes them."""

from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

event = Table(
    "event",
    metadata,
    Column("tournament_id", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("type", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("personal", LargeBinary),
    Column("actor", Text, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("caused_by", BigInteger),
    Column("occurred_at", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tournament_id", "seq", name="event_pkey"),
)

head = Table(
    "head",
    metadata,
    Column("tournament_id", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("tournament_id", name="head_pkey"),
)

command = Table(
    "command",
    metadata,
    Column("tournament_id", Text, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("fingerprint", LargeBinary, nullable=False),
    Column("first_seq", BigInteger, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    PrimaryKeyConstraint("tournament_id", "command_id", name="command_pkey"),
)
