"""Whatever someone with all rights on the database does to log, head, command records or seals is found.

What is not covered, because nothing follows from it: when a seal was put into its table, and a command's
keyed fingerprint.
"""

from collections.abc import Sequence

import pytest

from shared.database import Database
from shared.eventlog import tables
from shared.eventlog.chain import hasher
from shared.eventlog.log import EventLog
from shared.eventlog.seal import PublicKey, Seal, SealKey, SealStore, seal_table, verify_seals
from tests.eventlog.given import LEDGER, a_log, append, history
from tests.eventlog.test_verify import COLUMNS, tamper

KEY, OTHER = SealKey(bytes(32)), SealKey(bytes([1]) * 32)
SEALED, LAST = 12, 15
UNCOVERED = {("seal", "sealed_at"), ("command", "fingerprint")}

# One byte or number of each column is another; where it is found at a row with this seq.
TEXT, NUMBER, BYTES = "{column} || 'x'", "{column} + 1", "{changed}"
CHANGES: dict[tuple[str, str], tuple[str, int]] = {
    ("event", "tournament_id"): (TEXT, 5),
    ("event", "seq"): ("{column} + 100", 5),
    ("event", "type"): (TEXT, 5),
    ("event", "version"): (NUMBER, 5),
    ("event", "data"): (BYTES, 5),
    ("event", "personal"): (BYTES, 5),
    ("event", "actor"): (TEXT, 5),
    ("event", "command_id"): (TEXT, 5),
    ("event", "caused_by"): (NUMBER, 5),
    ("event", "occurred_at"): (NUMBER, 5),
    ("event", "recorded_at"): (NUMBER, 5),
    ("event", "hash"): (BYTES, 5),
    ("head", "tournament_id"): (TEXT, 1),
    ("head", "seq"): (NUMBER, LAST + 1),
    ("head", "hash"): (BYTES, LAST),
    ("head", "recorded_at"): (NUMBER, LAST),
    ("command", "tournament_id"): (TEXT, 4),
    ("command", "command_id"): (TEXT, 4),
    ("command", "first_seq"): (NUMBER, 4),
    ("command", "last_seq"): (NUMBER, 4),
    ("seal", "seq"): (NUMBER, SEALED),
    ("seal", "key"): (TEXT, SEALED),
    ("seal", "statement"): (BYTES, SEALED),
    ("seal", "signature"): (BYTES, SEALED),
}
WHERE = {"event": "seq = 5", "head": "1 = 1", "command": "first_seq = 4", "seal": "1 = 1"}


def sealed(database: Database) -> EventLog:
    """Twelve events, a seal over them, and three events more."""
    log = a_log(database)
    SealStore(database).put(KEY.seal(LEDGER, history(log)), 1)
    for _ in range(LAST - SEALED):
        append(log)
    assert found(log) is None
    return log


def found(log: EventLog, key: PublicKey = KEY.public, kept: Sequence[Seal] = ()) -> tuple[int, str] | None:
    fault = verify_seals(log, log.verify(LEDGER), key, kept).fault
    return None if fault is None else (fault.seq, fault.what)


def changed_byte(database: Database, table: str, column: str, at: int = 3) -> str:
    """SQL for a BLOB whose byte at `at` is another."""
    if database.kind == "postgresql":
        return f"set_byte({column}, {at}, get_byte({column}, {at}) # 1)"
    with database.connection() as driver:
        value = bytearray(driver.execute(f"SELECT {column} FROM {table} WHERE {WHERE[table]}").fetchone()[0])
    value[at] ^= 1
    return f"x'{value.hex()}'"


def test_every_column_there_is_is_changed_below() -> None:
    every = {
        (table.name, column.name)
        for table in (tables.event, tables.head, tables.command, seal_table)
        for column in table.columns
    }
    assert every == CHANGES.keys() | UNCOVERED | {("seal", "tournament_id")}


@pytest.mark.parametrize(("table", "column"), CHANGES)
def test_a_change_in_any_column_is_found_at_its_seq(database: Database, table: str, column: str) -> None:
    log = sealed(database)
    how, seq = CHANGES[table, column]
    value = how.format(column=column, changed=changed_byte(database, table, column) if how is BYTES else "")
    tamper(database, f"UPDATE {table} SET {column} = {value.replace('{', '{{')} WHERE {WHERE[table]}")
    fault = found(log)
    assert fault is not None
    assert fault[0] == seq


def test_every_byte_of_a_seal_counts(sqlite_database: Database) -> None:
    log = sealed(sqlite_database)
    [seal] = SealStore(sqlite_database).read(LEDGER)
    for column, size in (("statement", 150), ("signature", 64)):
        for at in range(0, size, 7):
            back = changed_byte(sqlite_database, "seal", column, at)
            tamper(sqlite_database, f"UPDATE seal SET {column} = {back}")
            assert found(log) is not None, (column, at)
            tamper(
                sqlite_database,
                f"UPDATE seal SET {column} = {changed_byte(sqlite_database, 'seal', column, at)}",
            )
    assert SealStore(sqlite_database).read(LEDGER) == [seal]
    assert found(log) is None


CLEAN_END = (
    "DELETE FROM event WHERE seq > {last}",
    "DELETE FROM command WHERE first_seq > {last}",
    "UPDATE head SET seq = {last}, hash = (SELECT hash FROM event WHERE seq = {last})",
)
"""An end taken off so that what is left is sound in itself."""


@pytest.mark.parametrize("last", [9, 3])
def test_a_tail_removed_cleanly_is_found_against_the_seal(database: Database, last: int) -> None:
    log = sealed(database)
    tamper(database, *(sql.format(last=last) for sql in CLEAN_END))
    assert log.verify(LEDGER).fault is None
    assert found(log) == (last + 1, "seal")


def test_a_tail_removed_with_its_seals_is_found_against_one_kept_elsewhere(database: Database) -> None:
    log = sealed(database)
    kept = SealStore(database).read(LEDGER)
    tamper(database, *(sql.format(last=9) for sql in CLEAN_END), "DELETE FROM seal")
    assert found(log) is None
    assert found(log, kept=kept) == (10, "seal")


@pytest.mark.parametrize(
    ("removed", "expected"),
    [
        (["event WHERE seq > 13"], (14, "missing")),  # past the last seal: against the head alone
        (["event", "command", "head"], (1, "seal")),
    ],
)
def test_what_is_removed_beside_the_seals_is_found(
    database: Database, removed: list[str], expected: tuple[int, str]
) -> None:
    log = sealed(database)
    tamper(database, *(f"DELETE FROM {rows}" for rows in removed))
    assert found(log) == expected


def test_another_tournaments_rows_are_found(database: Database) -> None:
    log = sealed(database)
    history(log, ledger="other")
    tamper(
        database,
        "DELETE FROM event WHERE seq = 7 AND tournament_id = 'hk-2026'",
        f"INSERT INTO event SELECT 'hk-2026', seq, {COLUMNS} FROM event "
        "WHERE seq = 7 AND tournament_id = 'other'",
    )
    assert found(log) == (7, "hash")


def test_another_tournaments_seal_is_found(database: Database) -> None:
    log = sealed(database)
    SealStore(database).put(KEY.seal("other", history(log, ledger="other")), 1)
    tamper(
        database,
        "DELETE FROM seal WHERE tournament_id = 'hk-2026'",
        "UPDATE seal SET tournament_id = 'hk-2026' WHERE tournament_id = 'other'",
    )
    assert found(log) == (SEALED, "seal")


def test_a_forged_seal_is_found_of_another_key_another_head_or_an_altered_signature(
    database: Database,
) -> None:
    log = sealed(database)
    head = log.head(LEDGER)
    store = SealStore(database)
    store.put(OTHER.seal(LEDGER, head), 1)
    assert found(log) == (LAST, "seal")
    tamper(database, "DELETE FROM seal WHERE seq = 15")
    assert found(log) is None
    elsewhere = type(head)(9, head.hash, head.recorded_at)
    store.put(KEY.seal(LEDGER, elsewhere), 1)
    assert found(log) == (9, "seal")
    # Made with the other key, but saying it was this one.
    posing = OTHER.seal(LEDGER, head)
    statement = KEY.seal(LEDGER, head).statement
    tamper(database, "DELETE FROM seal WHERE seq = 9")
    store.put(Seal(statement, posing.signature), 1)
    assert found(log) == (LAST, "seal")


def test_a_chain_rewritten_as_a_whole_is_found_by_its_seal(database: Database) -> None:
    other = history(a_log(database), ledger="rewritten", commands=5)
    log = sealed(database)
    assert other.seq == LAST
    again = "INSERT INTO event SELECT 'hk-2026', seq, type, version, data, personal, actor, command_id, "
    again += "caused_by, occurred_at, recorded_at, {hash} FROM event WHERE tournament_id = 'rewritten'"
    link, previous = hasher(LEDGER), bytes(32)
    events = log.read("rewritten")
    rows = []
    for event in events:
        previous = link(
            previous, event.seq, event.type, event.version, event.data, event.personal, event.actor,
            event.command_id, event.caused_by, event.occurred_at, event.recorded_at,
        )  # fmt: skip
        rows.append(previous)
    literal = "x'{}'" if database.kind == "sqlite" else "'\\x{}'::bytea"
    hashes = (
        "CASE seq "
        + " ".join(f"WHEN {seq} THEN {literal.format(row.hex())}" for seq, row in enumerate(rows, 1))
        + " END"
    )
    tamper(
        database,
        "DELETE FROM event WHERE tournament_id = 'hk-2026'",
        "DELETE FROM command WHERE tournament_id = 'hk-2026'",
        again.replace("{hash}", hashes),
        "INSERT INTO command SELECT 'hk-2026', command_id, fingerprint, first_seq, last_seq FROM command",
        f"UPDATE head SET hash = {literal.format(previous.hex())} WHERE tournament_id = 'hk-2026'",
    )
    assert log.verify(LEDGER).fault is None
    assert found(log) == (SEALED, "seal")
