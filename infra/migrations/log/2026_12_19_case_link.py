"""Links that open the case file of one entrant for whoever has them, each by its keyed hash."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_19_case_link"
down_revision = "2026_12_18_page_draft"


def upgrade() -> None:
    op.create_table(
        "case_link",
        sa.Column("link_hash", sa.LargeBinary, primary_key=True),
        sa.Column("link_id", sa.Text, nullable=False, unique=True),
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("entrant", sa.Text, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("before_seq", sa.BigInteger),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
    )
    op.create_index("case_link_of", "case_link", ["tournament_id", "made_at"])
