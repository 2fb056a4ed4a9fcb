"""Who muted the sending, or sent or dropped what waited: each decision once, so that a second is refused."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_15_delivery_steering"
down_revision = "2026_12_14_codes_by_browser"


def upgrade() -> None:
    op.create_table(
        "delivery_steering",
        sa.Column("tournament_id", sa.Text, primary_key=True),
        sa.Column("pile", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("way", sa.Text, nullable=False),
        sa.Column("decided_at", sa.BigInteger, nullable=False),
    )
