"""Access tokens: kept by their hash, so that whoever reads the database cannot use them."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_access_token"
down_revision = "2026_11_20_event_log"


def upgrade() -> None:
    op.create_table(
        "access_token",
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("token_id", sa.Text, nullable=False, unique=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False, index=True),
        sa.Column("tournament_id", sa.Text),
        sa.Column("granted_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("token_hash", name="access_token_pkey"),
    )
