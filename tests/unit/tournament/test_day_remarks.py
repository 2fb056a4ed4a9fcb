"""What is odd about the day of a suspension or of a new date is remarked."""

from datetime import date

import pytest

from services.tournament.play.remarks import remarks
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import Grounds, SuspendDay
from tests.unit.tournament.specs import S1, Tournament, registered

DAY = date(2026, 3, 28)


def codes(tournament: Tournament, command: SuspendDay | RescheduleSessions) -> set[str]:
    events = tournament.when(command).events
    return {note.code for note in remarks(tournament.state, events, tournament.now)}


@pytest.mark.parametrize(("new_day", "is_same"), [(DAY, True), (date(2026, 3, 29), False)])
def test_a_new_date_on_the_suspended_day_is_remarked(new_day: date, *, is_same: bool) -> None:
    tournament = registered(4).at("2026-03-28 08:00")
    tournament.given(SuspendDay(day=DAY, grounds="signal_8_or_above"))
    move = RescheduleSessions(day=DAY, new_day=new_day, sessions=(S1,))
    assert ("same-day" in codes(tournament, move)) == is_same


@pytest.mark.parametrize(
    ("moment", "grounds", "is_odd"),
    [
        ("2026-03-27 20:00", "black_rainstorm", True),
        ("2026-03-27 20:00", "signal_8_or_above", True),
        ("2026-03-28 08:00", "black_rainstorm", False),
    ],
)
def test_a_warning_of_now_that_suspends_another_day_is_remarked(
    moment: str, grounds: Grounds, *, is_odd: bool
) -> None:
    tournament = registered(4).at(moment)
    assert ("not-today" in codes(tournament, SuspendDay(day=DAY, grounds=grounds))) == is_odd
