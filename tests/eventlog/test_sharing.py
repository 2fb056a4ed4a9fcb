"""Commands that wait for one tournament share a commit; each has its own answer, and costs no other one."""

import os
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress

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
from shared.eventlog.sharing import MOST, _Lane
from shared.problems import Problem
from shared.working import TOOK_TOO_LONG
from tests.eventlog.given import LEDGER, a_log, append
from tests.eventlog.sharing import SECONDS, Counting, Sent, bases
from tests.refusing import refusing


@pytest.fixture
def log(database: Database) -> EventLog:
    return a_log(database)


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many commands each commit was to write, in order."""
    found: list[int] = []
    write = Commit.write

    def counted(commit: Commit) -> None:
        found.append(len(commit.taken) - len(commit.left))
        write(commit)

    monkeypatch.setattr(Commit, "write", counted)
    return found


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


def waiting(log: EventLog) -> int:
    return sum(len(lane._waiting) for lane in log._sharing._lanes.there())


def sent_together(log: EventLog, *intents: Counting) -> dict[str, Appended | Exception]:
    """What becomes of intents that wait, in this order, while the first of all is being decided."""
    counted = intents[0].counted
    begun, all_there = threading.Event(), threading.Event()

    def hold(_: Counting, __: Intent | None) -> None:
        begun.set()
        assert all_there.wait(SECONDS)

    sent = [Sent([Counting(log, counted, "first", ledger=intents[0].ledger, meanwhile=hold)])]
    assert begun.wait(SECONDS)
    for place, intent in enumerate(intents, 1):
        sent.append(Sent([intent]))
        until(lambda place=place: waiting(log) == place)  # type: ignore[misc]
    all_there.set()
    return {id_: outcome for each in sent for id_, outcome in each.answered().items()}


def test_what_waits_shares_a_commit_and_each_has_its_own_answer(log: EventLog, sizes: list[int]) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    intents = [Counting(log, counted, f"c{n}", events=1 + n % 2) for n in range(8)]
    outcomes = sent_together(log, *intents)
    assert sizes == [9]
    seq = 1
    for intent in intents:
        appended = outcomes[intent.command_id]
        assert isinstance(appended, Appended)
        seqs = [event.seq for event in appended.events]
        assert seqs == [*range(seq + 1, appended.head.seq + 1)]
        assert {event.command_id for event in appended.events} == {intent.command_id}
        assert [*appended.events] == log.read(LEDGER, seq, len(seqs))
        seq = appended.head.seq
    assert log.head(LEDGER).seq == seq
    assert [base["commands"] for base in bases(log)] == [0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8]
    assert counted[LEDGER] == (log.head(LEDGER), 9)


def test_a_refusal_costs_the_others_nothing(log: EventLog, sizes: list[int]) -> None:
    def refuse(_: Counting, __: Intent | None) -> None:
        raise TOOK_TOO_LONG(most=1, seconds=1)

    counted: dict[str, tuple[Head, int]] = {}
    intents = [Counting(log, counted, "a"), Counting(log, counted, "b", meanwhile=refuse)]
    outcomes = sent_together(log, *intents, Counting(log, counted, "c"))
    assert sizes == [4]
    assert isinstance(outcomes["b"], Problem)
    assert outcomes["b"].kind is TOOK_TOO_LONG
    assert [event.command_id for event in log.read(LEDGER)] == ["first", "a", "c"]
    assert log.command(LEDGER, "b") is None
    assert [base["commands"] for base in bases(log)] == [0, 1, 2]


def test_of_the_same_command_twice_one_is_carried_out(log: EventLog) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    twice = [Counting(log, counted, "same") for _ in range(2)]
    sent_together(log, *twice, Counting(log, counted, "other"))
    assert [event.command_id for event in log.read(LEDGER)].count("same") == 1
    assert [base["commands"] for base in bases(log)] == [0, 1, 2]
    with pytest.raises(CommandAlreadyRecorded) as already:
        Counting(log, counted, "same").send()
    assert already.value.record.last_seq == 2


def test_a_command_that_is_recorded_already_sends_no_other_into_a_commit_of_its_own(
    log: EventLog, sizes: list[int]
) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    Counting(log, counted, "same").send()
    intents = [Counting(log, counted, id_) for id_ in ("a", "same", "b", "c")]
    outcomes = sent_together(log, *intents)
    assert isinstance(outcomes["same"], CommandAlreadyRecorded)
    assert [event.command_id for event in log.read(LEDGER)] == ["same", "first", "a", "b", "c"]
    assert sizes == [1, 5, 5]


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


def test_what_is_told_after_a_commit_takes_nothing_back(log: EventLog) -> None:
    counted: dict[str, tuple[Head, int]] = {}

    class Forgetful(Counting):
        def committed(self) -> None:
            raise ValueError("no memory for that")

    outcomes = sent_together(
        log, Counting(log, counted, "a"), Forgetful(log, counted, "b"), Counting(log, counted, "c")
    )
    assert isinstance(outcomes["b"], ValueError)
    assert [event.command_id for event in log.read(LEDGER)] == ["first", "a", "b", "c"]
    assert [base["commands"] for base in bases(log)] == [0, 1, 2, 3]


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


def test_what_has_to_be_decided_on_the_log_gets_a_commit_of_its_own(log: EventLog, sizes: list[int]) -> None:
    def insist(_: Counting, before: Intent | None) -> None:
        if before is not None:
            raise Alone

    counted: dict[str, tuple[Head, int]] = {}
    own = Counting(log, counted, "own", meanwhile=insist)
    outcomes = sent_together(log, Counting(log, counted, "a"), own, Counting(log, counted, "b"))
    assert all(isinstance(outcome, Appended) for outcome in outcomes.values())
    assert [event.command_id for event in log.read(LEDGER)] == ["first", "a", "own", "b"]
    assert sizes == [2, 1, 1]
    assert [base["commands"] for base in bases(log)] == [0, 1, 2, 3]


def test_a_commit_takes_so_many_at_most(log: EventLog, sizes: list[int]) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    sent_together(log, *(Counting(log, counted, f"c{n}") for n in range(MOST + 5)))
    assert sizes == [MOST, 6]
    assert [base["commands"] for base in bases(log)] == [*range(MOST + 6)]


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


def test_whoever_decides_long_holds_up_no_other_tournament(log: EventLog) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    begun, go_on = threading.Event(), threading.Event()

    def hold(_: Counting, __: Intent | None) -> None:
        begun.set()
        assert go_on.wait(SECONDS)

    long = Sent([Counting(log, counted, "long", ledger="a draw", meanwhile=hold)])
    assert begun.wait(SECONDS)
    assert Counting(log, counted, "quick", ledger="another").send().head.seq == 1
    go_on.set()
    assert isinstance(long.answered()["long"], Appended)


def test_in_the_child_of_a_fork_nobody_waits_for_threads_of_the_parent(log: EventLog) -> None:
    counted: dict[str, tuple[Head, int]] = {}
    begun, go_on = threading.Event(), threading.Event()

    def hold(_: Counting, __: Intent | None) -> None:
        begun.set()
        assert go_on.wait(SECONDS)

    of_parent = Sent([Counting(log, counted, "of the parent", meanwhile=hold)])
    assert begun.wait(SECONDS)
    with warnings.catch_warnings():
        # Newer Pythons warn of forking beside threads, which is what is tried.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 1
        with suppress(BaseException), waiting_at_most(2):
            Counting(log, {}, "of the child").send()
            code = 0
        os._exit(code)
    _, status = os.waitpid(child, 0)
    go_on.set()
    assert isinstance(of_parent.answered()["of the parent"], Appended)
    assert os.waitstatus_to_exitcode(status) == 0
    assert [event.command_id for event in log.read(LEDGER)] == ["of the child", "of the parent"]


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
