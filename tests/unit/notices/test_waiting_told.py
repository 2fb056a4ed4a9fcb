"""Who waits reads which place they have and what to do, and once that it was in vain."""

from datetime import date

from services.notices.audiences import recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import CancelRegistration
from services.tournament.play.timing import CallTime, EndSession, ReopenSession
from services.tournament.weather.suspension import SuspendDay
from shared.catalogue import say
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.specs import S1, S2, Tournament, check_in, draw, registered, registration, start

DAY = date(2026, 3, 28)


def waited_for() -> Tournament:
    """Four play in the first session; two wait for it, and one has a place in the second."""
    tournament = registered(4, capacity=4, tables=1)
    return tournament.given(registration("0005"), registration("0006"), registration("0007", S2))


def read_by_who_waits(tournament: Tournament, command: Command) -> dict[str, tuple[str, str]]:
    return {
        recipient.number: (
            filled(Look(tournament.state, notice, recipient, "en")),
            filled(Look(tournament.state, notice, recipient, "zh")),
        )
        for notice in due(tournament, command)
        if notice.audience == f"waiting:{S1}"
        for recipient in recipients(tournament.state, notice.audience)
    }


def test_of_a_suspension_who_waits_reads_first_what_to_do_and_keeps_the_place_on_the_list() -> None:
    tournament = waited_for()
    read = read_by_who_waits(tournament, SuspendDay(day=DAY, grounds="signal_8_or_above"))
    assert sorted(read) == ["0005", "0006"]
    for number, place in (("0005", 1), ("0006", 2)):
        english, chinese = read[number]
        assert english.startswith("SUSPENDED: please do not come.")
        assert f"You are still on the waiting list, number {place}." in english
        assert chinese.startswith("暫停：請勿前來。")
        assert f"你仍在候補名單第 {place} 位。" in chinese


def test_once_the_session_has_been_played_who_still_waits_is_thanked_once() -> None:
    tournament = check_in(waited_for(), S1)
    before = [recipient.number for recipient in recipients(tournament.state, "waiting")]
    start(draw(tournament)).given(CallTime(session=S1))
    assert not recipients(tournament.state, "waiting"), "an announcement to who waits reaches nobody"
    tournament.given(CancelRegistration(entrant="0006"))
    read = read_by_who_waits(tournament, EndSession(session=S1))
    assert before == ["0005", "0006"]
    assert read == {
        "0005": (
            say("notice-waiting-over", "en", session_label="Saturday, 28 March 2026, session 1"),
            "2026年3月28日星期六第 1 場已結束，未有名額空出。多謝等候。",
        )
    }
    tournament.given(ReopenSession(session=S1, reason="a table still plays"))
    assert read_by_who_waits(tournament, EndSession(session=S1)) == {}


def test_nobody_is_thanked_where_nobody_waits() -> None:
    tournament = start(draw(check_in(registered(4), S1)))
    assert "waiting-over" not in [notice.kind for notice in due(tournament, EndSession(session=S1))]
