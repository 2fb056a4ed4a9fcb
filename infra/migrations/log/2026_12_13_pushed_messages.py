"""Finds what was pushed to a browser: its owner's page shows the whole of it."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_13_pushed_messages"
down_revision = "2026_12_12_push_unopened"


def upgrade() -> None:
    pushed = sa.text("channel = 'web_push'")
    op.create_index(
        "delivery_pushed",
        "delivery",
        ["tournament_id", "address_id", "seq"],
        sqlite_where=pushed,
        postgresql_where=pushed,
    )
