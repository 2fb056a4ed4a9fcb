"""The vault: one wrapped key per subject, tombstones of the forgotten, the blind index and the epoch."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_20_vault"
down_revision = None


_Id = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "subject_key",
        sa.Column("subject", _Id, nullable=False),
        sa.Column("wrapped", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("subject", name="subject_key_pkey"),
    )
    op.create_table(
        "tombstone",
        sa.Column("subject", _Id, nullable=False),
        sa.PrimaryKeyConstraint("subject", name="tombstone_pkey"),
    )
    op.create_table(
        "blind_index",
        sa.Column("kind", _Id, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("subject", _Id, nullable=False),
        sa.PrimaryKeyConstraint("kind", "digest", "subject", name="blind_index_pkey"),
    )
    op.create_index("blind_index_subject", "blind_index", ["subject"])
    op.create_table(
        "epoch",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.CheckConstraint("id = 1", name="epoch_has_one_row"),
        sa.PrimaryKeyConstraint("id", name="epoch_pkey"),
    )
    epoch = sa.table("epoch", sa.column("id", sa.BigInteger), sa.column("value", sa.BigInteger))
    op.execute(sa.insert(epoch).values(id=1, value=0))
