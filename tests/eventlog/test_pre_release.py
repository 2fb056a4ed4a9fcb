"""A database made by a version before 1.0 is named as such, and nothing of it is touched."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from infra.migrations import PreReleaseDatabase, current, latest, migrate, migrate_vault
from infra.migrations.chains import Chain
from infra.migrations.readiness import DATABASE_PRE_RELEASE, ready
from shared.database import Database
from tests.postgresql_server import Server
from tests.refusing import refusing

OLDEST: dict[Chain, str] = {"log": "event", "vault": "subject_key"}
VERSIONS: dict[Chain, str] = {"log": "schema_version", "vault": "vault_schema_version"}
HOW = ("an old revision", "the revision before", "no revision", "no table of revisions")


def statements(chain: Chain, how: str) -> Iterator[str]:
    """What makes a database that such a version may have left."""
    yield f"CREATE TABLE {OLDEST[chain]} (seq BIGINT PRIMARY KEY, data TEXT)"
    yield f"INSERT INTO {OLDEST[chain]} VALUES (1, 'what nobody may lose')"
    if how != "no table of revisions":
        yield f"CREATE TABLE {VERSIONS[chain]} (version_num VARCHAR(32) NOT NULL)"
    if how == "an old revision":
        yield f"INSERT INTO {VERSIONS[chain]} VALUES ('2026_12_20_listing')"
    if how == "the revision before":
        # The log as it was with a table for each kind of secret.
        at = {"log": "2026_12_21_log", "vault": "2026_12_20_vault"}[chain]
        yield "CREATE TABLE access_token (token_hash BYTEA PRIMARY KEY)"
        yield f"INSERT INTO {VERSIONS[chain]} VALUES ('{at}')"


def opened(url: str, chain: Chain) -> Database:
    return Database(url) if chain == "log" else Database(url, journal="DELETE", secure_delete=True)


def assert_refused(url: str, chain: Chain, kept: Callable[[], object]) -> None:
    """Whatever is tried says so, and what `kept` gives stays as it was."""
    before = kept()
    bring_up_to_date = migrate if chain == "log" else migrate_vault
    with pytest.raises(PreReleaseDatabase):
        current(url, chain)
    with pytest.raises(PreReleaseDatabase):
        bring_up_to_date(url)
    assert kept() == before
    with refusing(DATABASE_PRE_RELEASE.code) as refused:
        ready(lambda: opened(url, chain), chain)
    for language in ("en", "zh"):
        text = refused.value.text(language)
        assert "TILELEDGER_DATABASE_URL" in text
        assert "TILELEDGER_VAULT_URL" in text
    assert kept() == before


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("chain", OLDEST)
def test_no_byte_of_a_file_changes_and_none_is_made_beside_it(
    chain: Chain, how: str, journal: str, tmp_path: Path
) -> None:
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA journal_mode={journal}")
        for statement in statements(chain, how):
            connection.execute(statement)
        connection.commit()
    assert_refused(
        f"sqlite:///{file}", chain, lambda: {other: other.read_bytes() for other in tmp_path.iterdir()}
    )


def test_what_a_killed_process_left_beside_a_file_stays(tmp_path: Path) -> None:
    living = tmp_path / "living.db"
    with closing(sqlite3.connect(living)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        for statement in statements("log", HOW[0]):
            connection.execute(statement)
        connection.commit()
        (tmp_path / "old").mkdir()
        for ending in ("", "-wal"):
            (tmp_path / "old" / f"old.db{ending}").write_bytes((tmp_path / f"living.db{ending}").read_bytes())
    files = [tmp_path / "old" / name for name in ("old.db", "old.db-wal")]
    assert files[1].stat().st_size
    assert_refused(f"sqlite:///{files[0]}", "log", lambda: [file.read_bytes() for file in files])


@pytest.mark.postgresql
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("chain", OLDEST)
def test_no_table_of_a_postgresql_database_changes(chain: Chain, how: str, postgresql_server: Server) -> None:
    url = postgresql_server.create()

    def kept() -> list[object]:
        with psycopg.connect(url) as connection:
            tables = connection.execute(
                "SELECT oid, relname, relfilenode FROM pg_class WHERE relnamespace = 'public'::regnamespace"
            ).fetchall()
            columns = "SELECT attrelid, attname, xmin::text FROM pg_attribute WHERE attrelid >= 16384"
            rows = f"SELECT *, xmin::text FROM {OLDEST[chain]}"
            return [
                sorted(tables),
                sorted(connection.execute(columns).fetchall()),
                connection.execute(rows.encode()).fetchall(),
            ]

    with psycopg.connect(url) as connection:
        for statement in statements(chain, how):
            connection.execute(statement.encode())
    assert_refused(url, chain, kept)
    postgresql_server.drop(url)


def test_a_database_with_tables_of_others_alone_is_set_up(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'shared.db'}"
    with closing(sqlite3.connect(tmp_path / "shared.db")) as connection:
        connection.execute("CREATE TABLE of_somebody_else (id INTEGER)")
        connection.commit()
    assert current(url) is None
    assert migrate(url) == latest()
