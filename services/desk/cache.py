"""The cached state of each tournament, with checkpoints on the way, so that the past is a reference away."""

import threading
from bisect import bisect_right
from collections.abc import Callable, Sequence

import msgspec

from services.desk.decoding import fold
from services.tournament.catalogue import INITIAL
from services.tournament.state import State
from shared.eventlog import EMPTY, EventLog, Head, Recorded

PAGE = 2000
EVERY = 500
"""A checkpoint each so many events: persistent maps make keeping one cost next to nothing."""

Progress = Callable[[int, int], None]


class Held(msgspec.Struct, frozen=True):
    """A state and the head it belongs to."""

    state: State
    head: Head


NOTHING = Held(INITIAL, EMPTY)


class StateCache:
    """States by tournament; each is dropped when its seq and hash are no longer in the log."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._held: dict[str, Held] = {}
        self._checkpoints: dict[str, list[State]] = {}
        self._guard = threading.Lock()
        self._locks: dict[str, threading.RLock] = {}

    def lock(self, tournament_id: str) -> threading.RLock:
        """One writer at a time in this process; others queue on the database."""
        with self._guard:
            return self._locks.setdefault(tournament_id, threading.RLock())

    def held(self, tournament_id: str) -> Held:
        """What is cached, whether or not the log has moved on."""
        return self._held.get(tournament_id, NOTHING)

    def advance(self, tournament_id: str, held: Held, head: Head, tail: Sequence[Recorded] | None) -> Held:
        """The state at `head`, given the events after `held`; without a tail everything is read anew."""
        if tail is None:
            self.drop(tournament_id)
            return self._from_zero(tournament_id, head)
        if not tail:
            return Held(held.state, head)
        state = self._fold(tournament_id, held.state, tail)
        return Held(state, head)

    def adopt(self, tournament_id: str, held: Held) -> None:
        """Keep a state that is known to be in the log."""
        with self._guard:
            if held.head.seq >= self.held(tournament_id).head.seq:
                self._held[tournament_id] = held
                self._mark(tournament_id, held.state)

    def current(self, tournament_id: str) -> Held:
        """The state at the log's head."""
        with self.lock(tournament_id):
            held, head = self.held(tournament_id), self._log.head(tournament_id)
            if (held.head.seq, held.head.hash) == (head.seq, head.hash):
                if held.head != head:
                    held = Held(held.state, head)
                    self._held[tournament_id] = held
                return held
            if head.seq == 0:
                return NOTHING
            known = self._log.read_one(tournament_id, held.head.seq) if held.head.seq else None
            if held.head.seq and (known is None or known.hash != held.head.hash):
                self.drop(tournament_id)
                held = NOTHING
            state = self._read_on(tournament_id, held.state, head.seq)
            held = Held(state, head)
            self._held[tournament_id] = held
            return held

    def at(self, tournament_id: str, seq: int, progress: Progress | None = None) -> State:
        """The state as of `seq`, from the nearest checkpoint before it."""
        with self.lock(tournament_id):
            checkpoints = self._checkpoints.get(tournament_id, [])
            place = bisect_right(checkpoints, seq, key=lambda checkpoint: checkpoint.seq)
            start = checkpoints[place - 1] if place else INITIAL
            return self._read_on(tournament_id, start, seq, progress)

    def drop(self, tournament_id: str) -> None:
        """Forget what is cached of a tournament."""
        with self._guard:
            self._held.pop(tournament_id, None)
            self._checkpoints.pop(tournament_id, None)

    def _from_zero(self, tournament_id: str, head: Head) -> Held:
        return Held(self._read_on(tournament_id, INITIAL, head.seq), head)

    def _read_on(
        self, tournament_id: str, state: State, until: int, progress: Progress | None = None
    ) -> State:
        while state.seq < until:
            page = self._log.read(tournament_id, state.seq, PAGE, until)
            if not page:
                break
            state = self._fold(tournament_id, state, page)
            if progress is not None:
                progress(state.seq, until)
        return state

    def _fold(self, tournament_id: str, state: State, events: Sequence[Recorded]) -> State:
        for start in range(0, len(events), EVERY):
            state = at_rest(fold(state, events[start : start + EVERY]))
            self._mark(tournament_id, state)
        return state

    def _mark(self, tournament_id: str, state: State) -> None:
        """Keep the state as a checkpoint if the last one is far enough behind."""
        checkpoints = self._checkpoints.setdefault(tournament_id, [])
        if not checkpoints or state.seq >= checkpoints[-1].seq + EVERY:
            checkpoints.append(state)


def at_rest(state: State) -> State:
    """The state without the trace of what its last event touched."""
    return msgspec.structs.replace(state, touched=()) if state.touched else state
