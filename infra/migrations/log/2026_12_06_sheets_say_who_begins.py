"""Sheets say who begins each game, and the turn limit that was chosen at an open table.

Rows from before have neither; `tileledger rebuild ID --stale` makes them anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_06_sheets_say_who_begins"
down_revision = "2026_12_05_lineage"


def upgrade() -> None:
    op.add_column("read_sheet", sa.Column("first_players", sa.Text, server_default="[]"))
    op.add_column("read_sheet", sa.Column("turn_seconds", sa.BigInteger))
