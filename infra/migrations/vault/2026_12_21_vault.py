"""The vault: one wrapped key per subject, tombstones of the forgotten, the blind index and the epoch.

Beside them: a check value sealed under the secret, so that another secret is known before it writes anything;
the other half of the log database's mark (`services.delivery.copy_detection`); keys that nothing names, which
wait before they are destroyed; and how far logs had come as keys were made. A log has to have the head that
is known before a key that nothing names may be taken for a left-over: an older log brought back does not
know the people who came later.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_21_vault"
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
    _beside()


def _beside() -> None:
    op.create_table(
        "secret_check",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("id = 1", name="secret_check_has_one_row"),
        sa.PrimaryKeyConstraint("id", name="secret_check_pkey"),
    )
    op.create_table(
        "sender_mark",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="sender_mark_pkey"),
    )
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
