"""The log, and everything that lies beside it in its database.

**The log** is `event`, `head` and `command`, with `seal` over them, and triggers that make events, commands
and seals append-only. They refuse UPDATE, DELETE and, on PostgreSQL, TRUNCATE, also under
`session_replication_role = replica`. SQLite needs one more, because `INSERT OR REPLACE` removes the row in
its way without firing a DELETE trigger: an INSERT over an existing key is refused, and one over an existing
rowid (which would replace another event) likewise. `head_moved()` lets an append on PostgreSQL stop its own
transaction when the head is no longer where the writer believed it to be.

On PostgreSQL the owner of the tables can drop triggers; a service that logs in as the role
`tileledger_service` cannot, and has no right to UPDATE, DELETE or TRUNCATE these at all. Create
it before migrating (or migrate again afterwards):

    CREATE ROLE tileledger_service LOGIN PASSWORD '…';

**Beside it** lies what cannot be computed from the log and on which nothing in the log rests, and one listing
that can. No column holds a name or an address: an address is sealed under the vault key of whom it leads to,
a chat and the address of a secret page are keyed digests, and what someone is in the middle of is sealed.
Lists are JSON text, yes and no are 1 and 0, moments are microseconds.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2026_12_23_log"
down_revision = None

_SQLITE_TRIGGERS = """
CREATE TRIGGER {table}_refuses_update BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: UPDATE refused'); END

CREATE TRIGGER {table}_refuses_delete BEFORE DELETE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: DELETE refused'); END

CREATE TRIGGER {table}_refuses_replacement BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE tournament_id = NEW.tournament_id AND {same}){or_rowid}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: the key exists'); END
"""
# In such a trigger NEW.rowid is -1 unless the INSERT names a rowid.
_OR_ROWID = " OR (NEW.rowid <> -1 AND EXISTS (SELECT 1 FROM {table} WHERE rowid = NEW.rowid))"
_SAME = {
    "event": "seq = NEW.seq",
    "command": "command_id = NEW.command_id",
    "seal": 'seq = NEW.seq AND "key" = NEW."key"',
}
_WITHOUT_ROWID = ("command",)

_POSTGRESQL_FUNCTIONS = """
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%% is append-only: %% refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'TL002';
END $$

CREATE FUNCTION head_moved() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the head has moved' USING ERRCODE = 'TL001';
END $$
"""
_POSTGRESQL_TRIGGERS = """
CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION append_only()

ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_refuses_change
"""

# Text that is an id or a key compares byte by byte on both kinds, whatever the server's language.
_Id = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_KINDS: dict[str, Any] = {"": sa.Text, "id": _Id, "n": sa.BigInteger, "b": sa.LargeBinary}
"""By what stands behind the colon in the columns below; a question mark after it: may be NULL."""


def upgrade() -> None:
    _log()
    _append_only()
    _entry()
    _notices()
    _links()
    _deliveries()
    _sending()
    _telegram()
    _weather()
    _processes()


def _log() -> None:
    _table(
        "event",
        "tournament_id:id seq:n type:id version:n data:b personal:b? actor:id command_id:id caused_by:n? "
        "occurred_at:n recorded_at:n hash:b",
        key="tournament_id seq",
    )
    _table(
        "head",
        "tournament_id:id seq:n hash:b recorded_at:n",
        key="tournament_id",
        sqlite_with_rowid=False,
        # Room in the page lets PostgreSQL update the row in place, without touching the index.
        postgresql_with={"fillfactor": 50},
    )
    _table(
        "command",
        "tournament_id:id command_id:id fingerprint:b first_seq:n last_seq:n",
        key="tournament_id command_id",
        # One tree in place of two: a page less to write with every command.
        sqlite_with_rowid=False,
    )
    _table(
        "seal",
        "tournament_id seq:n key statement:b signature:b sealed_at:n",
        key="tournament_id seq key",
    )


def _append_only() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table, same in _SAME.items():
            or_rowid = "" if table in _WITHOUT_ROWID else _OR_ROWID.format(table=table)
            _run(_SQLITE_TRIGGERS.format(table=table, same=same, or_rowid=or_rowid))
        return
    _run(_POSTGRESQL_FUNCTIONS)
    for table in _SAME:
        _run(_POSTGRESQL_TRIGGERS.format(table=table))


def _entry() -> None:
    """Every secret that lets somebody in, by its hash; and drafts of officials on pages."""
    _table(
        "grant",
        "secret:b whose kind grant_id tournament_id? scope issued_at:n expires_at:n? used_at:n? "
        "revoked_at:n? issued_by proven_at:n? seen_at:n? tries:n details",
        sa.UniqueConstraint("grant_id", "whose"),
        key="secret whose",
    )
    op.create_index("grant_of", "grant", ["tournament_id", "whose"])
    op.create_index("grant_of_kind", "grant", ["kind", "issued_at"])
    _table("page_draft", "draft:b sealed:b changed_at:n", key="draft")


def _notices() -> None:
    """What is to be told, written with each append; and the listing of tournaments."""
    _table(
        "notice",
        "tournament_id dedupe_key reference seq:n kind audience template parameters priority:n not_before:n? "
        "not_after:n? topic?",
        key="tournament_id dedupe_key",
        sqlite_with_rowid=False,
    )
    op.create_index("notice_by_seq", "notice", ["tournament_id", "seq"])
    op.create_index("notice_by_topic", "notice", ["tournament_id", "topic", "seq"])
    _table("listing", "tournament_id seq:n listing", key="tournament_id", sqlite_with_rowid=False)


def _links() -> None:
    """Who is reached where, and what they chose."""
    _table(
        "address",
        "tournament_id address_id channel language? status why as_of:n",
        key="tournament_id address_id",
    )
    _table(
        "link",
        "tournament_id recipient address_id subject sealed:b by_email:n linked_at:n",
        key="tournament_id recipient address_id",
    )
    op.create_index("link_by_address", "link", ["tournament_id", "address_id"])
    op.create_index("link_by_subject", "link", ["subject"])
    _table("muted_kind", "tournament_id address_id kind", key="tournament_id address_id kind")
    _table("quiet_hours", "tournament_id address_id hours", key="tournament_id address_id")
    _table(
        "push_device",
        "tournament_id address_id tested_at:n? received_at:n? opened_at:n?",
        key="tournament_id address_id",
    )


def _deliveries() -> None:
    """What became of each message."""
    _table("fan_out_position", "tournament_id seq:n", key="tournament_id")
    _table(
        "fan_out",
        "tournament_id notice reference seq:n kind lane:n topic? status due_at:n cursor",
        key="tournament_id notice",
    )
    op.create_index("fan_out_by_lane", "fan_out", ["status", "lane", "due_at"])
    _table(
        "delivery",
        "id tournament_id notice reference seq:n kind lane:n topic? channel address_id recipients language "
        "status due_at:n not_after:n? attempts:n doubts:n fence:n replaces remote why started_at:n? "
        "settled_at:n? acknowledged_at:n? followed_up_at:n?",
        sa.Column("mark", sa.Text, nullable=False, server_default=""),
        key="id",
    )
    _delivery_index("by_notice", "tournament_id notice status")
    _delivery_index("by_address", "tournament_id address_id seq")
    # Only what is waiting or under way is ever looked for without naming a notice.
    _delivery_index("pending", "lane due_at", where="status = 'pending'")
    _delivery_index("started", "fence", where="status = 'started'")
    _delivery_index("by_topic", "tournament_id topic address_id seq", where="topic IS NOT NULL")
    # Looked for every minute: only what is urgent, and not yet read or followed up.
    open_ = "acknowledged_at IS NULL AND followed_up_at IS NULL"
    _delivery_index("unacknowledged", "settled_at", where=f"lane = 0 AND {open_}")
    _delivery_index("push_unopened", "kind status", where=f"channel = 'web_push' AND {open_}")
    # Looked through every few seconds: only what is urgent and arrived.
    marked = "tournament_id channel kind notice mark"
    _delivery_index("marked", marked, where="lane = 0 AND status = 'sent'")
    _delivery_index("pushed", "tournament_id address_id seq", where="channel = 'web_push'")


def _delivery_index(name: str, columns: str, *, where: str = "") -> None:
    some = sa.text(where) if where else None
    op.create_index(f"delivery_{name}", "delivery", columns.split(), sqlite_where=some, postgresql_where=some)


def _sending() -> None:
    """Who sends, whether anything is sent and who decided so; and programs that are told of events."""
    _table("delivery_lease", "name owner token:n renewed_at:n expires_at:n", key="name")
    _table("delivery_mute", "name since:n why", key="name")
    _table(
        "delivery_steering",
        "tournament_id pile number:n step actor way decided_at:n",
        key="tournament_id pile number",
    )
    _table("lineage", "name mark following", key="name")
    _table("webhook", "id tournament_id url after:n status failures:n next_at:n last_answer", key="id")
    op.create_index("webhook_due", "webhook", ["status", "next_at"])


def _telegram() -> None:
    """Which updates the bot has handled, where each chat stands, and its buttons."""
    _table("telegram_update", "update_id:n done_at:n", key="update_id")
    _table("telegram_flow", "chat number:n sealed:b changed_at:n", key="chat")
    _table("telegram_button", "button chat number:n sealed:b answer:b? made_at:n", key="button")
    op.create_index("telegram_button_by_age", "telegram_button", ["made_at"])


def _weather() -> None:
    """Polls of the Observatory: when, what came of each, and the bodies wherever they changed."""
    _table("weather_poll", "polled_at:n outcome digest? detail listed?", key="polled_at")
    op.create_index("weather_poll_by_outcome", "weather_poll", ["outcome", "polled_at"])
    _table("weather_body", "digest warnsum:b warning_info:b kept_at:n", key="digest")


def _processes() -> None:
    """Signs of life of each, and what organizers were alerted of: one process claims an alarm, and tells."""
    _table(
        "heartbeat", "process kind host pid:n started_at:n beat_at:n ended_at:n? doing figures", key="process"
    )
    _table("alarm", "name since:n claimed_at:n told_at:n? over_at:n?", key="name")


def _table(name: str, columns: str, *more: sa.schema.SchemaItem, key: str, **how: Any) -> None:
    made = map(_column, columns.split())
    op.create_table(name, *made, *more, sa.PrimaryKeyConstraint(*key.split(), name=f"{name}_pkey"), **how)


def _column(written: str) -> "sa.Column[Any]":
    name, _, kind = written.removesuffix("?").partition(":")
    return sa.Column(name, _KINDS[kind], nullable=written.endswith("?"), autoincrement=False)


def _run(script: str) -> None:
    for statement in script.strip().split("\n\n"):
        op.get_bind().exec_driver_sql(statement)
