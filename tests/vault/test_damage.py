"""A damaged or missing key, or a damaged record, costs one name; the rest reads, and `doctor` says so."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shared.catalogue import say
from shared.metrics import exposition
from tests.cli.conftest import Command, Ran
from tests.cli.files import ENTRANT_HEADING, entrant_rows, write
from tests.cli.test_doctor import checks


def vault_file(home: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(home / "var" / "vault.db") as connection:
        assert connection.execute(statement, values).rowcount
    connection.close()


def person(tileledger: Command, number: str) -> str:
    found: str = tileledger("subject", "hk-2026", number).answer["person"]
    return found


def names(tileledger: Command) -> list[str]:
    rows = tileledger("replay", "hk-2026", "--show", "timeline", "--json").out
    return [name for name in ("Chan Tai 1", "Chan Tai 2", "Chan Tai 3", "unreadable") if name in rows]


def personal_data(ran: Ran) -> Any:
    return checks(ran)["personal data of hk-2026"]


DAMAGES = {
    "key": "UPDATE subject_key SET wrapped = zeroblob(length(wrapped)) WHERE subject = ?",
    "missing": "DELETE FROM subject_key WHERE subject = ?",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_key_that_is_gone_costs_one_name_and_a_dump_brings_it_back(
    damage: str, entered: None, tileledger: Command, home: Path
) -> None:
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 2", "Chan Tai 3"]
    assert tileledger("dump", "backup").code == 0
    subject = person(tileledger, "002")
    vault_file(home, DAMAGES[damage], subject)

    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 3", "unreadable"]
    details = tileledger("subject", "hk-2026", "002").answer["details"]
    assert details == {"name_en": "unreadable", "name_zh": "（無法讀取）"}
    ran = tileledger("doctor", "--json")
    found = personal_data(ran)
    assert (ran.code, found["state"]) == (1, "failed")
    assert f"{subject}, entrant 002" in found["detail"]
    assert "001" not in found["detail"]
    assert "restore-vault" in found["detail"]
    assert "tileledger_unreadable_records_total" in exposition()[0].decode()

    # Others go on; nothing is added under a key that is gone, which would hide that it is.
    more = write(home / "more.csv", ENTRANT_HEADING, entrant_rows(4)[3:])
    assert tileledger("import", "entrants", "hk-2026", more).code == 0
    amend = b'{"entrant": "002", "email": "new@example.org"}'
    refused = tileledger("submit", "hk-2026", "amend-details", stdin=amend)
    assert (refused.code, "personal-data-unreadable" in refused.err) == (1, True)
    refused = tileledger("links", "email", "hk-2026", "entrant:002", "new@example.org")
    assert (refused.code, "Traceback" in refused.err) == (1, False)

    brought = tileledger("restore-vault", "backup/vault/keys.jsonl", "--json").answer
    assert brought == {"keys": int(damage == "missing"), "mended": int(damage == "key")}
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 2", "Chan Tai 3"]
    assert personal_data(tileledger("doctor", "--json"))["state"] == "ok"
    assert tileledger("subject", "hk-2026", "004").answer["details"]["name_en"] == "Chan Tai 4"


def not_json(personal: bytes) -> bytes:
    return b"not json"


def flipped(personal: bytes) -> bytes:
    fields = json.loads(personal)
    return json.dumps({subject: "AAAA" + sealed[4:] for subject, sealed in fields.items()}).encode()


@pytest.mark.parametrize("damage", [not_json, flipped])
def test_a_damaged_record_of_an_event_costs_one_name(
    damage: Callable[[bytes], bytes], entered: None, tileledger: Command, home: Path
) -> None:
    with sqlite3.connect(home / "var" / "tileledger.db") as log:
        seq, personal = log.execute(
            "SELECT seq, personal FROM event WHERE type = 'entrant-registered' ORDER BY seq LIMIT 1 OFFSET 1"
        ).fetchone()
        (trigger,) = log.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'event_refuses_update'"
        ).fetchone()
        log.execute("DROP TRIGGER event_refuses_update")
        log.execute("UPDATE event SET personal = ? WHERE seq = ?", (damage(personal), seq))
        log.execute(trigger)
    log.close()
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 3", "unreadable"]
    assert tileledger("standings", "hk-2026").code == 0
    assert tileledger("subject", "hk-2026", "001").answer["details"]["name_en"] == "Chan Tai 1"
    found = personal_data(tileledger("doctor", "--json"))
    assert (found["state"], "1 unreadable" in found["detail"]) == ("failed", True)
    assert "what was sealed is damaged" in found["detail"]


def test_what_cannot_be_read_is_said_in_the_language_asked_for(
    entered: None, tileledger: Command, home: Path
) -> None:
    vault_file(home, DAMAGES["key"], person(tileledger, "002"))
    shown = tileledger("replay", "hk-2026", "--show", "timeline", "--language", "zh", "--json")
    assert "（無法讀取）" in shown.out


def test_whoever_was_forgotten_is_not_taken_for_damage(
    entered: None, tileledger: Command, home: Path
) -> None:
    assert tileledger("forget", "hk-2026:002").code == 0
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 3"]
    found = personal_data(tileledger("doctor", "--json"))
    assert (found["state"], found["detail"]) == ("ok", say("check-everything-opens", "en"))


def test_an_empty_vault_beside_people_stops_writes_until_the_dump_is_back(
    entered: None, tileledger: Command, home: Path
) -> None:
    assert tileledger("dump", "backup").code == 0
    (home / "var" / "vault.db").unlink()
    assert tileledger("migrate", "--new-vault").code == 0
    more = write(home / "more.csv", ENTRANT_HEADING, entrant_rows(4)[3:])
    refused = tileledger("import", "entrants", "hk-2026", more)
    assert (refused.code, "vault-does-not-match-log" in refused.err) == (1, True)
    refused = tileledger("submit", "hk-2026", "draw-seats", stdin=b'{"session": "2026-03-28/1"}')
    assert (refused.code, "vault-does-not-match-log" in refused.err) == (1, True)
    found = checks(tileledger("doctor", "--json"))
    assert found[say("word-checked-vault-matches-log", "en")]["state"] == "failed"
    assert names(tileledger) == ["unreadable"]

    assert tileledger("restore-vault", "backup/vault/keys.jsonl").code == 0
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 2", "Chan Tai 3"]
    assert tileledger("import", "entrants", "hk-2026", more).code == 0
    assert (
        checks(tileledger("doctor", "--json"))[say("word-checked-vault-matches-log", "en")]["state"] == "ok"
    )


def test_an_empty_vault_is_no_fault_once_everyone_is_forgotten(
    entered: None, tileledger: Command, home: Path
) -> None:
    (home / "var" / "vault.db").unlink()
    assert tileledger("migrate", "--new-vault").code == 0
    for number in ("001", "002", "003"):
        assert tileledger("forget", f"hk-2026:{number}").code == 0
    assert (
        checks(tileledger("doctor", "--json"))[say("word-checked-vault-matches-log", "en")]["state"] == "ok"
    )
    more = write(home / "more.csv", ENTRANT_HEADING, entrant_rows(11)[10:])
    assert tileledger("import", "entrants", "hk-2026", more).code == 0


def test_a_copy_made_under_another_secret_is_not_brought_in(
    entered: None, tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tileledger("dump", "backup").code == 0
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", "another secret of at least 32 characters")
    monkeypatch.setenv("TILELEDGER_VAULT_URL", f"sqlite:///{home}/other/vault.db")
    refused = tileledger("restore-vault", "backup/vault/keys.jsonl")
    assert (refused.code, "secret-does-not-fit" in refused.err) == (1, True)


def test_a_newer_copy_also_brings_who_was_forgotten(entered: None, tileledger: Command, home: Path) -> None:
    older = (home / "var" / "vault.db").read_bytes()
    subject = person(tileledger, "002")
    assert tileledger("forget", "hk-2026:002").code == 0
    assert tileledger("dump", "backup").code == 0
    (home / "var" / "vault.db").write_bytes(older)
    assert tileledger("restore-vault", "backup/vault/keys.jsonl").code == 0
    with sqlite3.connect(home / "var" / "vault.db") as vault:
        assert vault.execute("SELECT 1 FROM subject_key WHERE subject = ?", (subject,)).fetchone() is None
    vault.close()
