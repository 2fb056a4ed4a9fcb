"""Entrants say which stages they entered beside the one they registered for.

Rows from before name none, and there were none.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_07_entries_beside"
down_revision = "2026_12_06_sheets_say_who_begins"


def upgrade() -> None:
    op.add_column("read_entrant", sa.Column("entries", sa.Text, server_default="[]"))
