"""When a message that nobody acknowledged was followed up by e-mail."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_30_delivery_follow_up"
down_revision = "2026_11_29_telegram_bot"


def upgrade() -> None:
    op.add_column("delivery", sa.Column("followed_up_at", sa.BigInteger, nullable=True))
    # Looked for every minute: only what is urgent, and not yet read or followed up.
    open_ = sa.text("lane = 0 AND acknowledged_at IS NULL AND followed_up_at IS NULL")
    op.create_index(
        "delivery_unacknowledged", "delivery", ["settled_at"], sqlite_where=open_, postgresql_where=open_
    )
