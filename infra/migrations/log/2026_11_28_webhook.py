"""Programs elsewhere that are told of new events, and up to where each has answered."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_webhook"
down_revision = "2026_11_27_weather_poll"


def upgrade() -> None:
    op.create_table(
        "webhook",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("after", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("failures", sa.BigInteger, nullable=False),
        sa.Column("next_at", sa.BigInteger, nullable=False),
        sa.Column("last_answer", sa.Text, nullable=False),
    )
    op.create_index("webhook_due", "webhook", ["status", "next_at"])
