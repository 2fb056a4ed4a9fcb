"""tileledger export, restore, verify, dump: the log as a file, and the proof that it is untouched."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from services.desk.decoding import CATALOGUE
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ENTRANT_HEADING, RESULT_HEADING, TOURNAMENT, entrant_rows, result_rows, write


@pytest.fixture
def played(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT)
        tileledger("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(12)))
        tileledger("import", "results", "hk-2026", write(home / "r.csv", RESULT_HEADING, result_rows(12)))

    at_home("played", prepare)
    return tileledger


def elsewhere(monkeypatch: pytest.MonkeyPatch, url: str, home: Path) -> None:
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", url)
    monkeypatch.setenv("TILELEDGER_VAULT_URL", f"sqlite:///{home}/other/vault.db")
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", (home / "var" / "secret.key").read_text().strip())


def test_an_export_restores_to_the_same_head_and_the_same_standings(
    played: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported = played("export", "hk-2026", "x.jsonl", "--json").answer
    before = played("standings", "hk-2026", "--format", "csv").out
    elsewhere(monkeypatch, f"sqlite:///{home}/other/log.db", home)
    restored = played("restore", "x.jsonl", "--json").answer
    assert restored == exported
    assert played("standings", "hk-2026", "--format", "csv").out == before
    assert played("verify", "hk-2026").code == 0


@pytest.mark.postgresql
def test_an_export_from_sqlite_has_the_same_head_on_postgresql(
    played: Command, home: Path, monkeypatch: pytest.MonkeyPatch, postgresql_url: str
) -> None:
    exported = played("export", "hk-2026", "x.jsonl", "--json").answer
    before = played("standings", "hk-2026", "--format", "csv").out
    elsewhere(monkeypatch, postgresql_url, home)
    assert played("restore", "x.jsonl", "--json").answer == exported
    assert played("standings", "hk-2026", "--format", "csv").out == before
    back = played("export", "hk-2026", "back.jsonl", "--json").answer
    assert back == exported
    assert (home / "back.jsonl").read_bytes() == (home / "x.jsonl").read_bytes()


def test_every_line_is_a_cloudevent_with_seq_and_hash(played: Command, home: Path) -> None:
    played("export", "hk-2026", "x.jsonl")
    *events, _closing = [json.loads(line) for line in (home / "x.jsonl").read_text().splitlines()]
    for number, event in enumerate(events, 1):
        assert event["specversion"] == "1.0"
        assert {"id", "source", "type", "time"} <= event.keys()
        assert event["seq"] == number
        assert len(event["hash"]) == 64


def test_a_touched_export_is_refused_with_line_and_seq(played: Command, home: Path) -> None:
    played("export", "hk-2026", "x.jsonl")
    lines = (home / "x.jsonl").read_text().splitlines(keepends=True)
    bad = next(number for number, line in enumerate(lines) if '"game_won":1' in line)
    lines[bad] = lines[bad].replace('"game_won":1', '"game_won":0', 1)
    (home / "y.jsonl").write_text("".join(lines))
    for command in (["verify", "y.jsonl"], ["restore", "y.jsonl"]):
        ran = played(*command)
        assert ran.code == 1
        assert f"seq {bad + 1}" in ran.err
        assert "Nothing was restored" not in ran.err
    (home / "z.jsonl").write_text("".join(lines[:20]))
    assert played("verify", "z.jsonl").code == 1


def test_a_byte_changed_in_the_database_is_named(played: Command, home: Path) -> None:
    database = sqlite3.connect(home / "var" / "tileledger.db")
    triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        database.execute(f"DROP TRIGGER {name}")
    database.execute("UPDATE event SET actor = 'organizer:other' WHERE seq = 9")
    database.commit()
    database.close()
    ran = played("verify", "hk-2026", "--json")
    assert ran.code == 1
    assert ran.answer["first_bad_seq"] == 9
    assert "seq 9" in ran.err


def test_a_dump_keeps_log_and_vault_apart_and_brings_both_back(
    played: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("dump", "backup").code == 0
    assert "Chan Tai" in played("standings", "hk-2026").out
    elsewhere(monkeypatch, f"sqlite:///{home}/other/log.db", home)
    assert played("restore", "backup/log/hk-2026.jsonl").code == 0
    assert "Chan Tai" not in played("standings", "hk-2026").out
    assert played("restore-vault", "backup/vault/keys.jsonl").code == 0
    assert "Chan Tai" in played("standings", "hk-2026").out
    assert played("restore-vault", "backup/vault/keys.jsonl", "--json").answer == {"keys": 0, "mended": 0}


def test_dumps_exports_and_databases_are_for_their_owner_only(played: Command, home: Path) -> None:
    before = os.umask(0)
    try:
        assert played("dump", str(home / "kept")).code == 0
        assert played("export", "hk-2026", "personal.jsonl").code == 0
        assert played("export", "hk-2026", "public.jsonl", "--public").code == 0
    finally:
        os.umask(before)
    for place in ((kept := home / "kept"), *kept.rglob("*")):
        assert place.stat().st_mode & 0o777 == (0o700 if place.is_dir() else 0o600), place
    assert (home / "personal.jsonl").stat().st_mode & 0o777 == 0o600
    assert (home / "public.jsonl").stat().st_mode & 0o777 == 0o666
    for file in (home / "var").iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


def test_an_export_with_an_event_that_this_release_does_not_know_is_not_restored(
    played: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported = played("export", "hk-2026", "x.jsonl", "--json").answer
    elsewhere(monkeypatch, f"sqlite:///{home}/other/log.db", home)
    with monkeypatch.context() as earlier:
        earlier.delitem(CATALOGUE.decoders, ("sheet-closed", 1))
        refused = played("restore", "x.jsonl")
        assert (refused.code, "event-unknown: The log holds sheet-closed version 1" in refused.err) == (
            1,
            True,
        )
        assert played("tournament", "list", "--json").answer == []
    assert played("restore", "x.jsonl", "--json").answer == exported


def test_an_export_does_not_overwrite_a_file(played: Command, home: Path) -> None:
    (home / "x.jsonl").write_text("mine")
    assert played("export", "hk-2026", "x.jsonl").code == 1
    assert (home / "x.jsonl").read_text() == "mine"
