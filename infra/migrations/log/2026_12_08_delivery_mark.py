"""How a message in a chat was changed since it was sent: its buttons taken away, or the message pinned."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_08_delivery_mark"
down_revision = "2026_12_07_entries_beside"


def upgrade() -> None:
    op.add_column("delivery", sa.Column("mark", sa.Text, server_default="", nullable=False))
    # Looked through every few seconds: only what is urgent and arrived.
    arrived = sa.text("lane = 0 AND status = 'sent'")
    op.create_index(
        "delivery_marked",
        "delivery",
        ["tournament_id", "channel", "kind", "notice", "mark"],
        sqlite_where=arrived,
        postgresql_where=arrived,
    )
