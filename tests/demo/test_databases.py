"""How the demo opens databases: in a hurry only where nothing can be lost."""

from pathlib import Path

import pytest

from infra.migrations import migrate_vault
from services.demo.databases import demo_databases
from shared.database import Database
from shared.vault import Vault


@pytest.fixture
def vault_file(waiting_for_the_disk: None, tmp_path: Path) -> Database:
    database = Database(f"sqlite:///{tmp_path / 'vault.db'}", journal="DELETE", secure_delete=True)
    migrate_vault(database)
    return database


def _pragma(database: Database, name: str) -> int:
    with database.connection() as driver:
        value: int = driver.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def test_in_an_empty_installation_neither_log_nor_vault_is_waited_for(
    sqlite_database: Database, vault_file: Database
) -> None:
    with demo_databases(sqlite_database, vault_file, empty=True) as (log, vault):
        assert log.url == sqlite_database.url
        assert _pragma(log, "synchronous") == 1
        assert vault.url == vault_file.url
        assert _pragma(vault, "synchronous") == 0
        assert _pragma(vault, "secure_delete") == 1
        assert log is not sqlite_database


@pytest.mark.parametrize("what", ["a tournament in the log", "a key in the vault"])
def test_a_vault_that_may_hold_someones_key_is_waited_for_as_ever(
    what: str, sqlite_database: Database, vault_file: Database
) -> None:
    if "key" in what:
        Vault(vault_file, b"a secret for this test alone").create(["person-1"])
    with demo_databases(sqlite_database, vault_file, empty="tournament" not in what) as (_, vault):
        assert vault is vault_file
        assert _pragma(vault, "synchronous") == 2


@pytest.mark.postgresql
def test_on_postgresql_the_demo_alone_does_not_wait(
    postgresql_database: Database, vault_file: Database
) -> None:
    def waits(database: Database) -> str:
        with database.connection() as driver:
            value: str = driver.execute("SHOW synchronous_commit").fetchone()[0]
        return value

    before = waits(postgresql_database)
    with demo_databases(postgresql_database, vault_file, empty=True) as (log, _):
        assert waits(log) == "off"
    assert waits(postgresql_database) == before
