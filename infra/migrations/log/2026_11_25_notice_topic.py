"""What a notice is about, so that a later one on the same takes the place of an earlier one."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_25_notice_topic"
down_revision = "2026_11_24_seal_append_only"


def upgrade() -> None:
    op.add_column("notice", sa.Column("topic", sa.Text))
    op.create_index("notice_by_topic", "notice", ["tournament_id", "topic", "seq"])
