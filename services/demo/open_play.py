"""A session of open tables: whoever is free sits down with others, and gets up when they have had enough."""

from datetime import timedelta

from services.demo.agenda import Activity
from services.demo.director import Director
from services.demo.scripts import SessionScript
from services.demo.sessions import call_time, on, times_of
from services.demo.tables import play_table
from services.tournament.play.open_tables import OpenTable
from services.tournament.play.timing import EndSession, StartSession
from services.tournament.state import State

TABLES_EACH = 4
"""How many tables are opened for each who is there."""

_LAST_TABLE = timedelta(minutes=45)
"""How long before the end nobody sits down any more."""


def hold_open(director: Director, session_id: str, script: SessionScript) -> Activity:
    """All that happens in a session of open tables, from its start to its end."""
    session = director.session(session_id)
    attempt, dice = session.attempt, director.dice(f"open {session_id} {session.attempt}")
    moment = times_of(director, session)
    plan = director.state.stage_plan(session.stage)
    yield moment.start
    director.scene("open-tables", day=director.day_of(session), number=session.number)
    director.chief(StartSession(session=session_id))
    coming = sorted(no for no, known in director.state.entrants.items() if known.plays_in(session.stage))
    end = moment.end or moment.start + timedelta(hours=8)
    tables = max(1, len(coming) * TABLES_EACH)
    pause = (end - moment.start - _LAST_TABLE).total_seconds() / 60 / tables
    number = 0
    while director.clock.now() < end - _LAST_TABLE and on(director, session_id, attempt):
        free = free_in(director.state, session_id)
        size = dice.between(plan.table.fewest, plan.table.most)
        if len(free) >= size:
            number += 1
            command = OpenTable(session=session_id, entrants=tuple(dice.shuffle(free)[:size]))
            director.submit("service", "front-desk", command)
            director.plan(director.after(2), play_table(director, session_id, number, script))
        yield director.after(pause * dice.between(60, 140) / 100)
    yield end
    if not on(director, session_id, attempt):
        return
    call_time(director, session_id)
    while set(director.session(session_id).tables) - director.session(session_id).closed_tables:
        yield director.after(3)
    director.chief(EndSession(session=session_id))


def free_in(state: State, session_id: str) -> list[str]:
    """Who is in the session's stage and sits at no open table, in order of number."""
    session = state.sessions[session_id]
    seated = {
        number
        for table, entrants in session.tables.items()
        if table not in session.closed_tables
        for number in entrants
    }
    playing = (no for no, known in state.entrants.items() if known.plays_in(session.stage))
    return sorted(number for number in playing if number not in seated)
