"""Sign-ins of officials on the pages, and the one-time links that lead to them, each by its keyed hash."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_16_sign_in"
down_revision = "2026_12_15_delivery_steering"


def upgrade() -> None:
    op.create_table(
        "sign_in_link",
        sa.Column("link_hash", sa.LargeBinary, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("proven_at", sa.BigInteger, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_index("sign_in_link_of", "sign_in_link", ["tournament_id", "subject"])
    op.create_table(
        "sign_in",
        sa.Column("sign_in_hash", sa.LargeBinary, primary_key=True),
        sa.Column("sign_in_id", sa.Text, nullable=False, unique=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("proven_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("tries", sa.BigInteger, nullable=False),
    )
    op.create_index("sign_in_of", "sign_in", ["tournament_id", "subject"])
