"""Verify names the first event that is not as it was appended."""

import pytest

from shared.database import Database
from shared.eventlog import EMPTY, Verified
from tests.eventlog.given import LEDGER, a_log, append, history
from tests.sampling import mostly_wide

CHANGES = {
    "tournament_id": None,
    "type": "'forged'",
    "version": "version + 1",
    "data": "{blob}",
    "personal": "{blob}",
    "actor": "actor || ' '",
    "command_id": "command_id || 'x'",
    "caused_by": "coalesce(caused_by, 0) + 1",
    "occurred_at": "occurred_at + 1",
    "recorded_at": "recorded_at - 1",
    "hash": "{blob}",
}
BLOB = {"sqlite": "x'7b7d'", "postgresql": "'\\x7b7d'::bytea"}


def tamper(database: Database, *script: str) -> None:
    """What somebody with all rights on the database can do: drop the triggers and change rows."""
    with database.connection() as driver:
        if database.kind == "sqlite":
            for (name,) in driver.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                driver.execute(f"DROP TRIGGER {name}")
        else:
            driver.execute("ALTER TABLE event DISABLE TRIGGER ALL")
            driver.execute("ALTER TABLE command DISABLE TRIGGER ALL")
            driver.execute("ALTER TABLE seal DISABLE TRIGGER ALL")
        for sql in script:
            driver.execute(sql.format(blob=BLOB[database.kind]))


def fault_after(database: Database, *script: str) -> tuple[int, str]:
    log = a_log(database)
    history(log)
    assert log.verify(LEDGER) == Verified(LEDGER, log.head(LEDGER), 12)
    tamper(database, *script)
    verified = log.verify(LEDGER)
    assert verified.fault is not None
    assert verified.events == verified.fault.seq - 1 or verified.fault.what in ("head", "beyond", "command")
    return verified.fault.seq, verified.fault.what


AT_SEQS = [(column, seq) for column, change in CHANGES.items() if change for seq in (1, 8, 12)]


@pytest.mark.parametrize("changed", mostly_wide(AT_SEQS, AT_SEQS[::4]), ids=str)
def test_a_changed_column_is_found_at_its_event(database: Database, changed: tuple[str, int]) -> None:
    column, seq = changed
    change = f"UPDATE event SET {column} = {CHANGES[column]} WHERE seq = {seq}"
    assert fault_after(database, change) == (seq, "hash")


def test_one_changed_bit_of_data_is_found(database: Database) -> None:
    flipped = "CAST(replace(CAST(data AS TEXT), '\"event\":1', '\"event\":3') AS BLOB)"
    if database.kind == "postgresql":
        flipped = "set_byte(data, 5, get_byte(data, 5) # 1)"
    assert fault_after(database, f"UPDATE event SET data = {flipped} WHERE seq = 5") == (5, "hash")


COLUMNS = "type, version, data, personal, actor, command_id, caused_by, occurred_at, recorded_at, hash"
CHANGED = {
    "personal data taken out": ("UPDATE event SET personal = NULL WHERE seq = 5", (5, "hash")),
    "moved to another tournament": ("UPDATE event SET tournament_id = 'x' WHERE seq = 4", (4, "gap")),
    "event removed": ("DELETE FROM event WHERE seq = 6", (6, "gap")),
    "start removed": ("DELETE FROM event WHERE seq <= 3", (1, "gap")),
    "tail removed": ("DELETE FROM event WHERE seq > 9", (10, "missing")),
    "log emptied": ("DELETE FROM event", (1, "missing")),
    "event added past the head": (
        f"INSERT INTO event SELECT tournament_id, 13, {COLUMNS} FROM event WHERE seq = 12",
        (13, "beyond"),
    ),
    "hash of the head": ("UPDATE head SET hash = {blob}", (12, "head")),
    "moment of the head": ("UPDATE head SET recorded_at = recorded_at + 1", (12, "head")),
    "head back": ("UPDATE head SET seq = 9", (9, "head")),
    "head ahead": ("UPDATE head SET seq = 20", (13, "missing")),
    "head removed": ("DELETE FROM head", (1, "beyond")),
    "head set back cleanly": (
        "UPDATE head SET seq = 9, hash = (SELECT hash FROM event WHERE seq = 9)",
        (10, "beyond"),
    ),
    "command removed": ("DELETE FROM command WHERE first_seq = 4", (4, "command")),
    "command renamed": ("UPDATE command SET command_id = 'other' WHERE first_seq = 4", (4, "command")),
    "command begins later": ("UPDATE command SET first_seq = 5 WHERE first_seq = 4", (4, "command")),
    "command of one event": (
        "UPDATE command SET last_seq = 5, first_seq = 5 WHERE first_seq = 4",
        (4, "command"),
    ),
}


@pytest.mark.parametrize("what", CHANGED)
def test_a_change_is_found_where_it_is(database: Database, what: str) -> None:
    change, found = CHANGED[what]
    assert fault_after(database, change) == found


def test_swapped_events_are_found_at_the_first(database: Database) -> None:
    swap = [
        "UPDATE event SET seq = 100 WHERE seq = 5",
        "UPDATE event SET seq = 5 WHERE seq = 7",
        "UPDATE event SET seq = 7 WHERE seq = 100",
    ]
    assert fault_after(database, *swap) == (5, "hash")


def test_an_event_put_in_between_is_found(database: Database) -> None:
    make_room = [f"UPDATE event SET seq = {n + 1} WHERE seq = {n}" for n in range(12, 4, -1)]
    put_in = f"INSERT INTO event SELECT tournament_id, 5, {COLUMNS} FROM event WHERE seq = 4"
    assert fault_after(database, *make_room, put_in) == (5, "hash")


def test_a_field_of_another_type_is_found(sqlite_database: Database) -> None:
    for column, value in (("data", "'text'"), ("actor", "x'00ff'"), ("occurred_at", "'soon'")):
        log = a_log(sqlite_database)
        ledger = f"with {column}"
        history(log, ledger=ledger)
        third = f"seq = 3 AND tournament_id = '{ledger}'"
        tamper(sqlite_database, f"UPDATE event SET {column} = {value} WHERE {third}")
        fault = log.verify(ledger).fault
        assert fault is not None
        assert (fault.seq, fault.what) == (3, "hash")


def test_a_sound_log_verifies_while_others_append(database: Database) -> None:
    log = a_log(database)
    history(log)
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        append(log)

    verified = log.verify(LEDGER, progress)
    assert (verified.fault, verified.events, seen) == (None, 12, [(12, 12)])
    assert log.verify(LEDGER).events == 13


def test_an_unknown_tournament_has_nothing_to_verify(database: Database) -> None:
    assert a_log(database).verify("unknown") == Verified("unknown", EMPTY, 0)
