"""The people of a demo that was moved to now go on with their day, beside whoever tries the program out."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from services.access.principal import Principal
from services.demo.agenda import Agenda
from services.demo.days import moved_to
from services.demo.definitions import demo_definition
from services.demo.sessions import Crowd
from services.tournament.weather.suspension import SuspendRemaining
from tests.demo.conftest import Played, play_in, small

ID = "hk-2026"
NOW = datetime(2026, 11, 21, 3, 10, tzinfo=UTC)
OFFICE = Principal("test", "organizer", "office", ID)


def crowd(played: Played) -> Crowd:
    return Crowd(played.demo.desk, Agenda(played.demo.clock), played.demo.definition, 2026)


def today(played: Played) -> dict[int, str]:
    state = played.demo.desk.state(ID)
    return {
        session.number: session.status for session in state.sessions.values() if session.day == NOW.date()
    }


@pytest.mark.wide(whole=True)
def test_within_five_minutes_a_session_ends_and_its_results_come_and_the_day_goes_on_to_its_end(
    tmp_path: Path,
) -> None:
    played = play_in(tmp_path, moved_to(small(), NOW), seed=2026, until="mid", at=NOW)
    desk = played.demo.desk
    before = desk.head(ID).seq
    hall_crowd = crowd(played)
    hall_crowd.go_on(NOW + timedelta(minutes=4))
    assert today(played) == {1: "ended", 2: "ended", 3: "playing", 4: "scheduled"}
    results = [notice for notice in desk.notices.read(ID, before) if notice.kind == "session-results"]
    assert results, "somebody's sheet was still to be signed"
    hall_crowd.go_on(NOW + timedelta(minutes=124))
    assert today(played)[3] == "playing", "somebody who tries it out has two hours"
    hall_crowd.go_on(NOW + timedelta(hours=4))
    assert set(today(played).values()) == {"ended"}
    played.close()


def test_what_is_suspended_stops(tmp_path: Path) -> None:
    played = play_in(tmp_path, moved_to(small(), NOW), until="mid", at=NOW)
    hall_crowd = crowd(played)
    hall_crowd.go_on(NOW + timedelta(minutes=3))
    day = played.demo.desk.state(ID).plan.local_day(NOW)
    played.demo.desk.submit(ID, SuspendRemaining(day=day, grounds="black_rainstorm"), OFFICE)
    hall_crowd.go_on(NOW + timedelta(hours=4))
    assert today(played) == {1: "ended", 2: "ended", 3: "suspended", 4: "suspended"}
    played.close()


def test_rounds_without_hours_follow_one_another(tmp_path: Path) -> None:
    definition = moved_to(demo_definition("mso-2019"), NOW)
    played = play_in(tmp_path, definition, until="mid", at=NOW)
    desk, clock = played.demo.desk, played.demo.clock
    tournament = definition.id
    before = clock.now()
    people = Crowd(desk, Agenda(clock), definition, 2026)
    open_before = [
        plan.id
        for plan in definition.sessions
        if desk.state(tournament).sessions[plan.id].status == "scheduled"
    ]
    most = 0
    for minutes in range(10, 481, 10):
        people.go_on(before + timedelta(minutes=minutes))
        statuses = [session.status for session in desk.state(tournament).sessions.values()]
        most = max(most, sum(status in ("drawn", "playing", "time_called") for status in statuses))
    assert open_before, "there is a later round"
    assert most == 1
    assert {session.status for session in desk.state(tournament).sessions.values()} == {"ended"}
    played.close()
