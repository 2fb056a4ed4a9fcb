"""A whole installation moves between the kinds of database: every row, and nothing halfway."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, Table
from sqlalchemy.engine import make_url

from infra.migrations import copying
from services.wiring import wired
from shared.database import Database
from tests.cli.conftest import Command, Ran

LOG = "sqlite:///var/tileledger.db"


@pytest.fixture
def empty_postgresql(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue("postgresql_url")
    return url


def heads(tileledger: Command) -> str:
    return tileledger("verify", "hk-2026").out


def test_a_log_moves_to_postgresql_and_back_with_all_that_lies_beside_it(
    entered: None, home: Path, empty_postgresql: str, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tileledger("seal", "hk-2026").code == 0
    assert (
        tileledger("access", "grant", "--role", "referee", "--tournament", "hk-2026", "--subject", "R01").code
        == 0
    )
    before, tokens = heads(tileledger), tileledger("access", "list", "--json").answer
    there = tileledger("copy-database", "log", empty_postgresql, "--json").answer
    assert there["rows"] > 10
    (home / "var" / "tileledger.db").rename(home / "old.db")
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", empty_postgresql)
    assert heads(tileledger) == before
    assert tileledger("access", "list", "--json").answer == tokens
    assert tileledger("doctor").code == 0
    assert tileledger("copy-database", "log", LOG, "--json").answer == there
    monkeypatch.delenv("TILELEDGER_DATABASE_URL")
    assert heads(tileledger) == before
    assert tileledger("import", "entrants", "hk-2026", "e.csv").code == 0


def test_a_vault_moves_and_every_name_is_there(
    entered: None, home: Path, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tileledger("subject", "hk-2026", "001").out
    (home / "var" / "elsewhere").mkdir()
    assert tileledger("copy-database", "vault", "sqlite:///var/elsewhere/vault.db").code == 0
    (home / "var" / "vault.db").unlink()
    monkeypatch.setenv("TILELEDGER_VAULT_URL", "sqlite:///var/elsewhere/vault.db")
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", (home / "var" / "secret.key").read_text().strip())
    assert tileledger("subject", "hk-2026", "001").out == named


def test_a_database_with_rows_is_not_copied_to(entered: None, home: Path, tileledger: Command) -> None:
    assert tileledger("copy-database", "log", "sqlite:///there.db").code == 0
    before = (home / "there.db").read_bytes()
    refused = tileledger("copy-database", "log", "sqlite:///there.db")
    assert (refused.code, "target-not-empty" in refused.err) == (1, True)
    assert (home / "there.db").read_bytes() == before


@pytest.mark.parametrize("kind", ["web", "worker"])
def test_what_is_written_to_is_not_copied(kind: str, entered: None, home: Path, tileledger: Command) -> None:
    with wired(existing=True) as wiring:
        pulse = wiring.pulse("worker" if kind == "worker" else "web")
        pulse._write(None)
        refused = tileledger("copy-database", "log", "sqlite:///there.db")
        assert (refused.code, "still-running" in refused.err) == (1, True)
        assert not (home / "there.db").exists()
        pulse._write(wiring.clock.now())
    assert tileledger("copy-database", "log", "sqlite:///there.db").code == 0


def test_a_copy_that_does_not_come_back_as_it_was_is_not_kept(
    entered: None, home: Path, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest, asked = copying._digest, list[str]()

    def differing(connection: Connection, table: Table) -> tuple[int, int]:
        count, total = digest(connection, table)
        if table.name == "event" and count:
            asked.append("of the source, then of what was written")
        return count, total + len(asked)

    monkeypatch.setattr(copying, "_digest", differing)
    refused = tileledger("copy-database", "log", "sqlite:///there.db")
    assert (refused.code, "copy-differs" in refused.err) == (1, True)
    with closing(Database("sqlite:///there.db")) as there, there.connection() as driver:
        assert driver.execute("SELECT count(*) FROM event").fetchone()[0] == 0


def code_of(ran: Ran) -> str:
    """The code that a command was refused with."""
    assert ran.code in (1, 2)
    return ran.err.split(": ")[1]


@pytest.mark.parametrize(("which", "other"), [("log", "vault"), ("vault", "tileledger")])
def test_a_database_of_the_other_chain_is_not_copied_to(
    which: str, other: str, entered: None, home: Path, tileledger: Command
) -> None:
    (home / "there.db").write_bytes((home / "var" / f"{other}.db").read_bytes())
    before = (home / "there.db").read_bytes()
    assert code_of(tileledger("copy-database", which, "sqlite:///there.db")) == "target-not-empty"
    assert (home / "there.db").read_bytes() == before


def test_a_database_of_somebody_else_is_not_copied_to(entered: None, home: Path, tileledger: Command) -> None:
    with closing(sqlite3.connect("there.db")) as there, there:
        there.execute("CREATE TABLE recipes (name TEXT)")
    refused = tileledger("copy-database", "log", "sqlite:///there.db")
    assert code_of(refused) == "target-not-empty"
    assert "recipes" in refused.err


def test_a_database_of_somebody_else_on_postgresql_is_not_copied_to(
    entered: None, empty_postgresql: str, tileledger: Command
) -> None:
    with psycopg.connect(empty_postgresql) as there:
        there.execute("CREATE TABLE recipes (name TEXT)")
    refused = tileledger("copy-database", "log", empty_postgresql)
    assert code_of(refused) == "target-not-empty"
    assert "recipes" in refused.err


def test_a_database_is_not_copied_onto_itself_however_its_address_is_spelled(
    entered: None, home: Path, tileledger: Command
) -> None:
    for path in ("var/tileledger.db", "var/../var/tileledger.db", f"/{home}/var/tileledger.db"):
        assert code_of(tileledger("copy-database", "log", f"sqlite:///{path}")) == "invalid-input"


def test_a_database_on_postgresql_is_not_copied_onto_itself(
    entered: None, empty_postgresql: str, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tileledger("copy-database", "log", empty_postgresql).code == 0
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", empty_postgresql)
    mark = "&" if "?" in empty_postgresql else "?"
    again = f"{empty_postgresql}{mark}application_name=again"
    assert code_of(tileledger("copy-database", "log", again)) == "invalid-input"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("mysql://x/y", "invalid-input"),
        ("/tmp/foo", "invalid-input"),
        ("sqlite://", "invalid-input"),
        ("sqlite:///:memory:", "invalid-input"),
        ("host=127.0.0.1 port=1 user=me password=SECRET", "invalid-input"),
        ("postgresql://me:SECRET/x@127.0.0.1:1/none", "invalid-input"),
        ("postgresql://me:x@SECRET@127.0.0.1:1/none", "invalid-input"),
        ("postgresql://me:SECRET:127.0.0.1/none", "invalid-input"),
        ("sqlite:///nofolder/x.db", "file-unwritable"),
        ("sqlite:///e.csv", "database-unreachable"),
        ("sqlite:///var", "database-unreachable"),
        ("postgresql://me:SECRET@127.0.0.1:1/none", "database-unreachable"),
    ],
)
def test_a_wrong_target_is_named_before_what_runs_is_waited_for(
    address: str, code: str, entered: None, tileledger: Command
) -> None:
    with wired(existing=True) as wiring:
        pulse = wiring.pulse("web")
        pulse._write(None)
        refused = tileledger("copy-database", "log", address)
        pulse._write(wiring.clock.now())
    assert code_of(refused) == code
    assert "TILELEDGER_DATABASE_URL" not in refused.err
    assert "SECRET" not in refused.err


@pytest.fixture
def powerless(empty_postgresql: str) -> Iterator[str]:
    """The address of a role that may log in, and make nothing."""
    with psycopg.connect(empty_postgresql, autocommit=True) as there:
        there.execute("CREATE ROLE powerless LOGIN PASSWORD 'none'")
        there.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    address = make_url(empty_postgresql).set(username="powerless", password="none")
    yield address.render_as_string(hide_password=False)
    with psycopg.connect(empty_postgresql, autocommit=True) as there:
        there.execute("DROP OWNED BY powerless")
        there.execute("DROP ROLE powerless")


def test_a_role_that_may_make_no_tables_is_told_so(
    entered: None, home: Path, powerless: str, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = tileledger("copy-database", "log", powerless)
    assert code_of(refused) == "database-not-allowed"
    assert "powerless" in refused.err
    assert "TILELEDGER_DATABASE_URL" not in refused.err
    (home / "var" / "tileledger.db").rename(home / "old.db")
    (home / "var" / "vault.db").rename(home / "old-vault.db")
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", powerless)
    assert code_of(tileledger("migrate")) == "database-not-allowed"


def test_a_role_that_may_not_lock_the_source_leaves_no_file(
    entered: None,
    home: Path,
    empty_postgresql: str,
    powerless: str,
    tileledger: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert tileledger("copy-database", "log", empty_postgresql).code == 0
    with psycopg.connect(empty_postgresql, autocommit=True) as there:
        there.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO powerless")
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", powerless)
    refused = tileledger("copy-database", "log", "sqlite:///there.db")
    assert code_of(refused) == "database-not-allowed"
    assert "TILELEDGER_DATABASE_URL" in refused.err
    assert not (home / "there.db").exists()


def test_log_and_vault_are_not_made_in_one_file(
    home: Path, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", "sqlite:///one.db")
    monkeypatch.setenv("TILELEDGER_VAULT_URL", "sqlite:///one.db")
    refused = tileledger("migrate")
    assert code_of(refused) == "database-shared"
    assert "TILELEDGER_VAULT_URL" in refused.err
    monkeypatch.setenv("TILELEDGER_VAULT_URL", "sqlite:///another.db")
    assert tileledger("migrate").code == 0
