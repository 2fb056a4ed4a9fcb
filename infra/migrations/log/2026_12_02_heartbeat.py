"""Signs of life of every process, and what organizers were alerted of about them.

A row of `alarm` is what keeps several processes from telling the same thing: one claims it, and tells.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_02_heartbeat"
down_revision = "2026_11_30_delivery_follow_up"


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pid", sa.BigInteger, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("beat_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=True),
        sa.Column("doing", sa.Text, nullable=False),
        sa.Column("figures", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("process", name="heartbeat_pkey"),
    )
    op.create_table(
        "alarm",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("claimed_at", sa.BigInteger, nullable=False),
        sa.Column("told_at", sa.BigInteger, nullable=True),
        sa.Column("over_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("name", name="alarm_pkey"),
    )
