"""The tick that puts calls for a parent to the organizer when nobody answered in time."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from services.access.tokens import Principal
from services.tournament.kernel.facts import Command
from services.tournament.people.parent_calls import (
    PARENT_CALL_ANSWERED,
    EscalateParentCall,
    unanswered,
)
from services.tournament.state import State
from shared.clock import Clock
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)


class Desk(Protocol):
    """What this needs of the tournament desk."""

    def state(self, tournament_id: str) -> State: ...

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class ParentCalls:
    """Looks at the calls of every tournament.

    Args:
        tournaments: the ids of all tournaments.
    """

    def __init__(self, desk: Desk, clock: Clock, tournaments: Callable[[], Sequence[str]]) -> None:
        self._desk = desk
        self._clock = clock
        self._tournaments = tournaments
        self._principal = Principal("worker", "service", "parent-calls")

    def tick(self) -> None:
        """Put to the organizer what waits too long now."""
        for tournament in self._tournaments():
            try:
                self._escalate(tournament)
            except Exception:
                log.exception("parent_calls_failed", tournament=tournament)

    def _escalate(self, tournament: str) -> None:
        for own in unanswered(self._desk.state(tournament), self._clock.now()):
            try:
                self._desk.submit(tournament, EscalateParentCall(call=own.call), self._principal)
            except Problem as problem:
                # Answered since the state was read.
                if problem.code != PARENT_CALL_ANSWERED.code:
                    raise
