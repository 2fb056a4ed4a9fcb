"""The tables of the read models and the notices.

Read model rows are keyed by generation, so that a rebuild fills a new one while the old one still serves.
Lists are JSON text, yes and no are 1 and 0. No column holds a name or any other personal data. On SQLite
the rows live in the key's own tree, so that an update touches one page and not two.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_read_models"
down_revision = "2026_11_21_access_token"

# Column names by table; a name in _NUMBERS is a number, every other is text.
_READ_MODELS = {
    "standing": "stage entrant_no games_won sixths tiles games sheet qualified",
    "family": "unit child parent child_age parent_age ranked games_won sixths tiles",
    "session": "session stage day number registration seating start end status capacity registered waiting "
    "checked_in tables on_paper attempt seed",
    "seating": "table session number referee entrants",
    "entrant": "entrant_no person status language consent family unit team warnings session presence table "
    "seat out final_session final_presence final_table final_seat final_out qualified merged_into",
    "sheet": "sheet session stage source closed seats games totals signatures conflicts open_points",
    "docket": "dispute kind status sheet game entrants raised_by case seq rulings",
    "publication": "publication stage version digest seq rows",
    "award": "award place holders",
}
_NUMBERS = {
    "standing": "games_won sixths tiles games qualified",
    "family": "child_age parent_age ranked games_won sixths tiles",
    "session": "number capacity registered waiting checked_in tables on_paper attempt",
    "seating": "number",
    "entrant": "consent warnings qualified",
    "sheet": "closed",
    "docket": "game seq",
    "publication": "version seq",
    "award": "place",
}


def upgrade() -> None:
    for model, names in _READ_MODELS.items():
        numbers = _NUMBERS[model].split()
        op.create_table(
            f"read_{model}",
            sa.Column("tournament_id", sa.Text, nullable=False),
            sa.Column("generation", sa.BigInteger, nullable=False),
            sa.Column("key", sa.Text, nullable=False),
            *(sa.Column(name, sa.BigInteger if name in numbers else sa.Text) for name in names.split()),
            sa.PrimaryKeyConstraint("tournament_id", "generation", "key", name=f"read_{model}_pkey"),
            sqlite_with_rowid=False,
        )
    op.create_table(
        "notice",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("dedupe_key", sa.Text, nullable=False),
        sa.Column("reference", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("audience", sa.Text, nullable=False),
        sa.Column("template", sa.Text, nullable=False),
        sa.Column("parameters", sa.Text, nullable=False),
        sa.Column("priority", sa.BigInteger, nullable=False),
        sa.Column("not_before", sa.BigInteger),
        sa.Column("not_after", sa.BigInteger),
        sa.PrimaryKeyConstraint("tournament_id", "dedupe_key", name="notice_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("notice_by_seq", "notice", ["tournament_id", "seq"])
