"""What is known of browsers that take pushes: when one was tried out, came there and was opened there."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_10_push_device"
down_revision = "2026_12_09_quiet_hours"


def upgrade() -> None:
    op.create_table(
        "push_device",
        sa.Column("tournament_id", sa.Text, primary_key=True),
        sa.Column("address_id", sa.Text, primary_key=True),
        sa.Column("tested_at", sa.BigInteger),
        sa.Column("received_at", sa.BigInteger),
        sa.Column("opened_at", sa.BigInteger),
    )
