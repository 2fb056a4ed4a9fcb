"""Dumps of the vault, and its quarantine, on both kinds of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.migrations import migrate_vault
from shared.database import Database
from shared.vault import Unreadable, Vault
from shared.vault.copying import Brought, dump, load
from shared.vault.quarantine import KnownHead
from tests.conftest import VAULT_SECRET
from tests.postgresql_server import Server
from tests.refusing import refusing

HEAD = KnownHead("hk-2026", 7, bytes(range(32)))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def vault(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Vault]:
    url = f"sqlite:///{tmp_path / 'vault.db'}"
    server: Server | None = None
    if request.param == "postgresql":
        server = request.getfixturevalue("postgresql_server")
        url = server.create()
    database = Database(url)
    migrate_vault(database)
    yield Vault(database, VAULT_SECRET)
    database.close()
    if server is not None:
        server.drop(url)


def execute(vault: Vault, statement: str) -> None:
    with vault.database.writing() as driver:
        driver.execute(statement)


def test_a_dump_mends_what_is_damaged_fills_what_is_missing_and_leaves_the_rest(vault: Vault) -> None:
    vault.create(["p1", "p2", "p3", "p4"])
    vault.index("email", "two@example.org", "p2")
    personal = vault.seal_all({subject: {"name": subject} for subject in ("p1", "p2", "p3", "p4")})
    copy = list(dump(vault))
    vault.forget("p4")
    execute(
        vault,
        "UPDATE subject_key SET wrapped = (SELECT wrapped FROM subject_key WHERE subject = 'p3')"
        " WHERE subject = 'p1'",
    )
    execute(vault, "DELETE FROM subject_key WHERE subject = 'p2'")
    execute(vault, "DELETE FROM blind_index")
    epoch = vault.epoch()
    again = Vault(vault.database, VAULT_SECRET)
    opened = again.open_all(personal)
    assert isinstance(opened, dict)
    why = {subject: found.why for subject, found in opened.items() if isinstance(found, Unreadable)}
    assert why == {"p1": "key", "p2": "missing"}

    assert load(again, copy) == Brought(added=1, mended=1)
    assert again.epoch() > epoch
    expected = {"p1": {"name": "p1"}, "p2": {"name": "p2"}, "p3": {"name": "p3"}, "p4": None}
    assert again.open_all(personal) == expected
    assert again.find("email", "two@example.org") == ["p2"]
    assert load(again, copy) == Brought(added=0, mended=0)


def test_a_dump_under_another_secret_or_cut_off_changes_nothing(vault: Vault) -> None:
    vault.create(["p1"])
    copy = list(dump(vault))
    execute(vault, "DELETE FROM subject_key")
    other = Vault(vault.database, b"another secret, which never made this vault")
    with refusing("secret-does-not-fit"):
        load(other, copy)
    with refusing("vault-copy-unreadable", "cut off"):
        load(vault, copy[:-1])
    with refusing("vault-copy-unreadable", "cut off"):
        load(vault, copy[1:])
    assert not vault.holds_keys()


def test_known_heads_come_along_and_only_move_forward(vault: Vault) -> None:
    vault.create(["p1"], [HEAD])
    copy = list(dump(vault))
    later = KnownHead(HEAD.ledger, 9, bytes(32))
    vault.create(["p2"], [later])
    load(vault, copy)
    assert vault.quarantine.heads() == [later]
    vault.quarantine.know_only([])
    load(vault, copy)
    assert vault.quarantine.head(HEAD.ledger) == HEAD


def test_a_key_in_quarantine_opens_until_it_is_destroyed(vault: Vault) -> None:
    vault.create(["p1", "p2"])
    sealed = vault.seal("p1", {"name": "Chan"})
    vault.quarantine.put(["p1"], 5)
    vault.quarantine.put(["p1", "p2"], 8)
    assert vault.quarantine.waiting() == {"p1": 5, "p2": 8}
    assert vault.open("p1", sealed) == {"name": "Chan"}
    vault.quarantine.release(["p2"])
    vault.quarantine.destroy(["p1"])
    assert (vault.quarantine.waiting(), vault.quarantine.subjects()) == ({}, ["p2"])
    vault.create(["p1"])
    assert vault.quarantine.subjects() == ["p1", "p2"]
