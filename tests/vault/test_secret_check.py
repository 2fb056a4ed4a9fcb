"""The check value: a vault knows the secret it was made under, and takes nothing under another."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from infra.migrations import migrate_vault
from shared.database import Database
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.postgresql_server import Server
from tests.refusing import refusing

OTHER = b"another secret, which never made this vault"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'vault.db'}"
        return
    server: Server = request.getfixturevalue("postgresql_server")
    url = server.create()
    yield url
    server.drop(url)


@contextmanager
def opened(url: str, secret: bytes = VAULT_SECRET) -> Iterator[Vault]:
    database = Database(url)
    migrate_vault(database)
    yield Vault(database, secret)
    database.close()


def unmarked(vault: Vault) -> None:
    """Take its check value away."""
    with vault.database.writing() as driver:
        driver.execute("DELETE FROM secret_check")


def keys(vault: Vault) -> list[str]:
    with vault.database.connection() as driver:
        return [
            row[0] for row in driver.execute("SELECT subject FROM subject_key ORDER BY subject").fetchall()
        ]


def test_a_new_vault_is_bound_to_the_first_secret_that_asks(url: str) -> None:
    with opened(url) as vault:
        assert vault.secret_check.fits()
        vault.secret_check.require()
    with opened(url, OTHER) as other:
        assert not other.secret_check.fits()
        with refusing("secret-does-not-fit") as refused:
            other.secret_check.require()
        assert refused.value.status == 503


def test_under_another_secret_no_key_is_made_and_no_index_written(url: str) -> None:
    with opened(url) as vault:
        vault.create(["p1"])
        vault.index("email", "a@example.org", "p1")
    with opened(url, OTHER) as other:
        with refusing("secret-does-not-fit"):
            other.create(["p2"])
        with refusing("secret-does-not-fit"):
            other.index("email", "b@example.org", "p1")
        with refusing("secret-does-not-fit"):
            other.unindex("email", "a@example.org", "p1")
        assert keys(other) == ["p1"]
    with opened(url) as vault:
        assert vault.find("email", "a@example.org") == ["p1"]


def test_an_older_vault_gets_its_check_value_only_once_its_keys_open(url: str) -> None:
    with opened(url) as vault:
        vault.create(["p1", "p2", "p3"])
        unmarked(vault)
    with opened(url, OTHER) as other:
        assert not other.secret_check.fits()
        with refusing("secret-does-not-fit"):
            other.secret_check.require()
        with refusing("secret-does-not-fit"):
            other.create(["p4"])
    with opened(url) as vault:
        assert vault.secret_check.fits()
        vault.create(["p4"])
        # Bound now: even were every key gone, another secret would not do.
        for subject in keys(vault):
            vault.forget(subject)
    with opened(url, OTHER) as other:
        assert not other.secret_check.fits()


def test_a_few_damaged_keys_do_not_make_the_secret_of_the_others_a_wrong_one(url: str) -> None:
    with opened(url) as vault:
        vault.create(["p1", "p2", "p3"])
        unmarked(vault)
        with vault.database.writing() as driver:
            mark = "?" if vault.database.kind == "sqlite" else "%s"
            driver.execute(f"UPDATE subject_key SET wrapped = {mark} WHERE subject = 'p1'", (bytes(60),))
        vault.secret_check.require()
    with opened(url) as vault:
        assert vault.secret_check.fits()


def test_a_changed_check_value_fits_no_secret(url: str) -> None:
    with opened(url) as vault:
        vault.create(["p1"])
        with vault.database.writing() as driver:
            mark = "?" if vault.database.kind == "sqlite" else "%s"
            driver.execute(f"UPDATE secret_check SET sealed = {mark}", (bytes(44),))
        with refusing("secret-does-not-fit"):
            vault.create(["p2"])
