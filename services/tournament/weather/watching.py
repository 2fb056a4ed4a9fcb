"""The weather watch: what the Observatory said, what is proposed for a day, and what the organizer answered.

The policy (`policy.py` beside this) proposes; a person decides, unless the service was set to answer. Unknown
is put to the organizer, and nothing follows from it by itself.
"""

from datetime import date, datetime
from typing import Annotated, Literal

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Part, Stamp
from services.tournament.kernel.lengths import MOST_SIGNALS, Id, Reason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.kernel.years import check_moments
from services.tournament.lookups import known
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.dangers import grounds_of, in_force, in_force_since, raised_again
from services.tournament.weather.day_hours import NO_PLAY_THAT_DAY, fresh_for, hours_of, in_order
from services.tournament.weather.going_ahead import (
    check_none_suspended,
    goes_ahead_stands,
    is_told,
    with_play_on,
)
from services.tournament.weather.policy import (
    Day,
    Doubt,
    Known,
    Proposal,
    Warning,
    check_warning,
    decide_weather,
)
from services.tournament.weather.suspension import day_decided, suspend
from shared.bounds import many
from shared.catalogue import Listed, Word
from shared.problems import ProblemType

TOO_EARLY_TO_PROPOSE = ProblemType("too-early-to-propose", 409)
PROPOSAL_ANSWERED = ProblemType("proposal-answered", 409)
NOTHING_TO_CONFIRM = ProblemType("nothing-to-confirm", 409)
ANNOUNCED_ALREADY = ProblemType("announced-already", 409)


class SignalSeen(Part, frozen=True):
    """A warning as the Observatory dated it.

    Attributes:
        code: the Observatory's, such as `TC8NE` or `WRAINB`.
        begin: when it was issued.
        until: when it ended; without it, it is in force.
        doubt: that it ended, as one of two answers says.
    """

    code: Id
    begin: datetime
    until: datetime | None = None
    doubt: Doubt | None = None


@event("warnings-reported", version=2)
class WarningsReported(Event, frozen=True):
    """What the Observatory has in force changed; `body` is the SHA-256 of its answer, in hex."""

    fetched_at: datetime
    body: str
    signals: tuple[SignalSeen, ...]


@event("observatory-silent")
class ObservatorySilent(Event, frozen=True):
    """No readable answer came from the Observatory since then."""

    since: datetime


@event("weather-proposed", "conclusion")
class WeatherProposed(Event, frozen=True):
    """What the warnings mean for a day of play, put to the organizer; `outcome` may be "unknown"."""

    proposal: str
    day: date
    outcome: str
    sessions: tuple[str, ...]
    codes: tuple[str, ...]
    fetched_at: datetime | None


@event("weather-proposal-answered")
class WeatherProposalAnswered(Event, frozen=True):
    """The organizer confirmed a proposal or refused it; the reason is in the vault under `case`."""

    proposal: str
    confirmed: bool
    case: str


@event("weather-proposal-escalated")
class WeatherProposalEscalated(Event, frozen=True):
    """A proposal was not answered in time and was put again, to more people."""

    proposal: str
    step: int


@event("weather-watch-announced")
class WeatherWatchAnnounced(Event, frozen=True):
    """People were told that a warning may stop play on a day: signal 8 is expected."""

    day: date
    code: str


@event("play-goes-ahead")
class PlayGoesAhead(Event, frozen=True):
    """Play goes ahead on a day on which that had been in doubt."""

    day: date


class ReportWarnings(Command, frozen=True, kw_only=True):
    """Report what the Observatory has in force, as fetched at a moment."""

    fetched_at: datetime
    body: Id
    signals: Annotated[tuple[SignalSeen, ...], many(MOST_SIGNALS)]


class ReportSilence(Command, frozen=True, kw_only=True):
    """Report that no readable answer has come since a moment."""

    since: datetime


class ProposeWeather(Command, frozen=True, kw_only=True):
    """Propose what the warnings mean for a day, at its cutoff and whenever that changes.

    Attributes:
        fetched_at: when the Observatory's answers were last fetched and could be read as a whole.
        danger_read_at: when a warning that stops play was read since, in answers that were not whole.
    """

    day: date
    fetched_at: datetime | None = None
    danger_read_at: datetime | None = None


class AnswerWeatherProposal(Command, frozen=True, kw_only=True):
    """Confirm a proposal, which then happens, or refuse it."""

    proposal: Id
    answer: Literal["confirm", "refuse"]
    reason: Reason = ""


class EscalateWeatherProposal(Command, frozen=True, kw_only=True):
    """Put an unanswered proposal again, to more people."""

    proposal: Id
    step: int


class AnnounceWeatherWatch(Command, frozen=True, kw_only=True):
    """Tell everyone of a day that a warning may stop play."""

    day: date
    code: Id


class AnnouncePlay(Command, frozen=True, kw_only=True):
    """Tell everyone of a day that play goes ahead."""

    day: date


@decides(ReportWarnings, WarningsReported)
def report_warnings(draft: Draft, command: ReportWarnings) -> None:
    check_moments(command.fetched_at)
    for signal in command.signals:
        check_moments(signal.begin, *([signal.until] if signal.until is not None else []))
        check_warning(Warning(signal.code, signal.begin, signal.until), signal.code)
    changed = tuple(signal for signal in command.signals if not _is_known(draft.state, signal))
    if changed or draft.state.silent_since is not None:
        draft.record(WarningsReported(command.fetched_at, command.body, changed))


@decides(ReportSilence, ObservatorySilent)
def report_silence(draft: Draft, command: ReportSilence) -> None:
    check_moments(command.since)
    if draft.state.silent_since is None:
        draft.record(ObservatorySilent(command.since))


@decides(ProposeWeather)
def propose_weather(draft: Draft, command: ProposeWeather) -> None:
    state, now = draft.state, draft.context.occurred_at
    read = (command.fetched_at, command.danger_read_at)
    check_moments(*(moment for moment in read if moment is not None))
    day = weather_day(state, command.day)
    known = Known(now, command.fetched_at, fresh_for(state.plan), command.danger_read_at)
    verdict = decide_weather(day, list(state.signals.values()), known)
    if verdict.outcome == "pending":
        raise TOO_EARLY_TO_PROPOSE(day=command.day, cutoff=day.cutoff.time())
    sessions = tuple(session.session for session in verdict.sessions)
    last = last_proposal(state, command.day)
    same = last is not None and (last.outcome, last.sessions) == (verdict.outcome, sessions)
    if same and not raised_again(state, last):
        return
    if verdict.outcome == "proceed" and _needs_no_answer(state, command.day, last):
        return
    number = draft.number("W", len(state.proposals))
    draft.record(
        WeatherProposed(number, command.day, verdict.outcome, sessions, verdict.codes, command.fetched_at)
    )


@decides(AnswerWeatherProposal)
def answer_weather_proposal(draft: Draft, command: AnswerWeatherProposal) -> None:
    proposal = _open(draft.state, command.proposal)
    confirmed = command.answer == "confirm"
    if confirmed and proposal.outcome == "unknown":
        raise NOTHING_TO_CONFIRM(proposal=command.proposal)
    if confirmed and proposal.outcome == "proceed":
        check_none_suspended(draft.state, proposal.day)
    case, text = draft.case(reason=command.reason)
    seq = draft.record(
        WeatherProposalAnswered(command.proposal, confirmed, case), personal=text, caused_by=proposal.seq
    )
    if not confirmed:
        return
    if proposal.outcome == "proceed":
        if not is_told(draft.state, proposal.day, draft.context.occurred_at):
            draft.record(PlayGoesAhead(proposal.day), caused_by=seq)
        return
    # The plan may have changed since: what is not played on that day any more is not concerned.
    sessions = [
        draft.state.sessions[session] for session in proposal.sessions if session in draft.state.sessions
    ]
    sessions = [session for session in sessions if session.day == proposal.day]
    left = [session for session in sessions if session.status not in ("ended", "suspended")]
    if left:
        remaining = proposal.outcome == "suspend_remaining"
        # Another warning may be in force by now: that is what people are kept from.
        codes = [danger.code for danger in in_force(draft.state)] or proposal.codes
        grounds = grounds_of(codes)
        of_these = [code for code in codes if grounds_of([code]) == grounds]
        since = in_force_since(draft.state, of_these, draft.context.occurred_at)
        suspend(draft, proposal.day, left, grounds, remaining, "", since=since, caused_by=seq)


@decides(EscalateWeatherProposal, WeatherProposalEscalated)
def escalate_weather_proposal(draft: Draft, command: EscalateWeatherProposal) -> None:
    proposal = _open(draft.state, command.proposal)
    if command.step == proposal.escalated + 1:
        draft.record(WeatherProposalEscalated(command.proposal, command.step), caused_by=proposal.seq)


@decides(AnnounceWeatherWatch, WeatherWatchAnnounced)
def announce_weather_watch(draft: Draft, command: AnnounceWeatherWatch) -> None:
    weather_day(draft.state, command.day)
    check_warning(Warning(command.code, draft.context.occurred_at), 1)
    key = f"watch/{command.day.isoformat()}"
    if key in draft.state.announced:
        raise ANNOUNCED_ALREADY(day=command.day)
    draft.record(WeatherWatchAnnounced(command.day, command.code))


@decides(AnnouncePlay, PlayGoesAhead)
def announce_play(draft: Draft, command: AnnouncePlay) -> None:
    weather_day(draft.state, command.day)
    check_none_suspended(draft.state, command.day)
    if is_told(draft.state, command.day, draft.context.occurred_at):
        raise ANNOUNCED_ALREADY(day=command.day)
    draft.record(PlayGoesAhead(command.day))


def _needs_no_answer(state: State, day: date, last: Proposal | None) -> bool:
    """Whether a day goes ahead as everyone was told, with nothing open or off that is to be decided."""
    is_off = any(session.status == "suspended" for session in sessions_of(state, day))
    is_asked = last is not None and last.status == "open"
    return goes_ahead_stands(state, day) and not (is_off or is_asked)


def weather_day(state: State, day: date) -> Day:
    """The hours of a day as it is planned now.

    Raises:
        Problem: no-play-that-day.
    """
    sessions = [session for session in state.sessions.values() if session.day == day]
    if not sessions:
        days = Listed(
            sorted({session.day for session in state.sessions.values() if session.day}),
            "list-between-sentences",
        )
        raise NO_PLAY_THAT_DAY(day=day, days=days)
    return hours_of(state.plan, day, [session.plan for session in sessions])


def last_proposal(state: State, day: date) -> Proposal | None:
    """The proposal for the day that was made last."""
    proposals_of_day = [proposal for proposal in state.proposals.values() if proposal.day == day]
    return max(proposals_of_day, key=lambda proposal: proposal.seq, default=None)


def sessions_of(state: State, day: date) -> list[Session]:
    """The sessions that are played on a day now, in order."""
    sessions = {session.plan.id: session for session in state.sessions.values() if session.day == day}
    ordered = in_order(state.plan, day, [session.plan for session in sessions.values()])
    return [sessions[plan.id] for _, plan in ordered]


def _open(state: State, number: str) -> Proposal:
    proposal = known(state.proposals, "weather-proposal", number)
    if proposal.status != "open":
        role, _, by = proposal.decided_by.partition(":")
        status = Word("proposal", proposal.status)
        raise PROPOSAL_ANSWERED(proposal=number, status=status, role=role or None, by=by)
    return proposal


def _is_known(state: State, signal: SignalSeen) -> bool:
    known = state.signals.get(_key(signal))
    return known is not None and (known.until, known.doubt) == (signal.until, signal.doubt)


def _key(signal: SignalSeen) -> str:
    return f"{signal.code} {signal.begin.isoformat()}"


@evolves(WarningsReported)
def _reported(state: State, event: WarningsReported, stamp: Stamp) -> State:
    signals = state.signals
    for signal in event.signals:
        known = signals.get(_key(signal))
        again = known is not None and known.until is not None
        seen = stamp.seq if known is None or again else known.seen
        warning = Warning(signal.code, signal.begin, signal.until, seen, signal.doubt, again)
        signals = signals.set(_key(signal), warning)
    return structs.replace(state, signals=signals, silent_since=None, signals_at=event.fetched_at)


@evolves(ObservatorySilent)
def _silent(state: State, event: ObservatorySilent, stamp: Stamp) -> State:
    return structs.replace(state, silent_since=event.since)


@evolves(WeatherProposed)
def _proposed(state: State, event: WeatherProposed, stamp: Stamp) -> State:
    proposals = state.proposals
    for number, earlier in proposals.items():
        if earlier.day == event.day and earlier.status == "open":
            proposals = proposals.set(number, structs.replace(earlier, status="superseded"))
    whole = Known(stamp.occurred_at, event.fetched_at, fresh_for(state.plan), state.signals_at)
    proposal = Proposal(
        event.proposal,
        event.day,
        event.outcome,
        event.sessions,
        event.codes,
        stamp.seq,
        stamp.occurred_at,
        fetched_at=event.fetched_at,
        in_part=bool(event.codes) and not whole.is_whole,
    )
    return structs.replace(state, proposals=proposals.set(event.proposal, proposal))


@evolves(WeatherProposalAnswered)
def _answered(state: State, event: WeatherProposalAnswered, stamp: Stamp) -> State:
    status: Literal["confirmed", "refused"] = "confirmed" if event.confirmed else "refused"
    proposal = state.proposals[event.proposal]
    decided = structs.replace(proposal, status=status, decided_seq=stamp.seq, decided_by=stamp.actor)
    state = _with(state, decided)
    return state if event.confirmed else with_play_on(state, [proposal.day], stamp)


@evolves(WeatherProposalEscalated)
def _escalated(state: State, event: WeatherProposalEscalated, stamp: Stamp) -> State:
    return _with(state, structs.replace(state.proposals[event.proposal], escalated=event.step))


@evolves(WeatherWatchAnnounced)
def _watch_announced(state: State, event: WeatherWatchAnnounced, stamp: Stamp) -> State:
    return _announced(state, f"watch/{event.day.isoformat()}", stamp)


@evolves(PlayGoesAhead)
def _goes_ahead(state: State, event: PlayGoesAhead, stamp: Stamp) -> State:
    state = with_play_on(day_decided(state, event.day, stamp), [event.day], stamp)
    return _announced(state, f"ahead/{event.day.isoformat()}", stamp)


def _announced(state: State, key: str, stamp: Stamp) -> State:
    return structs.replace(state, announced=state.announced.set(key, stamp.seq))


def _with(state: State, proposal: Proposal) -> State:
    return structs.replace(state, proposals=state.proposals.set(proposal.proposal, proposal))
