"""The thread by which a process gives its signs of life.

It does nothing else, so that a part of the process that hangs does not silence it: each part notes for itself
when it begins and ends, and a sign of life says so.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from time import monotonic

from msgspec.structs import replace

from shared.clock import Clock, to_micros
from shared.heartbeat.beats import Activity, Beat, Beats
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)
BEAT_EVERY = 10.0


class Pulse:
    """What one process says of itself.

    Args:
        kind: "web" or "worker".
        figures: this process's metrics in Prometheus' text format.
        after_beat: called beside, after every beat that could be written and was not the first in a while,
            unless it still runs: such as to look after the others. What it raises is logged.
        elapsed: seconds that only go forward.
    """

    def __init__(
        self,
        beats: Beats,
        clock: Clock,
        kind: str,
        *,
        figures: Callable[[], str] = str,
        after_beat: Callable[[], object] | None = None,
        every: float = BEAT_EVERY,
        elapsed: Callable[[], float] = monotonic,
    ) -> None:
        self._elapsed = elapsed
        self._beats = beats
        self._clock = clock
        self._kind = kind
        self._figures = figures
        self._after_beat = after_beat
        self._every = every
        self._started_at = clock.now()
        self._host, self._pid = socket.gethostname(), os.getpid()
        self.process = f"{self._host}:{self._pid}:{os.urandom(4).hex()}"
        self._guard = threading.Lock()
        self._doing: dict[str, tuple[float, Activity]] = {}
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Beat from now on, until `close`."""
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Say that the process ends in good order."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self._write(self._clock.now())

    def began(self, name: str, within: float) -> None:
        """Note that something began, which ends within so many seconds while all is well."""
        self._note(name, within, running=True)

    def ended(self, name: str, within: float, *, went_well: bool = True) -> None:
        """Note that it ended, and begins or ends again within so many seconds while all is well."""
        self._note(name, within, running=False, went_well=went_well)

    def dropped(self, *names: str) -> None:
        """Note that these are no longer done here."""
        with self._guard:
            for name in names:
                self._doing.pop(name, None)

    @contextmanager
    def during(self, name: str, within: float, every: float) -> Iterator[None]:
        """Note begin and end of the block, which comes again every so many seconds."""
        self.began(name, within)
        well = False
        try:
            yield
            well = True
        finally:
            self.ended(name, every + within, went_well=well)

    def _note(self, name: str, within: float, *, running: bool, went_well: bool = True) -> None:
        activity = Activity(name, to_micros(self._clock.now()), 0.0, running, within, went_well)
        with self._guard:
            self._doing[name] = self._elapsed(), activity

    def _run(self) -> None:
        beaten_before, following = False, threading.Thread()
        while True:
            beaten = self._write(None)
            if beaten and beaten_before and self._after_beat is not None and not following.is_alive():
                following = threading.Thread(
                    target=self._follow_up, args=(self._after_beat,), name="after heartbeat", daemon=True
                )
                following.start()
            beaten_before = beaten
            if self._ending.wait(self._every):
                return

    def _follow_up(self, after_beat: Callable[[], object]) -> None:
        try:
            after_beat()
        except Exception as error:
            log.warning("heartbeat_follow_up_failed", error=_name(error))

    def _write(self, ended_at: datetime | None) -> bool:
        with self._guard:
            noted, elapsed = [self._doing[name] for name in sorted(self._doing)], self._elapsed()
        doing = tuple(replace(activity, since=elapsed - at) for at, activity in noted)
        try:
            beat = Beat(
                self.process,
                self._kind,
                self._host,
                self._pid,
                self._started_at,
                self._clock.now(),
                ended_at,
                doing,
                self._figures(),
            )
            self._beats.write(beat)
        except Exception as error:
            log.warning("heartbeat_failed", error=_name(error))
            return False
        return True


def _name(error: Exception) -> str:
    return error.code if isinstance(error, Problem) else type(error).__name__
