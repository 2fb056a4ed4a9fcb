"""What the bot keeps of its chats: which updates it has handled, where each chat stands, and its buttons.

A chat is here as a keyed digest, and what a chat is in the middle of is sealed: it may name people.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_29_telegram_bot"
down_revision = "2026_11_28_webhook"


def upgrade() -> None:
    op.create_table(
        "telegram_update",
        sa.Column("update_id", sa.BigInteger, nullable=False),
        sa.Column("done_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("update_id", name="telegram_update_pkey"),
    )
    op.create_table(
        "telegram_flow",
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("chat", name="telegram_flow_pkey"),
    )
    op.create_table(
        "telegram_button",
        sa.Column("button", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("answer", sa.LargeBinary),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("button", name="telegram_button_pkey"),
    )
    op.create_index("telegram_button_by_age", "telegram_button", ["made_at"])
