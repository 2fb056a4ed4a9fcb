"""What participants drew to sign on a screen, beside the event that says that they signed.

It is sealed under the vault key of whoever drew it, and goes when they are forgotten; no export has it.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_24_strokes"
down_revision = "2026_12_23_log"


def upgrade() -> None:
    op.create_table(
        "stroke",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("sheet", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "seq", name="stroke_pkey"),
    )
    op.create_index("stroke_of_sheet", "stroke", ["tournament_id", "sheet"])
