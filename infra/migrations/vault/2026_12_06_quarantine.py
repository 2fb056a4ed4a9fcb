"""Keys that nothing names wait here before they are destroyed; and how far logs had come as keys were made.

A log has to have the head that is known before a key that nothing names may be taken for a left-over: an
older log brought back does not know the people who came later.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_06_quarantine"
down_revision = "2026_12_03_sender_mark"

_Id = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "quarantine",
        sa.Column("subject", _Id, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("subject", name="quarantine_pkey"),
    )
    op.create_table(
        "known_head",
        sa.Column("ledger", _Id, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("ledger", name="known_head_pkey"),
    )
