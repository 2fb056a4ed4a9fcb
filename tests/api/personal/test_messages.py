"""The messages on a personal page read as they did when they were sent, whatever became of things since."""

import re
from datetime import timedelta
from html import unescape

from shared.catalogue import say
from tests.api.conftest import ID, SESSION, House
from tests.api.personal.phone import Phone
from tests.api.signing_in.browser import Browser
from tests.api.test_outbox_pages import drain

DAY, NEW_DAY = "2027-03-06", "2027-03-07"


def stopped_and_moved(phone: Phone) -> str:
    """What was sent of the suspension, before its day was moved by a day."""
    house = phone.house
    house.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    phone.drain()
    house.clock.advance(timedelta(hours=2))
    house.done("reschedule-sessions", {"day": DAY, "new_day": NEW_DAY, "sessions": [SESSION]})
    phone.drain()
    return next(text for _, kind, text in (*phone.mail.sent, *phone.chats.sent) if kind == "suspended")


def messages(phone: Phone, language: str = "en") -> list[str]:
    """Each message on the page, the newest first, in plain words."""
    section = (
        phone.text(f"?lang={language}").partition('aria-labelledby="messages"')[2].partition("</section>")[0]
    )
    return [" ".join(unescape(re.sub("<[^>]*>", " ", each)).split()) for each in section.split("<li>")[1:]]


def test_what_was_told_of_a_day_still_says_that_day_after_it_was_moved(phone: Phone) -> None:
    assert "3月6日" in stopped_and_moved(phone)
    moved, stopped = messages(phone)[:2]
    assert "7 March" in moved
    assert "6 March" in stopped
    assert "7 March" not in stopped
    moved, stopped = messages(phone, "zh")[:2]
    assert "3月7日" in moved.replace(" ", "")
    assert "3月6日" in stopped.replace(" ", "")
    assert "3月7日" not in stopped.replace(" ", "")


def test_names_that_were_forgotten_since_stay_forgotten_in_what_was_told(founded: House) -> None:
    phone = Phone(founded, "0001", "0002")
    stopped_and_moved(phone)
    assert "Player Number2" in messages(phone)[1]
    founded.clock.advance(timedelta(hours=1))
    founded.done("forget-person", {"person": "0002"})
    assert "Player Number2" not in phone.text()
    assert "6 March" in messages(phone)[1]


def test_a_case_file_has_what_was_told_by_the_moment_it_is_about(phone: Phone) -> None:
    stopped_and_moved(phone)
    seq = next(each.seq for each in phone.house.desk.events(ID, 0, 1000) if each.type == "sessions-suspended")
    case, heading = f"/t/{ID}/history/case?id=0001&lang=en", say("page-history-told", "en")
    organizer = Browser(phone.house).sign_in("organizer", "organizer")
    for query, moved in (("", True), (f"&as_of={seq}", False)):
        told = unescape(organizer.page(f"{case}{query}")).partition(heading)[2].partition("</section>")[0]
        assert "SUSPENDED" in told
        assert ("7 March" in told) is moved
    chief = Browser(phone.house).sign_in("chief_referee", "CR")
    assert heading not in chief.page(case), "who reads deliveries is the organizer"


def test_the_deliveries_of_the_organizer_show_what_was_sent(phone: Phone) -> None:
    stopped_and_moved(phone)
    notice = next(each for each in phone.house.desk.notices.all(ID) if each.template == "suspended")
    page = (
        Browser(phone.house).sign_in("organizer", "organizer").page(f"/t/{ID}/deliveries/{notice.reference}")
    )
    assert "6 March" in page
    assert "7 March" not in page


def test_who_is_rung_up_in_the_hall_hears_of_the_day_that_is_off(in_play: House) -> None:
    in_play.done("suspend-day", {"day": DAY, "grounds": "black_rainstorm"})
    drain(in_play)
    in_play.clock.advance(timedelta(minutes=5))
    in_play.done("reschedule-sessions", {"day": DAY, "new_day": NEW_DAY, "sessions": [SESSION]})
    page = Browser(in_play).sign_in("organizer", "organizer").page(f"/t/{ID}/calls")
    (wanted,) = [card for card in page.split('<li class="card">')[1:] if " 0001 " in card]
    assert "3月6日" in wanted
    assert "3月7日" not in wanted


def test_what_waited_for_the_end_of_play_stands_where_it_was_sent(in_play: House) -> None:
    phone = Phone(in_play, "0001")
    in_play.done("give-warning", {"entrant": "0001", "breach": "Talked"})
    stopped_and_moved(phone)
    in_play.clock.advance(timedelta(minutes=2))
    phone.drain()
    shown = messages(phone)
    (warned,) = [place for place, text in enumerate(shown) if say("subject-warned", "en") in text]
    (stopped,) = [place for place, text in enumerate(shown) if "STOPPED" in text]
    assert warned < stopped, "the newest first"
