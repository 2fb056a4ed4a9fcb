"""What a suspension says depends on where its reader is: not yet left, on the way, in the hall."""

from datetime import date
from typing import Literal

import pytest

from services.notices.audiences import recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.posts import post_about
from services.tournament.seating.presence import CheckIn
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from services.tournament.weather.update_promises import GiveFurtherWord
from services.tournament.weather.watching import ReportWarnings, SignalSeen
from shared.catalogue import say
from shared.i18n import LANGUAGES
from tests.unit.notices.test_beyond_the_session import DAY, due
from tests.unit.tournament.specs import (
    CHILD,
    S1,
    S2,
    Tournament,
    check_in,
    hong_kong,
    in_play,
    registered,
    registration,
)

Grounds = Literal["black_rainstorm", "signal_8_or_above", "other"]
SAID = {
    ("at_home", "black_rainstorm"): ("Stay indoors until the warning is over", "留在室內直至警告取消"),
    ("at_home", "signal_8_or_above"): ("Stay at home", "留在家中"),
    ("at_home", "other"): ("Please do not come", "請勿前來"),
    ("on_the_way", "black_rainstorm"): ("take shelter indoors at once", "立即到室內暫避"),
    ("on_the_way", "signal_8_or_above"): ("turn back and go home while it is safe", "請折返回家"),
    ("on_the_way", "other"): ("Please turn back", "請折返"),
    ("inside", "black_rainstorm"): ("do not leave it until the warning is over", "警告取消前切勿離開"),
    ("inside", "signal_8_or_above"): ("Go home as soon as it is safe to travel", "交通安全時盡早回家"),
    ("inside", "other"): ("Staff in the hall tell you", "請依場內工作人員指示"),
}


LASTING = {
    ("at_home", "black_rainstorm"): ("Stay indoors until the warning is over.", "警告取消前請留在室內。"),
    ("at_home", "signal_8_or_above"): ("Stay at home until it is safe", "交通安全之前，請留在家中。"),
    ("on_the_way", "black_rainstorm"): ("Stay indoors until the warning is over.", "警告取消前請留在室內。"),
    ("on_the_way", "signal_8_or_above"): ("Go home while it is safe", "如情況安全，請先回家"),
    ("inside", "black_rainstorm"): ("Stay in the hall until we tell you", "請留在場內，直至我們通知"),
    ("inside", "signal_8_or_above"): ("You may stay in the hall until", "交通安全之前，可留在場內。"),
}
"""What still holds beside a new date."""
MOVE = RescheduleSessions(day=DAY, new_day=date(2026, 4, 8))


def new_dates_read(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """What each who plays in the first two sessions reads of their new date, in both languages."""
    return {
        recipient.number: (
            filled(Look(tournament.state, notice, recipient, "en")),
            filled(Look(tournament.state, notice, recipient, "zh")),
        )
        for notice in due(tournament, MOVE)
        if notice.audience in (f"session:{S1}", f"session:{S2}")
        for recipient in recipients(tournament.state, notice.audience)
    }


def texts_read(tournament: Tournament, grounds: Grounds) -> dict[str, tuple[str, str]]:
    """What each in the first session reads, in both languages."""
    found = {}
    for notice in due(tournament, SuspendDay(day=DAY, grounds=grounds)):
        if notice.audience.startswith((f"session:{S1}", f"session:{S2}", f"families:{S1}")):
            for recipient in recipients(tournament.state, notice.audience):
                assert recipient.number not in found, "one message each"
                looks = [
                    Look(tournament.state, notice, recipient, "en"),
                    Look(tournament.state, notice, recipient, "zh"),
                ]
                found[recipient.number] = (filled(looks[0]), filled(looks[1]))
    return found


def assert_says(read: tuple[str, str], situation: str, grounds: Grounds) -> None:
    for text, words in zip(read, SAID[situation, grounds], strict=True):
        assert words in text


@pytest.mark.parametrize("grounds", ["black_rainstorm", "signal_8_or_above", "other"])
def test_who_has_not_left_stays_away_and_who_is_on_the_way_finds_shelter(grounds: Grounds) -> None:
    # Check-in opens at noon; from an hour before people are thought to be on their way.
    assert_says(texts_read(registered(4).at("2026-03-28 10:59"), grounds)["0001"], "at_home", grounds)
    assert_says(texts_read(registered(4).at("2026-03-28 11:00"), grounds)["0001"], "on_the_way", grounds)


@pytest.mark.parametrize("grounds", ["black_rainstorm", "signal_8_or_above", "other"])
def test_who_has_arrived_is_in_the_hall_also_once_the_record_of_it_is_void(grounds: Grounds) -> None:
    tournament = check_in(registered(4), S1, "0004")
    read = texts_read(tournament, grounds)
    assert_says(read["0001"], "inside", grounds)
    assert_says(read["0004"], "on_the_way", grounds)
    assert tournament.entrant("0001").first.presence == "expected", "whoever comes again checks in anew"
    for number in ("0001", "0002"):
        assert_says(texts_read(in_play(4), grounds)[number], "inside", grounds)


def test_who_was_in_the_hall_is_still_there_as_the_day_is_suspended_again() -> None:
    tournament = check_in(registered(4), S1, "0004").given(SuspendDay(day=DAY, grounds="black_rainstorm"))
    tournament.given(RescheduleSessions(day=DAY, new_day=DAY))
    read = texts_read(tournament, "black_rainstorm")
    assert_says(read["0001"], "inside", "black_rainstorm")
    assert_says(read["0004"], "on_the_way", "black_rainstorm")


def family(session: str = S1) -> Tournament:
    """A child in the hall; the parent is not, and plays in the same session, in another or on another day."""
    tournament = registered(3).given(
        registration("0004", S1, CHILD, family="F-1", family_role="child"),
        registration("0005", session or "2026-04-06/1", family="F-1", family_role="parent"),
    )
    return check_in(tournament, S1, "0005")


@pytest.mark.parametrize("session", [S1, S2, ""], ids=["the same", "another", "none"])
def test_a_parent_outside_is_told_once_of_the_child_inside_and_of_what_they_play(session: str) -> None:
    read = texts_read(family(session), "black_rainstorm")
    assert "our child is in the hall and is looked after. Stay indoors where you are" in read["0005"][0]
    assert "警告取消後才接回子女" in read["0005"][1]
    assert "do not come" not in read["0005"][0]
    assert ("session 2 is not played" in read["0005"][0]) == (session == S2)
    assert "Children leave only with whoever fetches them" in read["0004"][0]
    assert "Children leave only" not in read["0001"][0]
    assert "until you come" in texts_read(family(), "signal_8_or_above")["0005"][0]


def test_a_parent_who_is_inside_too_is_told_as_everyone_there() -> None:
    tournament = family().given(CheckIn(entrant="0005"))
    assert_says(texts_read(tournament, "black_rainstorm")["0005"], "inside", "black_rainstorm")


def standing(situation: str) -> Tournament:
    """Four people of whom the first is in that situation."""
    if situation == "inside":
        return check_in(registered(4), S1, "0004")
    return registered(4).at("2026-03-28 10:59" if situation == "at_home" else "2026-03-28 11:00")


@pytest.mark.parametrize(("situation", "grounds"), LASTING)
def test_what_to_do_until_a_danger_is_over_outlasts_the_new_date(situation: str, grounds: Grounds) -> None:
    tournament = standing(situation).given(SuspendDay(day=DAY, grounds=grounds))
    read = new_dates_read(tournament)["0001"]
    for text, words in zip(read, LASTING[situation, grounds], strict=True):
        assert text.startswith(words)


@pytest.mark.parametrize("situation", ["at_home", "on_the_way", "inside"])
def test_under_signal_9_nobody_is_told_to_go_out_not_even_to_go_home(situation: str) -> None:
    tournament = standing(situation)
    signal = SignalSeen("TC9", tournament.now)
    tournament.given(ReportWarnings(fetched_at=tournament.now, body="7c" * 32, signals=(signal,)))
    read = texts_read(tournament, "signal_8_or_above")["0001"]
    for language, text, moved in zip(LANGUAGES, read, new_dates_read(tournament)["0001"], strict=True):
        word = f"{situation}_hurricane"
        to_do = say("notice-what-to-do", language, to_do=word, fetched=False)
        assert to_do not in ("", say("notice-what-to-do", language, to_do="at_home_other"))
        assert to_do in text
        assert say("notice-short-grounds", language, danger="hurricane") in text
        assert say("notice-held", language, held=word, fetched=False).strip() in moved


@pytest.mark.parametrize(
    ("code", "grounds", "what"),
    [("TC9", "signal_8_or_above", "hurricane"), ("WRAINB", "black_rainstorm", "rain")],
)
def test_what_is_posted_for_everyone_keeps_them_inside(code: str, grounds: Grounds, what: str) -> None:
    tournament = standing("at_home")
    signal = SignalSeen(code, tournament.now)
    tournament.given(ReportWarnings(fetched_at=tournament.now, body="7c" * 32, signals=(signal,)))
    (event,) = tournament.when(SuspendDay(day=DAY, grounds=grounds)).events
    post = post_about(tournament.state, event, tournament.state.seq, "ab")
    assert post is not None
    for language in LANGUAGES:
        assert say("page-off-what-to-do", language, what=what) in post.text.in_language(language)


@pytest.mark.parametrize(("came", "kept_from"), [("TC10", "hurricane"), ("WRAINB", "rain")])
def test_a_parent_who_reads_of_a_child_inside_goes_by_what_is_in_force_by_then(
    came: str, kept_from: str
) -> None:
    tournament = family()
    signal = SignalSeen(came, tournament.now)
    tournament.given(ReportWarnings(fetched_at=tournament.now, body="7c" * 32, signals=(signal,)))
    for language, text in zip(LANGUAGES, texts_read(tournament, "signal_8_or_above")["0005"], strict=True):
        assert say("notice-fetching", language, danger=kept_from) in text


@pytest.mark.parametrize("situation", ["at_home", "on_the_way", "inside"])
def test_what_was_no_danger_leaves_nothing_beside_the_new_date(situation: str) -> None:
    tournament = standing(situation).given(SuspendDay(day=DAY, grounds="other"))
    assert new_dates_read(tournament)["0001"][0].startswith(say("page-board-word-moved", "en"))


@pytest.mark.parametrize("grounds", ["black_rainstorm", "signal_8_or_above", "other"])
def test_children_leave_with_whoever_fetches_them_after_a_new_date_too(grounds: Grounds) -> None:
    tournament = family(S2).given(SuspendDay(day=DAY, grounds=grounds))
    read = new_dates_read(tournament)
    assert "Children leave only with whoever fetches them" in read["0004"][0]
    assert "兒童須由接送者陪同離開" in read["0004"][1]
    assert "Children leave only" not in read["0001"][0]
    assert read["0005"][0].startswith("Your child is in the hall and is looked after.")
    assert ("Stay indoors where you are" in read["0005"][0]) == (grounds == "black_rainstorm")
    assert "你的子女正在場內" in read["0005"][1]


@pytest.mark.parametrize("known", [False, True], ids=["nothing is known", "the warning is in force"])
def test_after_a_further_word_the_new_date_says_it_while_the_warning_is_known_to_last(known: bool) -> None:
    tournament = registered(4).at("2026-03-28 11:00")
    if known:
        rain = SignalSeen("WRAINB", hong_kong("2026-03-28 10:50"))
        tournament.given(ReportWarnings(fetched_at=tournament.now, body="7c" * 32, signals=(rain,)))
    tournament.given(
        SuspendDay(day=DAY, grounds="black_rainstorm"),
        GiveFurtherWord(day=DAY, en="The hall is open.", zh="場地開放。"),
    )
    assert ("Stay indoors" in new_dates_read(tournament)["0001"][0]) is known


@pytest.mark.parametrize("taken_back", [False, True])
@pytest.mark.parametrize("situation", ["at_home", "on_the_way", "inside"])
def test_a_warning_that_was_taken_back_keeps_only_those_who_wait_for_our_word(
    situation: str, taken_back: bool
) -> None:
    tournament = standing(situation).given(SuspendDay(day=DAY, grounds="black_rainstorm"))
    until = hong_kong("2026-03-28 12:35") if taken_back else None
    rain = SignalSeen("WRAINB", hong_kong("2026-03-28 10:30"), until)
    tournament.at("2026-03-28 12:40")
    tournament.given(ReportWarnings(fetched_at=tournament.now, body="7c" * 32, signals=(rain,)))
    kept = situation == "inside" or not taken_back
    begins = LASTING[situation, "black_rainstorm"][0] if kept else "NEW DATE"
    rain_said = say("weather-short", "en", code="WRAINB")
    told = {"danger_now": None, "danger_over": rain_said} if taken_back else {"danger_now": rain_said}
    named = say("notice-in-force-now", "en", **told)
    assert new_dates_read(tournament)["0001"][0].startswith(f"{named}{begins}")


def test_nobody_is_kept_indoors_by_the_rain_of_another_day() -> None:
    tournament = registered(4).at("2026-03-28 11:00").given(SuspendDay(day=DAY, grounds="black_rainstorm"))
    assert new_dates_read(tournament.at("2026-03-29 09:00"))["0001"][0].startswith(
        say("page-board-word-moved", "en")
    )


def test_a_child_who_was_in_the_hall_on_one_day_is_not_there_on_another() -> None:
    tournament = family(S2).given(SuspendDay(day=DAY, grounds="black_rainstorm"), MOVE)
    again = due(tournament.at("2026-04-08 09:00"), SuspendDay(day=date(2026, 4, 8), grounds="other"))
    parent = next(notice for notice in again if notice.audience == f"session:{S2}")
    (text,) = (
        filled(Look(tournament.state, parent, recipient, "en"))
        for recipient in recipients(tournament.state, parent.audience)
        if recipient.number == "0005"
    )
    assert "Your child" not in text
