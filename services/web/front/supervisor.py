"""Keeping processes: one that dies is started again, whatever killed it, after a pause that grows.

It ends when it is told to, and when a process that is needed says that it cannot start and why: a wrong
secret or schema does not go away by trying again.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import wait
from types import FrameType

import msgspec

from shared.children import Child, stop
from shared.logs import logger
from shared.problems import Problem

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
SECONDS_OF_HEALTH = 60.0
"""A process that lived this long died of something new: its pause starts small again."""
_log = logger(__name__)


def _log_end(pid: int, exit_code: int | None, pause: float) -> None:
    _log.warning("web_worker_ended", pid=pid, exit_code=exit_code, again_in=pause)


class Post(msgspec.Struct, frozen=True):
    """A process that there has to be.

    Attributes:
        start: starts it; may fail with OSError when there is no room for it now.
        needed: whether a reason for not starting that does not pass ends all; the others can do without
            those that are not.
        tell: takes the id of one that has ended, its exit code, and after how many seconds the next starts.
        seconds_to_stop: how long it has to end when it is told to, before it is killed.
    """

    start: Callable[[], Child]
    needed: bool = True
    tell: Callable[[int, int | None, float], None] = _log_end
    seconds_to_stop: float = 5.0


class _Place:
    """The place of a process: the one in it now, or when the next one starts."""

    def __init__(self, post: Post) -> None:
        self.post = post
        self.due = 0.0
        self.child: Child | None = None
        self._pause = FIRST_PAUSE
        self._born = 0.0

    def fill(self) -> None:
        """Start the process; if that fails now, it is tried again after the pause."""
        self._born = time.monotonic()
        try:
            self.child = self.post.start()
        except OSError as error:
            _log.warning("process_not_started", error=repr(error), again_in=self._pause)
            self._wait()

    def vacate(self) -> Problem | None:
        """Take note that the process has ended; why it could not start, if it said so."""
        assert self.child is not None
        if time.monotonic() - self._born >= SECONDS_OF_HEALTH:
            self._pause = FIRST_PAUSE
        refusal = self.child.refusal()
        self.child.join()
        self.post.tell(self.child.pid, self.child.exit_code, self._pause)
        self.child.close()
        self.child = None
        self._wait()
        return refusal

    def _wait(self) -> None:
        self.due = time.monotonic() + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)


class Supervisor:
    """Keeps processes until SIGINT or SIGTERM. To be run in the main thread.

    Args:
        posts: the processes.
        passing: whether a problem may go away by itself, so that a start is tried again.
    """

    def __init__(self, posts: Sequence[Post], passing: Callable[[Problem], bool]) -> None:
        self._places = [_Place(post) for post in posts]
        self._passing = passing
        self._stop_asked = False

    def run(self) -> None:
        """Keep the processes; returns when told to stop, with all of them ended.

        Raises:
            Problem: the reason of one that is needed for not starting.
        """
        with self._told_to_stop() as waker:
            try:
                while not self._stop_asked:
                    self._keep(waker)
            finally:
                self._stop()

    @contextmanager
    def _told_to_stop(self) -> Iterator[int]:
        """What can be read once a signal asked to stop."""
        reader, writer = os.pipe()
        os.set_blocking(writer, False)

        def ask(number: int, frame: FrameType | None) -> None:
            self._stop_asked = True
            os.write(writer, b"!")

        before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield reader
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(reader)
            os.close(writer)

    def _stop(self) -> None:
        """End all at once, and wait for each as long as it may take."""
        begun = time.monotonic()
        running = [(place.child, place.post.seconds_to_stop) for place in self._places if place.child]
        for child, _ in running:
            child.terminate()
        for child, seconds in running:
            for pid in stop([child], begun + seconds - time.monotonic()):
                _log.warning("web_worker_killed", pid=pid)

    def _keep(self, waker: int) -> None:
        """Start what is due, then wait for what happens next."""
        now = time.monotonic()
        for place in self._places:
            if place.child is None and place.due <= now:
                place.fill()
        due = [place.due for place in self._places if place.child is None]
        timeout = max(0.0, min(due) - time.monotonic()) if due else None
        running = {place.child.sentinel: place for place in self._places if place.child is not None}
        ended = set(wait([*running, waker], timeout))
        if self._stop_asked:
            # Whoever told this one may have told the others as well; that they end is no news then.
            return
        for place in [place for sentinel, place in running.items() if sentinel in ended]:
            refusal = place.vacate()
            if refusal is not None and place.post.needed and not self._passing(refusal):
                raise refusal
