"""Personal links by their keyed hashes, and the codes asked for on the pages that they open."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_11_personal_link"
down_revision = "2026_12_10_push_device"


def upgrade() -> None:
    op.create_table(
        "personal_link",
        sa.Column("link_hash", sa.LargeBinary, primary_key=True),
        sa.Column("recipient", sa.Text, primary_key=True),
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
    )
    op.create_index("personal_link_of", "personal_link", ["tournament_id", "recipient"])
    op.create_table(
        "personal_code",
        sa.Column("tournament_id", sa.Text, primary_key=True),
        sa.Column("recipient", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("code_id", sa.Text, nullable=False),
        sa.Column("link_hash", sa.LargeBinary, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
        sa.Column("counted_from", sa.BigInteger, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
    )
