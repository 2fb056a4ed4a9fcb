"""tileledger doctor and migrate: what there is, where it came from, and what to do about it."""

import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from infra.migrations import chains
from services.weather.listed import Listed
from services.weather.polls import Poll, PollStore
from services.wiring import Wiring
from shared.catalogue import say
from shared.clock import SystemClock
from shared.database import postgresql
from shared.database import sqlite as sqlite_connections
from tests.cli.conftest import Command, Ran
from tests.cli.files import TOURNAMENT


def checks(ran: Ran) -> dict[str, Any]:
    """The findings by title; what was found and the way out in one sentence."""
    return {
        check["check"]: {**check, "detail": f"{check['detail']}: {check['way_out']}".removesuffix(": ")}
        for check in ran.answer["checks"]
    }


def test_on_a_fresh_machine_nothing_fails_and_nothing_is_made(tileledger: Command, home: Path) -> None:
    ran = tileledger("doctor", "--json")
    assert ran.code == 0
    assert checks(ran)[say("word-checked-log-database", "en")]["state"] == "warning"
    assert checks(ran)[say("word-checked-zone-data", "en")]["state"] == "ok"
    assert list(home.iterdir()) == []


def test_after_migrating_both_databases_are_reached(tileledger: Command) -> None:
    first = tileledger("migrate", "--json")
    assert set(first.answer) == {"log", "vault"}
    assert tileledger("migrate", "--json").answer == first.answer
    found = checks(tileledger("doctor", "--json"))
    assert (
        found[say("word-checked-log-database", "en")]["state"]
        == found[say("word-checked-vault-database", "en")]["state"]
        == "ok"
    )


def test_each_setting_is_shown_with_its_source_and_secrets_masked(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".env").write_text("TILELEDGER_TELEGRAM_TOKEN=123:abcdef\n")
    monkeypatch.setenv("TILELEDGER_BIND", "0.0.0.0:80")
    shown = tileledger("doctor").out
    assert "123:abcdef" not in shown
    settings = {row["name"]: row for row in tileledger("doctor", "--json").answer["settings"]}
    assert settings["TILELEDGER_BIND"] == {
        "name": "TILELEDGER_BIND",
        "value": "0.0.0.0:80",
        "source": "environment",
    }
    assert settings["TILELEDGER_TELEGRAM_TOKEN"]["source"] == ".env"
    assert settings["TILELEDGER_HKO_URL"]["source"] == "default"


def test_a_mistyped_setting_is_told_before_anything_else(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILELEDGER_DATABASE", "sqlite://")
    ran = tileledger("doctor")
    assert (ran.code, ran.out) == (1, "")
    assert "setting-unknown" in ran.err


@pytest.mark.parametrize("password", ["sEc/r3t@", "sEc@r3t@", "sEcr3t:"])
@pytest.mark.parametrize("command", [["doctor"], ["tournament", "list"], ["web"], ["migrate"]], ids=" ".join)
def test_a_password_that_is_not_escaped_is_shown_nowhere(
    command: list[str], password: str, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"postgresql://u:{password}localhost/x")
    ran = tileledger(*command)
    assert (ran.code, ran.out) == (1, "")
    assert "setting-invalid" in ran.err
    assert "r3t" not in ran.err


def test_a_database_that_is_away_is_asked_once_and_findings_are_printed_as_they_are_made(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed: list[str] = []

    def away(url: object) -> None:
        printed.append(capsys.readouterr().out)
        raise psycopg.OperationalError("no way to it")

    monkeypatch.setattr(postgresql, "connect", away)
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", "postgresql://me@127.0.0.1:1/log")
    monkeypatch.setenv("TILELEDGER_VAULT_URL", "postgresql://me@127.0.0.1:1/vault")
    assert tileledger("doctor").code == 1
    assert len(printed) == 2
    assert "TILELEDGER_VAULT_URL" in printed[0]
    assert say("word-checked-log-database", "en") in printed[1]


def test_a_vault_made_with_another_secret_is_found_out(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiring = Wiring()
    wiring.vault.create(["p-1"])
    wiring.close()
    found = checks(tileledger("doctor", "--json"))
    assert found[say("word-checked-vault-opens", "en")]["state"] == "ok"
    assert found["secret"]["state"] == "warning"
    (home / "var" / "secret.key").rename(home / "elsewhere")
    lost = tileledger("doctor", "--json")
    assert lost.code == 1
    assert checks(lost)[say("word-checked-vault-opens", "en")]["state"] == "failed"
    assert not (home / "var" / "secret.key").exists()
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", "another secret of at least 32 characters")
    assert (
        "another secret"
        in checks(tileledger("doctor", "--json"))[say("word-checked-vault-opens", "en")]["detail"]
    )


def test_a_key_file_that_others_can_read_is_told(tileledger: Command, home: Path) -> None:
    wiring = Wiring()
    assert wiring.secret.source == "file"
    (home / "var" / "secret.key").chmod(0o644)
    assert "chmod 600" in checks(tileledger("doctor", "--json"))["secret"]["detail"]


def test_a_database_that_others_can_read_is_told(tileledger: Command, home: Path) -> None:
    tileledger("migrate")
    vault = home / "var" / "vault.db"
    title = "private files of the vault database"
    assert checks(tileledger("doctor", "--json"))[title]["state"] == "ok"
    vault.chmod(0o644)
    found = checks(tileledger("doctor", "--json"))[title]
    assert found["state"] == "warning"
    assert "chmod 600 var/vault.db" in found["detail"]


def test_a_credential_that_others_can_read_is_told(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = home / "credentials" / "TILELEDGER_SECRET_KEY"
    file.parent.mkdir()
    file.write_text("s" * 40)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(file.parent))
    for mode, told in ((0o600, False), (0o666, True)):
        file.chmod(mode)
        ran = tileledger("doctor", "--json")
        assert ("private files of credentials" in checks(ran), str(file) in ran.out) == (told, told)


def test_a_database_that_can_only_be_read_is_told_once_each(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tileledger("migrate").code == 0

    def read_only(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise error

    monkeypatch.setattr(sqlite_connections, "connect", read_only)
    found = checks(tileledger("doctor", "--json")).values()
    assert len([check for check in found if check["state"] == "failed"]) == 2


def test_a_database_of_a_newer_release_is_left_alone(tileledger: Command, home: Path) -> None:
    tileledger("migrate")
    with sqlite3.connect(home / "var" / "tileledger.db") as connection:
        connection.execute("UPDATE schema_version SET version_num = '2999_01_01_later'")
    connection.close()
    assert tileledger("doctor").code == 1
    for command in (["migrate"], ["access", "list"]):
        ran = tileledger(*command)
        assert ran.code == 1
        assert "database-newer" in ran.err


def test_a_database_of_an_older_release_is_not_used_before_migrating(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tileledger("migrate")
    monkeypatch.setattr(chains, "_revisions", lambda chain: (f"2026_12_21_{chain}", "2099_01_01_later"))
    ran = tileledger("access", "list")
    assert ran.code == 1
    assert "tileledger migrate" in ran.err
    assert tileledger("doctor").code == 1


def test_a_file_that_is_no_database_fails_the_check(tileledger: Command, home: Path) -> None:
    (home / "var").mkdir()
    (home / "var" / "tileledger.db").write_text("this is a shopping list, not a database")
    ran = tileledger("doctor", "--json")
    assert ran.code == 1
    assert checks(ran)[say("word-checked-log-database", "en")]["state"] == "failed"


def test_the_sealing_key_is_looked_at_and_neither_made_nor_shown(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seal_key() -> dict[str, str]:
        found: dict[str, str] = checks(tileledger("doctor", "--json"))["seal key"]
        return found

    file = home / "var" / "seal.key"
    assert (seal_key()["state"], file.exists()) == ("warning", False)
    tileledger("migrate")
    assert tileledger("seal", "--public-key").code == 0
    assert seal_key()["state"] == "ok"
    assert file.read_text().strip() not in tileledger("doctor").out
    file.chmod(0o644)
    assert "chmod 600" in seal_key()["detail"]
    file.write_text("not a key")
    assert seal_key()["state"] == "failed"
    assert tileledger("doctor").code == 1
    monkeypatch.setenv("TILELEDGER_SEAL_KEY", "07" * 32)
    assert (seal_key()["state"], "07" * 32 in seal_key()["detail"]) == ("ok", False)
    monkeypatch.setenv("TILELEDGER_SEAL_KEY", "nowhere/to-be-found")
    assert seal_key()["state"] == "failed"


def test_the_heartbeat_of_the_weather_watch_is_told(tileledger: Command) -> None:
    def weather_watch(poll: Poll | None) -> tuple[str, str]:
        if poll is not None:
            wiring = Wiring()
            PollStore(wiring.database).note(poll)
            wiring.close()
        found = checks(tileledger("doctor", "--json"))["weather watch"]
        return found["state"], found["detail"]

    tileledger("migrate")
    now = SystemClock().now()
    assert weather_watch(None)[0] == "warning"
    state, detail = weather_watch(Poll(now - timedelta(hours=2), "good", "ab"))
    assert (state, say("check-way-worker-running", "en") in detail) == ("warning", True)
    assert weather_watch(Poll(now - timedelta(minutes=1), "good", "ab"))[0] == "ok"
    state, detail = weather_watch(Poll(now, "unreadable", "cd", "warnsum: status 503"))
    assert (state, "status 503" in detail) == ("warning", True)
    danger = (Listed("WTCSGNL", "TC8NE", now),)
    in_part = Poll(now + timedelta(microseconds=1), "partial", "ef", "warningInfo: status 503", danger)
    state, detail = weather_watch(in_part)
    assert state == "warning"
    assert "warningInfo: status 503" in detail
    assert "No. 8 Northeast Gale or Storm Signal is read" in detail


def test_what_is_muted_is_told_with_the_way_out(tileledger: Command) -> None:
    tournament = tileledger("tournament", "create", TOURNAMENT).out.strip()
    assert not any(name.startswith("notices") for name in checks(tileledger("doctor", "--json")))
    tileledger("deliveries", "mute", tournament)
    tileledger("deliveries", "mute")
    found = checks(tileledger("doctor", "--json"))
    assert found[f"notices of {tournament}"]["state"] == "warning"
    assert f"tileledger deliveries release {tournament}" in found[f"notices of {tournament}"]["detail"]
    assert found["notices of everything"]["detail"].endswith("`tileledger deliveries release`")
