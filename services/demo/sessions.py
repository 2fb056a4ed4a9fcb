"""A session from the first arrival to its end, as everyone at the venue does it.

Told for whatever the tournament file says of check-in, draw, signatures and times.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from services.demo.agenda import Activity
from services.demo.director import Director, expected, stage_named
from services.demo.scripts import SessionScript
from services.demo.tables import play_table
from services.demo.turnout import seatable, send_home
from services.tournament.kernel.ids import TableId
from services.tournament.play.sheets import complete
from services.tournament.play.timing import CallTime, EndSession, StartSession
from services.tournament.seating.draws import table_sizes
from services.tournament.seating.presence import CheckIn, present_and_missing
from services.tournament.seating.seats import AssignReferees, DrawSeats
from services.tournament.seating.sessions import Session

EARLIEST = timedelta(minutes=8)
"""How long before registration opens the first of them stand at the door."""

_SEATED_WITHIN = timedelta(minutes=2)
_STARTED_WITHIN = timedelta(minutes=4)

_LONGEST, _SHORTEST = timedelta(hours=5), timedelta(minutes=30)
"""How long a day of play to a target lasts where no end is planned, and a round of it at least."""

_LAST_GAME_MINUTES = 25
"""By then every game is over that had begun when time was called."""


class Times(NamedTuple):
    """When a session goes on to what; without an end it is over when its tables are."""

    opens: datetime
    seating: datetime
    start: datetime
    end: datetime | None


def times_of(director: Director, session: Session) -> Times:
    """The moments of a session: those planned, else as soon as can be from now."""
    plan, now = session.plan, director.clock.now()
    seating = director.state.seated_at(session)
    opens = director.state.opens_at(session) or now
    seated = seating or now + _SEATED_WITHIN
    start = director.state.starts_at(session) or seated + _STARTED_WITHIN
    end = None if plan.end is None else director.definition.moment(director.day_of(session), plan.end)
    return Times(opens, seated, start, end)


def hold_session(director: Director, session_id: str, script: SessionScript) -> Activity:
    """Everything that happens in a session; it ends early when the session is suspended."""
    session = director.session(session_id)
    attempt = session.attempt
    moment = times_of(director, session)
    for beat in script.beats:
        at = moment.opens + timedelta(minutes=beat.minute)
        director.plan(at, beat.tale(director, session_id))
    yield from _check_in(director, session, script, moment)
    if not on(director, session_id, attempt) or not send_home(director, session_id):
        return
    director.scene("seats", day=director.day_of(session), number=session.number)
    director.chief(DrawSeats(session=session_id, tables=_given(director, session_id)))
    if director.state.stage_plan(session.stage).signatures == "required":
        yield moment.seating + timedelta(minutes=3)
        director.chief(AssignReferees(session=session_id))
    yield moment.start
    if not on(director, session_id, attempt):
        return
    yield from _play(director, session_id, script, moment)


def _check_in(director: Director, session: Session, script: SessionScript, moment: Times) -> Activity:
    session_id, attempt = session.plan.id, session.attempt
    director.scene("check-in", day=director.day_of(session), number=session.number)
    late: list[str] = []
    coming = _arrivals(director, session, script, moment.opens, moment.seating)
    for arrival, number in _who_fit(director, session, coming, moment.seating):
        if arrival > moment.seating:
            late.append(number)
            continue
        yield max(arrival, moment.opens)
        if not on(director, session_id, attempt):
            return
        if director.clock.now() > moment.seating or _is_over_the_day(director, session):
            break
        director.counter(CheckIn(entrant=number, stage=stage_named(director.state, session.stage)))
    yield moment.seating + timedelta(seconds=40)
    for number in late:
        director.refused("place-forfeited", "service", "check-in-counter", CheckIn(entrant=number))
    yield moment.seating + timedelta(seconds=90)


def _play(director: Director, session_id: str, script: SessionScript, moment: Times) -> Activity:
    session = director.session(session_id)
    dice = director.dice(f"session {session_id} {session.attempt}")
    attempt = session.attempt
    director.chief(StartSession(session=session_id))
    director.scene("play", day=director.day_of(session), number=session.number)
    for table in sorted(director.session(session_id).tables):
        signal = moment.start + timedelta(seconds=dice.between(100, 260))
        director.plan(signal, play_table(director, session_id, table, script))
    if moment.end is None:
        yield from until_all_are_over(director, session_id, moment.start)
    else:
        yield moment.end
        if not on(director, session_id, attempt):
            return
        call_time(director, session_id)
        yield moment.end + timedelta(minutes=10)
    if on(director, session_id, attempt) and director.session(session_id).status != "ended":
        director.chief(EndSession(session=session_id))


def until_all_are_over(director: Director, session_id: str, start: datetime) -> Activity:
    """Until every table has played what it plays, but to a target, which it may never reach, not for ever."""
    session = director.session(session_id)
    attempt, stage = session.attempt, session.stage
    counted = director.state.stage_plan(stage).games_each is not None
    rounds = len({held.plan.id for held in director.state.sessions_of(stage) if held.day == session.day})
    longest = max(_SHORTEST, _LONGEST / rounds)
    while on(director, session_id, attempt) and not _all_complete(director, session_id):
        yield director.after(2)
        if not counted and director.clock.now() >= start + longest:
            call_time(director, session_id)
            yield director.after(_LAST_GAME_MINUTES)
            return


def call_time(director: Director, session_id: str) -> None:
    """Call time, unless that was done: by a referee, or by the Chief Referee where there is none."""
    session = director.session(session_id)
    if session.status != "playing":
        return
    if session.referees:
        director.submit("referee", min(session.referees.values()), CallTime(session=session_id))
    else:
        director.chief(CallTime(session=session_id))


def on(director: Director, session_id: str, attempt: int) -> bool:
    """Whether the session still goes its way: not suspended, not started again."""
    session = director.session(session_id)
    return session.attempt == attempt and session.status != "suspended"


def _all_complete(director: Director, session_id: str) -> bool:
    tables = director.session(session_id).tables
    return all(complete(director.sheet(str(TableId(session_id, table)))) for table in tables)


def _given(director: Director, session_id: str) -> tuple[tuple[str, ...], ...]:
    """The tables as the organizer names them, where the file says so: in order of number."""
    session = director.session(session_id)
    plan = director.state.stage_plan(session.stage)
    if plan.draw != "given":
        return ()
    left = present_and_missing(director.state, session)[0]
    if plan.table.most == 2 and len(left) % 2:
        left.pop()
    sizes = table_sizes(len(left), plan.table.most, plan.table.fewest)
    return tuple(tuple(left.pop(0) for _ in range(size)) for size in sizes)


def _is_over_the_day(director: Director, session: Session) -> bool:
    """Whether the rounds before took so long that nobody can check in on the day of this one any more."""
    return session.day is not None and director.definition.local_day(director.clock.now()) > session.day


def _who_fit(
    director: Director, session: Session, coming: Sequence[tuple[datetime, str]], seating: datetime
) -> Sequence[tuple[datetime, str]]:
    """Those who come, without the last in time where they would be too many or too few for the tables."""
    in_time = [number for arrival, number in coming if arrival <= seating]
    here = len(present_and_missing(director.state, session)[0])
    stage = director.state.stage_plan(session.stage)
    fit = seatable(stage, session.plan, here + len(in_time))
    away = set(in_time[max(0, fit - here) :])
    for number in away:
        director.arrivals[session.plan.id][number] = None
    return [(arrival, number) for arrival, number in coming if number not in away]


def _arrivals(
    director: Director, session: Session, script: SessionScript, opens: datetime, seating: datetime
) -> Sequence[tuple[datetime, str]]:
    """When each of those who come arrives, earliest first; after `seating` are the late ones."""
    dice = director.dice(f"arrivals {session.plan.id} {session.attempt}")
    coming: list[tuple[datetime, str]] = []
    arrivals: dict[str, datetime | None] = {}
    director.arrivals[session.plan.id] = arrivals
    left = script.late
    span = int((seating - opens + EARLIEST).total_seconds()) - 60
    for number in expected(director.state, session.plan.id):
        person = director.people[number]
        # Who trained for it neither stays away nor comes late.
        if not person.master and dice.chance(script.absent):
            if left:
                left -= 1
                coming.append((seating + timedelta(seconds=20 + 5 * left), number))
            else:
                arrivals[number] = None
            continue
        arrival = opens - EARLIEST + timedelta(seconds=dice.below(span))
        arrivals[number] = arrival
        coming.append((arrival, number))
    return sorted(coming)
