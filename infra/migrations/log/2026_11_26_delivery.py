"""Who is reached where, and what became of each message.

No column holds a name or an address: an address is sealed under the vault key of whom it leads to. Lists are
JSON text, yes and no are 1 and 0. None of this can be computed from the log, and nothing in the log rests on
it.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_26_delivery"
down_revision = "2026_11_25_notice_topic"


def _text(name: str, *, empty: bool = False) -> "sa.Column[str]":
    return sa.Column(name, sa.Text, nullable=empty)


def _number(name: str, *, empty: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger, nullable=empty)


def upgrade() -> None:
    _links()
    _deliveries()


def _links() -> None:
    op.create_table(
        "address",
        _text("tournament_id"),
        _text("address_id"),
        _text("channel"),
        _text("language", empty=True),
        _text("status"),
        _text("why"),
        _number("as_of"),
        sa.PrimaryKeyConstraint("tournament_id", "address_id", name="address_pkey"),
    )
    op.create_table(
        "link",
        _text("tournament_id"),
        _text("recipient"),
        _text("address_id"),
        _text("subject"),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        _number("by_email"),
        _number("linked_at"),
        sa.PrimaryKeyConstraint("tournament_id", "recipient", "address_id", name="link_pkey"),
    )
    op.create_index("link_by_address", "link", ["tournament_id", "address_id"])
    op.create_index("link_by_subject", "link", ["subject"])
    op.create_table(
        "link_token",
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        _text("tournament_id"),
        _text("recipient"),
        _number("expires_at"),
        _number("used_at", empty=True),
        sa.PrimaryKeyConstraint("token_hash", name="link_token_pkey"),
    )
    op.create_table(
        "muted_kind",
        _text("tournament_id"),
        _text("address_id"),
        _text("kind"),
        sa.PrimaryKeyConstraint("tournament_id", "address_id", "kind", name="muted_kind_pkey"),
    )


def _deliveries() -> None:
    op.create_table(
        "fan_out_position",
        _text("tournament_id"),
        _number("seq"),
        sa.PrimaryKeyConstraint("tournament_id", name="fan_out_position_pkey"),
    )
    op.create_table(
        "fan_out",
        _text("tournament_id"),
        _text("notice"),
        _text("reference"),
        _number("seq"),
        _text("kind"),
        _number("lane"),
        _text("topic", empty=True),
        _text("status"),
        _number("due_at"),
        _text("cursor"),
        sa.PrimaryKeyConstraint("tournament_id", "notice", name="fan_out_pkey"),
    )
    op.create_index("fan_out_by_lane", "fan_out", ["status", "lane", "due_at"])
    op.create_table(
        "delivery",
        _text("id"),
        _text("tournament_id"),
        _text("notice"),
        _text("reference"),
        _number("seq"),
        _text("kind"),
        _number("lane"),
        _text("topic", empty=True),
        _text("channel"),
        _text("address_id"),
        _text("recipients"),
        _text("language"),
        _text("status"),
        _number("due_at"),
        _number("not_after", empty=True),
        _number("attempts"),
        _number("doubts"),
        _number("fence"),
        _text("replaces"),
        _text("remote"),
        _text("why"),
        _number("started_at", empty=True),
        _number("settled_at", empty=True),
        _number("acknowledged_at", empty=True),
        sa.PrimaryKeyConstraint("id", name="delivery_pkey"),
    )
    # Only what is waiting or under way is ever looked for without naming a notice.
    for name, columns, status in (
        ("delivery_pending", ["lane", "due_at"], "pending"),
        ("delivery_started", ["fence"], "started"),
    ):
        where = sa.text(f"status = '{status}'")
        op.create_index(name, "delivery", columns, sqlite_where=where, postgresql_where=where)
    op.create_index("delivery_by_notice", "delivery", ["tournament_id", "notice", "status"])
    topical = sa.text("topic IS NOT NULL")
    op.create_index(
        "delivery_by_topic",
        "delivery",
        ["tournament_id", "topic", "address_id", "seq"],
        sqlite_where=topical,
        postgresql_where=topical,
    )
    op.create_table(
        "delivery_lease",
        _text("name"),
        _text("owner"),
        _number("token"),
        _number("renewed_at"),
        _number("expires_at"),
        sa.PrimaryKeyConstraint("name", name="delivery_lease_pkey"),
    )
    op.create_table(
        "delivery_mute",
        _text("name"),
        _number("since"),
        _text("why"),
        sa.PrimaryKeyConstraint("name", name="delivery_mute_pkey"),
    )
