"""Codes for personal pages by the browser they were asked for in, and from which address, as keyed hashes.

A code lives ten minutes, so those under way are let go: whoever waits for one asks again.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_14_codes_by_browser"
down_revision = "2026_12_13_pushed_messages"


def upgrade() -> None:
    op.drop_table("personal_code")
    op.create_table(
        "personal_code",
        sa.Column("tournament_id", sa.Text, primary_key=True),
        sa.Column("recipient", sa.Text, primary_key=True),
        sa.Column("link_hash", sa.LargeBinary, primary_key=True),
        sa.Column("browser", sa.LargeBinary, primary_key=True),
        sa.Column("asked_from", sa.LargeBinary, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("code_id", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("sent_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
        sa.Column("proven_at", sa.BigInteger),
        sa.Column("counted_from", sa.BigInteger, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
    )
