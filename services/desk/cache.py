"""The cached state of each tournament, with checkpoints on the way, so that the past is a reference away.

Persistent maps share what did not change, so a checkpoint costs what its events made new. All of it together
is bounded: the tournament that was not asked for longest is let go, and read anew when it is asked for.
"""

import gc
import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from operator import attrgetter

import msgspec

from services.desk.decoding import CATALOGUE, fold, refold
from services.tournament.catalogue import INITIAL
from services.tournament.state import State, at_rest
from shared.database.line import Lines
from shared.database.standby import standby_read
from shared.eventlog import EMPTY, EventLog, Head, Recorded
from shared.working import still_time

PAGE = 2000
"""Events read at once."""
EVERY = 250
"""A checkpoint each so many events: to seek is to fold half as many, on average."""
RECENT = 12
"""States of the past that are kept beside them once they were asked for."""

MOST = 1_000_000_000
"""About how many bytes all that is kept may take."""
FOUNDED = 30_000
"""Bytes of a tournament that was only founded: its definition and its ruleset."""
ENTITY = 2_200
"""Bytes that an entrant or a sheet adds to a state with all that belongs to it, measured on the demo."""
CHECKPOINT = 45_000
"""Bytes that a checkpoint adds to those before it, measured there too."""

Progress = Callable[[int, int], None]

_FIRST_SEEN: "ContextVar[dict[tuple[StateCache, str], Held] | None]" = ContextVar("first seen", default=None)


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Within it a tournament is read as it stood when it was first asked for: an answer is of one moment.

    For reads alone: whoever writes within it does not see what they wrote.
    """
    token = _FIRST_SEEN.set({})
    try:
        yield
    finally:
        _FIRST_SEEN.reset(token)


class Held(msgspec.Struct, frozen=True):
    """A state and the head it belongs to."""

    state: State
    head: Head


_seq = attrgetter("seq")
NOTHING = Held(INITIAL, EMPTY)


class Kept:
    """What is kept of one tournament: the state at its head and checkpoints by rising seq."""

    def __init__(self) -> None:
        self.held = NOTHING
        self.checkpoints: list[State] = []
        self.recent: tuple[State, ...] = ()
        """The states that were asked for last, the newest first: whoever looks back moves on from there."""
        self.counted = 0
        """The size with which it counts among all."""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        state = self.held.state
        entities = len(state.entrants) + len(state.sheets)
        founded = FOUNDED if state.seq else 0
        return founded + ENTITY * entities + CHECKPOINT * (len(self.checkpoints) + len(self.recent))

    def before(self, seq: int) -> State:
        """The last state up to `seq` of the checkpoints, and of those that were asked for last."""
        place = bisect_right(self.checkpoints, seq, key=_seq)
        checkpoint = self.checkpoints[place - 1] if place else INITIAL
        return max((checkpoint, *(state for state in self.recent if state.seq <= seq)), key=_seq)

    def ask_for(self, state: State) -> None:
        """Keep a state that was asked for, in the place of the one that was not asked for longest."""
        others = (other for other in self.recent if other.seq != state.seq)
        self.recent = (state, *islice(others, RECENT - 1))

    def mark(self, state: State) -> None:
        """Keep the state as a checkpoint unless there is one near it."""
        place = bisect_right(self.checkpoints, state.seq, key=_seq)
        last = self.checkpoints[place - 1].seq if place else 0
        following = self.checkpoints[place].seq if place < len(self.checkpoints) else None
        if state.seq >= last + EVERY and (following is None or following >= state.seq + EVERY):
            self.checkpoints.insert(place, state)

    def thin_out(self) -> None:
        """Let go what was asked for last; where nothing of it is left, every other checkpoint."""
        if self.recent:
            self.recent = ()
        else:
            del self.checkpoints[::2]


class StateCache:
    """States by tournament; each is dropped when its seq and hash are no longer in the log.

    No writer is waited for: who reads brings the state up to the head by themselves, the readers of one
    tournament in line, so that the same tail is not folded many times. To look a state up, and to keep one,
    the short guard of all is taken.

    Args:
        most: about how many bytes may be kept.
    """

    def __init__(self, log: EventLog, most: int = MOST) -> None:
        self._log = log
        self._most = most
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        """Who was asked for longest ago comes first."""
        self._size = 0
        self._guard = threading.Lock()
        self._readers = Lines()

    @property
    def size(self) -> int:
        """About how many bytes are kept."""
        return self._size

    def held(self, tournament_id: str) -> Held:
        """What is cached, whether or not the log has moved on."""
        kept = self._kept.get(tournament_id)
        return NOTHING if kept is None else kept.held

    def held_at(self, tournament_id: str, head: Head) -> State | None:
        """The cached state, if it is the one at this head."""
        held = self.held(tournament_id)
        return held.state if held.head == head else None

    def checkpoints(self, tournament_id: str) -> list[int]:
        """The seqs of the checkpoints that are kept."""
        with self._guard:
            kept = self._kept.get(tournament_id)
            return [] if kept is None else [state.seq for state in kept.checkpoints]

    def advance(self, tournament_id: str, held: Held, head: Head, tail: Sequence[Recorded] | None) -> Held:
        """The state at `head`, given the events after `held`; without a tail everything is read anew.

        Returns `held` itself where the log has not moved on.

        Raises:
            OutOfOrder: these are not the events after `held`.
        """
        if tail is None:
            self.drop(tournament_id)
            return self._read_on(tournament_id, NOTHING, head)
        if not tail:
            return held if held.head == head else Held(held.state, head)
        passed: list[State] = []
        advanced = Held(_fold(held.state, tail, passed), head)
        self._keep(tournament_id, passed)
        return advanced

    def adopt(self, tournament_id: str, held: Held) -> None:
        """Keep a state that is known to be in the log, unless a later one is kept."""
        self._keep(tournament_id, [held.state], held)

    def current(self, tournament_id: str) -> Held:
        """The state at the log's head, or as it was first seen within one moment. No writer is waited for.

        Raises:
            Problem: database-busy, when others were reading the log for too long.
        """
        seen = _FIRST_SEEN.get()
        if seen is None:
            return self._at_head(tournament_id)
        key = (self, tournament_id)
        if key not in seen:
            seen[key] = self._at_head(tournament_id)
        return seen[key]

    def head(self, tournament_id: str) -> Head:
        """Where the log ends, or ended as it was first seen within one moment."""
        if _FIRST_SEEN.get() is not None:
            return self.current(tournament_id).head
        head = self._log.head(tournament_id)
        self._is_behind(tournament_id, head)
        return head

    def _is_behind(self, tournament_id: str, head: Head) -> bool:
        """Whether a standby read alone ends before what is held; raises Problem where it is not alone."""
        if head.seq < self.held(tournament_id).head.seq and (read := standby_read()) is not None:
            read.require_alone()
            return True
        return False

    def _at_head(self, tournament_id: str) -> Held:
        held = self._if_current(tournament_id)
        if held is not None:
            return held
        with self._readers.turn(tournament_id):
            # Whoever was before in line may have read it.
            return self._if_current(tournament_id) or self._caught_up(tournament_id)

    def at(self, tournament_id: str, seq: int, progress: Progress | None = None) -> State:
        """The state as of `seq`, folded from the nearest checkpoint before it. Nobody waits for it.

        Raises:
            Problem: took-too-long.
        """
        with self._guard:
            kept = self._kept.get(tournament_id)
            start = INITIAL if kept is None else kept.before(seq)
        passed: list[State] = []

        def going_on(done: int, until: int) -> None:
            if progress is not None:
                progress(done, until)
            still_time()

        asked: State | None = None
        try:
            asked = self._until(tournament_id, start, seq, passed, going_on)
            return asked
        finally:
            # Also when the time is up: who asks again goes on from here.
            if kept is not None:
                self._keep(tournament_id, passed, of=kept, asked=asked)

    def drop(self, tournament_id: str) -> None:
        """Forget what is cached of a tournament."""
        with self._guard:
            self._forget(tournament_id)

    def _if_current(self, tournament_id: str) -> Held | None:
        """What is cached, if the log has not moved on since; NOTHING where there is no such log."""
        held, head = self.held(tournament_id), self._log.head(tournament_id)
        if held.head == head:
            self._keep(tournament_id, ())
            return held
        if self._is_behind(tournament_id, head):
            return Held(self.at(tournament_id, head.seq), head) if head.seq else NOTHING
        return None if head.seq else NOTHING

    def _caught_up(self, tournament_id: str) -> Held:
        held, head = self.held(tournament_id), self._log.head(tournament_id)
        if self._is_behind(tournament_id, head):
            return Held(self.at(tournament_id, head.seq), head) if head.seq else NOTHING
        if held.head.seq:
            known = self._log.read_one(tournament_id, held.head.seq)
            if known is None or known.hash != held.head.hash:
                self.drop(tournament_id)
                held = NOTHING
        held = self._read_on(tournament_id, held, head)
        self._keep(tournament_id, (), held)
        return held

    def _read_on(self, tournament_id: str, held: Held, head: Head) -> Held:
        passed: list[State] = []
        state = self._until(tournament_id, held.state, head.seq, passed)
        self._keep(tournament_id, passed)
        return Held(state, head)

    def _until(
        self,
        tournament_id: str,
        state: State,
        until: int,
        passed: list[State],
        progress: Progress | None = None,
    ) -> State:
        events = self._log.replay(tournament_id, CATALOGUE, state.seq, until)
        with _collector_at_rest(until - state.seq):
            while state.seq < until:
                before, state = state.seq, at_rest(refold(state, islice(events, EVERY)))
                if state.seq == before:
                    break
                passed.append(state)
                if progress is not None:
                    progress(state.seq, until)
        return state

    def _keep(
        self,
        tournament_id: str,
        passed: Sequence[State],
        held: Held | None = None,
        *,
        of: Kept | None = None,
        asked: State | None = None,
    ) -> None:
        """Keep checkpoints and the state at the head, under the guard of all.

        Args:
            of: what the states were folded from; they are of no use when it has been dropped meanwhile.
            asked: the state of the past that was asked for.
        """
        with self._guard:
            kept = self._kept.get(tournament_id)
            if kept is None and of is None:
                kept = self._kept[tournament_id] = Kept()
            if kept is None or (of is not None and kept is not of):
                return
            for state in passed:
                kept.mark(state)
            if asked is not None:
                kept.ask_for(asked)
            if held is not None and held.head.seq >= kept.held.head.seq:
                kept.held = held
            self._count(kept)
            self._kept.move_to_end(tournament_id)
            while self._size > self._most and len(self._kept) > 1:
                self._forget(next(iter(self._kept)))
            while self._size > self._most and (kept.recent or kept.checkpoints):
                kept.thin_out()
                self._count(kept)

    def _forget(self, tournament_id: str) -> None:
        kept = self._kept.pop(tournament_id, None)
        if kept is not None:
            self._size -= kept.counted

    def _count(self, kept: Kept) -> None:
        size = kept.size
        self._size += size - kept.counted
        kept.counted = size


@contextmanager
def _collector_at_rest(events: int) -> Iterator[None]:
    """While a long stretch is folded, look for no garbage in cycles: states form none, and it takes long."""
    if events < PAGE or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _fold(state: State, events: Sequence[Recorded], passed: list[State]) -> State:
    """Fold events, and note the states on the way that may become checkpoints."""
    for start in range(0, len(events), EVERY):
        state = at_rest(fold(state, events[start : start + EVERY]))
        passed.append(state)
    return state
