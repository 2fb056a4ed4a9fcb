"""How long a section may take, how far it is, and what went wrong in it."""

import multiprocessing
import os
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")

TELL_EVERY = 10.0


class Pace:
    """One section's time.

    Args:
        name: the section's.
        seconds: how long it may take; what was begun is finished.
        seed: where chance begins; the same seed does the same again.
    """

    def __init__(self, name: str, seconds: float, seed: int) -> None:
        self.name = name
        self.seconds = seconds
        self.seed = seed
        self.faults = 0
        self._started = self._last_line = perf_counter()

    @property
    def taken(self) -> float:
        return perf_counter() - self._started

    @property
    def over(self) -> bool:
        return self.taken >= self.seconds

    def tell(self, text: str, *, now: bool = False) -> None:
        """Print how far it is, unless that was told a moment ago."""
        if now or perf_counter() - self._last_line >= TELL_EVERY:
            self._last_line = perf_counter()
            print(f"  {self.taken:4.0f} s of {self.seconds:.0f}: {text}", flush=True)

    def fault(self, what: str, error: BaseException) -> None:
        """Print what went wrong and go on."""
        self.faults += 1
        lines = "".join(traceback.format_exception(error))
        print(f"  FAULT in {self.name}, {what}:\n{lines}", flush=True)

    def spread(
        self,
        work: Callable[[T], int],
        jobs: Iterable[T],
        line_of: Callable[[int], str],
        prepare: Callable[..., None] | None = None,
        given: tuple[Any, ...] = (),
    ) -> int:
        """Let as many processes as there are cores work on the jobs until they, or the time, run out.

        Args:
            work: does a job and returns how many things it checked; it raises when one is not as it must be.
            line_of: makes the line that says how far it is from that count.
            prepare: called with `given` in each process first.

        Returns:
            how many things were checked.
        """
        workers = os.cpu_count() or 1
        own_kind = multiprocessing.get_context("forkserver")
        checked = 0
        pending: dict[Future[int], T] = {}

        def harvest() -> int:
            found = 0
            done, _ = wait(pending, timeout=TELL_EVERY, return_when=FIRST_COMPLETED)
            for future in done:
                job = pending.pop(future)
                try:
                    found += future.result()
                except BrokenProcessPool:
                    raise
                except Exception as error:
                    self.fault(f"{job!r} (SOAK_SEED={self.seed})", error)
            return found

        with ProcessPoolExecutor(workers, own_kind, prepare, given) as pool:
            for job in jobs:
                if self.over:
                    break
                pending[pool.submit(work, job)] = job
                while len(pending) > workers:
                    checked += harvest()
                    self.tell(line_of(checked))
            while pending:
                checked += harvest()
        self.tell(line_of(checked), now=True)
        return checked
