"""Commands that wait for one tournament share a commit; each has its own answer, and costs no other one."""

import os
import threading
import warnings
from contextlib import suppress

import pytest

from shared.database.deadline import waiting_at_most
from shared.eventlog import (
    Alone,
    Appended,
    CommandAlreadyRecorded,
    EventLog,
    Head,
    Intent,
)
from shared.eventlog.sharing import MOST
from shared.problems import Problem
from shared.working import TOOK_TOO_LONG
from tests.eventlog.given import LEDGER
from tests.eventlog.sharing import SECONDS, Counting, Sent, bases
from tests.eventlog.waiting_together import log as log
from tests.eventlog.waiting_together import sent_together
from tests.eventlog.waiting_together import sizes as sizes


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
