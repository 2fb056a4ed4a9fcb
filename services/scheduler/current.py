"""The tournaments that still have something before them; of the others a tick looks at the head alone."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Protocol

from services.tournament.state import State
from shared.clock import Clock
from shared.eventlog import Head

AFTER = timedelta(days=1)
"""How long after its last day a tournament is still looked at."""


class Log(Protocol):
    """What is needed of the log."""

    def tournaments(self) -> list[str]: ...

    def head(self, tournament_id: str) -> Head: ...


class CurrentTournaments:
    """Called, it gives the ids of the tournaments that are not over.

    Args:
        state: the state of a tournament now.
    """

    def __init__(self, log: Log, state: Callable[[str], State], clock: Clock) -> None:
        self._log = log
        self._state = state
        self._clock = clock
        self._over: dict[str, int] = {}

    def __call__(self) -> Sequence[str]:
        return [tournament for tournament in self._log.tournaments() if not self._is_over(tournament)]

    def _is_over(self, tournament: str) -> bool:
        head = self._log.head(tournament)
        if self._over.get(tournament) == head.seq:
            return True
        try:
            state = self._state(tournament)
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
