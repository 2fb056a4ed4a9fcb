"""Who came too late for what a suspension voided reads that they may play as it starts again."""

from datetime import date

import pytest

from services.notices.audiences import recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.specs import S1, Tournament, check_in, draw, registered, start

DAY = date(2026, 3, 28)
MOVE = RescheduleSessions(day=DAY, new_day=date(2026, 4, 8), sessions=(S1,))


def stopped() -> Tournament:
    """Of nine the last was not there in time; the session is in play."""
    return start(draw(check_in(registered(9), S1, "0009"))).at("2026-03-28 13:10")


@pytest.mark.parametrize("moved", [False, True], ids=["stopped", "moved"])
def test_who_forfeited_what_starts_again_reads_that_it_no_longer_counts(moved: bool) -> None:
    tournament, suspend = stopped(), SuspendDay(day=DAY, grounds="signal_8_or_above")
    assert tournament.entrant("0009").first.presence == "forfeited"
    notices = due(tournament.given(suspend), MOVE) if moved else due(tournament, suspend)
    for notice in notices:
        if notice.template not in ("session-voided", "rescheduled"):
            continue
        for recipient in recipients(tournament.state, notice.audience):
            english, chinese = (
                filled(Look(tournament.state, notice, recipient, language)) for language in ("en", "zh")
            )
            late = recipient.number == "0009"
            assert ("You may play in it: that you were not there in time" in english) is late
            assert ("你可參加重賽" in chinese) is late


def test_before_play_nothing_was_missed() -> None:
    tournament = registered(9).given(SuspendDay(day=DAY, grounds="other"))
    assert not tournament.state.sessions[S1].pardoned
