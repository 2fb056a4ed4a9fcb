"""What is said after a day was decided by hand: further words, new dates, who may, what changed meanwhile."""

import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from services.scheduler.duties import PROMISES, OnDuty
from shared.catalogue import say
from shared.language_choice import choose_language
from shared.typed_times import day_typed, moment_typed
from tests.api.conftest import ID, SESSION
from tests.bots.conftest import Office, running
from tests.bots.test_steps import labels
from tests.bots.test_suspending import (
    DAY,
    LABEL,
    at_ten,
    begun,
    notice,
    office_messages,
    organizer,
    suspended,
    words,
)
from tests.cases import cases
from tests.refusing import refusing
from tests.wording import fixed


def test_a_suspension_after_check_in_is_not_offered_to_be_lifted(office: Office) -> None:
    phone = organizer(office)
    suspended(phone)
    begun(phone)
    assert labels(phone)[:2] == [say("bot-storm-what-word", "en"), say("bot-storm-what-move", "en")]


@pytest.mark.parametrize(
    ("language", "said", "nobody"),
    [
        ("en", "Organizer lifted the suspension: ", "and nobody waits for a further word"),
        ("zh-hant", "主辦單位已取消暫停（", "無人等候進一步通知"),
    ],
)
def test_a_further_word_after_it_was_lifted_says_who_lifted_it(
    coming: Office, language: str, said: str, nobody: str
) -> None:
    office = coming
    office.house.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    phone = office.phone("organizer:organizer", language=language)
    phone.say("/weather")
    phone.press("bot-storm-begin")
    phone.press(LABEL)
    phone.press("bot-storm-what-word")
    phone.say("The hall stays open.")
    office.house.done("lift-suspension", {"day": DAY, "reason": "A mistake."})
    phone.say("場地繼續開放。")
    phone.wait_for("?", "？")
    assert said in words(phone)
    assert nobody in words(phone)
    assert not any(name in words(phone) for name in ("suspend-day", "tournament amend"))


@cases(
    "text",
    [
        "15:04",
        "3:04 pm",
        "3.04 PM",
        "下午3時04分",
        "下午 3:04",
        "１５時０４分",
        "15点04分",
        "2027-03-06 3:04 pm",
    ],
)
def test_an_hour_is_read_as_people_write_it(text: str) -> None:
    zone = ZoneInfo("Asia/Hong_Kong")
    now = datetime(2027, 3, 6, 16, 0, tzinfo=zone)
    assert moment_typed(text, now, zone, ahead=False) == datetime(2027, 3, 6, 15, 4, tzinfo=zone)


SATURDAY = date(2027, 3, 6)


@cases(
    "text, away",
    [
        *(
            (text, 0)
            for text in ("2027-03-06", "6/3/2027", "2027年3月6日", "6/3", "06.03.", "3月6日", "6 March")
        ),
        *(
            (text, 0)
            for text in ("6 Mar", "Saturday", "sat", "星期六", "週六", "禮拜六", "today", "今日", "今天")
        ),
        *((text, 1) for text in ("tomorrow", "Tomorrow", "聽日", "明天", "Sunday", "7/3", "３月７日")),
        *((text, 2) for text in ("后天", "後日", "the day after tomorrow", "Monday, 8 March", "星期一")),
        *((text, -1) for text in ("yesterday", "尋日", "5/3")),
    ],
)
def test_a_day_is_read_as_people_write_it(text: str, away: int) -> None:
    before = [SATURDAY - timedelta(days=1)]
    assert day_typed(text, SATURDAY, before) == SATURDAY + timedelta(days=away)


def test_a_day_that_there_is_to_choose_is_meant_before_others_and_of_two_none() -> None:
    next_week = SATURDAY + timedelta(days=7)
    assert day_typed("Saturday", SATURDAY, [next_week]) == next_week
    assert day_typed("6/3", SATURDAY, [date(2028, 3, 6)]) == date(2028, 3, 6)
    for text in ("Saturday", "星期六", "soon", "40/3", "30/2", "", "9"):
        with refusing("invalid-input"):
            day_typed(text, SATURDAY, [SATURDAY, next_week])


@pytest.mark.parametrize(
    ("language", "of_day", "new_day"),
    [("en", "6 mar", "9/3"), ("zh-hant", "3月6日", "3月9日"), ("en", "6/3", "9 March")],
)
def test_days_are_typed_in_the_dialogue_about_the_weather_as_people_write_them(
    coming: Office, language: str, of_day: str, new_day: str
) -> None:
    coming.house.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    phone = coming.phone("organizer:organizer", language=language)
    tongue = choose_language(language)
    phone.say("/weather")
    phone.press(say("bot-storm-begin", tongue))
    assert say("bot-task-none", tongue, text="soon").splitlines()[0][:20] in phone.say("soon")
    assert say("bot-task-which", tongue, text="禮拜六", count=2) in phone.say("禮拜六")
    phone.say(of_day)
    phone.press(say("bot-storm-what-move", tongue))
    assert say("part-day-unread", tongue) in phone.say("soon")
    phone.say(new_day)
    phone.press(say("bot-confirm", tongue))
    assert all(each.day == date(2027, 3, 9) for each in coming.state.sessions_of("preliminary"))


def test_noon_and_midnight_are_read_with_their_half_of_the_day() -> None:
    zone = ZoneInfo("Asia/Hong_Kong")
    now = datetime(2027, 3, 6, 16, 0, tzinfo=zone)
    for text, hour in (("12:30 am", 0), ("12:30 pm", 12), ("中午12時30分", 12), ("凌晨12:30", 0)):
        assert moment_typed(text, now, zone, ahead=False) == datetime(2027, 3, 6, hour, 30, tzinfo=zone)
    with refusing("invalid-input"):
        moment_typed("25:00 pm", now, zone, ahead=False)
    with refusing("invalid-input"):
        moment_typed("0001-01-01 00:00", now, zone, ahead=False)


@pytest.mark.parametrize(
    ("language", "sentence", "said"),
    [
        ("en", "A mistake.", "Organizer gave the sessions a new date, Tuesday, 9 March 2027: "),
        ("zh-hant", "有誤。", "主辦單位已將有關場次改期至2027年3月9日星期二（"),
    ],
)
def test_lifting_what_has_a_new_date_meanwhile_says_who_gave_which(
    coming: Office, language: str, sentence: str, said: str
) -> None:
    coming.house.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    phone = coming.phone("organizer:organizer", language=language)
    phone.say("/weather")
    for label in ("bot-storm-begin", LABEL, phone.words("bot-storm-what-lift")):
        phone.press(label)
    phone.say(sentence)
    phone.wait_for("bot-storm-send")
    coming.house.done("reschedule-sessions", {"day": DAY, "new_day": "2027-03-09"})
    phone.press("bot-confirm")
    phone.wait_for("bot-storm-what")
    assert said in words(phone)
    assert "spelling" not in words(phone)
    assert "There is no day of play" not in words(phone)


def test_the_organizer_is_reminded_of_the_word_promised_and_sends_it_from_the_reminder(
    office: Office,
) -> None:
    phone = organizer(office)
    suspended(phone)
    promises = OnDuty(PROMISES, office.desk, office.house.clock, lambda: [ID])
    promises.tick()
    assert "next-word-due" not in office.types
    office.house.clock.advance(timedelta(minutes=105))
    promises.tick()
    promises.tick()
    assert office.types.count("next-word-due") == 1
    office.deliver(phone, notice(office, "word-due"), "organizer:organizer")
    assert fixed("bot-storm-words-en", most=120) in phone.press("bot-action-further-word")
    phone.say("The hall stays open.")
    assert say("bot-storm-by", "en") in phone.say("場地繼續開放。")
    phone.say("23:30")
    phone.wait_for("bot-storm-send")
    assert fixed("notice-further-word") in words(phone)
    assert fixed("notice-further-word", "zh") in words(phone)
    phone.press("bot-confirm")
    assert office.types.count("further-word-given") == 1
    promises.tick()
    assert office.types.count("next-word-due") == 1


def test_the_reminder_of_a_word_for_people_in_the_hall_speaks_of_no_suspension_after_a_new_date(
    office: Office,
) -> None:
    phone = organizer(office)
    suspended(phone)
    office.house.done("reschedule-sessions", {"day": DAY, "new_day": DAY})
    office.house.clock.advance(timedelta(minutes=105))
    OnDuty(PROMISES, office.desk, office.house.clock, lambda: [ID]).tick()
    due = notice(office, "word-due")
    assert due.parameters["moved"] == "true"
    office.deliver(phone, due, "organizer:organizer")
    ends = {
        moved: say("notice-word-due", "en", next_word_label="-", sessions="-", moved=moved)[-25:]
        for moved in ("true", "")
    }
    assert ends["true"] in words(phone)
    assert ends[""] not in words(phone)


def test_a_danger_that_comes_then_is_told_at_once_and_a_further_word_is_sent_from_that(
    office: Office,
) -> None:
    phone = organizer(office)
    suspended(phone)
    office.house.clock.advance(timedelta(minutes=10))
    reported(office, {"code": "WRAINB", "begin": office.house.clock.now().isoformat()})
    office.deliver(phone, notice(office, "weather-danger"), "organizer:organizer")
    assert say("word-warning-wrainb", "en") in words(phone)
    assert fixed("bot-storm-words-en", most=120) in phone.press("bot-action-further-word")


def test_who_stays_in_the_hall_is_released_by_a_word_after_a_new_date(office: Office) -> None:
    phone = organizer(office)
    begun(phone)
    for label in ("bot-storm-what-suspend", "Black rain", "bot-storm-since-now"):
        phone.press(label)
    phone.wait_for("bot-storm-send")
    assert fixed("notice-suspended-hall", danger="rain", stopped="true") in words(phone)
    phone.press("bot-confirm")
    begun(phone)
    phone.press("bot-storm-what-move")
    day = office.state.sessions[SESSION].known_day + timedelta(days=3)
    phone.say(day.isoformat())
    phone.wait_for("bot-storm-send")
    assert fixed("notice-rescheduled", held="inside_rain") in words(phone)
    phone.press("bot-confirm")
    phone.say("/weather")
    phone.press("bot-storm-begin")
    phone.press("bot-storm-held-key")
    assert fixed("bot-storm-words-en", most=120) in phone.press("bot-storm-what-word")
    phone.say("The rain is over: you may go.")
    phone.say("暴雨已過，可以離開。")
    phone.wait_for("bot-storm-send")
    assert say(
        "notice-further-word-read-out", "en", danger_now=None, danger_over=None, words="The rain is over"
    ) in words(phone)
    assert "在場人士：暴雨已過" in words(phone)
    phone.press("bot-confirm")
    assert office.types.count("further-word-given") == 1


def test_the_chief_referee_may_suspend_but_neither_lift_nor_move(office: Office) -> None:
    at_ten(office)
    phone = office.phone("referee:CHIEF")
    suspended(phone)
    assert office.types.count("sessions-suspended") == 1
    begun(phone)
    labels = [
        key["text"]
        for row in office.telegram.messages(phone.chat)[-1]["reply_markup"]["inline_keyboard"]
        for key in row
    ]
    assert say("bot-storm-what-word", "en") in labels
    assert not {say("bot-storm-what-lift", "en"), say("bot-storm-what-move", "en")} & set(labels)


def test_what_is_not_known_is_decided_from_its_notice(office: Office) -> None:
    phone = organizer(office)
    office.house.done("propose-weather", {"day": DAY})
    office.deliver(phone, notice(office, "weather-unknown"), "organizer:organizer")
    phone.wait_for("hko.gov.hk")
    assert fixed("bot-storm-what") in phone.press("bot-action-decide")
    phone.press("bot-storm-what-ahead")
    phone.wait_for("bot-storm-send")
    phone.press("bot-confirm")
    assert [proposal.status for proposal in office.state.proposals.values()] == ["superseded"]


def test_a_draft_outlasts_the_bot(resting: Office) -> None:
    with running(resting):
        phone = organizer(resting)
        begun(phone)
        phone.press("bot-storm-what-suspend")
        phone.press("Black rain")
    with running(resting):
        phone.say("9:40")
        assert "since 9:40 am" in phone.wait_for("bot-storm-send")
        phone.press("bot-confirm")
    assert resting.types.count("sessions-suspended") == 1


def test_what_would_go_out_otherwise_than_it_was_read_back_is_shown_and_asked_anew(office: Office) -> None:
    first, second = organizer(office), organizer(office)
    begun(first)
    for label in ("bot-storm-what-suspend", "Black rain", "bot-storm-since-now"):
        first.press(label)
    first.wait_for("bot-storm-send")
    first.press("bot-confirm")
    begun(second)
    second.press("bot-storm-what-word")
    second.say("Wait for us.")
    second.say("請等候。")
    second.say("23:00")
    second.wait_for("bot-storm-send")
    assert fixed("notice-further-word") in words(second)
    begun(first)
    first.press("bot-storm-what-move")
    day = office.state.sessions[SESSION].known_day + timedelta(days=3)
    first.say(day.isoformat())
    first.wait_for("bot-storm-send")
    first.press("bot-confirm")
    before = len(office_messages(second))
    second.press("bot-confirm")
    second.wait_for("bot-read-back-confirm")
    anew = "\n".join(str(message["text"]) for message in office_messages(second)[before - 1 :])
    assert say("bot-read-back-changed", "en") in anew
    assert "For those in the hall" in anew
    assert fixed("notice-further-word") not in anew
    assert "further-word-given" not in office.types
    second.press("bot-confirm")
    assert office.types.count("further-word-given") == 1


def test_a_text_that_a_lowered_signal_alters_is_shown_before_it_goes_out(office: Office) -> None:
    phone = organizer(office)
    signal = {"code": "TC8NE", "begin": office.house.clock.now().isoformat()}
    reported(office, signal)
    suspended(phone)
    begun(phone)
    phone.press("bot-storm-what-word")
    for typed in ("Wait for us.", "請等候。", "23:00"):
        phone.say(typed)
    phone.wait_for("bot-storm-send")
    assert "In force: " in words(phone)
    office.house.clock.advance(timedelta(minutes=5))
    reported(office, {**signal, "until": office.house.clock.now().isoformat()})
    before = len(office_messages(phone))
    phone.press("bot-confirm")
    phone.wait_for("bot-read-back-confirm")
    anew = "\n".join(str(message["text"]) for message in office_messages(phone)[before - 1 :])
    changed = re.findall(r"Was: (.*)\n *Now: (.*)", anew)
    assert len(changed) == len(set(changed))
    told = [(was, now) for was, now in changed if now.startswith("STILL SUSPENDED")]
    assert told
    for was, now in told:
        assert "In force: " in was
        assert "In force: " not in now
        assert fixed("notice-over-now", danger_over="signal 8") in now
        assert "Wait for us." in now
    assert "further-word-given" not in office.types
    phone.press("bot-confirm")
    assert office.types.count("further-word-given") == 1


def reported(office: Office, *signals: dict[str, str]) -> None:
    now = office.house.clock.now().isoformat()
    office.house.done("report-warnings", {"fetched_at": now, "body": "33" * 32, "signals": signals})
