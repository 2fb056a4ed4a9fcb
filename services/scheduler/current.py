"""The tournaments that still have something before them; of the others a tick looks at the head alone.

Where all logs end is one look, however many there are, and the first look of a process folds no log of which
the stored listing says that it is over.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from services.access.principal import Principal
from services.projections.listing import Listing, listing_of
from services.tournament.kernel.facts import Command
from services.tournament.state import State
from shared.clock import Clock
from shared.eventlog import Head

AFTER = timedelta(days=1)
"""How long after its last day a tournament is still looked at."""


class Log(Protocol):
    """What is needed of the log."""

    def heads(self) -> Mapping[str, Head]: ...


class CurrentTournaments:
    """Called, it gives the ids of the tournaments that are not over.

    Args:
        state: the state of a tournament now.
        kept: the state that is kept of a tournament, if its log ends there; None for none.
        listings: the stored listings of tournaments whose logs end at these seqs, as far as there are.
    """

    def __init__(
        self,
        log: Log,
        state: Callable[[str], State],
        clock: Clock,
        kept: Callable[[str, Head], State | None] = lambda tournament_id, head: None,
        listings: Callable[[Mapping[str, int]], Mapping[str, Listing]] = lambda ends: {},
    ) -> None:
        self._log = log
        self._state = state
        self._kept = kept
        self._listings = listings
        self._clock = clock
        self._over: dict[str, int] = {}
        self._heads: Mapping[str, Head] = {}

    def __call__(self) -> Sequence[str]:
        self._heads = heads = self._log.heads()
        asked = {id: head.seq for id, head in heads.items() if self._over.get(id) != head.seq}
        listed = self._listings({id: seq for id, seq in asked.items() if self._kept(id, heads[id]) is None})
        # Kept with the seq of before: an event since then means another look.
        self._over |= {id: seq for id, seq in asked.items() if self._is_over(id, listed.get(id))}
        return sorted(id for id, head in heads.items() if self._over.get(id) != head.seq)

    def state(self, tournament_id: str) -> State:
        """The state as it is kept, if the log ended there at the last look; else as it is now."""
        head = self._heads.get(tournament_id)
        kept = None if head is None else self._kept(tournament_id, head)
        return self._state(tournament_id) if kept is None else kept

    def _is_over(self, tournament: str, listing: Listing | None) -> bool:
        try:
            listing = listing or listing_of(self.state(tournament))
        except Exception:
            # Whoever asks for it next says what is wrong with it, and leaves the others in peace.
            return False
        today = (self._clock.now() - AFTER).astimezone(ZoneInfo(listing.zone)).date()
        return listing.closed or (not listing.undated and all(day < today for day in listing.days))


class Submitting(Protocol):
    """What is needed of the desk."""

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class CurrentDesk:
    """The desk as ticks ask it, which look at many tournaments in which nothing has happened."""

    def __init__(self, desk: Submitting, current: CurrentTournaments) -> None:
        self.state, self.submit = current.state, desk.submit
