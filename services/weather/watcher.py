"""The weather watch: ask the Observatory, report what changed, propose, put again what nobody answers.

A tick may come late, twice, or from two processes: everything it does is computed from the log, the polls
and the clock, and the desk refuses or ignores what is done already. Unknown never becomes "goes ahead".
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Protocol

from services.access.principal import Principal
from services.tournament.kernel.facts import Command
from services.tournament.state import State
from services.tournament.weather.day_hours import fresh_for
from services.tournament.weather.going_ahead import in_doubt
from services.tournament.weather.policy import Day
from services.tournament.weather.watching import (
    ANNOUNCED_ALREADY,
    PROPOSAL_ANSWERED,
    AnnounceWeatherWatch,
    AnswerWeatherProposal,
    EscalateWeatherProposal,
    ProposeWeather,
    ReportSilence,
    ReportWarnings,
    SignalSeen,
    last_proposal,
)
from services.weather.listed import Fetched
from services.weather.observatory import Unreachable
from services.weather.polls import Outcome, Poll, PollStore, digest_of
from services.weather.reading import read
from services.weather.reconciling import changes, doubts, family_of, vanished
from services.weather.watched import (
    ORDINARY,
    absent_since,
    answers_itself,
    escalation_due,
    interval,
    is_due,
    is_played,
    watched_days,
)
from shared.clock import Clock
from shared.logs import logger
from shared.problems import Problem

EXPECTED = "WTCPRE8"
_RECENT = 20
log = logger(__name__)


class Desk(Protocol):
    """What the watch needs of the tournament desk."""

    def state(self, tournament_id: str) -> State: ...

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Any: ...


class Watcher:
    """Watches the weather for every tournament of a desk.

    Args:
        fetch: both answers of the Observatory; raises Unreachable.
        tournaments: the ids of all tournaments.
        occurred_at: when the event at a seq of a tournament happened.
        automatic: confirm proposals to suspend, and that doubtful play goes ahead, without a person.
    """

    def __init__(
        self,
        fetch: Callable[[], Fetched],
        desk: Desk,
        polls: PollStore,
        clock: Clock,
        tournaments: Callable[[], Sequence[str]],
        occurred_at: Callable[[str, int], datetime],
        *,
        automatic: bool = False,
    ) -> None:
        self._fetch = fetch
        self._desk = desk
        self._polls = polls
        self._clock = clock
        self._tournaments = tournaments
        self._occurred_at = occurred_at
        self._automatic = automatic
        self._principal = Principal("worker", "service", "weather")

    def tick(self) -> None:
        """Do what is due now."""
        now = self._clock.now()
        watched = {
            tournament: days for tournament in self._tournaments() if (days := self._days(tournament, now))
        }
        every = interval((hours for days in watched.values() for _, hours in days), now)
        if is_due(self._polls.last(now), every, now):
            self._poll(now)
        for tournament, days in watched.items():
            try:
                self._attend(tournament, days)
            except Exception:
                log.exception("weather_watch_failed", tournament=tournament)

    def _days(self, tournament: str, now: datetime) -> list[tuple[date, Day]]:
        try:
            return watched_days(self._desk.state(tournament), now)
        except Exception:
            log.exception("weather_watch_failed", tournament=tournament)
            return []

    def _poll(self, now: datetime) -> None:
        try:
            fetched = self._fetch()
        except Unreachable as error:
            self._polls.note(Poll(now, "unreachable", detail=str(error)))
            log.warning("observatory_unreachable", detail=str(error))
            return
        answer = read(fetched, now)
        in_part = any(not listed.only_in for listed in answer.listed)
        outcome: Outcome = "good" if not answer.unread else "partial" if in_part else "unreadable"
        if answer.unread:
            log.warning(f"observatory_{outcome}", detail=answer.unread)
        self._polls.note(Poll(now, outcome, digest_of(fetched), answer.unread, answer.listed), fetched)

    def _attend(self, tournament: str, days: Sequence[tuple[date, Day]]) -> None:
        now = self._clock.now()
        good, partial = self._polls.last_good(now), self._polls.last_partial(now)
        fresh = fresh_for(self._desk.state(tournament).plan)
        if partial is not None and now - partial.at < fresh:
            self._report(tournament, partial)
        self._report_doubts(tournament, good)
        self._report_whole(tournament, good, fresh)
        for day, hours in days:
            if not is_played(self._desk.state(tournament), day):
                continue
            self._announce_watch(tournament, day, partial or good)
            now = self._clock.now()
            if now < hours.cutoff:
                continue
            self._submit(tournament, _proposal(day, good, partial))
            self._see_to_answer(tournament, day, now)

    def _report_doubts(self, tournament: str, good: Poll | None) -> None:
        """Report of which dangers one answer alone says that they ended, or says so no more."""
        last = self._polls.last(self._clock.now())
        known = tuple(self._desk.state(tournament).signals.values())
        seen = () if last is None else doubts(known, last.listed, None if good is None else good.at)
        if last is not None and seen:
            self._submit(tournament, ReportWarnings(fetched_at=last.at, body=last.digest or "", signals=seen))

    def _report_whole(self, tournament: str, good: Poll | None, fresh: timedelta) -> None:
        state, now = self._desk.state(tournament), self._clock.now()
        failing = self._polls.failing_since(now)
        if failing is not None:
            # The poll before the first that failed was at most a minute earlier.
            since = failing - ORDINARY if good is None else max(good.at, failing - ORDINARY)
            if now - since >= fresh and state.silent_since is None:
                self._submit(tournament, ReportSilence(since=since))
            return
        if good is None or now - good.at >= fresh:
            return
        self._report(tournament, good, self._ended(state, good), anyway=state.silent_since is not None)

    def _report(
        self, tournament: str, poll: Poll, ended: Sequence[SignalSeen] = (), *, anyway: bool = False
    ) -> None:
        """Report what a poll changes in the warnings known, if anything; with `anyway` that it was read."""
        known = tuple(self._desk.state(tournament).signals.values())
        seen = (*changes(known, poll.listed), *ended)
        if seen or anyway:
            digest = poll.digest or ""
            self._submit(tournament, ReportWarnings(fetched_at=poll.at, body=digest, signals=seen))

    def _ended(self, state: State, good: Poll) -> list[SignalSeen]:
        """The warnings that vanished long enough ago, as ended when they were first missed."""
        gone = vanished(tuple(state.signals.values()), good.listed)
        recent = self._polls.recent(self._clock.now(), _RECENT) if gone else []
        found = []
        for warning in gone:
            family = family_of(warning.code)
            since = None if family is None else absent_since(recent, family)
            if since is not None:
                found.append(SignalSeen(warning.code, warning.begin, max(since, warning.begin)))
        return found

    def _announce_watch(self, tournament: str, day: date, read: Poll | None) -> None:
        state = self._desk.state(tournament)
        expected = any(signal.code == EXPECTED and signal.until is None for signal in state.signals.values())
        listed = read is not None and any(other.code == EXPECTED for other in read.listed)
        if expected and listed and f"watch/{day.isoformat()}" not in state.announced:
            self._submit(tournament, AnnounceWeatherWatch(day=day, code=EXPECTED))

    def _see_to_answer(self, tournament: str, day: date, now: datetime) -> None:
        state = self._desk.state(tournament)
        proposal = last_proposal(state, day)
        if proposal is None or proposal.status != "open":
            return
        if self._automatic and answers_itself(state, proposal):
            self._submit(tournament, AnswerWeatherProposal(proposal=proposal.proposal, answer="confirm"))
            return
        proposed_at = self._occurred_at(tournament, proposal.seq)
        step = escalation_due(proposal, proposed_at, now, doubt=in_doubt(state, day))
        if step is not None:
            self._submit(tournament, EscalateWeatherProposal(proposal=proposal.proposal, step=step))

    def _submit(self, tournament: str, command: Command) -> None:
        try:
            self._desk.submit(tournament, command, self._principal)
        except Problem as problem:
            # Another watcher or the organizer was quicker.
            if problem.code not in (ANNOUNCED_ALREADY.code, PROPOSAL_ANSWERED.code):
                raise


def _proposal(day: date, good: Poll | None, partial: Poll | None) -> ProposeWeather:
    """What the warnings mean for a day, by what was read as a whole and by dangers read since."""
    danger = partial if partial is not None and any(listed.dangerous for listed in partial.listed) else None
    return ProposeWeather(
        day=day,
        fetched_at=None if good is None else good.at,
        danger_read_at=None if danger is None else danger.at,
    )
