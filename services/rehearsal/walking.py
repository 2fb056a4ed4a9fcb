"""The walk: everyone does on the copy what they would do on the day, and the clock jumps from due to due.

People come, play and sign as in the demo; the worker's ticks are the real ones; the organizer answers what
the weather watch proposes. What the rules refuse ends that activity and is a finding.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta

import msgspec

from services.demo.agenda import Activity, Agenda
from services.demo.director import NotInTheScript
from services.demo.sessions import Crowd
from services.desk.desk import Desk
from services.notices.notice import Notice
from services.rehearsal.sky import Spell
from services.scheduler.promises import words_expected
from services.scheduler.reminders import windows
from services.tournament.state import State
from services.tournament.weather.policy import Proposal
from services.tournament.weather.undecided import WATCHED_BEFORE
from services.tournament.weather.watching import last_proposal, sessions_of, weather_day
from services.weather.watched import interval, watched_days
from shared.catalogue import FIRST, Phrase
from shared.problems import Problem, ProblemType

SEED = 2026
NOTHING_TO_REHEARSE = ProblemType("nothing-to-rehearse", 409)

_ANSWERED_AFTER = timedelta(minutes=4)
_UNKNOWN_DECIDED_AFTER = timedelta(minutes=40)
"""What is unknown waits so long for a person that every step of putting it again is seen."""

_EVENING = timedelta(hours=3)
_NEW_DATE_AFTER = timedelta(hours=1)
_NEW_DATES_TRIED = (7, 6, 5, 4, 3, 2, 1, *range(8, 22))


class Told(msgspec.Struct, frozen=True):
    """A notice as it was written, and the state it is read out against."""

    at: datetime
    notice: Notice
    state: State


def day_to_rehearse(state: State, wanted: date | None = None) -> date:
    """The first day with people to play on which nothing has begun; or the one wanted, if it is such a day.

    Raises:
        Problem: nothing-to-rehearse.
    """
    days = sorted({session.day for session in state.sessions.values() if session.day is not None})
    for day in days if wanted is None else sorted({wanted} & set(days)):
        sessions = sessions_of(state, day)
        untouched = all(session.status == "scheduled" for session in sessions)
        if untouched and any(session.entrants for session in sessions) and not state.closed:
            return day
    raise NOTHING_TO_REHEARSE(id=state.plan.id)


class Rehearsal(Crowd):
    """One walk through a day.

    Args:
        day: from `day_to_rehearse`.
        notices: gives what was written after a seq.
        ticks: the worker's own: reminders, and the weather watch.
        spell: the weather of the day.
        agenda: by which clock it goes.
        heard: called with each notice as it is written.
        asked: called with each proposal of the weather watch, and when the script answers it if nobody does.
    """

    tries = 1

    def __init__(
        self,
        desk: Desk,
        tournament_id: str,
        day: date,
        notices: Callable[[str, int], Sequence[Notice]],
        ticks: Sequence[Callable[[], object]],
        spell: Spell | None,
        agenda: Agenda,
        heard: Callable[[Told], object],
        asked: Callable[[Proposal, datetime], object],
    ) -> None:
        self.begun = desk.state(tournament_id)
        """The state at the beginning: the real list."""
        super().__init__(desk, agenda, self.begun.plan, SEED)
        self.day = day
        self._hours = weather_day(self.begun, day)
        self.steps: list[Told] = []
        self.stopped: list[str] = []
        """What was refused, or has no place in the script, in words."""
        self.unwatched = False
        """Whether the weather of the script came to nothing, since nothing of the day goes by it."""
        self.over: dict[str, datetime] = {}
        """When each session of the day was over."""
        self._notices, self._ticks, self._spell = notices, ticks, spell
        self._heard, self._asked = heard, asked
        self._known = desk.head(tournament_id).seq
        self._answered: set[str] = set()
        self.after_command = self._listen

    def walk(self) -> None:
        """Everything from now to the evening of the day."""
        now, end = self.clock.now(), max(session.end for session in self._hours.sessions) + _EVENING
        self.plan_sessions(sessions_of(self.state, self.day))
        if self._spell is not None and not self._followed and self._spell.what != "silence":
            self.plan(self._spell.begin + _ANSWERED_AFTER, self._suspend_by_hand(self._spell))
        self.plan(now, self._work(end))
        self.agenda.run(end)
        stopped = any(step.notice.kind == "suspended" for step in self.steps)
        self.unwatched = self._spell is not None and not self._followed and not stopped

    def stopped_by(self, error: Problem | NotInTheScript) -> None:
        words = Phrase("cli-rehearsal-no-answer", {"what": str(error)})
        self.stopped.append(error.text(FIRST) if isinstance(error, Problem) else str(words))

    @property
    def _followed(self) -> bool:
        """Whether the weather watch looks at anything that is played on the day."""
        sessions = sessions_of(self.state, self.day)
        return any(self.state.stage_plan(session.stage).weather == "hko" for session in sessions)

    def _suspend_by_hand(self, spell: Spell) -> Activity:
        """Where nobody watches the weather, the organizer looks out of the window."""
        grounds = "black_rainstorm" if spell.what == "WRAIN" else "signal_8_or_above"
        statuses = {session.status for session in sessions_of(self.state, self.day)}
        suspend = "suspend-remaining" if statuses - {"scheduled", "suspended"} else "suspend-day"
        self.act("organizer", suspend, day=self.day, grounds=grounds)
        yield self.clock.now() + _NEW_DATE_AFTER
        self._move()

    def _work(self, end: datetime) -> Activity:
        """The worker: reminders and the weather watch, at every moment at which either is due."""
        while (now := self.clock.now()) < end:
            for tick in self._ticks:
                tick()
            self._listen()
            self._see_to_proposals()
            yield min(self._due_after(now), end)

    def _due_after(self, now: datetime) -> datetime:
        state = self.state
        days = watched_days(state, now)
        moments = [now + interval((hours for _, hours in days), now)] if days else []
        for session in sessions_of(state, self.day):
            moments += [begin for _, (begin, _) in windows(state, session) if begin > now]
        moments += [self._hours.cutoff - WATCHED_BEFORE, *words_expected(state)]
        return min((moment for moment in moments if moment > now), default=now + timedelta(minutes=10))

    def _see_to_proposals(self) -> None:
        proposal = last_proposal(self.state, self.day)
        if proposal is None or proposal.status != "open" or proposal.proposal in self._answered:
            return
        self._answered.add(proposal.proposal)
        unknown = proposal.outcome == "unknown"
        answered = self.clock.now() + (_UNKNOWN_DECIDED_AFTER if unknown else _ANSWERED_AFTER)
        self._asked(proposal, answered)
        self.plan(answered, self._answer(proposal))

    def _answer(self, proposal: Proposal) -> Activity:
        """The organizer decides as the rules have it; about what nobody knows they look out of the window.

        Where somebody has answered on a phone, what follows from it is done if they do not do it themselves.
        """
        if self.state.proposals[proposal.proposal].status == "open":
            if proposal.outcome == "unknown":
                self.act("organizer", "announce-play", day=proposal.day)
                return
            self.act("organizer", "answer-weather-proposal", proposal=proposal.proposal, answer="confirm")
        yield self.clock.now() + _NEW_DATE_AFTER
        if any(session.status == "suspended" for session in sessions_of(self.state, self.day)):
            self._move()

    def _move(self) -> None:
        """The organizer moves the day a week on, or to the nearest day that the plan allows."""
        for days in _NEW_DATES_TRIED:
            new_day = self.day + timedelta(days=days)
            try:
                self.act("organizer", "reschedule-sessions", day=self.day, new_day=new_day)
                return
            except Problem as problem:
                refused = problem
        raise refused

    def _listen(self) -> None:
        state, now = self.state, self.clock.now()
        for notice in self._notices(self.id, self._known):
            step = Told(now, notice, state)
            self.steps.append(step)
            self._known = max(self._known, notice.seq)
            self._heard(step)
        for session in sessions_of(state, self.day):
            if session.status in ("ended", "suspended"):
                self.over.setdefault(session.plan.id, now)
