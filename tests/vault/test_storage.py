"""Damage below the tables, in pages, triggers and the schema: `doctor`, `/readyz` and the start find it."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from services.checks.probing import HELD_SECONDS
from shared.catalogue import say
from tests.api.served import serving
from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, entrant_rows, write
from tests.cli.test_doctor import checks
from tests.sampling import mostly_wide


def zero_a_page(file: Path, of: str) -> None:
    """Overwrite the first page of a table with zeroes, as a failing disk does."""
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (of,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(bytes(size))


def test_a_zeroed_page_is_found_by_doctor_and_by_a_server_that_starts(
    entered: None, tileledger: Command, home: Path
) -> None:
    assert checks(tileledger("doctor", "--json"))[say("word-checked-log-pages", "en")]["state"] == "ok"
    zero_a_page(home / "var" / "tileledger.db", "webhook")
    ran = tileledger("doctor", "--json")
    found = checks(ran)
    assert ran.code == 1
    assert (
        found[say("word-checked-log-pages", "en")]["state"]
        == found[say("word-checked-log-contents", "en")]["state"]
        == "failed"
    )
    assert (
        found[say("word-checked-vault-pages", "en")]["state"]
        == found[say("word-checked-vault-contents", "en")]["state"]
        == "ok"
    )
    assert say("check-way-restore-secret", "en") in found[say("word-checked-log-contents", "en")]["detail"]
    with serving(home, wait_for="/livez") as server:
        assert server.not_ready_for(say("word-checked-log-pages", "en"))
        printed = server.printed
    assert "check_failed" in printed
    assert say("word-checked-log-pages", "en") in printed


def test_a_zeroed_page_of_the_vault_is_found_likewise(entered: None, tileledger: Command, home: Path) -> None:
    zero_a_page(home / "var" / "vault.db", "blind_index")
    found = checks(tileledger("doctor", "--json"))
    assert found[say("word-checked-vault-pages", "en")]["state"] == "failed"
    assert found[say("word-checked-log-pages", "en")]["state"] == "ok"


PLACES = {"magic": 3, "page size": 16, "format": 18, "schema format": 46, "schema": None}
"""Where two bytes of a file's header stand; None for what makes its tables."""


@pytest.mark.parametrize("file", ["tileledger.db", "vault.db"])
@pytest.mark.parametrize("place", mostly_wide(PLACES, ["magic", "schema"]))
def test_a_damaged_header_is_told_once_with_the_way_out(
    entered: None, tileledger: Command, home: Path, file: str, place: str
) -> None:
    damaged, chain = home / "var" / file, "vault" if file == "vault.db" else "log"
    with closing(sqlite3.connect(damaged)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = damaged.read_bytes()
    if (at := PLACES[place]) is None:
        damaged.write_bytes(content.replace(b"CREATE TABLE", b"CREATF TABLE"))
    else:
        damaged.write_bytes(content[:at] + b"\xfe\xfe" + content[at + 2 :])
    found = checks(tileledger("doctor", "--json"))
    failed = {title: check["detail"] for title, check in found.items() if check["state"] == "failed"}
    assert list(failed) == [f"{chain} database"]
    assert "is damaged" in failed[f"{chain} database"]
    assert say("check-way-restore-file", "en") in failed[f"{chain} database"]
    refused = tileledger("standings", "hk-2026") if chain == "log" else tileledger("vault", "quarantine")
    assert (refused.code, refused.err.startswith("tileledger: database-damaged: ")) == (1, True), refused
    assert "file is not a database" not in refused.err


def test_of_two_processes_none_is_ready_once_an_event_type_is_no_text(entered: None, home: Path) -> None:
    with closing(sqlite3.connect(home / "var" / "tileledger.db")) as connection, connection:
        (made,) = connection.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'event_refuses_update'"
        ).fetchone()
        connection.execute("DROP TRIGGER event_refuses_update")
        connection.execute("UPDATE event SET type = CAST(x'fe' || type AS TEXT) WHERE seq = 3")
        connection.execute(made)
    with serving(home, wait_for="/livez", workers=2) as server:
        told = []
        for _ in range(8):
            told.append(server.get("/readyz")[0])
            time.sleep(HELD_SECONDS / 3)
        assert told == [503] * 8


def test_dropped_triggers_are_found_and_migrate_puts_them_back(
    entered: None, tileledger: Command, home: Path
) -> None:
    with serving(home) as server:
        with sqlite3.connect(home / "var" / "tileledger.db") as connection:
            connection.execute("DROP TRIGGER event_refuses_delete")
            connection.execute("DROP TRIGGER seal_refuses_update")
        connection.close()
        found = checks(tileledger("doctor", "--json"))
        triggers = found["append-only triggers"]
        assert (triggers["state"], "tileledger migrate" in triggers["detail"]) == ("failed", True)
        assert "event_refuses_delete, seal_refuses_update" in triggers["detail"]
        assert (
            "trigger event_refuses_delete of event is missing"
            in found[say("word-checked-log-schema", "en")]["detail"]
        )
        server.wait_until(lambda: server.not_ready_for("append-only triggers"))
        mended = tileledger("migrate")
        assert (mended.code, "event_refuses_delete" in mended.err) == (0, True)
        server.wait_until(server.ready)
    found = checks(tileledger("doctor", "--json"))
    assert (
        found[say("word-checked-append-only-triggers", "en")]["state"]
        == found[say("word-checked-log-schema", "en")]["state"]
        == "ok"
    )
    assert tileledger("migrate").err == ""


def test_a_running_server_writes_nothing_once_another_release_has_migrated(
    entered: None, tileledger: Command, home: Path
) -> None:
    token = tileledger("access", "grant", "--role", "organizer").out.split()[-1]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    address = "/api/v1/tournaments/hk-2026/commands/make-announcement"
    with serving(home) as server:
        with sqlite3.connect(home / "var" / "tileledger.db") as connection:
            connection.execute("ALTER TABLE notice ADD COLUMN mood TEXT")
            connection.execute("UPDATE schema_version SET version_num = '2099_01_01_mood'")
        connection.close()
        body = b'{"audience": "everyone", "en": "Welcome", "zh": "Welcome"}'
        status, answer = server.send("POST", address, headers=headers, body=body)
        assert (status, b"schema-changed" in answer) == (503, True), answer
        server.wait_until(lambda: server.not_ready_for("log database"))


def test_what_the_operator_did_by_hand_is_named(entered: None, tileledger: Command, home: Path) -> None:
    with sqlite3.connect(home / "var" / "tileledger.db") as connection:
        connection.execute("ALTER TABLE notice ADD COLUMN mood TEXT")
    connection.close()
    schema = checks(tileledger("doctor", "--json"))["log schema"]
    assert (schema["state"], "column mood of notice" in schema["detail"]) == ("failed", True)
    rows = write(home / "more.csv", ENTRANT_HEADING, entrant_rows(11)[10:])
    assert tileledger("import", "entrants", "hk-2026", rows).code == 0
