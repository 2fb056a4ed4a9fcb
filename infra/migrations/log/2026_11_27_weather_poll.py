"""Polls of the Observatory: when, what came of each, and the bodies wherever they changed."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_27_weather_poll"
down_revision = "2026_11_26_delivery"


def upgrade() -> None:
    op.create_table(
        "weather_poll",
        sa.Column("polled_at", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("digest", sa.Text),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("listed", sa.Text),
        sa.PrimaryKeyConstraint("polled_at", name="weather_poll_pkey"),
    )
    op.create_index("weather_poll_by_outcome", "weather_poll", ["outcome", "polled_at"])
    op.create_table(
        "weather_body",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("warnsum", sa.LargeBinary, nullable=False),
        sa.Column("warning_info", sa.LargeBinary, nullable=False),
        sa.Column("kept_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="weather_body_pkey"),
    )
