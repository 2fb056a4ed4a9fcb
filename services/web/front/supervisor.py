"""Keeping worker processes: one that dies is started again, whatever killed it, after a pause that grows.

It ends when it is told to, and when a worker says that it cannot start and why: a wrong secret or schema does
not go away by trying again.
"""

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

import msgspec

from shared.logs import logger
from shared.problems import Problem, problem_types

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
SECONDS_OF_HEALTH = 60.0
"""A worker that lived this long died of something new: its pause starts small again."""
SECONDS_TO_STOP = 5.0
_log = logger(__name__)

Start = Callable[[], tuple[SpawnProcess, Pipe]]


class Refusal(msgspec.Struct, frozen=True):
    """Why a worker cannot start, as it is sent to the supervisor."""

    code: str
    params: dict[str, str]

    @staticmethod
    def of(problem: Problem) -> "Refusal":
        return Refusal(problem.code, {name: str(value) for name, value in problem.params.items()})

    def problem(self) -> Problem:
        return Problem(problem_types()[self.code], self.params)


class _Place:
    """A worker's place: the process in it now, or when the next one starts."""

    def __init__(self, start: Start, *, needed: bool) -> None:
        self._start = start
        self.needed = needed
        self.pause = FIRST_PAUSE
        self.due = 0.0
        self.process: SpawnProcess | None = None
        self.reason: Pipe | None = None
        self._born = 0.0

    def fill(self) -> None:
        self._born = time.monotonic()
        self.process, self.reason = self._start()

    def vacate(self) -> Refusal | None:
        """Take note that the process has ended; why it could not start, if it said so."""
        assert self.process is not None
        assert self.reason is not None
        now = time.monotonic()
        if now - self._born >= SECONDS_OF_HEALTH:
            self.pause = FIRST_PAUSE
        refusal = None
        if self.reason.poll():
            with suppress(EOFError):
                refusal = msgspec.json.decode(self.reason.recv_bytes(), type=Refusal)
        self.process.join()
        _log.warning(
            "web_worker_ended", pid=self.process.pid, exit_code=self.process.exitcode, again_in=self.pause
        )
        self.reason.close()
        self.process.close()
        self.process = self.reason = None
        self.due = now + self.pause
        self.pause = min(self.pause * 2, LONGEST_PAUSE)
        return refusal


class Supervisor:
    """Keeps workers until SIGINT or SIGTERM. To be run in the main thread.

    Args:
        starts: for each worker what starts it; it returns it with the pipe through which it may say why it
            cannot.
        passing: whether a problem may go away by itself, so that a start is tried again.
        spare: likewise, for those the others can do without: they are started again whatever they say.
    """

    def __init__(
        self, starts: Sequence[Start], passing: Callable[[Problem], bool], spare: Sequence[Start] = ()
    ) -> None:
        self._places = [_Place(start, needed=True) for start in starts]
        self._places += [_Place(start, needed=False) for start in spare]
        self._passing = passing
        self._stop_asked = False

    def run(self) -> None:
        """Keep the workers; returns when told to stop, with all of them ended.

        Raises:
            Problem: a worker's reason for not starting.
        """
        reader, writer = os.pipe()
        os.set_blocking(writer, False)

        def stop(number: int, frame: FrameType | None) -> None:
            self._stop_asked = True
            os.write(writer, b"!")

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            while not self._stop_asked:
                self._keep(reader)
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(reader)
            os.close(writer)

    def _keep(self, waker: int) -> None:
        """Start what is due, then wait for what happens next."""
        now = time.monotonic()
        for place in self._places:
            if place.process is None and place.due <= now:
                place.fill()
        due = [place.due for place in self._places if place.process is None]
        timeout = max(0.0, min(due) - time.monotonic()) if due else None
        running = {place.process.sentinel: place for place in self._places if place.process is not None}
        ended = set(wait([*running, waker], timeout))
        if self._stop_asked:
            # Whoever told this one may have told its workers as well; that they end is no news then.
            return
        for place in [place for sentinel, place in running.items() if sentinel in ended]:
            refusal = place.vacate()
            if refusal is not None and place.needed and not self._passing(refusal.problem()):
                raise refusal.problem()

    def _stop(self) -> None:
        processes = [place.process for place in self._places if place.process is not None]
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + SECONDS_TO_STOP
        for process in processes:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.exitcode is None:
                _log.warning("web_worker_killed", pid=process.pid)
                process.kill()
                process.join()
