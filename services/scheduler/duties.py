"""What the scheduler does in every tournament: commands that fall due by the state and the clock."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

import msgspec

from services.access.principal import Principal
from services.scheduler import promises, reminders
from services.tournament.kernel.facts import Command
from services.tournament.people.inviting import RemindInvited
from services.tournament.people.parent_calls import PARENT_CALL_ANSWERED, EscalateParentCall, unanswered
from services.tournament.publication.reminding import REMINDED_ALREADY, SESSION_NOT_ON, RemindOfSession
from services.tournament.state import State
from services.tournament.weather.update_promises import NO_WORD_PROMISED, RemindOfNextWord
from shared.clock import Clock
from shared.logs import logger
from shared.problems import Problem, ProblemType

log = logger(__name__)


class Duty(msgspec.Struct, frozen=True):
    """Commands of one kind that are to be given in time.

    Attributes:
        name: also who gives them, as the log records it.
        every: how often to look.
        due: the commands to give now.
        passed_over: refusals that say that it was done, or became needless, since the state was read.
    """

    name: str
    every: timedelta
    due: Callable[[State, datetime], Iterable[Command]]
    passed_over: Sequence[ProblemType] = ()


def _reminders(state: State, now: datetime) -> Iterable[Command]:
    return [RemindOfSession(session=due.session, kind=due.kind) for due in reminders.due(state, now)]


def _promises(state: State, now: datetime) -> Iterable[Command]:
    return [RemindOfNextWord(day=day) for day in promises.words_due(state, now)]


def _invited(state: State, now: datetime) -> Iterable[Command]:
    return [RemindInvited()] if reminders.invitation_due(state, now) else []


def _parent_calls(state: State, now: datetime) -> Iterable[Command]:
    return [EscalateParentCall(call=call.call) for call in unanswered(state, now)]


REMINDERS = Duty("reminders", timedelta(seconds=20), _reminders, (REMINDED_ALREADY, SESSION_NOT_ON))
PROMISES = Duty("promises", timedelta(seconds=20), _promises, (NO_WORD_PROMISED,))
INVITED = Duty("invited", timedelta(minutes=1), _invited)
PARENT_CALLS = Duty("parent-calls", timedelta(seconds=10), _parent_calls, (PARENT_CALL_ANSWERED,))
DUTIES = (REMINDERS, PROMISES, INVITED, PARENT_CALLS)


class Desk(Protocol):
    """What a duty needs of the tournament desk."""

    def state(self, tournament_id: str) -> State: ...

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class OnDuty:
    """Does one duty in every tournament.

    Args:
        tournaments: gives the ids of all tournaments.
    """

    def __init__(
        self, duty: Duty, desk: Desk, clock: Clock, tournaments: Callable[[], Sequence[str]]
    ) -> None:
        self._duty = duty
        self._desk = desk
        self._clock = clock
        self._tournaments = tournaments
        self._principal = Principal("worker", "service", duty.name)

    def tick(self) -> None:
        """Give what is due now. One tournament that fails does not hinder the others."""
        for tournament in self._tournaments():
            try:
                self._give(tournament)
            except Exception:
                log.exception("duty_failed", duty=self._duty.name, tournament=tournament)

    def _give(self, tournament: str) -> None:
        for command in self._duty.due(self._desk.state(tournament), self._clock.now()):
            try:
                self._desk.submit(tournament, command, self._principal)
            except Problem as problem:
                if problem.kind not in self._duty.passed_over:
                    raise
