"""Commands that wait for one database share a commit; each has its own answer and costs no other anything."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import msgspec
import pytest
import sqlalchemy as sa

from shared.database import Database
from shared.database.deadline import waiting_at_most
from shared.database.failures import DATABASE_BUSY
from shared.eventlog import (
    EMPTY,
    Alone,
    Appended,
    Batch,
    CommandAlreadyRecorded,
    EventLog,
    Head,
    Intent,
    Recorded,
    Write,
    tables,
)
from shared.eventlog.committing import Commit
from shared.eventlog.sharing import MOST
from shared.problems import Problem
from shared.working import TOOK_TOO_LONG
from tests.eventlog.given import FINGERPRINT, LEDGER, a_log, an_event, append
from tests.profiles import examples
from tests.refusing import refusing

SECONDS = 20.0
SHARES = {"plain": 8, "refused": 1, "alone": 1, "bad": 1, "same": 1, "empty": 1}
"""How often each kind of command is sent."""


class Counting:
    """An intent whose event says what it was decided on: how many commands went before it.

    Args:
        counted: by tournament, how far whoever decides knows the log, and how many commands that is.
        meanwhile: called when it is decided.
    """

    def __init__(
        self,
        log: EventLog,
        counted: dict[str, tuple[Head, int]],
        command_id: str,
        *,
        ledger: str = LEDGER,
        meanwhile: Callable[["Counting", Intent | None], None] = lambda _intent, _before: None,
        writes: Sequence[Write] = (),
        named: bool = True,
        events: int = 1,
    ) -> None:
        self._log, self.counted, self.command_id, self.ledger = log, counted, command_id, ledger
        self._meanwhile, self._writes, self._named, self._events = meanwhile, writes, named, events
        self.commands = 0
        self.after: tuple[Head, int] = (EMPTY, 0)
        self.times = 0

    def known(self) -> Head:
        self._known = self.counted.get(self.ledger, (EMPTY, 0))
        return self._known[0]

    def decide(self, head: Head, tail: Sequence[Recorded] | None, before: Intent | None) -> Batch:
        self.times += 1
        if before is not None:
            assert isinstance(before, Counting)
            after, self.commands = before.after
            assert after == head
        else:
            known, commands = self._known if tail is not None else (EMPTY, 0)
            rest = tail if tail is not None else self._log.read(self.ledger)
            assert known.seq + len(rest) == head.seq
            self.commands = commands + len({event.command_id for event in rest})
        self._meanwhile(self, before)
        events = [an_event(b'{"commands":%d,"seq":%d}' % (self.commands, head.seq))] * self._events
        return Batch(events, "referee:r07", self.command_id, FINGERPRINT, self._writes, None, self._named)

    def leads_to(self, head: Head) -> None:
        self.after = (head, self.commands + bool(self._events))

    def committed(self) -> None:
        self.counted[self.ledger] = self.after

    def send(self) -> Appended:
        return self._log.transact(self.ledger, self)


class Sent:
    """Intents sent by a thread each, and what became of each."""

    def __init__(self, intents: Sequence[Counting], seconds: float = SECONDS) -> None:
        self.outcomes: dict[str, Appended | Exception] = {}
        self._seconds = seconds
        self._threads = [threading.Thread(target=self._send, args=(intent,)) for intent in intents]
        for thread in self._threads:
            thread.start()

    def _send(self, intent: Counting) -> None:
        try:
            with waiting_at_most(self._seconds):
                self.outcomes[intent.command_id] = intent.send()
        except Exception as error:
            self.outcomes[intent.command_id] = error

    def answered(self) -> dict[str, Appended | Exception]:
        for thread in self._threads:
            thread.join(SECONDS)
        assert not any(thread.is_alive() for thread in self._threads)
        return self.outcomes


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
    return sum(len(lane._waiting) for lane in log._sharing._lanes.values())


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


def bases(log: EventLog, ledger: str = LEDGER) -> list[dict[str, int]]:
    """What each event was decided on, after a check of the chain."""
    assert log.verify(ledger).fault is None
    return [msgspec.json.decode(event.data) for event in log.read(ledger)]


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
        until(lambda: bool(log._sharing._lanes))
        patient = Sent([Counting(log, counted, f"patient-{n}") for n in range(3)])
        outcome = hasty.answered()["hasty"]
        assert isinstance(outcome, Problem)
        assert outcome.kind is DATABASE_BUSY
    assert all(isinstance(outcome, Appended) for outcome in patient.answered().values())
    assert [base["commands"] for base in bases(log)[1:]] == [1, 2, 3]
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
    until(lambda: bool(log._sharing._lanes))
    others = Sent([Counting(log, counted, "a"), Counting(log, counted, "b")])
    assert all(isinstance(outcome, Appended) for outcome in others.answered().values())
    leading.join(SECONDS)
    assert interrupted == [True]
    assert log._sharing._lanes == {}


@pytest.mark.parametrize("seed", range(examples(2, in_all=16)))
def test_many_writers_of_two_processes_are_one_after_the_other(database: Database, seed: int) -> None:
    """Whatever is refused, repeated, alone, broken or late: the log is what each was decided on, in order."""
    random, ledgers = Random(seed), ("one", "two")
    logs = [a_log(database), a_log(database.anew())]
    bad = [Write(logs[0].database.prepare(sa.update(tables.event).values(actor="somebody")), [()])]

    def odd(intent: Counting, before: Intent | None) -> None:
        if intent.command_id.startswith("refused"):
            raise TOOK_TOO_LONG(most=1, seconds=1)
        if intent.command_id.startswith("alone") and before is not None:
            raise Alone

    sent: list[Sent] = []
    for log in logs:
        counted: dict[str, tuple[Head, int]] = {}
        for number in range(80):
            kind = random.choices([*SHARES], [*SHARES.values()])[0]
            id_ = f"same-{number // 10}" if kind == "same" else f"{kind}-{id(log)}-{number}"
            writes, events = bad if kind == "bad" else (), int(kind != "empty")
            ledger = random.choice(ledgers)
            intent = Counting(log, counted, id_, ledger=ledger, meanwhile=odd, writes=writes, events=events)
            sent.append(Sent([intent]))
    outcomes = [(id_, outcome) for each in sent for id_, outcome in each.answered().items()]
    stored = {ledger: logs[0].read(ledger) for ledger in ledgers}
    for ledger in ledgers:
        assert bases(logs[0], ledger) == [{"commands": n, "seq": n} for n in range(len(stored[ledger]))]
    written = Counter(event.command_id for events in stored.values() for event in events)
    told = Counter(id_ for id_, outcome in outcomes if isinstance(outcome, Appended) and outcome.events)
    assert written == told
    became = {(id_.partition("-")[0], type(outcome)) for id_, outcome in outcomes}
    refusals = {each for each in became if each[1] is not Appended}
    assert {kind for kind, _ in became - refusals} <= SHARES.keys() - {"bad", "refused"}
    assert {each for each in refusals if each[0] != "bad"} <= {
        ("refused", Problem),
        ("same", CommandAlreadyRecorded),
    }
    logs[1].database.close()
