"""Suspension of a day or of what is left of it (HK severe weather arrangement).

What a warning means is decided elsewhere; here stands what was decided, and what it does to sessions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import Literal

from immutables import Map
from msgspec import structs

from services.rules.online import is_online
from services.tournament.definition.plan import Competition
from services.tournament.definition.words import LANGUAGES
from services.tournament.docket.cases import Dispute
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.lengths import FurtherWord, Reason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import required_text, rests_on_it
from services.tournament.people.entrants import Attendance
from services.tournament.people.registration import confirm_from_waiting_list
from services.tournament.play.forfeits import forfeited_at
from services.tournament.play.timing import emptied, put_off
from services.tournament.publication.reminding import texts_spoken
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session, SessionStatus, Suspension
from services.tournament.state import State
from services.tournament.weather.dangers import danger_over
from services.tournament.weather.going_ahead import with_play_on
from services.tournament.weather.hall_times import check_hall
from services.tournament.weather.policy import LONGEST_WARNING
from shared.catalogue import Listed, Phrase, Word
from shared.problems import INVALID_INPUT, ProblemType, not_found

Grounds = Literal["black_rainstorm", "signal_8_or_above", "other"]
WARNINGS: tuple[Grounds, ...] = ("black_rainstorm", "signal_8_or_above")
"""Grounds that are a danger to whoever is about, until it is over."""

NOTHING_TO_SUSPEND = ProblemType("nothing-to-suspend", 409)
NOTHING_SUSPENDED = ProblemType("nothing-suspended", 409)
SESSIONS_MOVED = ProblemType("sessions-moved", 409)
NEXT_WORD_WRONG = ProblemType("next-word-wrong", 422)
SINCE_WRONG = ProblemType("since-wrong", 422)

NO_WORDS: Mapping[str, str] = MappingProxyType({})
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
NEXT_WORD_WITHIN = timedelta(hours=2)
LONGEST_PROMISE = timedelta(days=60)


@event("sessions-suspended", text=("reason", *LANGUAGES))
class SessionsSuspended(Event, frozen=True):
    """Sessions of a day were suspended; results of those in play are void and they start again.

    `since` is when the warning came into force, `next_word` by when those concerned are told more.
    """

    day: date
    sessions: tuple[str, ...]
    grounds: str
    remaining_only: bool
    voided: tuple[str, ...]
    case: str
    since: datetime | None
    next_word: datetime


@event("suspension-lifted")
class SuspensionLifted(Event, frozen=True):
    """The suspension was a mistake; the sessions stand as planned."""

    sessions: tuple[str, ...]
    case: str


class SuspendDay(Command, frozen=True, kw_only=True):
    """Suspend every session of a day that has not ended, or whose hour of play is not over.

    Attributes:
        since: when the warning came into force, which is told to those concerned.
        next_word: by when the next word comes at the latest; else as is usual.
        en, zh: why, as those concerned read it, where the grounds are other ones.
    """

    day: date
    grounds: Grounds
    reason: Reason = ""
    since: datetime | None = None
    next_word: datetime | None = None
    en: FurtherWord = ""
    zh: FurtherWord = ""


class SuspendRemaining(SuspendDay, frozen=True, kw_only=True):
    """Suspend what is left of a day: the sessions whose scheduled end lies after this moment.

    Attributes:
        since: when the warning came into force, which is told to those concerned.
        next_word: by when the next word comes at the latest; else as is usual.
        en, zh: why, as those concerned read it, where the grounds are other ones.
    """


class LiftSuspension(Command, frozen=True, kw_only=True):
    """Take a mistaken suspension back, until results were voided by it or a new date is set."""

    day: date
    reason: Reason


@decides(SuspendDay)
def suspend_day(draft: Draft, command: SuspendDay) -> None:
    now = draft.context.occurred_at
    _suspend_by(draft, command, lambda session: not _over(draft.state, session, now), remaining=False)


@decides(SuspendRemaining)
def suspend_remaining(draft: Draft, command: SuspendRemaining) -> None:
    now = draft.context.occurred_at
    _suspend_by(draft, command, lambda session: _end(draft.state, session) > now, remaining=True)


def _suspend_by(
    draft: Draft, command: SuspendDay, is_left: Callable[[Session], bool], *, remaining: bool
) -> None:
    day = of_day(draft.state, command.day)
    suspend(
        draft,
        command.day,
        [session for session in day if session.status not in ("ended", "suspended") and is_left(session)],
        command.grounds,
        remaining,
        command.reason,
        since=command.since,
        next_word=command.next_word,
        words=_words(draft, command),
    )


@decides(LiftSuspension)
def lift_suspension(draft: Draft, command: LiftSuspension) -> None:
    sessions = [s for s in of_day(draft.state, command.day) if s.status == "suspended"]
    if not sessions:
        raise NOTHING_SUSPENDED(day=command.day, wanted="lift")
    for session in sessions:
        if session.voided:
            raise rests_on_it(
                "part-begun-before-suspension", "part-new-date-instead-of-lifting", session=session.plan.id
            )
        check_hall(draft.state, session, session.known_day, [other.plan.id for other in sessions])
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(SuspensionLifted(tuple(s.plan.id for s in sessions), case), personal=text)


def _over(state: State, session: Session, now: datetime) -> bool:
    """Whether the session was played through and only its sheets are still open: its results stand."""
    return session.status in ("playing", "time_called") and _end(state, session) <= now


def _end(state: State, session: Session) -> datetime:
    return state.plan.ends(session.known_day, session.plan)


def of_day(state: State, day: date) -> list[Session]:
    """The sessions of a day of play, in order; refuses a day without any.

    Raises:
        Problem: sessions-moved, if all that were to be played on it have a new date; not-found.
    """
    sessions = [session for session in in_order_of_play(state) if session.day == day]
    if not sessions:
        moved = (session for session in in_order_of_play(state) if was_on(session, day))
        days = sorted({session.known_day for session in moved})
        raise SESSIONS_MOVED(day=day, days=Listed(days)) if days else not_found("day-of-play", day)
    return sessions


def was_on(session: Session, day: date) -> bool:
    """Whether a session was to be played on a day and has been given another."""
    before = (session.plan.day, *(moved for _, moved in session.moves))
    return session.day is not None and session.day != day and day in before


def suspend(
    draft: Draft,
    day: date,
    sessions: Sequence[Session],
    grounds: str,
    remaining: bool,
    reason: str,
    *,
    since: datetime | None = None,
    next_word: datetime | None = None,
    words: Mapping[str, str] = NO_WORDS,
    caused_by: int | None = None,
) -> None:
    """Suspend these sessions of a day; what is in play is void. Places that come free go to who waits."""
    now = draft.context.occurred_at
    if since is not None:
        since = _since(since, now)
    if not sessions:
        states = [
            Phrase(
                "part-session-status", {"session": session.plan.id, "status": Word("session", session.status)}
            )
            for session in of_day(draft.state, day)
        ]
        raise NOTHING_TO_SUSPEND(day=day, statuses=Listed(states))
    voided = tuple(s.plan.id for s in sessions if s.status in ("playing", "time_called"))
    case, text = draft.case(reason=reason, **words)
    ids = tuple(s.plan.id for s in sessions)
    next_word = promised(draft, next_word)
    suspended = SessionsSuspended(day, ids, grounds, remaining, voided, case, since, next_word)
    seq = draft.record(draft.dated(suspended), personal=text, caused_by=caused_by)
    confirm_from_waiting_list(draft, seq)


def _words(draft: Draft, command: SuspendDay) -> Mapping[str, str]:
    """The words of one's own for other grounds, in every language of the tournament or none."""
    if not (command.en.strip() or command.zh.strip()):
        return NO_WORDS
    if command.grounds != "other":
        raise INVALID_INPUT(detail=Phrase("part-words-for-other-grounds")).at(field="grounds")
    return texts_spoken(draft.state.plan, command)


def next_word_from(definition: Competition, now: datetime) -> datetime:
    """By when the next word about a suspension comes, from one given now: on the next full five minutes.

    So it reads the same when it is read back and, a little later, sent.
    """
    reading = definition.readings.get("next_word_minutes")
    within = timedelta(minutes=int(reading.value)) if reading is not None else NEXT_WORD_WITHIN
    return now + within + (EPOCH - now) % timedelta(minutes=5)


def promised(draft: Draft, next_word: datetime | None) -> datetime:
    """By when the next word comes: the moment given, if it can be that, else after as long as is usual.

    Raises:
        Problem: next-word-wrong, invalid-input.
    """
    now = draft.context.occurred_at
    if next_word is None:
        return next_word_from(draft.state.plan, now)
    if next_word.tzinfo is None:
        raise INVALID_INPUT(detail=Phrase("part-time-needs-zone")).at(field="next_word")
    if not now < next_word <= now + LONGEST_PROMISE:
        raise NEXT_WORD_WRONG(next_word=next_word)
    return next_word.astimezone(UTC)


def _since(since: datetime, now: datetime) -> datetime:
    """A moment from which a warning is in force, if it can be that."""
    if since.tzinfo is None:
        raise INVALID_INPUT(detail=Phrase("part-time-needs-zone")).at(field="since")
    if not now - LONGEST_WARNING <= since <= now:
        raise SINCE_WRONG(since=since)
    return since.astimezone(UTC)


@evolves(SessionsSuspended)
def _suspended(state: State, event: SessionsSuspended, stamp: Stamp) -> State:
    state = day_decided(state, event.day, stamp)
    is_over = danger_over(state, event.grounds, event.since) is not None
    for session_id in event.sessions:
        session = state.sessions[session_id]
        inside = frozenset((*_inside(state, session), *_still_inside(state, session, event.day)))
        suspension = Suspension(
            stamp.occurred_at,
            event.grounds,
            inside,
            event.next_word,
            stamp.seq,
            day=event.day,
            seq=stamp.seq,
            stopped=session_id in event.voided,
            over=is_over,
        )
        session = structs.replace(session, suspension=suspension, held=None)
        begun = session.status != "scheduled" or session.checked_in > 0
        if not begun:
            fresh = structs.replace(session, status="suspended", suspended_seq=stamp.seq)
            state = state.with_session(fresh)
            continue
        # Where everyone plays in all sessions a draw goes by those before it: its pairs stand.
        plan = state.stage_plan(session.stage)
        stands = plan.attend == "all" and plan.draw != "open" and bool(session.tables)
        pardoned = session.pardoned if stands else session.pardoned.union(_missed(state, session))
        undone = forfeited_at(state, session)
        state = _start_again(state, session, stands, stamp.seq)
        fresh = put_off(session) if stands else emptied(session)
        if not stands and plan.attend != "one":  # who plays in rounds is told anew where they sit
            fresh = structs.replace(fresh, seats_told=Map())
        fresh = structs.replace(fresh, suspended_seq=stamp.seq, pardoned=pardoned, forfeits_undone=undone)
        state = state.with_session(fresh).touching("seating", session_id)
    return state


def _inside(state: State, session: Session) -> Iterable[str]:
    """Who is in the hall for a session: checked in, at a table of one that is played, or seated to begin.

    Who is seated in a stage without check-in may still be on the way. Online nobody is in a hall.
    """
    if is_online(state.plan.ruleset_of(state.stage_plan(session.stage))):
        return
    checked = state.stage_plan(session.stage).check_in != "none"
    sitting = ("playing", "time_called", "drawn") if checked else ("playing", "time_called")
    for number in session.entrants:
        attendance = state.entrants[number].in_session(session.stage, session.plan.id)
        if attendance is None:
            continue
        seated = attendance.presence == "drawn" and session.status in sitting
        if seated or attendance.presence == "checked_in":
            yield number


def _still_inside(state: State, session: Session, day: date) -> Iterable[str]:
    """Who was in the hall at an earlier suspension on that day, of whom nothing says that they left since.

    Their check-in was void then, but they may have been told to stay.
    """
    before = session.held
    if before is None or before.day != day:
        return
    for number in before.inside.intersection(session.entrants):
        attendance = state.entrants[number].in_session(session.stage, session.plan.id)
        if attendance is not None and attendance.presence not in ("forfeited", "absent"):
            yield number


def _missed(state: State, session: Session) -> Iterable[str]:
    """Who was not there in time as seats were drawn, which starting again makes good."""
    for number in session.entrants:
        attendance = state.entrants[number].in_session(session.stage, session.plan.id)
        if attendance is not None and attendance.presence in ("forfeited", "absent"):
            yield number


def _start_again(state: State, session: Session, stands: bool, seq: int) -> State:
    """The state without what the session had begun: sheets, disputes on them, and unless its draw stands
    presence and seats."""
    for table in sorted(session.tables):
        sheet = state.sheets.get(str(TableId(session.plan.id, table)))
        if sheet is None:
            continue
        for number in sheet.open_disputes:
            dispute: Dispute = state.disputes[number]
            if dispute.kind != "breach":  # conduct is no result, and is still to be ruled on
                state = state.with_dispute(structs.replace(dispute, status="moot", ended=seq))
        state = state.without_sheet(sheet.sheet)
    for number in () if stands else sorted(session.entrants):
        entrant = state.entrants[number]
        attendance = entrant.in_session(session.stage, session.plan.id)
        if attendance is not None:
            state = state.with_entrant(entrant.placed(session.stage, Attendance(session.plan.id)))
    return state


def day_decided(state: State, day: date, stamp: Stamp) -> State:
    """The state in which no proposal for the day waits for an answer: a person decided without it."""
    proposals = state.proposals
    for number, proposal in proposals.items():
        if proposal.day == day and proposal.status == "open":
            decided = structs.replace(
                proposal, status="superseded", decided_seq=stamp.seq, decided_by=stamp.actor
            )
            proposals = proposals.set(number, decided)
    return state if proposals is state.proposals else structs.replace(state, proposals=proposals)


@evolves(SuspensionLifted)
def _lifted(state: State, event: SuspensionLifted, stamp: Stamp) -> State:
    for session_id in event.sessions:
        session = state.sessions[session_id]
        state = state.with_session(
            structs.replace(session, status=resumed(session), suspended_seq=None, suspension=None)
        )
    return with_play_on(state, (state.sessions[id].known_day for id in event.sessions), stamp)


def resumed(session: Session) -> SessionStatus:
    """What a suspended session is when it is to be played after all: drawn, if its draw stands."""
    return "drawn" if session.tables else "scheduled"
