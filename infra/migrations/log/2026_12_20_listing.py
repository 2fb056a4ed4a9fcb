"""One listing of each tournament in place of the read models' rows, which nothing read but the list on home.

It is filled from the logs by the next start of the web, and by every append that changes what it says.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_20_listing"
down_revision = "2026_12_19_case_link"

_READ_MODELS = "standing family session seating entrant sheet docket publication award"


def upgrade() -> None:
    op.create_table(
        "listing",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("listing", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="listing_pkey"),
        sqlite_with_rowid=False,
    )
    for model in _READ_MODELS.split():
        op.drop_table(f"read_{model}")
    op.drop_column("head", "generations")
