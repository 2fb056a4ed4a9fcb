"""Every command on databases from before 1.0 says so and what to do, and leaves every byte as it is."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT
from tests.cli.test_doctor import checks
from tests.vault.test_wrong_secret import ended

TABLES = {"log": "schema_version", "vault": "vault_schema_version"}
FILES = {"log": "tileledger.db", "vault": "vault.db"}
COMMANDS = (
    ("migrate",),
    ("migrate", "--new-log", "--new-vault"),
    ("access", "list"),
    ("access", "grant", "--role", "organizer"),
    ("tournament", "create", TOURNAMENT),
    ("tournament", "list"),
    ("standings", "hk-2026"),
    ("replay", "hk-2026"),
    ("verify", "hk-2026"),
    ("seal", "hk-2026"),
    ("export", "hk-2026", "x.jsonl"),
    ("export", "hk-2026", "--sqlite", "x.db"),
    ("dump", "copy"),
    ("demo", "--until", "registration"),
    ("deliveries", "hk-2026"),
    ("forget", "hk-2026:0001"),
    ("vault", "quarantine"),
    ("worker",),
)


def files(home: Path) -> dict[str, bytes]:
    return {str(file.relative_to(home)): file.read_bytes() for file in home.rglob("*") if file.is_file()}


@pytest.fixture
def before(tileledger: Command, home: Path) -> dict[str, bytes]:
    """What lies in the home, whose databases an earlier version made."""
    assert tileledger("migrate").code == 0
    for chain in TABLES:
        age(home, chain)
    return files(home)


def age(home: Path, chain: str) -> None:
    with closing(sqlite3.connect(home / "var" / FILES[chain])) as connection:
        connection.execute(f"UPDATE {TABLES[chain]} SET version_num = '2026_11_20_first'")
        connection.commit()


def test_every_command_says_so_and_touches_nothing(
    before: dict[str, bytes], tileledger: Command, home: Path
) -> None:
    for command in COMMANDS:
        refused = tileledger(*command)
        assert refused.code == 1, command
        assert "database-pre-release: The log database was made by a version before 1.0" in refused.err
        assert "set TILELEDGER_DATABASE_URL and TILELEDGER_VAULT_URL to other addresses" in refused.err
        assert files(home) == before, command


@pytest.mark.parametrize("log", ["of this release", "at another address"])
def test_a_vault_from_before_is_left_alone_as_well(log: str, tileledger: Command, home: Path) -> None:
    tileledger("migrate")
    age(home, "vault")
    if log == "at another address":
        (home / "var" / "tileledger.db").unlink()
    before = files(home)
    for command in (("migrate",), ("tournament", "create", TOURNAMENT), ("worker",)):
        refused = tileledger(*command)
        assert refused.code == 1, command
        assert "database-pre-release: The vault database was made by" in refused.err
        assert files(home) == before, command


def test_doctor_says_it_once_for_each_database(
    before: dict[str, bytes], tileledger: Command, home: Path
) -> None:
    ran = tileledger("doctor", "--json")
    assert ran.code == 1
    told = {title for title, row in checks(ran).items() if "before 1.0" in row["detail"]}
    assert told == {say("word-checked-log-database", "en"), say("word-checked-vault-database", "en")}
    assert files(home) == before


@pytest.mark.parametrize(
    "command", [pytest.param(("web",), marks=pytest.mark.wide), ("up", "--no-simulators")]
)
def test_nothing_starts(before: dict[str, bytes], command: tuple[str, ...], home: Path) -> None:
    code, printed = ended(home, *command)
    assert (code, "database-pre-release" in printed) == (1, True), printed
    assert files(home) == before
