"""Watching where logs end: one thread asks for all who wait, however many they are."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from shared.eventlog import EMPTY, Head
from shared.logs import logger

SECONDS_BETWEEN = 0.25

_log = logger(__name__)


class HeadWatcher:
    """Tells waiting threads when a tournament's log has grown. Its thread runs while someone watches.

    Args:
        head: where the log of a tournament ends.
        heads: where all logs end, for when several are watched.
        stopping: once set, nobody waits any longer.
        seconds_between: how often the heads are read.
    """

    def __init__(
        self,
        head: Callable[[str], Head],
        stopping: threading.Event,
        seconds_between: float = SECONDS_BETWEEN,
        heads: Callable[[], Mapping[str, Head]] | None = None,
    ) -> None:
        self._head, self._heads = head, heads
        self._stopping = stopping
        self._seconds_between = seconds_between
        self._changed = threading.Condition()
        self._watched: Counter[str] = Counter()
        self._seqs: dict[str, int] = {}
        self._thread: threading.Thread | None = None
        self._pause = threading.Event()

    @property
    def stopping(self) -> bool:
        """Whether nobody waits any longer."""
        return self._stopping.is_set()

    @contextmanager
    def watching(self, tournament: str) -> Iterator[None]:
        """Have the head of this tournament read for the length of a `with` block."""
        with self._changed:
            self._watched[tournament] += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="heads", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._changed:
                self._watched[tournament] -= 1
                if not self._watched[tournament]:
                    del self._watched[tournament]
                    self._seqs.pop(tournament, None)

    def wait_beyond(self, tournament: str, seq: int, seconds: float) -> bool:
        """Wait until the log goes beyond `seq`; False when it did not in this time, or the process stops."""

        def grown() -> bool:
            return self._seqs.get(tournament, 0) > seq

        with self._changed:
            self._changed.wait_for(lambda: grown() or self._stopping.is_set(), seconds)
            return grown()

    def _run(self) -> None:
        while True:
            with self._changed:
                watched = list(self._watched)
                if not watched:
                    self._thread = None
                    return
            seqs = self._read(watched)
            with self._changed:
                if seqs != self._seqs or self._stopping.is_set():
                    self._seqs = seqs
                    self._changed.notify_all()
            self._pause.wait(self._seconds_between)

    def _read(self, watched: list[str]) -> dict[str, int]:
        """The seqs of the heads; what was known, while the database cannot be reached."""
        try:
            if self._heads is None or len(watched) == 1:
                return {tournament: self._head(tournament).seq for tournament in watched}
            heads = self._heads()
            return {tournament: heads.get(tournament, EMPTY).seq for tournament in watched}
        except Exception as error:
            _log.warning("heads_unread", exc_info=error)
            return self._seqs
