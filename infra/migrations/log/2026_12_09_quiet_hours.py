"""Addresses that chose longer quiet hours than everyone has."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_09_quiet_hours"
down_revision = "2026_12_08_delivery_mark"


def upgrade() -> None:
    op.create_table(
        "quiet_hours",
        sa.Column("tournament_id", sa.Text, primary_key=True),
        sa.Column("address_id", sa.Text, primary_key=True),
        sa.Column("hours", sa.Text, nullable=False),
    )
