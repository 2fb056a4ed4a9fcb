"""Seals are append-only like the events they are over, so that none is swapped for another."""

from alembic import op

revision = "2026_11_24_seal_append_only"
down_revision = "2026_11_23_seal"

# In such a trigger NEW.rowid is -1 unless the INSERT names a rowid.
_SQLITE = """
CREATE TRIGGER seal_refuses_update BEFORE UPDATE ON seal
BEGIN SELECT RAISE(ABORT, 'seal is append-only: UPDATE refused'); END

CREATE TRIGGER seal_refuses_delete BEFORE DELETE ON seal
BEGIN SELECT RAISE(ABORT, 'seal is append-only: DELETE refused'); END

CREATE TRIGGER seal_refuses_replacement BEFORE INSERT ON seal
WHEN EXISTS (
    SELECT 1 FROM seal WHERE tournament_id = NEW.tournament_id AND seq = NEW.seq AND "key" = NEW."key"
) OR (NEW.rowid <> -1 AND EXISTS (SELECT 1 FROM seal WHERE rowid = NEW.rowid))
BEGIN SELECT RAISE(ABORT, 'seal is append-only: the key exists'); END
"""
_POSTGRESQL = """
CREATE TRIGGER seal_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON seal
FOR EACH STATEMENT EXECUTE FUNCTION append_only()

ALTER TABLE seal ENABLE ALWAYS TRIGGER seal_refuses_change
"""


def upgrade() -> None:
    script = _SQLITE if op.get_bind().dialect.name == "sqlite" else _POSTGRESQL
    for statement in script.strip().split("\n\n"):
        op.get_bind().exec_driver_sql(statement)
