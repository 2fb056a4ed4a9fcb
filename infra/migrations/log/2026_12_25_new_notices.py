"""In which tournaments delivery has notices to take in, so that it need not look at all there ever were."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_25_new_notices"
down_revision = "2026_12_24_strokes"


def upgrade() -> None:
    op.create_table(
        "new_notice",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("tournament_id", name="new_notice_pkey"),
    )
    op.execute(
        "INSERT INTO new_notice (tournament_id, seq)"
        " SELECT notice.tournament_id, max(notice.seq) FROM notice"
        " LEFT JOIN fan_out_position ON fan_out_position.tournament_id = notice.tournament_id"
        " GROUP BY notice.tournament_id, fan_out_position.seq"
        " HAVING max(notice.seq) > coalesce(fan_out_position.seq, 0)"
    )
