"""What the weather means for the day of somebody's session, on the page they look at before they set out."""

from datetime import UTC, datetime

from tests.api.conftest import ID, House
from tests.api.personal.phone import Phone
from tests.api.site.test_site import text_of
from tests.api.site.test_weather import proposal_of, warned, weather_goes_by_the_observatory
from tests.wording import fixed

DECIDING = {
    "en": "it is being decided whether play on Saturday, 6 March 2027 goes ahead",
    "zh": "現正決定2027年3月6日星期六的賽事是否如常舉行",
}
SIGNAL = {"code": "TC8NE", "begin": "2027-03-06T02:00:30+00:00"}


def warned_phone(house: House) -> Phone:
    weather_goes_by_the_observatory(house)
    house.clock.set(datetime(2027, 3, 6, 2, 1, tzinfo=UTC))
    warned(house, SIGNAL)
    return Phone(house, "0001")


def test_while_play_is_being_decided_the_page_says_so_and_counts_no_minutes(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(datetime(2027, 3, 6, 2, 1, tzinfo=UTC))
    phone = Phone(founded, "0001")
    calm = phone.text()
    assert "data-until" in calm
    assert DECIDING["en"] not in calm
    warned(founded, SIGNAL)
    for language, words in DECIDING.items():
        text = phone.text(f"?lang={language}")
        assert words in (text if language == "en" else text.replace(" ", ""))
        assert 'class="next in-doubt"' in text
        assert "data-until" not in text
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "refuse"})
    assert DECIDING["en"] not in phone.text()


def test_a_suspension_is_an_alarm_above_the_schedule_and_stands_there_once(founded: House) -> None:
    phone = warned_phone(founded)
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "confirm"})
    text = phone.text()
    alarm = text.partition('class="notice is-danger"')[2].partition("</div></div>")[0]
    assert "SUSPENDED" in alarm
    assert fixed("bot-schedule-suspended", next_word_label="6 March 2027, 12:05 pm") in alarm
    before_messages = text.partition('aria-labelledby="messages"')[0]
    assert before_messages.count("SUSPENDED") == 1
    assert "Suspended:" not in text
    assert "being decided" not in text
    assert 'class="notice is-danger"' in phone.text("?lang=zh")


def test_a_day_on_which_nobody_of_the_page_plays_is_not_spoken_of(founded: House) -> None:
    founded.done("cancel-registration", {"entrant": "0001"})
    phone = warned_phone(founded)
    assert DECIDING["en"] not in phone.text()


def test_the_programme_says_it_too(founded: House) -> None:
    warned_phone(founded)
    assert DECIDING["en"] in text_of(founded, f"/t/{ID}/programme")
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "confirm"})
    assert "Suspended: session 1, Saturday, 6 March 2027" in text_of(founded, f"/t/{ID}/programme")
