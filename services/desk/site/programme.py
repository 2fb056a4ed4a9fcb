"""The programme as it stands: each session with its hours, room and state; what is on and what is next.

It holds counts, and nobody's name or seat.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Literal, Protocol

import msgspec
from msgspec import structs

from services.desk.moments import AsOf
from services.desk.site.news import NewsDesk, further_words
from services.desk.site.suspended import Suspended, suspended_at
from services.notices.sessions_named import several_called
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage
from services.tournament.people.places import still_waiting
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.going_ahead import goes_ahead_stands
from services.tournament.weather.undecided import Undecided, undecided_days
from services.tournament.weather.warning_lines import played_on
from services.tournament.weather.watching import weather_day
from shared.catalogue import Listed, Phrase
from shared.clock import Clock, from_micros

Phase = Literal[
    "planned",
    "open",
    "full",
    "check_in",
    "closed",
    "delayed",
    "drawn",
    "playing",
    "time_called",
    "suspended",
    "ended",
]
"""How far a session has come. Before check-in it is "open" or "full" where people register for it.

"closed" is check-in once its last moment is past, "delayed" what is neither drawn nor begun past its hour.
"""
Course = Literal["coming", "under_way", "over"]
"""How far a tournament has come."""
Step = Literal["opens", "seated", "starts", "ends"]
GRACE = timedelta(minutes=5)
"""So long after its hour a session that has not begun is not called delayed yet."""
ABANDONED_AFTER = timedelta(days=30)
"""What was never played to its end counts as over so long after its last day."""
_PLAYED = frozenset(("playing", "time_called"))
_BEGUN = _PLAYED | {"drawn", "ended"}
CHECKING_IN: tuple[Phase, ...] = ("check_in", "closed", "delayed")
ON: tuple[Phase, ...] = (*CHECKING_IN, "drawn", "playing", "time_called")
COMING: tuple[Phase, ...] = ("planned", "open", "full")


class ProgrammeDesk(NewsDesk, Protocol):
    """What is used of the desk to show the programme."""

    @property
    def clock(self) -> Clock: ...


class SessionShown(msgspec.Struct, frozen=True, kw_only=True):
    """A session as everyone may see it.

    Attributes:
        called: its name or number, with its stage where another could be meant (`names_stage`); not its day.
        planned_for: the day in the plan, where it is played on another.
        opens, seated, starts, ends: check-in, the last moment to check in, play, the end of play; once it has
            begun, when that was and the end that follows. `opens` is None where nobody checks in for it.
        tables: that are drawn or taken; before that those there are.
        people: who sit at those tables; before that who are registered.
        waiting: who may still get a place that they wait for.
        left: places that are left, where people register for this session.
        follows: it begins when the one before it is over, or when it is called.
    """

    session: str
    stage: Stage
    called: Listed
    names_stage: bool
    day: date | None
    planned_for: date | None
    opens: datetime | None
    seated: datetime | None
    starts: datetime | None
    ends: datetime | None
    phase: Phase
    tables: int | None
    people: int
    waiting: int
    left: int | None
    follows: bool

    def next_step(self, now: datetime) -> tuple[Step, datetime] | None:
        """What happens next in it by the clock, and when; None for nothing more, or while it is suspended."""
        if self.phase in ("suspended", "ended", "time_called"):
            return None
        steps: tuple[tuple[Step, datetime | None], ...] = (
            ("opens", self.opens),
            ("seated", self.seated),
            ("starts", self.starts),
            ("ends", self.ends),
        )
        begun = self.phase == "playing"
        coming = (
            (step, at) for step, at in steps if at is not None and at > now and (step == "ends") == begun
        )
        return next(coming, None)


class Watched(msgspec.Struct, frozen=True):
    """A day on which a warning may stop play, and when that is decided."""

    day: date
    decided: datetime


class Warned(msgspec.Struct, frozen=True):
    """A day that is played under dangers in force, and these in words."""

    day: date
    dangers: Phrase


class Programme(msgspec.Struct, frozen=True):
    """A tournament's programme at a moment.

    Attributes:
        now: the moment; of the past, when the last event then had been recorded.
        sessions: in the order of play.
        suspended, undecided, warned, watched, ahead: what the weather, or another danger, means for the days
            to come: sessions that are off, days of which that is being decided, days that are played under
            a warning all the same, days in doubt, days of which it was said that play goes ahead.
        registered: how many have a place in the tournament; waiting: who may still get what they wait for.
        places: how many there are in all; None where nothing bounds them.
        family_awarded: whether the award for families has gone to one.
        published: whether any results are.
    """

    seq: int
    now: datetime
    plan: Competition
    sessions: tuple[SessionShown, ...]
    suspended: tuple[Suspended, ...]
    undecided: tuple[Undecided, ...]
    warned: tuple[Warned, ...]
    watched: tuple[Watched, ...]
    ahead: tuple[date, ...]
    registered: int
    waiting: int
    places: int | None
    course: Course
    family_awarded: bool
    published: bool

    @property
    def on(self) -> tuple[SessionShown, ...]:
        """What is on now: played, seated, or checking in; nothing once it is over, however it ended."""
        if self.course == "over":
            return ()
        return tuple(session for session in self.sessions if session.phase in ON)

    @property
    def following(self) -> tuple[SessionShown, ...]:
        """What comes next: the first that has not begun, with those at the same time."""
        coming = [session for session in self.sessions if session.phase in COMING]
        if not coming or self.course == "over":
            return ()
        first = coming[0]
        if first.starts is None:
            return (first,)
        return tuple(session for session in coming if session.starts == first.starts)

    @property
    def registers(self) -> bool:
        """Whether people may still come to take part: before play, or while a session has places left."""
        return self.course == "coming" or any(session.phase == "open" for session in self.sessions)

    @property
    def first(self) -> date | None:
        """The first day on which it is played, as things stand."""
        return min((session.day for session in self.sessions if session.day is not None), default=None)

    @property
    def last(self) -> date | None:
        """The last day on which it is played, as things stand."""
        return max((session.day for session in self.sessions if session.day is not None), default=None)

    @property
    def days(self) -> tuple[tuple[date | None, tuple[SessionShown, ...]], ...]:
        """The sessions by day; those without one come last."""
        found: dict[date | None, list[SessionShown]] = {}
        for session in self.sessions:
            found.setdefault(session.day, []).append(session)
        return tuple((day, tuple(sessions)) for day, sessions in found.items())


def programme(desk: ProgrammeDesk, tournament_id: str, as_of: AsOf | None = None) -> Programme:
    """The programme now, or as of a moment.

    Raises:
        Problem: tournament-unknown, or a moment that cannot be understood.
    """
    state = desk.state(tournament_id, as_of)
    now = desk.clock.now()
    if as_of is not None:
        last = desk.log.read_one(tournament_id, state.seq)
        now = from_micros(last.recorded_at) if last is not None else now
    shown = programme_at(state, now)
    words = further_words(desk, tournament_id, {off.told_seq for off in shown.suspended})
    suspended = tuple(structs.replace(off, words=words.get(off.told_seq)) for off in shown.suspended)
    return structs.replace(shown, suspended=suspended)


def moved_sessions(desk: ProgrammeDesk, tournament_id: str, as_of: AsOf | None = None) -> Mapping[str, date]:
    """The day of each session that is not on its planned one, now or as of a moment.

    Raises:
        Problem: tournament-unknown, or a moment that cannot be understood.
    """
    state = desk.state(tournament_id, as_of)
    days = ((session, state.moved_to(session)) for session in state.sessions)
    return {session: day for session, day in days if day is not None}


def programme_at(state: State, now: datetime) -> Programme:
    """The programme of a state at a moment, without what the organizer wrote."""
    course = course_of(
        {session.status for session in state.sessions.values()},
        [session.day for session in state.sessions.values() if session.day is not None],
        state.plan.local_day(now),
    )
    undecided = undecided_at(state, now)
    warned = tuple(_warned(state, now, {waiting.day for waiting in undecided}))
    open_days = {waiting.day for waiting in undecided} | {known.day for known in warned}
    return Programme(
        state.seq,
        now,
        state.plan,
        tuple(_shown(state, session, now, course) for session in in_order_of_play(state)),
        suspended_at(state, now),
        undecided,
        warned,
        tuple(watched for watched in _watched(state, now) if watched.day not in open_days),
        tuple(sorted(day for day in _ahead(state, now) if day not in open_days)),
        sum(entrant.status == "registered" for entrant in state.entrants.values()),
        0 if course == "over" else len(still_waiting(state)),
        state.plan.places,
        course,
        state.awards is not None and bool(state.awards.family_units),
        bool(state.versions),
    )


def undecided_at(state: State, now: datetime) -> tuple[Undecided, ...]:
    """The days still to be played of which it is being decided whether they are."""
    return tuple(waiting for waiting in undecided_days(state, now) if _waits(state, waiting.day))


def course_of(statuses: Collection[str], days: Sequence[date], today: date) -> Course:
    """How far a tournament has come.

    Args:
        statuses: those of its sessions.
        days: on which they are played, in any order.
    """
    if statuses and all(status == "ended" for status in statuses):
        return "over"
    begun, played = not _BEGUN.isdisjoint(statuses), not _PLAYED.isdisjoint(statuses)
    if days and max(days) < today - ABANDONED_AFTER and not played:
        return "over"
    return "under_way" if begun or (days and min(days) <= today) else "coming"


def _shown(state: State, session: Session, now: datetime, course: Course) -> SessionShown:
    plan, is_over = session.plan, course == "over"
    left = None if is_over else _left(state, session)
    checks_in = state.stage_plan(session.stage).checks_in(plan)
    moved = session.day is not None and plan.day not in (None, session.day)
    return SessionShown(
        session=plan.id,
        stage=session.stage,
        called=several_called([session], state.plan),
        names_stage=state.plan.session_needs_stage(plan.id),
        day=session.day,
        planned_for=plan.day if moved else None,
        opens=state.opens_at(session) if checks_in else None,
        seated=state.seated_at(session),
        starts=state.played_from(session) or state.starts_at(session),
        ends=_ends(state, session),
        # What was never played of an abandoned tournament waits for nobody any more.
        phase="planned" if is_over and session.status == "scheduled" else _phase(state, session, now, left),
        tables=len(session.tables) or plan.tables,
        people=sum(map(len, session.tables.values())) or len(session.entrants),
        waiting=0 if is_over else len(session.still_waiting),
        left=left,
        follows=plan.start is None,
    )


def _ends(state: State, session: Session) -> datetime | None:
    due, plan = state.played_until(session) or state.is_due_at(session), session.plan
    if due is not None or session.day is None or plan.end is None:
        return due
    return state.plan.moment(session.day, plan.end)


def _left(state: State, session: Session) -> int | None:
    """Places that are left in a session that people register for and that has not begun."""
    stage, room = state.stage_plan(session.stage), state.room_in(session)
    if session.status != "scheduled" or stage.source is not None or stage.attend != "one" or room is None:
        return None
    return max(0, room - len(session.entrants))


def _phase(state: State, session: Session, now: datetime, left: int | None) -> Phase:
    if session.status != "scheduled":
        return session.status
    opens, seated, starts = state.opens_at(session), state.seated_at(session), state.starts_at(session)
    if is_late(starts, now):
        return "delayed"
    if opens is not None and opens <= now and state.stage_plan(session.stage).checks_in(session.plan):
        return "check_in" if seated is None or now <= seated else "closed"
    if left is None or (opens is not None and opens <= now):
        return "planned"
    return "open" if left else "full"


def is_late(starts: datetime | None, now: datetime) -> bool:
    """Whether what was to begin at an hour, and has not, is delayed."""
    return starts is not None and starts + GRACE < now


def _warned(state: State, now: datetime, undecided: Collection[date]) -> Iterable[Warned]:
    """The days from today on that an organizer lets go on under dangers in force."""
    today = state.plan.local_day(now)
    days = {session.day for session in state.sessions.values() if session.day is not None}
    for day in sorted(day for day in days - {*undecided} if day >= today):
        dangers = played_on(state, (each for each in state.sessions.values() if each.day == day))
        if dangers is not None:
            yield Warned(day, dangers)


def _watched(state: State, now: datetime) -> Iterable[Watched]:
    """Days to come on which it was told that a warning may stop play, and of which nothing was decided."""
    for day in _announced(state, "watch", now):
        decided = weather_day(state, day).cutoff
        if decided > now and not goes_ahead_stands(state, day) and _waits(state, day):
            yield Watched(day, decided)


def _ahead(state: State, now: datetime) -> Iterable[date]:
    """Days to come of which it was told that play goes ahead, and nothing since that speaks against it."""
    return (
        day for day in _announced(state, "ahead", now) if goes_ahead_stands(state, day) and _waits(state, day)
    )


def _announced(state: State, what: str, now: datetime) -> Sequence[date]:
    """The days, from today on and with play, of which something was announced."""
    known = (key.partition("/") for key in state.announced)
    days = (date.fromisoformat(day) for kind, _, day in known if kind == what)
    played = {session.day for session in state.sessions.values()}
    return [day for day in days if day >= state.plan.local_day(now) and day in played]


def _waits(state: State, day: date) -> bool:
    """Whether anything is still to be played on a day, and nothing of it is suspended."""
    statuses = {session.status for session in state.sessions.values() if session.day == day}
    return "suspended" not in statuses and statuses != {"ended"}
