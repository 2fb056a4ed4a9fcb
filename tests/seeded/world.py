"""A web process and two workers on one database, under one clock that each reads a little wrong."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from services.delivery.copy_detection import Lineage
from services.delivery.deliveries import Deliveries, Delivery
from services.delivery.lease import Lease, LeaseLost
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from services.demo.chance import SeededBytes
from services.desk import vault_log_heads
from services.desk.desk import Desk
from services.rehearsal.sky import Sky
from services.wiring.scratch import Scratch
from shared.clock import EPOCH, ManualClock
from shared.settings import Loaded, load_settings
from tests.seeded.crashes import Crash, Steps, commits_are_steps
from tests.seeded.outside import Arrival, Outside

SECRET = "a secret for seeded runs, and for nothing else"
_LEAST = 0.001
"""Seconds: what is less than the clock can show would never be over."""
_CRASHES_AT_ONCE_IN = 12
"""One step of a process in so many ends in a crash, while things go wrong."""
_MOST_STEPS_BEFORE = {"web": 4}
"""Of those that do more at once 24."""
_SKEWS = {"observer": (0, 0), "web": (0, 2), "one": (-20, 20), "two": (-20, 20)}
"""Seconds by which the clock of a process may be wrong."""


class Skewed:
    """A clock that is wrong by so much."""

    def __init__(self, clock: ManualClock, by: timedelta) -> None:
        self._clock, self.by = clock, by

    def now(self) -> datetime:
        return self._clock.now() + self.by


class VirtualTimer:
    """Seconds on the clock of the run, which passes while somebody waits."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock

    def now(self) -> float:
        return (self._clock.now() - EPOCH).total_seconds()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self._clock.advance(timedelta(seconds=max(seconds, _LEAST)))


class World:
    """Everything of one run.

    Args:
        folder: where the databases lie that are not on a server.
        url: of the log's database; a file by default.
        arriving: called with each message that arrives, before anything follows from it.

    Attributes:
        told: what happened, a line each: the same for the same seed.
        calm: whether nothing goes wrong any more.
    """

    def __init__(
        self,
        stack: ExitStack,
        folder: Path,
        seed: int,
        start: datetime,
        sky: Callable[[ManualClock], Sky],
        arriving: Callable[[Arrival], None],
        url: str | None = None,
    ) -> None:
        self.seed, self.chance = seed, Random(f"seeded run {seed}")
        self.clock = ManualClock(start)
        self.timer = VirtualTimer(self.clock)
        self.told: list[str] = []
        self.crashes = 0
        self.steps = Steps()
        self.outside = Outside(self.chance, self.steps, self.clock.now, self.timer.now, arriving)
        self.sky = sky(self.clock)
        self.settings = Loaded(
            msgspec.structs.replace(
                load_settings({}, folder).settings,
                database_url=url or f"sqlite:///{folder / 'log.db'}",
                vault_url=f"sqlite:///{folder / 'vault.db'}",
                secret_key=SECRET,
                seal_key="00" * 32,
                smtp_url="smtp://nobody@localhost",
            ),
            {},
        )
        stack.enter_context(commits_are_steps(self.steps))
        # It writes to the vault so many seconds apart, on the machine's own clock.
        patched = stack.enter_context(pytest.MonkeyPatch.context())
        patched.setattr(vault_log_heads, "monotonic", self.timer.now)
        self.observer, self.web, *self.workers = [Process(self, name) for name in _SKEWS]
        for process in (self.observer, self.web, *self.workers):
            stack.callback(process.stop)

    @property
    def desk(self) -> Desk:
        """That of the web process as it is now."""
        return self.web.wiring.desk

    def say(self, what: str) -> None:
        self.told.append(f"{self.clock.now():%m-%d %H:%M:%S.%f} {what}")

    def work(self) -> None:
        """One of the workers does one of its tasks, or sends; it may crash, and be away for a while."""
        process = self.chance.choice(self.workers)
        if process.away:
            process.away -= 1
            return
        self.risk(process, self.chance.choice((process.send, process.tick)))

    def risk(self, process: "Process", work: Callable[[], object]) -> bool:
        """Let a process do something, at the risk of a crash; whether it was done to its end."""
        doomed = not self.outside.calm and self.chance.randrange(_CRASHES_AT_ONCE_IN) == 0
        steps = self.chance.randint(1, _MOST_STEPS_BEFORE.get(process.name, 24)) if doomed else None
        try:
            with self.steps.ending_after(steps):
                work()
        except Crash as crash:
            self.crashes += 1
            self.say(f"{process.name} crashed {crash}")
            for key in self.under_way():
                self.outside.uncertain[key] += 1
            process.start()
            process.away = self.chance.randrange(3)
            return False
        return True

    def under_way(self) -> list[str]:
        """The deliveries whose attempts were begun and are not settled."""
        return self._keys("SELECT id FROM delivery WHERE status = 'started' ORDER BY id")

    def deliveries(self) -> list[Delivery]:
        """All of them, in the order of what happened."""
        found = Deliveries(self.observer.wiring.database)
        keys = self._keys("SELECT id FROM delivery ORDER BY seq, notice, address_id, id")
        return [found.delivery(key) for key in keys]

    def _keys(self, query: str) -> list[str]:
        with self.steps.not_counted(), self.observer.wiring.database.connection() as driver:
            return [key for (key,) in driver.execute(query).fetchall()]


class Process:
    """A process that has all the parts; the web uses the desk alone.

    Attributes:
        away: for how many of its turns it does nothing, as after a crash.
    """

    def __init__(self, world: World, name: str) -> None:
        self._world, self.name = world, name
        self._life = self.away = 0
        self._stack = ExitStack()
        self.start()

    def start(self) -> None:
        """Begin anew, with nothing in memory and a clock of its own."""
        self.stop()
        world = self._world
        self._life += 1
        least, most = _SKEWS[self.name]
        clock = Skewed(world.clock, timedelta(seconds=world.chance.uniform(least, most)))
        random = SeededBytes(f"{world.seed}/{self.name}/{self._life}")
        self.wiring = Scratch(world.settings, clock=clock, random=random, new=("log", "vault"))
        self._stack.callback(self.wiring.close)
        wiring, elapsed = self.wiring, world.timer.now
        made: dict[str, Any] = wiring.__dict__  # in place of what it would make when it is first asked for
        made["lineage"] = Lineage(wiring.database, wiring.vault_database, random, elapsed)
        made["watcher"] = wiring.watching(world.outside.observatory(world.sky))
        lease = Lease(wiring.database, clock, f"{self.name}/{self._life}", elapsed=elapsed)
        self._scheduler = wiring.scheduler(lease)
        paces = {"telegram": (28.0, 1.0), "email": (10.0, 1.0)}
        senders = [
            Sender(channel, Pace(*paces[channel.name], world.timer)) for channel in world.outside.channels()
        ]
        self.dispatcher = wiring.dispatcher(lease, senders)
        # One thread, so that a run is the same each time.
        self.dispatcher._in_thread = _at_once  # type: ignore[method-assign]

    def stop(self) -> None:
        """End without any ceremony."""
        self._stack.close()

    def send(self) -> None:
        """Take in, fan out and send what is due."""
        with suppress(LeaseLost):
            asyncio.run(self.dispatcher.drain())

    def tick(self) -> None:
        """Run one tick, or one of them twice."""
        ticks = [tick for tick in self._scheduler.ticks if tick.name != "webhooks"]
        tick = self._world.chance.choice(ticks)
        for _ in range(self._world.chance.choice((1, 1, 1, 2))):
            self._scheduler.run(tick)

    def every_tick(self) -> None:
        for tick in self._scheduler.ticks:
            if tick.name != "webhooks":
                self._scheduler.run(tick)


async def _at_once(work: Callable[[], Any]) -> Any:
    return work()
