"""The tick that gives due reminders: one command each, which the tournament takes once."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from services.access.tokens import Principal
from services.scheduler.reminders import due
from services.tournament.kernel.facts import Command
from services.tournament.publication.reminding import (
    REMINDED_ALREADY,
    SESSION_NOT_ON,
    RemindOfSession,
)
from services.tournament.state import State
from shared.clock import Clock
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)


class Desk(Protocol):
    """What reminding needs of the tournament desk."""

    def state(self, tournament_id: str) -> State: ...

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class Reminder:
    """Reminds of the sessions of every tournament.

    Args:
        tournaments: the ids of all tournaments.
    """

    def __init__(self, desk: Desk, clock: Clock, tournaments: Callable[[], Sequence[str]]) -> None:
        self._desk = desk
        self._clock = clock
        self._tournaments = tournaments
        self._principal = Principal("worker", "service", "reminders")

    def tick(self) -> None:
        """Give what is due now."""
        for tournament in self._tournaments():
            try:
                self._remind(tournament)
            except Exception:
                log.exception("reminders_failed", tournament=tournament)

    def _remind(self, tournament: str) -> None:
        for own in due(self._desk.state(tournament), self._clock.now()):
            try:
                command = RemindOfSession(session=own.session, kind=own.kind)
                self._desk.submit(tournament, command, self._principal)
            except Problem as problem:
                # Given by another scheduler, or suspended, since the state was read.
                if problem.code not in (REMINDED_ALREADY.code, SESSION_NOT_ON.code):
                    raise
