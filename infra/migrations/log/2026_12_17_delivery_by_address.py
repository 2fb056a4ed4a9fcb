"""What went to an address, the newest first: a personal page shows the last messages."""

from alembic import op

revision = "2026_12_17_delivery_by_address"
down_revision = "2026_12_16_sign_in"


def upgrade() -> None:
    op.create_index("delivery_by_address", "delivery", ["tournament_id", "address_id", "seq"])
