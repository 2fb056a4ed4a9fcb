"""Export and restore: from one database to the other, whole or not at all."""

import json
from base64 import b64decode
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from infra.migrations import migrate
from shared.clock import to_micros
from shared.database import Database
from shared.eventlog import EMPTY, CommandAlreadyRecorded, EventLog, Verified
from shared.eventlog.transfer import export, restore, verify_export
from tests.eventlog.given import (
    FINGERPRINT,
    LEDGER,
    NOON,
    a_batch,
    a_log,
    an_event,
    append,
    decided,
    history,
    transact,
)
from tests.profiles import examples
from tests.refusing import refusing


def exported(log: EventLog, ledger: str = LEDGER, *, personal: bool = True) -> list[bytes]:
    lines: list[bytes] = []
    export(log, ledger, lines.append, personal=personal)
    return lines


@pytest.fixture
def in_memory() -> Iterator[EventLog]:
    """An empty log in memory."""
    database = Database("sqlite://")
    migrate(database)
    yield a_log(database)
    database.close()


@pytest.fixture(params=["sqlite to postgresql", "postgresql to sqlite"])
def both(request: pytest.FixtureRequest) -> tuple[EventLog, EventLog]:
    """A log and another one on the other kind of database."""
    kinds = str(request.param).split(" to ")
    source, target = (a_log(request.getfixturevalue(f"{kind}_database")) for kind in kinds)
    return source, target


@pytest.mark.postgresql
def test_a_restored_log_has_the_same_head_events_and_commands(both: tuple[EventLog, EventLog]) -> None:
    source, target = both
    head = history(source, commands=700)
    assert restore(target, exported(source)) == head == target.head(LEDGER)
    assert target.read(LEDGER, limit=5000) == source.read(LEDGER, limit=5000)
    assert target.verify(LEDGER) == source.verify(LEDGER) == Verified(LEDGER, head, 2100)
    assert exported(target) == exported(source)


@pytest.mark.postgresql
def test_a_repeated_command_is_known_after_a_restore(both: tuple[EventLog, EventLog]) -> None:
    source, target = both
    history(source)
    restore(target, exported(source))
    first = source.read(LEDGER)[0].command_id
    with pytest.raises(CommandAlreadyRecorded) as known:
        transact(target, LEDGER, target.head(LEDGER), decided(a_batch(command_id=first)))
    assert known.value.record == source.command(LEDGER, first)
    assert known.value.record.fingerprint == FINGERPRINT
    assert append(target).head.seq == 13


def test_a_line_is_a_cloudevent_with_all_that_the_hash_covers(database: Database) -> None:
    log = a_log(database)
    history(log)
    stored = log.read(LEDGER)[4]
    line = json.loads(exported(log)[4])
    assert line == {
        "specversion": "1.0",
        "id": "hk-2026/5",
        "source": "/tournaments/hk-2026",
        "type": "game_result_recorded",
        "subject": "hk-2026",
        "time": "2026-03-28T12:00:00.000000Z",
        "datacontenttype": "application/json",
        "data": {"command": 1, "event": 1, "name": "陳"},
        "seq": 5,
        "hash": stored.hash.hex(),
        "version": 1,
        "actor": "referee:r07",
        "commandid": "command/hk-2026/1",
        "causedby": 4,
        "occurredat": str(to_micros(NOON)),
        "recordedat": str(to_micros(NOON)),
        "personal": line["personal"],
    }
    assert b64decode(line["personal"]) == stored.personal
    assert all(name.isalnum() and name.islower() for name in line)
    closing = json.loads(exported(log)[-1])
    assert (closing["type"], closing["data"]) == (
        "eventlog.head",
        {"seq": 12, "hash": log.head(LEDGER).hash.hex()},
    )


def test_an_export_can_be_verified_without_a_database(sqlite_database: Database) -> None:
    log = a_log(sqlite_database)
    head = history(log, commands=400)
    seen: list[tuple[int, int]] = []
    assert verify_export(exported(log), lambda done, total: seen.append((done, total))) == Verified(
        LEDGER, head, 1200
    )
    assert seen == [(1000, 0), (1200, 0)]


def test_a_copy_without_personal_data_verifies_and_cannot_be_restored(
    sqlite_database: Database, in_memory: EventLog
) -> None:
    log = a_log(sqlite_database)
    head = history(log)
    public = exported(log, personal=False)
    assert b'personal"' not in b"".join(public)
    assert verify_export(public) == Verified(LEDGER, head, 12)
    with refusing("restore-without-personal"):
        restore(in_memory, public)
    assert in_memory.head(LEDGER) == EMPTY


def test_a_restore_into_a_log_that_knows_the_tournament_is_refused(database: Database) -> None:
    log = a_log(database)
    history(log)
    lines = exported(log)
    with refusing("restore-not-empty", "12 events here already"):
        restore(log, lines)


def test_an_unknown_tournament_cannot_be_exported(database: Database) -> None:
    with refusing("not-found"):
        exported(a_log(database), "unknown")


def test_other_tools_may_write_the_lines_anew(sqlite_database: Database) -> None:
    log = a_log(sqlite_database)
    head = history(log)
    again = [json.dumps(json.loads(line), indent=None, sort_keys=True) for line in exported(log)]
    assert verify_export(again).head == head


def edited(name: str, value: object) -> Callable[[list[bytes]], list[bytes]]:
    """Line 5 with another value of one attribute, or without it."""

    def touch(lines: list[bytes]) -> list[bytes]:
        line = json.loads(lines[4])
        line[name] = value
        if value is None:
            del line[name]
        return [*lines[:4], json.dumps(line).encode() + b"\n", *lines[5:]]

    return touch


TOUCHES: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "data": edited("data", {"command": 9}),
    "type": edited("type", "forged"),
    "version": edited("version", 2),
    "actor": edited("actor", "organizer:o"),
    "command": edited("commandid", "command/hk-2026/7"),
    "cause": edited("causedby", 3),
    "no cause": edited("causedby", None),
    "business time": edited("occurredat", "0"),
    "business time in another way": edited("occurredat", f"+{to_micros(NOON)}"),
    "store time": edited("recordedat", "0"),
    "time": edited("time", "2026-03-28T12:00:00.000001Z"),
    "time beyond the calendar": edited("recordedat", "9" * 30),
    "hash": edited("hash", "00" * 32),
    "hash that is none": edited("hash", "zz"),
    "personal": edited("personal", "AAAA"),
    "no personal": edited("personal", None),
    "personal digest beside it": edited("personaldigest", "00" * 32),
    "seq": edited("seq", 6),
    "id": edited("id", "hk-2026/6"),
    "tournament": edited("id", "hk-2027/5"),
    "source": edited("source", "/tournaments/x"),
    "subject": edited("subject", "x"),
    "specversion": edited("specversion", "0.3"),
    "content type": edited("datacontenttype", "text/plain"),
    "an attribute more": edited("extra", "x"),
    "an attribute less": edited("actor", None),
    "fingerprint in the middle of a command": edited("fingerprint", "00" * 40),
    "not json": lambda lines: [*lines[:4], b"{\n", *lines[5:]],
    "not utf-8": lambda lines: [*lines[:4], lines[4].replace("陳".encode(), b"\xff"), *lines[5:]],
    "empty line": lambda lines: [*lines[:4], b"\n", *lines[4:]],
    "removed": lambda lines: [*lines[:4], *lines[5:]],
    "twice": lambda lines: [*lines[:4], *lines[3:]],
    "swapped": lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]],
    "closed too soon": lambda lines: [*lines[:4], lines[-1]],
}


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_touched_export_is_refused_naming_line_and_seq(
    sqlite_database: Database, in_memory: EventLog, touch: str
) -> None:
    log = a_log(sqlite_database)
    history(log)
    lines = TOUCHES[touch](exported(log))
    for check in (verify_export, lambda lines: restore(in_memory, lines)):
        with refusing("export-touched", r"Line 5 \(seq 5\)"):
            check(lines)


def without_fingerprint(lines: list[bytes], at: int) -> list[bytes]:
    line = json.loads(lines[at])
    del line["fingerprint"]
    return [*lines[:at], json.dumps(line).encode(), *lines[at + 1 :]]


def test_a_fingerprint_that_is_missing_or_changed_is_refused(sqlite_database: Database) -> None:
    log = a_log(sqlite_database)
    history(log)
    lines = exported(log)
    with refusing("export-touched", "Line 4"):
        verify_export(without_fingerprint(lines, 2))
    with refusing("export-touched", "Line 13"):
        verify_export(without_fingerprint(lines, 11))
    changed = lines[5].replace(FINGERPRINT.hex().encode(), bytes(32).hex().encode())
    assert changed != lines[5]
    with refusing("export-touched", "fingerprint was changed"):
        verify_export([*lines[:5], changed, *lines[6:]])


@pytest.mark.parametrize("kept", [0, 1, 3, 12])
def test_an_export_that_was_cut_off_is_refused(sqlite_database: Database, kept: int) -> None:
    log = a_log(sqlite_database)
    history(log)
    with refusing("export-cut-off", f"after line {kept}"):
        verify_export(exported(log)[:kept])


@pytest.mark.parametrize(
    "touch",
    [
        lambda lines: [*lines, lines[-1]],
        lambda lines: [*lines, lines[0]],
        lambda lines: [*lines[:-1], lines[-1].replace(b'"seq":12', b'"seq":11')],
        lambda lines: [*lines[:-1], lines[-1].replace(b"/head", b"x/head")],
        lambda lines: [lines[-1]],
    ],
)
def test_a_closing_line_that_does_not_fit_is_refused(
    sqlite_database: Database, touch: Callable[[list[bytes]], list[bytes]]
) -> None:
    log = a_log(sqlite_database)
    history(log)
    with refusing("export-touched"):
        verify_export(touch(exported(log)))


def test_a_refused_restore_leaves_nothing(database: Database, in_memory: EventLog) -> None:
    head = history(in_memory, commands=700)
    lines = exported(in_memory)
    target = a_log(database)
    with refusing("export-touched", "Line 2050"):
        restore(target, [*lines[:2049], *lines[2050:]])
    assert target.tournaments() == []
    assert target.read(LEDGER) == []
    assert restore(target, lines) == head


def test_an_event_that_could_not_be_restored_is_not_exported(database: Database) -> None:
    log = a_log(database)
    history(log)
    append(log, a_batch(an_event(b'{"b":1, "a":2}')))
    with refusing("log-damaged", "seq 13"):
        exported(log)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(25, in_all=300))
@given(st.data())
def test_no_single_changed_byte_goes_unnoticed(sqlite_database: Database, data: st.DataObject) -> None:
    log = a_log(sqlite_database)
    if not log.tournaments():
        history(log, commands=2)
    lines = exported(log)
    at = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[at]) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != lines[at][place]))
    touched = [*lines]
    touched[at] = lines[at][:place] + bytes([byte]) + lines[at][place + 1 :]
    try:
        same = json.loads(touched[at]) == json.loads(lines[at])
    except ValueError:
        same = False
    if same:
        assert verify_export(touched).head == log.head(LEDGER)
    else:
        with refusing("export-touched"):
            verify_export(touched)
