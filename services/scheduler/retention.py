"""The tick that reminds organizers, once, of the people that a tournament long over still keeps."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any, Protocol

from services.access.principal import Principal
from services.scheduler.current import Log
from services.tournament.kernel.facts import Command
from services.tournament.people.retention import (
    RemindOfRetention,
    last_day,
    people_kept,
    retention_key,
)
from services.tournament.state import State
from shared.clock import Clock
from shared.logs import logger

log = logger(__name__)
AT = time(10)


class Desk(Protocol):
    """What this needs of the tournament desk."""

    def state(self, tournament_id: str) -> State: ...

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class Retention:
    """Looks at every tournament, and folds only what has changed since.

    Args:
        days: after the last day of play.
    """

    def __init__(self, desk: Desk, log_: Log, clock: Clock, days: int) -> None:
        self._desk = desk
        self._log = log_
        self._clock = clock
        self._days = days
        self._due: dict[str, tuple[int, datetime | None]] = {}
        self._principal = Principal("worker", "service", "retention")

    def tick(self) -> None:
        """Remind of what is due now."""
        for tournament, head in sorted(self._log.heads().items()):
            try:
                self._remind(tournament, head.seq, self._desk.state)
            except Exception:
                log.exception("retention_failed", tournament=tournament)

    def _remind(self, tournament: str, seq: int, state: Callable[[str], State]) -> None:
        known = self._due.get(tournament)
        if known is None or known[0] != seq:
            known = self._due[tournament] = seq, retention_due(state(tournament), self._days)
        if known[1] is not None and self._clock.now() >= known[1]:
            self._desk.submit(tournament, RemindOfRetention(), self._principal)


def retention_due(state: State, days: int) -> datetime | None:
    """When the organizer is to be reminded; None if that was done, or nobody is left to forget."""
    day = last_day(state)
    if day is None or retention_key(day) in state.reminders or not people_kept(state):
        return None
    return state.plan.moment(day + timedelta(days=days), AT)
