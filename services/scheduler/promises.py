"""The tick that reminds organizers of the word they promised about a suspension, before it falls due."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Protocol

from services.access.tokens import Principal
from services.tournament.kernel.facts import Command
from services.tournament.state import State
from services.tournament.weather.further_word import NO_WORD_PROMISED, RemindOfNextWord
from shared.clock import Clock
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)
BEFORE = timedelta(minutes=15)
"""How long before a promised word is due the organizer is reminded of it."""


class Desk(Protocol):
    """What this needs of the tournament desk."""

    def state(self, tournament_id: str) -> State: ...

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class Promises:
    """Reminds of the words promised in every tournament.

    Args:
        tournaments: the ids of all tournaments.
    """

    def __init__(self, desk: Desk, clock: Clock, tournaments: Callable[[], Sequence[str]]) -> None:
        self._desk = desk
        self._clock = clock
        self._tournaments = tournaments
        self._principal = Principal("worker", "service", "promises")

    def tick(self) -> None:
        """Remind of what is due now, each promise once."""
        for tournament in self._tournaments():
            try:
                self._remind(tournament)
            except Exception:
                log.exception("promises_failed", tournament=tournament)

    def _remind(self, tournament: str) -> None:
        for day in words_due(self._desk.state(tournament), self._clock.now()):
            try:
                self._desk.submit(tournament, RemindOfNextWord(day=day), self._principal)
            except Problem as problem:
                # Given by another scheduler, or lifted, since the state was read.
                if problem.code != NO_WORD_PROMISED.code:
                    raise


def words_due(state: State, now: datetime) -> list[date]:
    """The days for which a word was promised that is due soon, or overdue, and not yet called to mind."""
    if state.definition is None or state.closed:
        return []
    found = set()
    for session in state.sessions.values():
        own = session.suspension
        if own is None or own.next_word is None or own.reminded or session.day is None:
            continue
        if now >= own.next_word - BEFORE:
            found.add(session.day)
    return sorted(found)
