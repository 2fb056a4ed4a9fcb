"""Pushes that nobody opened yet, to be found by kind."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_12_push_unopened"
down_revision = "2026_12_11_personal_link"


def upgrade() -> None:
    unopened = sa.text("channel = 'web_push' AND acknowledged_at IS NULL AND followed_up_at IS NULL")
    op.create_index(
        "delivery_push_unopened",
        "delivery",
        ["kind", "status"],
        sqlite_where=unopened,
        postgresql_where=unopened,
    )
