"""Up to where a log holds ages and family names in clear: found once, then only in what is new."""

import threading

from services.access.ages import AGES_IN_CLEAR
from services.desk.upcasting import IN_CLEAR
from shared.eventlog import EventLog, Head


class InClear:
    """Knows for each tournament the last event of an early version. Safe for threads."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._guard = threading.Lock()
        self._known: dict[str, tuple[Head, int]] = {}

    def last(self, tournament_id: str) -> int:
        """The seq of the last event that says such things; 0 if none does."""
        head = self._log.head(tournament_id)
        with self._guard:
            seen, last = self._known.get(tournament_id, (None, 0))
        if seen is not None and (seen.seq, seen.hash) == (head.seq, head.hash):
            return last
        # Another log under the same id, brought back from elsewhere, is looked at from its beginning.
        there = self._log.read_one(tournament_id, seen.seq) if seen is not None else None
        goes_on = seen is not None and there is not None and there.hash == seen.hash
        after, last = (seen.seq, last) if seen is not None and goes_on else (0, 0)
        last = self._log.last_of(tournament_id, IN_CLEAR, after) or last
        with self._guard:
            self._known[tournament_id] = (head, last)
        return last

    def refuse(self, tournament_id: str, option: str, after: int = 0) -> None:
        """Refuse to hand out the log from after a seq on, where it says such things.

        Args:
            option: how to ask for them all the same.

        Raises:
            Problem: ages-in-clear.
        """
        last = self.last(tournament_id)
        if after < last:
            raise AGES_IN_CLEAR(tournament=tournament_id, seq=last, option=option)
