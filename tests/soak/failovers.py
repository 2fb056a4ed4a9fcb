"""The machine of the primary killed, or frozen, under load, again and again: the standby takes over.

Two web processes write, one by the address that names both machines, one through pgbouncer and HAProxy, and
two workers stand by. Nothing acknowledged may be lost, no seq missing, and writes come back by themselves.
Whoever looks at a public page or at the board has it throughout, from the standby while there is no primary.
"""

import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import sqlalchemy as sa

from services.delivery.lease import HELD_FOR
from services.delivery.tables import delivery_lease
from shared.clock import SystemClock
from shared.database import Database
from shared.eventlog import EventLog
from tests.api.founding import set_up
from tests.api.served import Server, program, serving
from tests.soak.clients import ID, Load, Reader, Writer
from tests.soak.machines import OWNER, Machines, NoMachines, machines, wait
from tests.soak.pace import Pace

SESSION = "2027-03-06/1"
WRITERS = 2
"""Of each web process."""
GOAL = 30.0
"""Seconds until writes are back."""
PAGE_GOAL = 10.0
"""Seconds after which at the latest a page is there again."""
VERIFY_EVERY = 10
WORKER = """
import os
from services.cli.worker import worker

log = os.open("worker.log", os.O_WRONLY | os.O_CREAT)
os.dup2(log, 1)
os.dup2(log, 2)
worker()
"""
"""A pipe that nobody reads would hold it up once it is full."""
_OWNER_NOW = sa.select(delivery_lease.c.owner, delivery_lease.c.token)


class Trial:
    """The machines with the program on them, under load.

    Attributes:
        took: seconds until writes were back, by what was done and by way.
        handed_over: how many frozen workers went on when another had taken over.
    """

    def __init__(self, cluster: Machines, chance: Random, loads: dict[str, Load]) -> None:
        self._cluster, self._chance, self._loads = cluster, chance, loads
        self._database = Database(cluster.pooled(cluster.one, "tileledger"), connections=2)
        self._log = EventLog(self._database, SystemClock())
        self._seqs: dict[str, int] = {}
        """The last seq of each command in the log."""
        self._last = self.handed_over = 0
        self.took: dict[tuple[str, str], list[float]] = {}

    def fail_over(self, how: str) -> None:
        """Take the primary away, until the other machine is it and this one its standby."""
        cluster = self._cluster
        cluster.wait_for_standby()
        primary = cluster.primary()
        assert primary is not None
        time.sleep(self._chance.uniform(0.5, 3))
        frozen = how == "frozen"
        worker, token = self._lease()
        began = time.monotonic()
        primary.signal(signal.SIGSTOP if frozen else signal.SIGKILL, "patroni", "etcd")
        if frozen:
            os.kill(worker, signal.SIGSTOP)
        # What hangs on a frozen server by its own address is let go when that goes on.
        self._wait_for_writes(began, how, ("pooled",) if frozen else tuple(self._loads))
        if frozen:
            primary.signal(signal.SIGCONT, "etcd", "patroni")
            self._wait_for_writes(began, how, ("direct",))
            self._let_go_on(worker, token)
        else:
            primary.start("etcd", "patroni")
        cluster.wait_for_standby()
        self.check()

    def check(self, *, whole: bool = False) -> None:
        """All that was acknowledged is in the log where it was said to be, once, and no seq is missing."""
        told = [answer for load in self._loads.values() for w in load.writers for answer in w.acknowledged]
        while page := self._log.read(ID, self._last):
            assert [event.seq for event in page] == list(range(self._last + 1, self._last + 1 + len(page)))
            for event in page:
                assert self._seqs.get(event.command_id, event.seq - 1) == event.seq - 1, "twice"
                self._seqs[event.command_id] = event.seq
            self._last = page[-1].seq
        lost = [answer.id for answer in told if self._seqs.get(answer.id) != answer.last_seq]
        assert not lost, f"lost: {lost[:5]} and {len(lost)} in all"
        assert len({answer.id for answer in told}) == len(told)
        if whole:
            assert self._log.verify(ID).fault is None

    def close(self) -> None:
        self._database.close()

    def _lease(self) -> tuple[int, int]:
        """Process and number of the worker that holds the lease."""
        ((owner, token),) = self._database.fetch(self._database.prepare(_OWNER_NOW))
        return int(owner.rpartition(":")[2]), token

    def _let_go_on(self, worker: int, token: int) -> None:
        """Wake a frozen worker once another has taken over: the lease stays the other's."""
        wait(lambda: self._lease()[1] > token, "another worker")
        other, taken = self._lease()
        os.kill(worker, signal.SIGCONT)
        time.sleep(HELD_FOR.total_seconds() / 3)
        assert other != worker
        assert self._lease() == (other, taken)
        self.handed_over += 1

    def _wait_for_writes(self, began: float, how: str, ways: tuple[str, ...]) -> None:
        for way in ways:
            writers = self._loads[way].writers
            wait(lambda: all(w.back_since(began) for w in writers), f"writes, {way}")  # noqa: B023
            back = max(moment - began for w in writers if (moment := w.back_since(began)))
            self.took.setdefault((how, way), []).append(back)


def run(pace: Pace) -> None:
    with tempfile.TemporaryDirectory(prefix="tl-machines-") as name, ExitStack() as stack:
        chance = Random(pace.seed)
        try:
            cluster = stack.enter_context(machines(Path(name), chance))
        except NoMachines as reason:
            print(f"  nothing tried: {reason}")
            return
        loads = stack.enter_context(_loaded(cluster))
        trial = Trial(cluster, chance, loads)
        stack.callback(trial.close)
        rounds: Counter[str] = Counter()
        try:
            while not pace.over:
                how = "frozen" if rounds.total() % 4 == 1 else "killed"
                trial.fail_over(how)
                rounds[how] += 1
                trial.check(whole=rounds.total() % VERIFY_EVERY == 0)
                pace.tell(f"{dict(rounds)}, {_of(loads)} commands acknowledged")
        except Exception as error:
            pace.fault(f"round {rounds.total() + 1} (SOAK_SEED={pace.seed})", error)
        try:
            trial.check(whole=True)
        except Exception as error:
            pace.fault("what was acknowledged", error)
        _tell(pace, rounds, trial, loads)


@contextmanager
def _loaded(cluster: Machines) -> Iterator[dict[str, Load]]:
    """The program on both machines, and who writes by it: by the address of both, and by the pooler."""
    one, two = cluster.one, cluster.two
    secret: dict[str, Any] = {"SECRET_KEY": cluster.password * 2, "RATE_LIMITS": "0"}
    home = cluster.folder / "set-up"
    home.mkdir()
    names = ("tileledger", "tileledger_vault")
    token = set_up(home, **secret, **_addresses(*(cluster.of_all(name, OWNER) for name in names)))
    places = {
        "direct": (one, _addresses(*(cluster.of_all(name) for name in names))),
        "pooled": (two, _addresses(*(cluster.pooled(two, name) for name in names))),
    }
    with ExitStack() as stack:
        made: dict[str, Load] = {}
        for way, (machine, addresses) in places.items():
            folder = machine.folder / "program"
            folder.mkdir()
            worker = program(WORKER, folder, **secret, **addresses)
            stack.callback(worker.kill)
            standby: dict[str, Any] = {"STANDBY_URL": cluster.standby("tileledger")}
            server = stack.enter_context(serving(folder, **secret, **addresses, **standby))
            first = 2 + WRITERS * len(made)
            writers = [_writer(server, token, way, number) for number in range(first, first + WRITERS)]
            made[way] = Load(writers, Reader(server, way))
        for load in made.values():
            load.start()
        yield made
        for load in made.values():
            load.stop()


def _writer(server: Server, token: str, way: str, number: int) -> Writer:
    """Who writes of somebody that is registered for it."""
    someone = {"session": SESSION, "birth_date": "1990-05-17", "name_en": f"Chan {way}"}
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    path = f"/api/v1/tournaments/{ID}/commands/register-entrant"
    status, answer = server.send(
        "POST", path, body=msgspec.json.encode({**someone, "entrant_no": str(number)}), headers=headers
    )
    assert status == 201, answer
    return Writer(server, token, f"{way}-{number}", f"{number:04d}")


def _addresses(log: str, vault: str) -> dict[str, Any]:
    return {"DATABASE_URL": log, "VAULT_URL": vault}


def _of(loads: dict[str, Load]) -> int:
    return sum(len(writer.acknowledged) for load in loads.values() for writer in load.writers)


def _tell(pace: Pace, rounds: Counter[str], trial: Trial, loads: dict[str, Load]) -> None:
    done = ", ".join(f"{count} {how}" for how, count in rounds.items())
    pace.tell(f"{rounds.total()} failovers ({done}), {_of(loads)} commands acknowledged", now=True)
    for (how, way), took in trial.took.items():
        found = sorted(took)
        late = sum(seconds > GOAL for seconds in found)
        print(
            f"    {how}, {way}: writes back after {found[len(found) // 2]:.1f} s (median), "
            f"{found[-1]:.1f} s at worst, {late} of {len(found)} later than {GOAL:.0f} s"
        )
    for way, load in loads.items():
        refused = sum((writer.refused for writer in load.writers), Counter[str]())
        print(f"    {way}: in place of an answer {dict(refused.most_common())}")
        pages, away = dict(load.reader.seen.most_common()), load.reader.away
        print(f"    {way}: public page and board {pages}, away {away:.1f} s at most")
        if load.reader.missed or away > PAGE_GOAL:
            pace.fault(way, AssertionError(f"no page {load.reader.missed} times, for up to {away:.1f} s"))
        for strange in [line for writer in load.writers for line in writer.strange]:
            pace.fault(way, AssertionError(strange))
    print(f"    {trial.handed_over} frozen workers found, when they went on, that another had taken over")
