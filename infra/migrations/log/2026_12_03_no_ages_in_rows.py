"""Read models and notices hold no age, language or family's name any more.

Rows that were called after a family's name go; `tileledger rebuild ID --stale` makes them anew, as for every
read model whose version was raised.
"""

from alembic import op

revision = "2026_12_03_no_ages_in_rows"
down_revision = "2026_12_02_heartbeat"

_COLUMNS = {"read_family": ("child_age", "parent_age"), "read_entrant": ("language", "family")}


def upgrade() -> None:
    op.execute("DELETE FROM read_family")
    op.execute("DELETE FROM read_award WHERE key = 'family'")
    op.execute("UPDATE read_entrant SET unit = NULL")
    op.execute("UPDATE notice SET parameters = '{}' WHERE template = 'family-award'")
    for table, columns in _COLUMNS.items():
        for column in columns:
            op.drop_column(table, column)
