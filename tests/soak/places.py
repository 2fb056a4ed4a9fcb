"""Fresh databases for one piece of work, gone at its end."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from infra.migrations import migrate, migrate_vault
from shared.database import Database
from shared.vault import Vault

SECRET = b"a secret for simulations only"


@contextmanager
def fresh() -> Iterator[tuple[Database, Vault, Path]]:
    """A migrated log on SQLite, an empty vault, and the folder they lie in."""
    with tempfile.TemporaryDirectory(prefix="tl-soak-") as name:
        folder = Path(name)
        database = Database(f"sqlite:///{folder / 'log.db'}", synchronous="OFF")
        keys = Database(f"sqlite:///{folder / 'vault.db'}", journal="DELETE", synchronous="OFF")
        migrate(database)
        migrate_vault(keys)
        try:
            yield database, Vault(keys, SECRET), folder
        finally:
            database.close()
            keys.close()
