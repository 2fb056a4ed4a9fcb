"""What is kept of each log to look back on it, brought up to the head whenever it is asked for.

It is made in one pass over the log and grows with it; of a log that is not what it was it is made anew. All
of it together is bounded: the tournament that was not asked for longest is let go.
"""

import threading
from collections import OrderedDict

from services.desk.cache import EVERY
from services.desk.decoding import CATALOGUE
from services.desk.history.event_index import EventIndex
from services.desk.history.rank_changes import RankChanges
from services.tournament.catalogue import INITIAL
from services.tournament.kernel.deciding import evolve
from services.tournament.kernel.facts import Stamp
from services.tournament.state import State, at_rest
from shared.clock import from_micros
from shared.database.deadline import seconds_left
from shared.database.failures import DATABASE_BUSY, RETRY_SECONDS
from shared.database.line import Line
from shared.eventlog import EventLog, Head
from shared.working import still_time

MOST_EVENTS = 1_000_000
"""Of all tournaments together: some hundreds of bytes are kept of each."""


class History:
    """What is kept of one log, as far as it was followed."""

    def __init__(self) -> None:
        self.events = EventIndex()
        self.ranks = RankChanges()
        self._state: State = INITIAL
        self._hash = b""

    def go_on(self, log: EventLog, tournament_id: str, head: Head) -> None:
        """Follow the log up to a head that it has.

        Raises:
            Problem: took-too-long; who asks again goes on from there.
        """
        begun, state = self._state.seq, self._state
        try:
            for seq, event, occurred, recorded, actor in log.replay(
                tournament_id, CATALOGUE, begun, head.seq
            ):
                if seq % EVERY == 0:
                    still_time()
                before, state = state, evolve(state, event, Stamp(seq, from_micros(occurred), actor))
                self.events.add(event, occurred, recorded, state)
                self.ranks.follow(before, state)
                self._state = state
        finally:
            self._state = at_rest(self._state)
            if self._state.seq > begun:
                self._hash = _hash_at(log, tournament_id, self._state.seq)

    def is_of(self, log: EventLog, tournament_id: str) -> bool:
        """Whether the log still has what was followed, and all of that was taken in."""
        seq = self._state.seq
        return seq == self.events.seq and (not seq or self._hash == _hash_at(log, tournament_id, seq))

    def is_at(self, head: Head) -> bool:
        return self._hash == head.hash and self._state.seq == head.seq


class _Place:
    """Where the history of one tournament is kept, and whose turn it is to follow the log."""

    def __init__(self) -> None:
        self.history = History()
        self.turn = Line()


class Histories:
    """The histories of all tournaments of a log; the last one asked for is kept whatever its length.

    Safe for threads.
    """

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._guard = threading.Lock()

    def of(self, tournament_id: str, head: Head) -> History:
        """The history of a tournament, at least up to a head of its log.

        Raises:
            Problem: took-too-long; database-busy, when others were following the log for too long.
        """
        with self._guard:
            place = self._places.setdefault(tournament_id, _Place())
            self._places.move_to_end(tournament_id)
        if place.history.is_at(head):
            return place.history
        if not place.turn.enter(seconds_left()):
            raise DATABASE_BUSY(seconds=RETRY_SECONDS)
        try:
            if not place.history.is_of(self._log, tournament_id):
                place.history = History()
            place.history.go_on(self._log, tournament_id, head)
        finally:
            place.turn.leave()
            self._let_go()
        return place.history

    @property
    def kept(self) -> tuple[str, ...]:
        """The tournaments whose history is kept, the one not asked for longest first."""
        return tuple(self._places)

    def _let_go(self) -> None:
        with self._guard:
            size = sum(place.history.events.seq for place in self._places.values())
            while size > MOST_EVENTS and len(self._places) > 1:
                _, place = self._places.popitem(last=False)
                size -= place.history.events.seq


def _hash_at(log: EventLog, tournament_id: str, seq: int) -> bytes:
    stored = log.read_one(tournament_id, seq)
    return b"" if stored is None else stored.hash
