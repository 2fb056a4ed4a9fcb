"""Bringing databases up to date."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

import infra.migrations
from infra.migrations import NewerDatabase, current, latest, migrate, migrate_vault
from infra.migrations.chains import Chain
from services.projections import listing
from shared.database import Database
from shared.eventlog import tables
from shared.vault import tables as vault_tables
from tests.eventlog.given import LEDGER, a_log, history
from tests.eventlog.processes import migrated_together
from tests.postgresql_server import Server

FOLDER = Path(infra.migrations.__file__).parent
CHAINS: list[Chain] = ["log", "vault"]

pytestmark = pytest.mark.usefixtures("migrating_for_real")


@pytest.mark.parametrize("chain", CHAINS)
def test_revisions_are_named_by_date_and_follow_each_other(chain: Chain) -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("version_locations", str(FOLDER / chain))
    config.set_main_option("path_separator", "os")
    newest_first = list(ScriptDirectory.from_config(config).walk_revisions())
    names = [script.revision for script in reversed(newest_first)]
    assert names == sorted(file.stem for file in (FOLDER / chain).glob("*.py"))
    assert names[-1] == latest(chain)
    for name in names:
        assert re.fullmatch(r"\d{4}_\d\d_\d\d_[a-z0-9_]+", name)
        assert len(name) <= 32, "longer than the version table's column"


def test_a_migrated_database_says_so_and_stays_as_it_is(database: Database) -> None:
    assert current(database) == latest()
    head = history(a_log(database))
    assert migrate(database) == latest()
    assert a_log(database).head(LEDGER) == head


def test_an_empty_database_has_no_revision(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'deeper' / 'new.db'}"
    assert current(url) is None
    assert current(url, "vault") is None
    migrate(url)
    assert (current(url), current(url, "vault")) == (latest(), None)
    migrate_vault(url)
    assert current(url, "vault") == latest("vault")


def test_a_start_that_finds_everything_in_place_does_not_load_alembic(sqlite_url: str) -> None:
    program = (
        "import sys; from infra.migrations import migrate; "
        f"migrate({sqlite_url!r}); sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_database_of_a_newer_release_is_left_alone(database: Database) -> None:
    with database.writing() as driver:
        driver.execute("UPDATE schema_version SET version_num = '2099_01_01_from_the_future'")
    with pytest.raises(NewerDatabase, match="2099_01_01"):
        migrate(database)


@pytest.mark.parametrize(
    "metadata", [tables.metadata, vault_tables.metadata, listing.metadata], ids=["log", "vault", "listing"]
)
def test_statements_and_tables_agree(database: Database, metadata: sa.MetaData) -> None:
    migrate_vault(database)
    with database.core() as connection:
        inspector = sa.inspect(connection)
        for table in metadata.sorted_tables:
            columns = inspector.get_columns(table.name)
            assert [c["name"] for c in columns] == [c.name for c in table.columns]
            assert [c["nullable"] for c in columns] == [c.nullable for c in table.columns]
            for found, column in zip(columns, table.columns, strict=True):
                assert found["type"]._type_affinity is column.type._type_affinity
            assert inspector.get_pk_constraint(table.name)["constrained_columns"] == [
                c.name for c in table.primary_key
            ]


def test_processes_that_start_together_migrate_once_on_sqlite(tmp_path: Path) -> None:
    assert migrated_together(f"sqlite:///{tmp_path / 'new.db'}") == [latest()] * 3


@pytest.mark.postgresql
def test_processes_that_start_together_migrate_once_on_postgresql(postgresql_server: Server) -> None:
    url = postgresql_server.create()
    assert migrated_together(url) == [latest()] * 3
    postgresql_server.drop(url)
