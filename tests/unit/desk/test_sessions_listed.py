"""Sessions as they are listed: in the order of play as now planned, and who waits."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from services.desk.calendars import calendar
from services.desk.site.programme import programme, programme_at
from services.notices.audiences import recipients
from services.projections.models import model
from services.projections.rows import SessionRow
from services.tournament.people.places import still_waiting
from services.tournament.state import State
from tests.pasts import Past, past, past_of
from tests.unit.tournament.specs import (
    S1,
    S2,
    Tournament,
    check_in,
    draw,
    finished,
    hong_kong,
    registered,
    start,
)

__all__ = ["past", "past_of"]


def assert_in_order(moments: Sequence[tuple[object, object]]) -> None:
    known = [moment for moment in moments if None not in moment]
    assert len(known) > 2
    assert known == sorted(known)


def test_sessions_are_listed_by_the_day_and_hour_they_are_played_at_now(past: Past) -> None:
    state = past.desk.state(past.id)
    assert any(state.moved_to(session) for session in state.sessions), "nothing to get wrong"
    rows = past.ask("sessions").rows
    assert len(rows) == len(state.sessions)
    assert_in_order([(view.session.day, view.session.start) for view in rows])
    sessions = [state.sessions[row.session] for row in past.ask("tables").rows]
    assert_in_order([(session.day, session.plan.start) for session in sessions])
    shown = programme(past.desk, past.id)
    assert_in_order([(session.day, session.starts) for session in shown.sessions])
    days = [day for day, _ in shown.days if day is not None]
    assert all(one < other for one, other in pairwise(days)), "each day once, one after the other"
    entries = calendar(past.desk, past.id).decode().splitlines()
    begun = [line.partition(":")[2] for line in entries if line.startswith("DTSTART;TZID")]
    assert len(begun) == len(state.sessions)
    assert begun == sorted(begun)


def counts(state: State, now: datetime) -> tuple[int, ...]:
    """How many wait by each way of counting, those of all sessions together."""
    shown = programme_at(state, now)
    rows = [row for row in model("session").view(state).values() if isinstance(row, SessionRow)]
    return (
        shown.waiting,
        sum(session.waiting for session in shown.sessions),
        sum(row.waiting for row in rows),
        len(still_waiting(state)),
        len([*recipients(state, "waiting")]),
    )


def test_who_waits_is_counted_the_same_everywhere_until_nothing_can_come_of_it() -> None:
    tournament = registered(6, S1, capacity=4, tables=1)
    registered(5, S2, first=11, into=tournament)
    now = hong_kong("2026-03-27 12:00")
    assert {*counts(tournament.state, now)} == {3}
    draw(check_in(tournament, S1), S1)
    assert {*counts(tournament.state, now)} == {1}, "nobody gets a place once seats are drawn"
    assert {*finished_counts(tournament)} == {1}
    check_in(tournament, S2)
    finished(start(draw(tournament, S2), S2), S2)
    assert {*counts(tournament.state, now)} == {0}


def finished_counts(tournament: Tournament) -> tuple[int, ...]:
    finished(start(tournament, S1), S1)
    return counts(tournament.state, tournament.now)


def test_nobody_waits_in_what_was_abandoned() -> None:
    state = registered(6, S1, capacity=4, tables=1).state
    shown = programme_at(state, hong_kong("2026-03-27 12:00") + timedelta(days=90))
    assert (shown.course, shown.waiting) == ("over", 0)
    assert not any(session.waiting for session in shown.sessions)
