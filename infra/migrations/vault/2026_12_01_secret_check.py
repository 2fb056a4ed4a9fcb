"""A check value sealed under the secret, so that another secret is known before it writes anything.

A vault that holds keys gets it when a program first writes, once they open under its secret.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_secret_check"
down_revision = "2026_11_20_vault"


def upgrade() -> None:
    op.create_table(
        "secret_check",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("id = 1", name="secret_check_has_one_row"),
        sa.PrimaryKeyConstraint("id", name="secret_check_pkey"),
    )
