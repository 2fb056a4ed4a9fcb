"""Keys that no event names: listed, put aside when told to, destroyed after thirty days."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from services.wiring import Wiring
from shared.catalogue import say
from shared.clock import ManualClock
from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, entrant_rows, write
from tests.cli.test_doctor import checks

LEFT = "person-00000000000000000000"


def crash(home: Path) -> None:
    """What a registration leaves that dies between the vault and the log."""
    wiring = Wiring()
    wiring.vault.create([LEFT])
    wiring.close()


def subjects(home: Path) -> set[str]:
    with sqlite3.connect(home / "var" / "vault.db") as vault:
        found = {row[0] for row in vault.execute("SELECT subject FROM subject_key").fetchall()}
    vault.close()
    return found


def expire(days: float) -> None:
    """The worker's tick, so many days from now."""
    wiring = Wiring(clock=ManualClock(datetime.now(UTC) + timedelta(days=days)))
    wiring.expire_keys()
    wiring.close()


def register(tileledger: Command, home: Path, number: int) -> None:
    rows = write(home / f"{number}.csv", ENTRANT_HEADING, entrant_rows(number)[number - 1 :])
    assert tileledger("import", "entrants", "hk-2026", rows).code == 0


def log_file(home: Path) -> bytes:
    with sqlite3.connect(home / "var" / "tileledger.db") as log:
        log.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    log.close()
    return (home / "var" / "tileledger.db").read_bytes()


def names(tileledger: Command) -> list[str]:
    shown = tileledger("replay", "hk-2026", "--show", "timeline", "--json").out
    return [name for name in ("Chan Tai 1", "Chan Tai 3", "Chan Tai 11", "unreadable") if name in shown]


def test_a_key_that_a_crash_left_is_listed_and_let_be(entered: None, tileledger: Command, home: Path) -> None:
    assert checks(tileledger("doctor", "--json"))["left-over keys"]["state"] == "ok"
    crash(home)
    found = checks(tileledger("doctor", "--json"))["left-over keys"]
    assert (found["state"], LEFT in found["detail"]) == ("warning", True)
    assert "tileledger vault quarantine" in found["detail"]
    expire(days=400)
    assert LEFT in subjects(home)


def test_told_to_it_waits_thirty_days_and_is_destroyed(
    entered: None, tileledger: Command, home: Path
) -> None:
    crash(home)
    known = subjects(home)
    done = tileledger("vault", "quarantine", "--json").answer
    assert done == {"moved": 1, "released": 0, "destroyed": 0, "waiting": 1}
    assert tileledger("vault", "quarantine", "--json").answer["moved"] == 0
    assert (
        say("check-quarantined", "en", count="1")
        in checks(tileledger("doctor", "--json"))["left-over keys"]["detail"]
    )
    expire(days=29)
    assert subjects(home) == known
    expire(days=31)
    assert subjects(home) == known - {LEFT}
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 3"]
    # Nobody was forgotten: should the id come again, it gets a key.
    crash(home)
    assert LEFT in subjects(home)


def test_keys_of_people_of_cases_and_of_offices_are_no_left_overs(
    entered: None, tileledger: Command, home: Path
) -> None:
    tileledger("links", "email", "hk-2026", "organizer:organizer", "office@example.org")
    tileledger("submit", "hk-2026", "appoint-referee", stdin=b'{"referee": "R1", "name": "Judge"}')
    tileledger("submit", "hk-2026", "cancel-registration", stdin=b'{"entrant": "003", "reason": "ill"}')
    assert tileledger("vault", "quarantine", "--json").answer["moved"] == 0


def test_an_older_log_that_was_brought_back_costs_nobody_their_key(
    entered: None, tileledger: Command, home: Path
) -> None:
    older = log_file(home)
    register(tileledger, home, 11)
    newer = log_file(home)
    known = subjects(home)
    (home / "var" / "tileledger.db").write_bytes(older)
    assert "let them be" in checks(tileledger("doctor", "--json"))["left-over keys"]["detail"]
    refused = tileledger("vault", "quarantine")
    assert (refused.code, "vault-newer-than-log" in refused.err) == (1, True)
    # Nor once the older log has gone on by itself, past where the newer one was.
    for number in (12, 13, 14):
        register(tileledger, home, number)
    refused = tileledger("vault", "quarantine")
    assert (refused.code, "vault-newer-than-log" in refused.err) == (1, True)
    assert known <= subjects(home)
    (home / "var" / "tileledger.db").write_bytes(newer)
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 3", "Chan Tai 11"]


def test_whoever_says_that_the_logs_are_complete_has_thirty_days_to_find_out_otherwise(
    entered: None, tileledger: Command, home: Path
) -> None:
    older = log_file(home)
    register(tileledger, home, 11)
    newer = log_file(home)
    (home / "var" / "tileledger.db").write_bytes(older)
    assert tileledger("vault", "quarantine", "--logs-are-complete", "--json").answer["moved"] == 1
    (home / "var" / "tileledger.db").write_bytes(newer)
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 3", "Chan Tai 11"]
    expire(days=31)
    assert names(tileledger) == ["Chan Tai 1", "Chan Tai 3", "Chan Tai 11"]
    assert checks(tileledger("doctor", "--json"))["left-over keys"]["detail"] == "none"


def test_a_dump_of_the_vault_knows_how_far_the_logs_had_come(
    entered: None, tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tileledger("export", "hk-2026", "older.jsonl").code == 0
    register(tileledger, home, 11)
    assert tileledger("dump", "backup").code == 0
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", (home / "var" / "secret.key").read_text().strip())
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/other/log.db")
    assert tileledger("restore-vault", "backup/vault/keys.jsonl").code == 0
    assert tileledger("restore", "older.jsonl").code == 0
    refused = tileledger("vault", "quarantine")
    assert (refused.code, "vault-newer-than-log" in refused.err) == (1, True)


def test_a_vault_that_knows_no_heads_puts_nothing_aside_until_it_does(
    entered: None, tileledger: Command, home: Path
) -> None:
    with sqlite3.connect(home / "var" / "vault.db") as vault:
        vault.execute("DELETE FROM known_head")
    vault.close()
    crash(home)
    refused = tileledger("vault", "quarantine")
    assert (refused.code, "vault-newer-than-log" in refused.err) == (1, True)
    register(tileledger, home, 11)
    assert tileledger("vault", "quarantine", "--json").answer["moved"] == 1


def test_nothing_is_put_aside_beside_a_log_that_was_touched(
    entered: None, tileledger: Command, home: Path
) -> None:
    crash(home)
    with sqlite3.connect(home / "var" / "tileledger.db") as log:
        log.execute("DROP TRIGGER event_refuses_update")
        log.execute("UPDATE event SET personal = x'00' WHERE seq = 2")
    log.close()
    refused = tileledger("vault", "quarantine")
    assert (refused.code, "log-touched" in refused.err) == (1, True)
