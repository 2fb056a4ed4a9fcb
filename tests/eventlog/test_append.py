"""The one write path: `transact`."""

import threading
from collections.abc import Sequence
from datetime import timedelta

import pytest
import sqlalchemy as sa

from infra.migrations import migrate
from shared.clock import ManualClock, to_micros
from shared.codec import canonical
from shared.database import Database
from shared.eventlog import (
    EMPTY,
    Batch,
    CommandAlreadyRecorded,
    CommandRecord,
    EventLog,
    Head,
    Recorded,
    Unstorable,
    Write,
)
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


class Refused(Exception):
    """What a decision raises."""


def test_events_get_the_next_seqs_and_the_head_follows(database: Database) -> None:
    log = a_log(database)
    first = transact(log, LEDGER, EMPTY, decided(a_batch(an_event(), an_event(b"{}"))))
    second = transact(log, LEDGER, first.head, decided(a_batch()))
    assert [event.seq for event in (*first.events, *second.events)] == [1, 2, 3]
    assert log.head(LEDGER) == second.head == Head(3, second.events[0].hash, to_micros(NOON))
    assert log.read(LEDGER) == [*first.events, *second.events]


def test_every_field_is_stored_as_it_was_given(database: Database) -> None:
    log = a_log(database)
    event = an_event('{"name":"陳\\u0000"}'.encode(), personal=b"\x00\xff", caused_by=-(2**63))
    (stored,) = append(log, a_batch(event, actor="referee:é")).events
    assert log.read_one(LEDGER, 1) == stored
    assert (stored.data, stored.personal, stored.caused_by, stored.actor) == (
        event.data,
        event.personal,
        event.caused_by,
        "referee:é",
    )


def test_tournaments_have_sequences_of_their_own(database: Database) -> None:
    log = a_log(database)
    for ledger in ("b", "a", "b"):
        append(log, ledger=ledger)
    assert log.tournaments() == ["a", "b"]
    assert (log.head("a").seq, log.head("b").seq, log.head("c")) == (1, 2, EMPTY)


def test_a_large_batch_is_one_piece(database: Database) -> None:
    log = a_log(database)
    append(log)
    appended = append(log, a_batch(*(an_event(b'{"n":%d}' % n) for n in range(1200))))
    assert log.read(LEDGER, 1, 2000) == list(appended.events)
    assert log.verify(LEDGER).fault is None


def test_store_time_never_falls_when_the_clock_does(database: Database) -> None:
    clock = ManualClock(NOON)
    log = a_log(database, clock)
    append(log)
    clock.advance(timedelta(hours=-1))
    (late,) = append(log).events
    assert late.recorded_at == to_micros(NOON)
    clock.advance(timedelta(hours=2))
    (later,) = append(log).events
    assert later.recorded_at == to_micros(NOON + timedelta(hours=1))


def test_a_decision_sees_no_tail_when_its_writer_knew_the_head(database: Database) -> None:
    log = a_log(database)
    known = append(log).head
    seen: list[tuple[Head, Sequence[Recorded] | None]] = []

    def decide(head: Head, tail: Sequence[Recorded] | None) -> Batch:
        seen.append((head, tail))
        return a_batch()

    transact(log, LEDGER, known, decide)
    assert seen == [(known, ())]


def test_a_decision_on_an_old_head_gets_the_events_since(database: Database) -> None:
    log = a_log(database)
    known = append(log).head
    others = [*append(log).events, *append(log).events]
    seen: list[object] = []

    def decide(head: Head, tail: Sequence[Recorded] | None) -> Batch:
        seen.append((head.seq, list(tail or ())))
        return a_batch()

    appended = transact(log, LEDGER, known, decide)
    assert seen[-1] == (3, others)
    assert appended.head.seq == 4


@pytest.mark.parametrize("known", [Head(1, b"x" * 32, 0), Head(9, bytes(32), 0), Head(0, b"x" * 32, 0)])
def test_a_head_that_is_not_in_the_log_gives_no_tail(database: Database, known: Head) -> None:
    log = a_log(database)
    history(log)
    seen: list[object] = []

    def decide(head: Head, tail: Sequence[Recorded] | None) -> Batch:
        seen.append(tail)
        if tail is None:
            assert [event.seq for event in log.read(LEDGER)] == list(range(1, head.seq + 1))
        return a_batch()

    assert transact(log, LEDGER, known, decide).head.seq == 13
    assert seen[-1] is None


def test_what_a_decision_raises_undoes_everything(database: Database) -> None:
    log = a_log(database)

    def refuse(_head: Head, _tail: object) -> Batch:
        raise Refused

    with pytest.raises(Refused):
        transact(log, LEDGER, EMPTY, refuse)
    assert log.head(LEDGER) == EMPTY
    assert append(log).head.seq == 1


def test_a_refusal_on_an_old_head_is_not_believed(database: Database) -> None:
    log = a_log(database)
    append(log)

    def refuse_unless_there(head: Head, tail: Sequence[Recorded] | None) -> Batch:
        if head.seq + len(tail or ()) == 0:
            raise Refused
        return a_batch()

    assert transact(log, LEDGER, EMPTY, refuse_unless_there).head.seq == 2


def test_a_batch_of_nothing_changes_nothing(database: Database) -> None:
    log = a_log(database)
    nothing = Batch((), "referee:r07", "nothing", FINGERPRINT)
    assert transact(log, LEDGER, EMPTY, decided(nothing)).head == EMPTY
    known = append(log).head
    outcome = transact(log, LEDGER, EMPTY, decided(nothing))
    assert (outcome.head, list(outcome.events)) == (known, [])
    assert log.command(LEDGER, "nothing") is None
    with database.connection() as driver:
        assert driver.execute("SELECT count(*) FROM head").fetchone() == (1,)


def test_a_named_command_that_led_to_nothing_is_recorded_all_the_same(database: Database) -> None:
    log = a_log(database)
    known = append(log).head
    nothing = Batch((), "referee:r07", "nothing", FINGERPRINT, named=True)
    outcome = transact(log, LEDGER, known, decided(nothing))
    assert (outcome.head, list(outcome.events)) == (known, [])
    record = log.command(LEDGER, "nothing")
    assert record is not None
    assert (record.first_seq, record.last_seq) == (known.seq + 1, known.seq)
    further = append(log).head
    for late in (nothing, a_batch(command_id="nothing"), Batch((), "x", "nothing", bytes(32), named=True)):
        with pytest.raises(CommandAlreadyRecorded) as already:
            transact(log, LEDGER, further, decided(late))
        assert already.value.record == record
    assert log.head(LEDGER) == further
    verified = log.verify(LEDGER)
    assert (verified.fault, verified.events) == (None, further.seq)


def test_the_same_command_is_recorded_once(database: Database) -> None:
    log = a_log(database)
    append(log)
    append(log, a_batch(an_event(), an_event(), command_id="once"))
    before = log.head(LEDGER)
    for known in (before, EMPTY):
        with pytest.raises(CommandAlreadyRecorded) as again:
            transact(log, LEDGER, known, decided(a_batch(command_id="once")))
        assert again.value.record == CommandRecord(LEDGER, "once", FINGERPRINT, 2, 3)
    assert log.head(LEDGER) == before
    assert log.command(LEDGER, "once") == CommandRecord(LEDGER, "once", FINGERPRINT, 2, 3)
    assert append(log, a_batch(command_id="once"), ledger="another").head.seq == 1


def a_table_for_writes(database: Database) -> sa.TableClause:
    with database.writing() as driver:
        driver.execute("CREATE TABLE score (entrant TEXT PRIMARY KEY, points BIGINT NOT NULL)")
    return sa.table("score", sa.column("entrant", sa.Text), sa.column("points", sa.BigInteger))


def scores(database: Database) -> list[tuple[str, int]]:
    with database.connection() as driver:
        return driver.execute("SELECT entrant, points FROM score ORDER BY entrant").fetchall()


def test_further_rows_are_written_with_the_events(database: Database) -> None:
    log = a_log(database)
    table = a_table_for_writes(database)
    insert = database.insert(table)
    upsert = log.database.prepare(
        insert.on_conflict_do_update(index_elements=["entrant"], set_={"points": insert.excluded.points})
    )
    double = log.database.prepare(sa.update(table).values(points=table.c.points * 2))
    two = Write(upsert, [("a", 1), ("b", 2)])
    append(log, a_batch(writes=[two, Write(upsert, [{"points": 5, "entrant": "a"}]), Write(double, [()])]))
    assert scores(database) == [("a", 10), ("b", 4)]
    append(log, a_batch(writes=[two]))
    assert scores(database) == [("a", 1), ("b", 2)]


def test_rows_without_events_are_written_without_a_command_record(database: Database) -> None:
    log = a_log(database)
    insert = log.database.prepare(sa.insert(a_table_for_writes(database)))
    known = append(log).head
    only_rows = Batch((), "referee:r07", "rows", FINGERPRINT, [Write(insert, [("a", 1)])])
    assert transact(log, LEDGER, known, decided(only_rows)).head == known
    assert scores(database) == [("a", 1)]
    assert log.command(LEDGER, "rows") is None


def test_a_row_that_fails_takes_the_events_with_it(database: Database) -> None:
    log = a_log(database)
    insert = log.database.prepare(sa.insert(a_table_for_writes(database)))
    known = append(log).head
    with pytest.raises(Exception, match=r"(?i)null"):
        append(log, a_batch(writes=[Write(insert, [("a", 1), ("b", None)])]))
    with pytest.raises(CommandAlreadyRecorded):
        append(log, *(a_batch(command_id="twice", writes=[Write(insert, [("c", 1)])]) for _ in range(2)))
    assert scores(database) == [("c", 1)]
    assert log.head(LEDGER).seq == known.seq + 1
    assert log.verify(LEDGER).fault is None


@pytest.mark.parametrize("more", [0, 20], ids=["few events", "many events"])
def test_what_the_driver_cannot_send_takes_with_it_what_was_sent(database: Database, more: int) -> None:
    log = a_log(database)
    insert = log.database.prepare(sa.insert(a_table_for_writes(database)))
    known = append(log).head
    events = [an_event()] * (1 + more)
    with pytest.raises(Exception, match=r"(?i)object"):
        append(log, a_batch(*events, writes=[Write(insert, [("a", 1)]), Write(insert, [("b", object())])]))
    assert log.head(LEDGER) == known
    assert scores(database) == []
    append(log, a_batch(writes=[Write(insert, [("a", 2)])]))
    assert scores(database) == [("a", 2)]
    assert log.verify(LEDGER).fault is None


def test_a_decision_can_read_the_log(database: Database) -> None:
    log = a_log(database)
    append(log)
    read: list[int] = []

    def decide(_head: Head, _tail: object) -> Batch:
        read.append(len(log.read(LEDGER)) + log.head(LEDGER).seq)
        return a_batch(an_event(canonical({"read": read[-1]})))

    transact(log, LEDGER, EMPTY, decide)
    assert read[-1] == 2


def test_a_lock_holds_reads_appends_and_rows_together(database: Database) -> None:
    log = a_log(database)
    insert = log.database.prepare(sa.insert(a_table_for_writes(database)))
    known = append(log).head
    with log.locked(LEDGER) as locked:
        assert locked.head == known
        locked.append(a_batch())
        assert [event.seq for event in locked.read(0, 10)] == [1, 2]
        locked.execute([Write(insert, [("a", 1)])])
    assert (log.head(LEDGER).seq, scores(database)) == (2, [("a", 1)])

    def append_and_fail() -> None:
        with log.locked(LEDGER) as locked:
            locked.append(a_batch())
            locked.execute([Write(insert, [("b", 1)])])
            raise Refused

    with pytest.raises(Refused):
        append_and_fail()
    assert (log.head(LEDGER).seq, scores(database)) == (2, [("a", 1)])


def test_a_lock_that_changed_nothing_leaves_no_trace(database: Database) -> None:
    log = a_log(database)
    with log.locked("never seen") as locked:
        assert locked.head == EMPTY
    with database.connection() as driver:
        assert driver.execute("SELECT count(*) FROM head").fetchone() == (0,)


def test_a_transaction_inside_a_transaction_is_refused(database: Database) -> None:
    log = a_log(database)
    with log.locked(LEDGER), pytest.raises(RuntimeError, match="open already"):
        append(log, ledger="other")


@pytest.mark.parametrize("bad", ["", "a\0b", "x" * 256, "\ud800"])
def test_names_no_database_could_hold_are_refused_alike(database: Database, bad: str) -> None:
    log = a_log(database)
    for ledger, actor, command in ((LEDGER, bad, "c"), (LEDGER, "a", bad), (bad, "a", "c")):
        with pytest.raises(Unstorable):
            transact(log, ledger, EMPTY, decided(Batch((an_event(),), actor, command, FINGERPRINT)))
    assert log.tournaments() == []


def test_threads_of_one_process_append_without_gaps(database: Database) -> None:
    log = a_log(database)
    failed: list[BaseException] = []

    def work(name: str) -> None:
        try:
            head = EMPTY
            for n in range(25):
                head = transact(log, LEDGER, head, decided(a_batch(command_id=f"{name}/{n}"))).head
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(str(n),)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert log.verify(LEDGER).events == 100
    assert {e.command_id for e in log.read(LEDGER)} == {f"{t}/{n}" for t in range(4) for n in range(25)}


def test_a_log_can_live_in_memory() -> None:
    database = Database("sqlite://")
    migrate(database)
    log: EventLog = a_log(database)
    head = history(log)
    seen: list[int] = []

    def decide(_head: Head, _tail: object) -> Batch:
        seen.append(len(log.read(LEDGER)))
        return a_batch()

    assert transact(log, LEDGER, head, decide).head.seq == 13
    assert (seen, log.verify(LEDGER).fault) == ([12], None)
    database.close()
