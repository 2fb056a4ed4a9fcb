"""Log and vault are two databases, whatever is typed: no key lies beside what it opens."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url

from tests.cli.conftest import Command, Ran
from tests.cli.files import TOURNAMENT
from tests.cli.test_doctor import checks
from tests.postgresql_server import Server
from tests.vault.test_wrong_secret import ended


class Two:
    """Settings that name two empty databases, and other spellings of them."""

    def __init__(self, kind: str, log: str, vault: str, patch: pytest.MonkeyPatch) -> None:
        self.kind, self.log, self.vault, self._patch = kind, log, vault, patch

    def name(self, log: str, vault: str) -> None:
        self._patch.setenv("TILELEDGER_DATABASE_URL", log)
        self._patch.setenv("TILELEDGER_VAULT_URL", vault)

    def respelled(self, url: str) -> str:
        if self.kind == "sqlite":
            return url.replace("var/", "var/../var/")
        there = make_url(url)
        return there.set(query={**there.query, "application_name": "x"}).render_as_string(hide_password=False)

    def tables(self, url: str) -> int:
        """How many tables a database has; none where there is no file."""
        if self.kind == "sqlite":
            return len(list(Path().rglob("*.db")))
        with psycopg.connect(url) as connection:
            row = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
            assert row is not None
            return int(row[0])


@pytest.fixture(params=["sqlite", "postgresql"])
def two(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Two]:
    if request.param == "sqlite":
        yield Two("sqlite", "sqlite:///var/log.db", "sqlite:///var/keys.db", monkeypatch)
        return
    server: Server = request.getfixturevalue("postgresql_server")
    urls = server.create(), server.create()
    yield Two("postgresql", *urls, monkeypatch)
    for url in urls:
        server.drop(url)


def refused_as_shared(ran: Ran) -> bool:
    return ran.code == 1 and "tileledger: database-shared" in ran.err


def shared_of(ran: Ran) -> list[str]:
    """The checks that say that a database is the other one."""
    assert ran.code == 1
    return [
        title for title, check in checks(ran).items() if "the keys beside what they open" in check["detail"]
    ]


def test_neither_is_set_up_where_both_settings_name_one(two: Two, home: Path, tileledger: Command) -> None:
    for other in (two.log, two.respelled(two.log)):
        two.name(two.log, other)
        for command in (["migrate"], ["migrate", "--new-vault"], ["tournament", "create", TOURNAMENT]):
            assert refused_as_shared(tileledger(*command))
        code, printed = ended(home, "web", DATABASE_URL=two.log, VAULT_URL=other)
        assert (code, "database-shared" in printed, "Listening" in printed) == (1, True, False)
        assert len(shared_of(tileledger("doctor", "--json"))) == 1
    assert two.tables(two.log) == 0


def test_a_log_in_use_takes_no_vault(two: Two, tileledger: Command) -> None:
    two.name(two.log, two.vault)
    assert tileledger("tournament", "create", TOURNAMENT).code == 0
    before = two.tables(two.log)
    for other in (two.log, two.respelled(two.log)):
        two.name(two.log, other)
        for command in (["migrate"], ["migrate", "--new-vault"]):
            assert refused_as_shared(tileledger(*command))
        assert shared_of(tileledger("doctor", "--json")) == ["vault database"]
    assert two.tables(two.log) == before


def test_addresses_that_were_swapped_are_found_out(two: Two, tileledger: Command) -> None:
    two.name(two.log, two.vault)
    assert tileledger("migrate").code == 0
    two.name(two.vault, two.log)
    assert refused_as_shared(tileledger("migrate"))
    assert shared_of(tileledger("doctor", "--json")) == ["log database", "vault database"]


@pytest.mark.parametrize("two", ["postgresql"], indirect=True)
def test_both_in_one_database_of_a_release_before_go_on_and_are_named(two: Two, tileledger: Command) -> None:
    two.name(two.log, two.vault)
    assert tileledger("migrate").code == 0
    with psycopg.connect(two.vault) as vault, psycopg.connect(two.log, autocommit=True) as log:
        revision = vault.execute("SELECT version_num FROM vault_schema_version").fetchone()
        log.execute("CREATE TABLE vault_schema_version (version_num varchar(32) PRIMARY KEY)")
        log.execute("INSERT INTO vault_schema_version VALUES (%s)", revision)
    two.name(two.log, two.log)
    assert "databases apart" in shared_of(tileledger("doctor", "--json"))
