"""What is off, as the hall's board says it: of a day to come nobody in the hall is told to stay."""

from datetime import date, timedelta

import pytest

from services.desk.board.alarms import alarms
from services.tournament.weather.suspension import SuspendDay, SuspendRemaining
from tests.unit.tournament.specs import Tournament, finished, hk_definition, in_play, record, sign

TODAY, LATER = sorted({session.day for session in hk_definition().sessions if session.day is not None})[:2]


def off(tournament: Tournament) -> set[date]:
    return {alarm.day for alarm in alarms(tournament.state, tournament.now)}


@pytest.fixture
def tournament() -> Tournament:
    return in_play(4).given(SuspendDay(day=LATER, grounds="black_rainstorm"))


def test_a_day_to_come_is_no_alarm_neither_in_play_nor_after(tournament: Tournament) -> None:
    assert off(tournament) == set()
    finished(sign(record(tournament)))
    assert off(tournament) == set()
    tournament.now += timedelta(days=1)
    assert off(tournament) == set()


def test_it_is_one_on_its_day(tournament: Tournament) -> None:
    while tournament.state.plan.local_day(tournament.now) < LATER:
        tournament.now += timedelta(hours=12)
    assert off(tournament) == {LATER}


def test_beside_what_is_off_today_a_day_to_come_says_nothing(tournament: Tournament) -> None:
    tournament.given(SuspendRemaining(day=TODAY, grounds="signal_8_or_above"))
    assert off(tournament) == {TODAY}
