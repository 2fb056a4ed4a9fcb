"""The other half of the log database's mark; see `services.delivery.lineage`."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_03_sender_mark"
down_revision = "2026_12_01_secret_check"


def upgrade() -> None:
    op.create_table(
        "sender_mark",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="sender_mark_pkey"),
    )
