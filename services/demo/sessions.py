"""A session from the first arrival to its end, as everyone at the venue does it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from services.demo.agenda import Activity
from services.demo.director import Director, expected
from services.demo.scripts import SessionScript
from services.demo.tables import play_table
from services.tournament.play import CallTime, EndSession, StartSession
from services.tournament.presence import CheckIn
from services.tournament.seating import AssignReferees, DrawSeats
from services.tournament.state import Session

EARLIEST = timedelta(minutes=8)
"""How long before registration opens the first of them stand at the door."""


def hold_session(director: Director, session_id: str, script: SessionScript) -> Activity:
    """Everything that happens in a session; it ends early when the session is suspended."""
    session = director.session(session_id)
    plan, attempt = session.plan, session.attempt
    dice = director.dice(f"session {session_id} {attempt}")
    moment = {
        name: director.definition.moment(session.day, getattr(plan, name))
        for name in ("registration", "seating", "start", "end")
    }
    director.scene(f"{session.day} session {session.number}: check-in")
    for beat in script.beats:
        at = moment["registration"] + timedelta(minutes=beat.minute)
        director.plan(at, beat.tale(director, session_id))
    late: list[str] = []
    for arrival, number in _arrivals(director, session, script, moment["registration"], moment["seating"]):
        if arrival > moment["seating"]:
            late.append(number)
            continue
        yield arrival
        if not on(director, session_id, attempt):
            return
        director.counter(CheckIn(entrant=number))
    yield moment["seating"] + timedelta(seconds=40)
    for number in late:
        director.refused("place-forfeited", "service", "check-in-counter", CheckIn(entrant=number))
    yield moment["seating"] + timedelta(seconds=90)
    if not on(director, session_id, attempt):
        return
    director.scene(f"{session.day} session {session.number}: seats are drawn")
    director.chief(DrawSeats(session=session_id))
    yield moment["seating"] + timedelta(minutes=3)
    director.chief(AssignReferees(session=session_id))
    yield moment["start"]
    if not on(director, session_id, attempt):
        return
    director.chief(StartSession(session=session_id))
    director.scene(f"{session.day} session {session.number}: play")
    for table in sorted(director.session(session_id).tables):
        signal = moment["start"] + timedelta(seconds=dice.between(100, 260))
        director.plan(signal, play_table(director, session_id, table, script))
    yield moment["end"]
    if not on(director, session_id, attempt):
        return
    if director.session(session_id).status == "playing":
        referee = min(director.session(session_id).referees.values())
        director.submit("referee", referee, CallTime(session=session_id))
    yield moment["end"] + timedelta(minutes=10)
    if on(director, session_id, attempt) and director.session(session_id).status != "ended":
        director.chief(EndSession(session=session_id))


def on(director: Director, session_id: str, attempt: int) -> bool:
    """Whether the session still goes its way: not suspended, not started again."""
    session = director.session(session_id)
    return session.attempt == attempt and session.status != "suspended"


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
