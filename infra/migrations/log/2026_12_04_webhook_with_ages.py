"""Whether a webhook may be sent what an early log says in clear of ages and families."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_04_webhook_with_ages"
down_revision = "2026_12_03_no_ages_in_rows"


def upgrade() -> None:
    op.add_column("webhook", sa.Column("with_ages", sa.BigInteger, nullable=False, server_default="0"))
