"""The tick that reminds who was invited to link a chat: once, days later and before the first session."""

from collections.abc import Callable, Sequence
from datetime import datetime, time, timedelta
from typing import Any, Protocol

from services.access.tokens import Principal
from services.tournament.kernel.facts import Command
from services.tournament.people.inviting import RemindInvited, to_remind_of
from services.tournament.state import State
from shared.clock import Clock
from shared.logs import logger

log = logger(__name__)
AFTER, BEFORE, AT = timedelta(days=5), timedelta(days=1), time(10)
"""So many days after the invitation; where play begins sooner, the day before; at this hour."""


class Desk(Protocol):
    """What this needs of the tournament desk."""

    def state(self, tournament_id: str) -> State: ...

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class Invited:
    """Reminds in every tournament that is not over.

    Args:
        tournaments: gives their ids.
    """

    def __init__(self, desk: Desk, clock: Clock, tournaments: Callable[[], Sequence[str]]) -> None:
        self._desk = desk
        self._clock = clock
        self._tournaments = tournaments
        self._principal = Principal("worker", "service", "invited")

    def tick(self) -> None:
        """Remind of what is due now."""
        for tournament in self._tournaments():
            try:
                if is_due(self._desk.state(tournament), self._clock.now()):
                    self._desk.submit(tournament, RemindInvited(), self._principal)
            except Exception:
                log.exception("invited_failed", tournament=tournament)


def is_due(state: State, now: datetime) -> bool:
    """Whether to remind now of the last invitation: never once the first day of play has begun."""
    invited = to_remind_of(state)
    if invited is None:
        return False
    plan = state.plan
    days = [own.day for own in state.sessions.values() if own.day is not None]
    first = min(days, default=None)
    if first is not None and plan.local_day(now) >= first:
        return False
    due = invited + AFTER if first is None else min(invited + AFTER, first - BEFORE)
    # Invited on the very eve, they are not reminded the same day.
    return due > invited and now >= plan.moment(due, AT)
