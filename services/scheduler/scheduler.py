"""Ticks by the clock: APScheduler wakes them, and they compute what is due for themselves.

Nothing is kept between ticks. One that is missed is not made up for but comes late, once; one that still runs
is not begun again beside itself; one that fails is logged and comes again.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from typing import Protocol

import msgspec
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler

from shared.clock import SystemClock
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)


class Tick(msgspec.Struct, frozen=True):
    """Something to be done again and again.

    Attributes:
        owned: whether it runs only in the process that holds the lease.
        within: how long it takes at the most, while all is well.
    """

    name: str
    every: timedelta
    run: Callable[[], object]
    owned: bool = True
    within: timedelta = timedelta(seconds=40)


class Noting(Protocol):
    """Takes note of what begins and ends; `shared.heartbeat.Pulse` does."""

    def during(self, name: str, within: float, every: float) -> AbstractContextManager[None]: ...


class _Unnoted:
    def during(self, name: str, within: float, every: float) -> AbstractContextManager[None]:
        return nullcontext()


class Scheduler:
    """Runs ticks in threads of their own until it is closed.

    Args:
        owns: whether this process is the one that may act now; asked before every tick that is owned.
        noting: told when a tick begins and ends.

    Attributes:
        ticks: those that were added.
    """

    def __init__(self, owns: Callable[[], bool], noting: Noting | None = None) -> None:
        self._owns = owns
        self._noting = noting or _Unnoted()
        self.ticks: list[Tick] = []
        self._scheduler: BackgroundScheduler | None = None

    def add(self, tick: Tick) -> None:
        """Register a tick; before `start`."""
        if self._scheduler is not None:
            raise RuntimeError("ticks are registered before the scheduler is started")
        if any(earlier.name == tick.name for earlier in self.ticks):
            raise ValueError(f"there are two ticks {tick.name}")
        self.ticks.append(tick)

    def start(self) -> None:
        """Run every tick at once and from then on at its interval."""
        threads = ThreadPoolExecutor(max(1, len(self.ticks)))
        scheduler = BackgroundScheduler(
            jobstores={"default": MemoryJobStore()},
            executors={"default": threads},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
            timezone="UTC",
        )
        scheduler.start()
        self._scheduler = scheduler
        for tick in self.ticks:
            seconds = tick.every.total_seconds()
            at_once = SystemClock().now()
            scheduler.add_job(
                self.run,
                "interval",
                [tick],
                id=tick.name,
                name=tick.name,
                seconds=seconds,
                next_run_time=at_once,
            )

    def run(self, tick: Tick) -> bool:
        """Run a tick now, if this process may; whether it was run to its end."""
        try:
            with self._noting.during(tick.name, tick.within.total_seconds(), tick.every.total_seconds()):
                if tick.owned and not self._owns():
                    return False
                tick.run()
        except Exception as error:
            away = isinstance(error, Problem) and error.is_of_the_machine
            log.error("tick_failed", tick=tick.name, error=str(error) if away else None, exc_info=not away)
            return False
        return True

    def close(self) -> None:
        """Begin no further tick and wait for those that run."""
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=True)
            self._scheduler = None
