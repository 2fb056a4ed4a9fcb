"""What officials are in the middle of on pages, sealed."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_18_page_draft"
down_revision = "2026_12_17_delivery_by_address"


def upgrade() -> None:
    op.create_table(
        "page_draft",
        sa.Column("draft", sa.LargeBinary, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )
