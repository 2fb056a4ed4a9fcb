"""The tournaments that still have something before them; of the others a tick looks at the head alone.

Where all logs end is one look, however many there are.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Protocol

from services.access.principal import Principal
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
    """

    def __init__(
        self,
        log: Log,
        state: Callable[[str], State],
        clock: Clock,
        kept: Callable[[str, Head], State | None] = lambda tournament_id, head: None,
    ) -> None:
        self._log = log
        self._state = state
        self._kept = kept
        self._clock = clock
        self._over: dict[str, int] = {}
        self._heads: Mapping[str, Head] = {}

    def __call__(self) -> Sequence[str]:
        self._heads = heads = self._log.heads()
        return [
            tournament for tournament in sorted(heads) if not self._is_over(tournament, heads[tournament])
        ]

    def state(self, tournament_id: str) -> State:
        """The state as it is kept, if the log ended there at the last look; else as it is now."""
        head = self._heads.get(tournament_id)
        kept = None if head is None else self._kept(tournament_id, head)
        return self._state(tournament_id) if kept is None else kept

    def _is_over(self, tournament: str, head: Head) -> bool:
        if self._over.get(tournament) == head.seq:
            return True
        try:
            state = self.state(tournament)
        except Exception:
            # Whoever asks for it next says what is wrong with it, and leaves the others in peace.
            return False
        over = state.definition is not None and (
            state.closed or all(self._is_past(state, session.day) for session in state.sessions.values())
        )
        if over:
            # Kept with the seq of before: an event since then means another look.
            self._over[tournament] = head.seq
        return over

    def _is_past(self, state: State, day: date | None) -> bool:
        return day is not None and state.plan.local_day(self._clock.now() - AFTER) > day


class Submitting(Protocol):
    """What is needed of the desk."""

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class CurrentDesk:
    """The desk as ticks ask it, which look at many tournaments in which nothing has happened."""

    def __init__(self, desk: Submitting, current: CurrentTournaments) -> None:
        self.state, self.submit = current.state, desk.submit
