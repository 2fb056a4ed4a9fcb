"""The mark that tells whether this database is the one that sent last; its other half is in the vault's."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_05_lineage"
down_revision = "2026_12_04_webhook_with_ages"


def upgrade() -> None:
    op.create_table(
        "lineage",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("following", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="lineage_pkey"),
    )
