"""The walk: everyone does on the copy what they would do on the day, and the clock jumps from due to due.

People come, play and sign as in the demo; the worker's ticks are the real ones; the organizer answers what
the weather watch proposes. What the rules refuse ends that activity and is a finding.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol

import msgspec

from services.access.principal import Principal
from services.access.rights import Role
from services.demo.agenda import Activity, Agenda
from services.demo.director import Director, NotInTheScript, SheetGone, rules_of
from services.demo.holding import hold, in_turn
from services.demo.people import stranger
from services.demo.sessions import EARLIEST
from services.desk.answers import Answer
from services.desk.desk import Desk
from services.notices.notice import Notice
from services.rehearsal.sky import Spell
from services.scheduler.promises import words_expected
from services.scheduler.reminders import windows
from services.tournament.kernel.facts import Command
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.policy import Proposal
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import Grounds, SuspendDay, SuspendRemaining
from services.tournament.weather.undecided import WATCHED_BEFORE
from services.tournament.weather.watching import (
    AnnouncePlay,
    AnswerWeatherProposal,
    last_proposal,
    sessions_of,
    weather_day,
)
from services.weather.watched import interval, watched_days
from shared.catalogue import Phrase
from shared.clock import ManualClock
from shared.problems import Problem, ProblemType

SEED = 2026
NOTHING_TO_REHEARSE = ProblemType("nothing-to-rehearse", 409)

_ANSWERED_AFTER = timedelta(minutes=4)
_UNKNOWN_DECIDED_AFTER = timedelta(minutes=40)
"""What is unknown waits so long for a person that every step of putting it again is seen."""

_EVENING = timedelta(hours=3)
_NEW_DATE_AFTER = timedelta(hours=1)
_NEW_DATES_TRIED = (7, 6, 5, 4, 3, 2, 1, *range(8, 22))


class Ticks(Protocol):
    """What the worker does by itself."""

    def tick(self) -> object: ...


class Told(msgspec.Struct, frozen=True):
    """A notice as it was written, and the state it is read out against."""

    at: datetime
    notice: Notice
    state: State


class Stopped(msgspec.Struct, frozen=True):
    """Something that could not go on: when, and what was refused or has no place in the script."""

    at: datetime
    said: Problem | Phrase


def day_to_rehearse(state: State, wanted: date | None = None) -> date:
    """The first day with people to play on which nothing has begun; or the one wanted, if it is such a day.

    Raises:
        Problem: nothing-to-rehearse.
    """
    days = sorted({session.day for session in state.sessions.values() if session.day is not None})
    fit = [day for day in days if _untouched(sessions_of(state, day))]
    if wanted is not None:
        fit = [day for day in fit if day == wanted]
    if not fit or state.closed:
        raise NOTHING_TO_REHEARSE(id=state.plan.id)
    return fit[0]


def _untouched(sessions: Sequence[Session]) -> bool:
    peopled = any(session.entrants for session in sessions)
    return peopled and all(session.status == "scheduled" for session in sessions)


class Rehearsal(Director):
    """One walk through a day.

    Args:
        day: from `day_to_rehearse`.
        notices: gives what was written after a seq.
        reminders, watcher: the worker's own.
        spells: the weather of the day.
        agenda: by which clock it goes; by default from due to due at once.
        heard: called with each notice as it is written.
        asked: called with each proposal of the weather watch, and when the script answers it if nobody does.
    """

    def __init__(
        self,
        desk: Desk,
        clock: ManualClock,
        tournament_id: str,
        day: date,
        notices: Callable[[str, int], Sequence[Notice]],
        reminders: Sequence[Ticks],
        watcher: Ticks,
        spells: Sequence[Spell] = (),
        seed: int = SEED,
        progress: Callable[[int, int], None] | None = None,
        agenda: Agenda | None = None,
        heard: Callable[[Told], None] | None = None,
        asked: Callable[[Proposal, datetime], None] | None = None,
    ) -> None:
        state = desk.state(tournament_id)
        super().__init__(desk, agenda or Agenda(clock), state.plan, seed, rulesets=rules_of(state))
        self.day = day
        self.begun = self.state
        """The state at the beginning: the real list."""
        self._hours = weather_day(self.begun, day)
        self.steps: list[Told] = []
        self.stopped: list[Stopped] = []
        self.unwatched = False
        """Whether the weather of the script came to nothing, since nothing of the day goes by it."""
        self.over: dict[str, datetime] = {}
        """When each session of the day was over."""
        self._notices = notices
        self._spells = spells
        self._ticks = (*reminders, watcher)
        self._watched = progress
        self._heard = heard
        self._asked = asked
        self._known = desk.head(tournament_id).seq
        self._answered: set[str] = set()
        for number in self.state.entrants:
            self.people[number] = stranger(self.dice(f"entrant {number}"))

    def walk(self) -> None:
        """Everything from now to the evening of the day."""
        state = self.state
        end = max(session.end for session in self._hours.sessions) + _EVENING
        for rounds in in_turn(state, sessions_of(state, self.day)):
            self.plan(self.clock.now(), self._hold_each(rounds))
        for spell in self._spells:
            if not self._followed and spell.what != "silence":
                self.plan(spell.begin + _ANSWERED_AFTER, self._suspend_by_hand(spell))
        self.plan(self.clock.now(), self._work(end))
        self.agenda.run(end)
        stopped = any(step.notice.kind == "suspended" for step in self.steps)
        self.unwatched = bool(self._spells) and not self._followed and not stopped

    def plan(self, moment: datetime, activity: Activity) -> None:
        super().plan(moment, self._as_far_as_it_goes(activity))

    def submit(self, role: Role, subject: str, command: Command) -> Answer:
        answer = self.desk.submit(self.id, command, Principal("rehearsal", role, subject, self.id))
        self._listen()
        return answer

    @property
    def _followed(self) -> bool:
        """Whether the weather watch looks at anything that is played on the day."""
        return any(
            self.state.stage_plan(session.stage).weather == "hko"
            for session in sessions_of(self.state, self.day)
        )

    def _hold_each(self, sessions: Sequence[Session]) -> Activity:
        for session in sessions:
            if self.session(session.plan.id).entrants:
                opens = self.state.plan.opens(self.day, session.plan)
                yield max(opens - EARLIEST, self.clock.now())
                plan = self.state.stage_plan(session.stage)
                yield from hold(
                    self, plan, [session_plan.id for session_plan in plan.sessions].index(session.plan.id)
                )

    def _suspend_by_hand(self, spell: Spell) -> Activity:
        """Where nobody watches the weather, the organizer looks out of the window."""
        grounds: Grounds = "black_rainstorm" if spell.what == "WRAIN" else "signal_8_or_above"
        begun = any(
            session.status not in ("scheduled", "suspended") for session in sessions_of(self.state, self.day)
        )
        suspend = SuspendRemaining if begun else SuspendDay
        self.organizer(suspend(day=self.day, grounds=grounds))
        yield self.clock.now() + _NEW_DATE_AFTER
        self._move()

    def _work(self, end: datetime) -> Activity:
        """The worker: reminders and the weather watch, at every moment at which either is due."""
        while (now := self.clock.now()) < end:
            for tick in self._ticks:
                tick.tick()
            self._listen()
            self._see_to_proposals()
            if self._watched is not None:
                self._watched(len(self.steps), len(self.steps) + 1)
            yield min(self._due_after(now), end)

    def _due_after(self, now: datetime) -> datetime:
        state = self.state
        days = watched_days(state, now)
        moments = [now + interval((hours for _, hours in days), now)] if days else []
        for session in sessions_of(state, self.day):
            moments += [begin for _, (begin, _) in windows(state, session) if begin > now]
        moments.append(self._hours.cutoff - WATCHED_BEFORE)
        moments += words_expected(state)
        return min((moment for moment in moments if moment > now), default=now + timedelta(minutes=10))

    def _see_to_proposals(self) -> None:
        proposal = last_proposal(self.state, self.day)
        if proposal is None or proposal.status != "open" or proposal.proposal in self._answered:
            return
        self._answered.add(proposal.proposal)
        unknown = proposal.outcome == "unknown"
        wait = _UNKNOWN_DECIDED_AFTER if unknown else _ANSWERED_AFTER
        answered = self.clock.now() + wait
        if self._asked is not None:
            self._asked(proposal, answered)
        self.plan(answered, self._answer(proposal))

    def _answer(self, proposal: Proposal) -> Activity:
        """The organizer decides as the rules have it; about what nobody knows they look out of the window.

        Where somebody has answered on a phone, what follows from it is done if they do not do it themselves.
        """
        if self.state.proposals[proposal.proposal].status != "open":
            yield self.clock.now() + _NEW_DATE_AFTER
            if any(session.status == "suspended" for session in sessions_of(self.state, self.day)):
                self._move()
            return
        if proposal.outcome == "unknown":
            self.organizer(AnnouncePlay(day=proposal.day))
            return
        self.organizer(AnswerWeatherProposal(proposal=proposal.proposal, answer="confirm"))
        if proposal.outcome == "proceed":
            return
        yield self.clock.now() + _NEW_DATE_AFTER
        self._move()

    def _move(self) -> None:
        """The organizer moves the day a week on, or to the nearest day that the plan allows."""
        for days in _NEW_DATES_TRIED:
            try:
                self.organizer(RescheduleSessions(day=self.day, new_day=self.day + timedelta(days=days)))
                return
            except Problem as problem:
                refused = problem
        raise refused

    def _listen(self) -> None:
        state = self.state
        for notice in self._notices(self.id, self._known):
            step = Told(self.clock.now(), notice, state)
            self.steps.append(step)
            self._known = max(self._known, notice.seq)
            if self._heard is not None:
                self._heard(step)
        for session in sessions_of(state, self.day):
            if session.status in ("ended", "suspended"):
                self.over.setdefault(session.plan.id, self.clock.now())

    def _as_far_as_it_goes(self, activity: Activity) -> Iterator[datetime]:
        try:
            yield from activity
        except SheetGone:
            return
        except Problem as problem:
            self.stopped.append(Stopped(self.clock.now(), problem))
        except NotInTheScript as error:
            self.stopped.append(
                Stopped(self.clock.now(), Phrase("cli-rehearsal-no-answer", {"what": str(error)}))
            )
