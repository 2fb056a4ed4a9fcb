"""A whole installation moves between the kinds of database: every row, and nothing halfway."""

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table

from infra.migrations import copying
from services.wiring import wired
from shared.database import Database
from tests.cli.conftest import Command

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
