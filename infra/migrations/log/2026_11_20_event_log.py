"""The log: event, head and command, and the triggers that make event and command append-only.

The triggers refuse UPDATE, DELETE and, on PostgreSQL, TRUNCATE, also under
`session_replication_role = replica`. SQLite needs one more, because `INSERT OR REPLACE` removes the row in
its way without firing a DELETE trigger: an INSERT over an existing key is refused, and one over an existing
rowid (which would replace another event) likewise. `head_moved()` lets an append on PostgreSQL stop its own
transaction when the head is no longer where the writer believed it to be.

On PostgreSQL the owner of the tables can drop triggers; a service that logs in as the role
`tileledger_service` cannot, and has no right to UPDATE, DELETE or TRUNCATE event and command at all. Create
it before migrating (or migrate again afterwards):

    CREATE ROLE tileledger_service LOGIN PASSWORD '…';
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_20_event_log"
down_revision = None

_SQLITE_TRIGGERS = """
CREATE TRIGGER {table}_refuses_update BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: UPDATE refused'); END;

CREATE TRIGGER {table}_refuses_delete BEFORE DELETE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: DELETE refused'); END;

CREATE TRIGGER {table}_refuses_replacement BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE tournament_id = NEW.tournament_id AND {key} = NEW.{key}) {or_rowid}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: the key exists'); END
"""
# In such a trigger NEW.rowid is -1 unless the INSERT names a rowid.
_OR_ROWID = "OR (NEW.rowid <> -1 AND EXISTS (SELECT 1 FROM event WHERE rowid = NEW.rowid))"

_POSTGRESQL_FUNCTIONS = """
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%% is append-only: %% refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'TL002';
END $$;

CREATE FUNCTION head_moved() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the head has moved' USING ERRCODE = 'TL001';
END $$
"""

_POSTGRESQL_TRIGGERS = """
CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION append_only();

ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_refuses_change
"""


# Text that is an id or a key compares byte by byte on both kinds, whatever the server's language.
_Id = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "event",
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("type", _Id, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("personal", sa.LargeBinary),
        sa.Column("actor", _Id, nullable=False),
        sa.Column("command_id", _Id, nullable=False),
        sa.Column("caused_by", sa.BigInteger),
        sa.Column("occurred_at", sa.BigInteger, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "seq", name="event_pkey"),
    )
    op.create_table(
        "head",
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("generations", _Id, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="head_pkey"),
        sqlite_with_rowid=False,
        # Room in the page lets PostgreSQL update the row in place, without touching the index.
        postgresql_with={"fillfactor": 50},
    )
    op.create_table(
        "command",
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("command_id", _Id, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary, nullable=False),
        sa.Column("first_seq", sa.BigInteger, nullable=False),
        sa.Column("last_seq", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "command_id", name="command_pkey"),
        # One tree in place of two: a page less to write with every command.
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "sqlite":
        _run(_SQLITE_TRIGGERS.format(table="event", key="seq", or_rowid=_OR_ROWID))
        _run(_SQLITE_TRIGGERS.format(table="command", key="command_id", or_rowid=""))
    else:
        _run(_POSTGRESQL_FUNCTIONS)
        for table in ("event", "command"):
            _run(_POSTGRESQL_TRIGGERS.format(table=table))


def _run(script: str) -> None:
    for statement in script.strip().split("\n\n"):
        op.get_bind().exec_driver_sql(statement.rstrip(";"))
