"""Seals: signed heads, so that a removed or rewritten end of a log shows."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_seal"
down_revision = "2026_11_22_read_models"


def upgrade() -> None:
    op.create_table(
        "seal",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("statement", sa.LargeBinary, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
        sa.Column("sealed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "seq", "key", name="seal_pkey"),
    )
