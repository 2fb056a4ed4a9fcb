"""A database that is gone beside the other one is lost, not new: it is to come back, none is made unasked."""

import shutil
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.api.served import serving
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT
from tests.cli.test_doctor import checks
from tests.postgresql_server import Server
from tests.sampling import mostly_wide
from tests.vault.test_wrong_secret import ended

FILES = {"log": "tileledger.db", "vault": "vault.db"}
COPIES = {"log": ("restore", "copy/log/hk-2026.jsonl"), "vault": ("restore-vault", "copy/vault/keys.jsonl")}
ANNOUNCED = b'{"audience": "everyone", "en": "Welcome", "zh": "Welcome"}'


def files(home: Path) -> set[str]:
    return {str(file.relative_to(home)) for file in home.rglob("*")}


def take_away(home: Path, chain: str) -> None:
    (home / "away").mkdir()
    for file in (home / "var").glob(f"{FILES[chain]}*"):
        shutil.move(file, home / "away")


def bring_back(home: Path) -> None:
    for file in (home / "away").iterdir():
        shutil.move(file, home / "var")


@pytest.mark.parametrize("chain", FILES)
def test_a_lost_database_is_to_come_back_and_none_is_made_in_its_place(
    chain: str, entered: None, tileledger: Command, home: Path
) -> None:
    assert tileledger("dump", "copy").code == 0
    take_away(home, chain)
    before = files(home)
    ran = tileledger("doctor", "--json")
    found = checks(ran)
    assert ran.code == 1
    for title in (f"{chain} database", "vault matches log"):
        assert found[title]["state"] == "failed"
        assert f"var/{FILES[chain]} is not there, though the " in found[title]["detail"]
        assert (
            f"bring it back, from where it was moved or from a copy (`tileledger {COPIES[chain][0]} FILE`)"
            in (found[title]["detail"])
        )
    assert say("check-way-migrate-makes", "en") not in ran.out
    for command in (
        ("migrate",),
        ("dump", "copy"),
        ("tournament", "create", TOURNAMENT),
        ("submit", "hk-2026", "make-announcement"),
        ("subject", "hk-2026", "001"),
        ("worker",),
    ):
        refused = tileledger(*command, stdin=ANNOUNCED)
        assert refused.code == 1
        lost = f"tileledger: database-lost: There is no {chain} database at var/{FILES[chain]}, though"
        assert lost in refused.err, (command, refused.err)
    server = ("web",) if chain == "log" else ("up", "--no-demo", "--no-simulators")
    code, printed = ended(home, *server)
    assert (code, "database-lost" in printed) == (1, True), printed
    assert files(home) == before

    bring_back(home)
    assert (
        checks(tileledger("doctor", "--json"))[say("word-checked-vault-matches-log", "en")]["state"] == "ok"
    )
    assert tileledger("submit", "hk-2026", "make-announcement", stdin=ANNOUNCED).code == 0


@pytest.mark.parametrize("chain", FILES)
def test_a_lost_database_comes_back_from_its_dump(
    chain: str, entered: None, tileledger: Command, home: Path
) -> None:
    assert tileledger("dump", "copy").code == 0
    take_away(home, chain)
    assert tileledger(*COPIES[chain]).code == 0
    assert tileledger("subject", "hk-2026", "001").answer["details"]["name_en"] == "Chan Tai 1"
    assert (
        checks(tileledger("doctor", "--json"))[say("word-checked-vault-matches-log", "en")]["state"] == "ok"
    )


@pytest.mark.parametrize("chain", FILES)
def test_an_empty_file_in_its_place_is_no_database_either(
    chain: str, entered: None, tileledger: Command, home: Path
) -> None:
    take_away(home, chain)
    (home / "var" / FILES[chain]).touch()
    found = checks(tileledger("doctor", "--json"))[f"{chain} database"]
    assert (found["state"], "reached, and empty, though the" in found["detail"]) == ("failed", True)
    refused = tileledger("migrate")
    assert (refused.code, "database-lost" in refused.err) == (1, True)


def test_beside_a_lost_vault_no_further_log_is_brought_in(
    entered: None, tileledger: Command, home: Path
) -> None:
    assert tileledger("dump", "copy").code == 0
    take_away(home, "vault")
    refused = tileledger(*COPIES["log"])
    assert (refused.code, "database-lost" in refused.err) == (1, True)


def test_a_log_that_is_lost_for_good_is_made_anew_when_told_to(
    entered: None, tileledger: Command, home: Path
) -> None:
    take_away(home, "log")
    assert tileledger("migrate", "--new-log").code == 0
    ran = tileledger("doctor", "--json")
    found = checks(ran)["vault matches log"]
    assert (ran.code, found["state"]) == (1, "failed")
    assert "it has keys, and the log has no tournament: bring the log's own file back" in found["detail"]
    assert tileledger("vault", "quarantine").code == 1
    assert tileledger("vault", "quarantine", "--logs-are-complete").code == 0
    assert (
        checks(tileledger("doctor", "--json"))[say("word-checked-vault-matches-log", "en")]["state"] == "ok"
    )
    assert tileledger("tournament", "create", TOURNAMENT).code == 0


def test_a_vault_that_nobody_needs_any_more_is_made_as_on_a_new_machine(
    entered: None, tileledger: Command, home: Path
) -> None:
    for number in range(1, 4):
        assert tileledger("forget", f"hk-2026:{number:03}").code == 0
    take_away(home, "vault")
    ran = tileledger("doctor", "--json")
    found = checks(ran)["vault database"]
    assert (ran.code, found["state"]) == (0, "warning")
    assert say("check-way-migrate-makes", "en") in found["detail"]
    assert tileledger("migrate").code == 0


@pytest.mark.parametrize("chain", mostly_wide(FILES, ["log"]))
def test_a_running_server_is_not_ready_and_doctor_says_that_it_is_to_come_back(
    chain: str, entered: None, tileledger: Command, home: Path
) -> None:
    with serving(home) as server:
        take_away(home, chain)
        server.wait_until(lambda: server.not_ready_for(f"{chain} database"))
        assert tileledger("doctor").code == 1
        bring_back(home)
        server.wait_until(server.ready)


@pytest.mark.postgresql
def test_an_empty_database_of_postgresql_beside_a_vault_with_keys_is_a_lost_log(
    entered: None,
    tileledger: Command,
    monkeypatch: pytest.MonkeyPatch,
    postgresql_server: Server,
) -> None:
    url = postgresql_server.create()
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", url)
    refused = tileledger("migrate")
    assert (refused.code, "database-lost: There is no log database" in refused.err) == (1, True)
    assert checks(tileledger("doctor", "--json"))[say("word-checked-log-database", "en")]["state"] == "failed"
    assert tileledger("migrate", "--new-log").code == 0
    postgresql_server.drop(url)
