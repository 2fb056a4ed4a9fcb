"""What fails, or takes too long, in a commit that many share costs nobody else anything."""

import threading
import time

import pytest
import sqlalchemy as sa

from shared.database import Database
from shared.database.deadline import waiting_at_most
from shared.database.failures import DATABASE_BUSY
from shared.eventlog import (
    Alone,
    Appended,
    CommandAlreadyRecorded,
    EventLog,
    Head,
    Intent,
    Write,
    tables,
)
from shared.eventlog.committing import Commit, Member
from shared.eventlog.locked import Locked
from shared.eventlog.sharing import _Lane
from shared.problems import Problem
from shared.working import TOOK_TOO_LONG
from tests.eventlog.given import LEDGER, a_log, append
from tests.eventlog.sharing import SECONDS, Counting, Sent, bases
from tests.eventlog.waiting_together import log as log
from tests.eventlog.waiting_together import sent_together, until, waiting
from tests.eventlog.waiting_together import sizes as sizes
from tests.refusing import refusing


def test_a_commit_whose_answer_is_lost_is_found_in_the_log(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    write = Commit.write

    def lose_the_answer(commit: Commit) -> None:
        write(commit)
        if len(commit.taken) > 1:
            raise OSError("the connection is gone")

    monkeypatch.setattr(Commit, "write", lose_the_answer)
    outcomes = sent_together(log, Counting(log, counted, "a"), Counting(log, counted, "b"))
    for id_, seq in (("first", 1), ("a", 2), ("b", 3)):
        outcome = outcomes[id_]
        assert isinstance(outcome, CommandAlreadyRecorded)
        assert outcome.record.last_seq == seq
    assert [base["commands"] for base in bases(log)] == [0, 1, 2]


def test_where_a_record_cannot_be_looked_up_the_others_go_on(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    Counting(log, counted, "same").send()

    def insist(_: Counting, before: Intent | None) -> None:
        if before is not None:
            raise Alone

    def away(*_: object) -> None:
        raise DATABASE_BUSY(seconds=1)

    with monkeypatch.context() as patched:
        patched.setattr(EventLog, "command", away)
        repeated = Sent([Counting(log, counted, "same")]).answered()["same"]
    assert isinstance(repeated, Problem)
    assert repeated.kind is DATABASE_BUSY
    assert Counting(log, counted, "own", meanwhile=insist).send().head.seq == 2
    assert len(log._sharing._lanes) == 0


def test_what_cannot_be_written_costs_the_others_nothing(log: EventLog) -> None:
    refused_by_a_trigger = log.database.prepare(sa.update(tables.event).values(actor="somebody"))
    counted: dict[str, tuple[Head, int]] = {}
    bad = Counting(log, counted, "bad", writes=[Write(refused_by_a_trigger, [()])])
    outcomes = sent_together(log, Counting(log, counted, "a"), bad, Counting(log, counted, "b"))
    assert isinstance(outcomes["bad"], Exception)
    assert all(isinstance(outcomes[id_], Appended) for id_ in ("first", "a", "b"))
    assert sorted(event.command_id for event in log.read(LEDGER)) == ["a", "b", "first"]
    assert [base["commands"] for base in bases(log)] == [0, 1, 2]


def test_who_follows_a_commit_that_failed_is_decided_again(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    write, writing, followed = Commit.write, threading.Event(), threading.Event()
    on: list[Intent | None] = []

    def fail_once(commit: Commit) -> None:
        if writing.is_set():
            return write(commit)
        writing.set()
        assert followed.wait(SECONDS)
        raise OSError("the disk is gone")

    def note(_: Counting, before: Intent | None) -> None:
        on.append(before)
        followed.set()

    monkeypatch.setattr(Commit, "write", fail_once)
    first = Counting(log, counted, "first")
    failing = Sent([first])
    assert writing.wait(SECONDS)
    following = Sent([Counting(log, counted, "second", meanwhile=note)])
    assert isinstance(failing.answered()["first"], OSError)
    assert isinstance(following.answered()["second"], Appended)
    assert on == [first, None]
    assert bases(log) == [{"commands": 0, "seq": 0}]


def test_a_refusal_after_a_commit_that_failed_is_about_the_log_as_it_is(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    write, writing, followed = Commit.write, threading.Event(), threading.Event()

    def fail_once(commit: Commit) -> None:
        if writing.is_set():
            return write(commit)
        writing.set()
        assert followed.wait(SECONDS)
        raise OSError("the disk is gone")

    def refuse_what_follows(intent: Counting, _: Intent | None) -> None:
        followed.set()
        if intent.commands:
            raise TOOK_TOO_LONG(most=1, seconds=1)

    monkeypatch.setattr(Commit, "write", fail_once)
    failing = Sent([Counting(log, counted, "first")])
    assert writing.wait(SECONDS)
    following = Sent([Counting(log, counted, "second", meanwhile=refuse_what_follows)])
    failing.answered()
    assert isinstance(following.answered()["second"], Appended)


def test_whoever_waits_too_long_is_told_so_and_the_others_go_on(log: EventLog) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    begun, go_on = threading.Event(), threading.Event()

    def hold(_: Counting, __: Intent | None) -> None:
        begun.set()
        assert go_on.wait(SECONDS)

    leading = Sent([Counting(log, counted, "first", meanwhile=hold)])
    assert begun.wait(SECONDS)
    patient = Sent([Counting(log, counted, "patient")])
    with waiting_at_most(0.05), refusing("database-busy"):
        Counting(log, counted, "hasty").send()
    go_on.set()
    assert isinstance(leading.answered()["first"], Appended)
    assert isinstance(patient.answered()["patient"], Appended)
    assert [event.command_id for event in log.read(LEDGER)] == ["first", "patient"]


def test_where_the_leader_waits_in_vain_the_others_may_wait_on(database: Database) -> None:
    """Another process has the tournament; whoever has less time does not decide for the others."""
    log, elsewhere = a_log(database), a_log(database.anew())
    counted: dict[str, tuple[Head, int]] = {}
    append(elsewhere)
    with elsewhere.locked(LEDGER):
        hasty = Sent([Counting(log, counted, "hasty")], seconds=0.3)
        until(lambda: len(log._sharing._lanes) > 0)
        patient = Sent([Counting(log, counted, f"patient-{n}") for n in range(3)])
        outcome = hasty.answered()["hasty"]
        assert isinstance(outcome, Problem)
        assert outcome.kind is DATABASE_BUSY
    assert all(isinstance(outcome, Appended) for outcome in patient.answered().values())
    assert [base["commands"] for base in bases(log)[1:]] == [1, 2, 3]
    elsewhere.database.close()


def test_whoever_shares_a_commit_waits_no_longer_than_they_may(database: Database) -> None:
    """Another process has the tournament, and whoever leads may wait for longer."""
    log, elsewhere = a_log(database), a_log(database.anew())
    counted: dict[str, tuple[Head, int]] = {}
    append(elsewhere)
    with elsewhere.locked(LEDGER):
        begun, all_there = threading.Event(), threading.Event()

        def hold(_: Counting, __: Intent | None) -> None:
            begun.set()
            assert all_there.wait(SECONDS)

        patient = Sent([Counting(log, counted, "patient", meanwhile=hold)])
        assert begun.wait(SECONDS)
        start = time.monotonic()
        hasty = Sent([Counting(log, counted, "hasty")], seconds=0.5)
        until(lambda: waiting(log) == 1)
        all_there.set()
        outcome = hasty.answered()["hasty"]
        assert time.monotonic() - start < 4
        assert isinstance(outcome, Problem)
        assert outcome.kind is DATABASE_BUSY
    assert isinstance(patient.answered()["patient"], Appended)
    assert [event.command_id for event in log.read(LEDGER)][1:] == ["patient"]
    elsewhere.database.close()


def test_whoever_waited_in_vain_sends_no_other_into_a_commit_of_its_own(
    database: Database, sizes: list[int]
) -> None:
    """Another process has the tournament: those who may wait on go on together."""
    log, elsewhere = a_log(database), a_log(database.anew())
    counted: dict[str, tuple[Head, int]] = {}
    append(elsewhere)
    sizes.clear()
    with elsewhere.locked(LEDGER):
        begun, all_there = threading.Event(), threading.Event()

        def hold(_: Counting, __: Intent | None) -> None:
            begun.set()
            assert all_there.wait(SECONDS)

        patient = Sent([Counting(log, counted, "first", meanwhile=hold)])
        assert begun.wait(SECONDS)
        patients = [patient, *(Sent([Counting(log, counted, f"patient-{n}")]) for n in range(2))]
        until(lambda: waiting(log) == 2)
        hasty = Sent([Counting(log, counted, "hasty")], seconds=0.5)
        until(lambda: waiting(log) == 3)
        all_there.set()
        assert isinstance(hasty.answered()["hasty"], Problem)
        # Of those who wait on the next commit is decided by now, and waits for the lock.
        until(lambda: len(sizes) > 1)
    for each in patients:
        assert all(isinstance(outcome, Appended) for outcome in each.answered().values())
    assert sizes == [4, 3]
    elsewhere.database.close()


def test_an_interrupted_leader_takes_nobody_along(log: EventLog) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    interrupted: list[bool] = []

    def interrupt(_: Counting, __: Intent | None) -> None:
        until(lambda: waiting(log) == 2)
        raise KeyboardInterrupt

    def lead() -> None:
        try:
            Counting(log, counted, "interrupted", meanwhile=interrupt).send()
        except KeyboardInterrupt:
            interrupted.append(True)

    leading = threading.Thread(target=lead)
    leading.start()
    until(lambda: len(log._sharing._lanes) > 0)
    others = Sent([Counting(log, counted, "a"), Counting(log, counted, "b")])
    assert all(isinstance(outcome, Appended) for outcome in others.answered().values())
    leading.join(SECONDS)
    assert interrupted == [True]
    assert len(log._sharing._lanes) == 0


@pytest.mark.postgresql
def test_whoever_has_waited_writes_in_one_round_trip_too_and_no_longer_than_they_may(
    postgresql_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, elsewhere = a_log(postgresql_database), a_log(postgresql_database.anew())
    counted: dict[str, tuple[Head, int]] = {}
    append(log)
    counted[LEDGER] = (log.head(LEDGER), 1)

    def no_lock(*_: object) -> None:
        raise AssertionError("it was locked")

    with monkeypatch.context() as patched:
        patched.setattr(Locked, "__enter__", no_lock)
        with waiting_at_most(1):
            assert Counting(log, counted, "waited").send().head.seq == 2
    with elsewhere.locked(LEDGER):
        start = time.monotonic()
        with waiting_at_most(0.3), refusing("database-busy"):
            Counting(log, counted, "in vain").send()
        assert time.monotonic() - start < 3
    assert Counting(log, counted, "afterwards").send().head.seq == 3
    elsewhere.database.close()


def test_where_the_log_cannot_be_read_to_decide_again_everyone_is_told(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(log)
    counted: dict[str, tuple[Head, int]] = {}
    Sent([Counting(log, counted, "known")]).answered()
    read_one = log.read_one
    failed: list[int] = []

    def fails_once(tournament_id: str, seq: int) -> object:
        if log.database.in_transaction and not failed:
            failed.append(seq)
            raise OSError("the disk cannot be read")
        return read_one(tournament_id, seq)

    def of_another_process(intent: Counting, _: Intent | None) -> None:
        if intent.times == 1:
            other = Database(log.database.url)
            append(a_log(other))
            other.close()

    monkeypatch.setattr(log, "read_one", fails_once)
    intents = Counting(log, counted, "a"), Counting(log, counted, "b", meanwhile=of_another_process)
    outcomes = sent_together(log, *intents)
    assert failed
    assert outcomes.keys() == {"first", "a", "b"}
    for id_, outcome in outcomes.items():
        assert isinstance(outcome, Appended) == (log.command(LEDGER, id_) is not None)


def test_whoever_was_interrupted_in_a_commit_that_fails_does_not_lead_the_next(log: EventLog) -> None:
    lane = _Lane(log, None)
    interrupted, waits = (Member(LEDGER, Counting(log, {}, id_)) for id_ in ("interrupted", "waits"))
    lane._withdraw(interrupted)
    commit = Commit(log, None, LEDGER, None)
    commit.left = [interrupted, waits]
    lane._end(commit)
    assert (interrupted.leads, waits.leads) == (False, True)
