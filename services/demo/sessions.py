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
    if not on(director, session_id, attempt):
        return
    director.scene(f"{director.day_of(session)} session {session.number}: seats are drawn")
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
    director.scene(f"{director.day_of(session)} session {session.number}: check-in")
    late: list[str] = []
    for arrival, number in _arrivals(director, session, script, moment.opens, moment.seating):
        if arrival > moment.seating:
            late.append(number)
            continue
        yield max(arrival, moment.opens)
        if not on(director, session_id, attempt):
            return
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
    director.scene(f"{director.day_of(session)} session {session.number}: play")
    for table in sorted(director.session(session_id).tables):
        signal = moment.start + timedelta(seconds=dice.between(100, 260))
        director.plan(signal, play_table(director, session_id, table, script))
    if moment.end is None:
        while not _all_complete(director, session_id):
            yield director.after(2)
    else:
        yield moment.end
        if not on(director, session_id, attempt):
            return
        call_time(director, session_id)
        yield moment.end + timedelta(minutes=10)
    if on(director, session_id, attempt) and director.session(session_id).status != "ended":
        director.chief(EndSession(session=session_id))


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
