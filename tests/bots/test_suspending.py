"""A day decided by hand on a phone: suspended, told further, moved, lifted; read back, and only once."""

from datetime import time, timedelta

import pytest

from bots.telegram import talk
from services.notices.notice import Notice
from shared.catalogue import say
from tests.api.conftest import ID, SESSION
from tests.bots.conftest import SECOND, Office, Phone
from tests.bots.test_actions import act
from tests.wording import fixed

DAY = SESSION.partition("/")[0]
LABEL = "2027"


def at_ten(office: Office) -> None:
    office.house.clock.set(office.state.plan.moment(office.state.sessions[SESSION].known_day, time(10)))


def organizer(office: Office, language: str = "en") -> Phone:
    at_ten(office)
    return office.phone("organizer:organizer", language=language)


def notice(office: Office, kind: str) -> Notice:
    notices = office.desk.notices.read(ID)
    return [each for each in notices if each.kind == kind and not each.audience.startswith("several:")][-1]


def words(phone: Phone) -> str:
    return "\n".join(str(message["text"]) for message in office_messages(phone))


def office_messages(phone: Phone) -> list[dict[str, object]]:
    return phone.telegram.messages(phone.chat)


def begun(phone: Phone) -> str:
    phone.say("/weather")
    phone.press("bot-storm-begin")
    return phone.press(LABEL)


def suspended(phone: Phone) -> None:
    begun(phone)
    for label in ("bot-storm-what-suspend", "Signal 8", "bot-storm-since-now"):
        phone.press(label)
    phone.wait_for("bot-storm-send")
    phone.press("bot-confirm")


@pytest.mark.parametrize(
    ("actions", "event", "most"),
    [
        (("Suspend the day", "Signal 8", "As of now", "Confirm"), "sessions-suspended", 7),
        (("Suspend what is left", "Black rain", "9:40", "Confirm"), "sessions-suspended", 7),
        (("Play goes ahead", "Confirm"), "play-goes-ahead", 5),
    ],
)
def test_a_day_is_decided_in_few_actions(
    office: Office, actions: tuple[str, ...], event: str, most: int
) -> None:
    phone = organizer(office)
    assert fixed("bot-storm-what") in begun(phone)
    for action in actions:
        phone.say(action) if action[0].isdigit() else act(phone, action)
        if action == actions[-2]:
            phone.wait_for("bot-storm-send")
    assert 3 + len(actions) <= most
    assert office.types.count(event) == 1


def test_what_people_will_read_is_read_back_in_both_languages_with_how_they_are_reached(
    office: Office,
) -> None:
    office.phone("entrant:0001")
    phone = organizer(office)
    begun(phone)
    for label in ("bot-storm-what-suspend", "Black rain", "bot-storm-since-now"):
        phone.press(label)
    text = phone.wait_for("bot-storm-send")
    assert "Sessions: session 1\n" in text
    assert fixed("bot-storm-reached", linked=1, pushed=0) in text
    assert "Black rainstorm, since" in text
    read = words(phone)
    phone.press("bot-confirm")
    reader = office.phone("entrant:0002")
    notice = next(
        other
        for other in office.desk.notices.read(ID)
        if other.kind == "suspended" and other.audience == f"session:{SESSION}"
    )
    office.deliver(reader, notice, "entrant:0002")
    assert reader.read.partition("\nNotice")[0] in read
    office.deliver(reader, notice, "entrant:0002", "zh")
    assert reader.read.partition(say("word-thing-notice", "zh"))[0] in read


def test_what_officials_will_read_is_read_back_whole(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "LONGEST", 400)
    phone, referee = organizer(office), office.phone("referee:REF-1")
    begun(phone)
    for label in ("bot-storm-what-suspend", "Black rain", "bot-storm-since-now"):
        phone.press(label)
    phone.wait_for("bot-storm-send")
    read = words(phone)
    phone.press("bot-confirm")
    office.deliver(referee, notice(office, "hall-word"), "referee:REF-1")
    said = referee.read.partition("\nNotice")[0]
    assert len(said) > talk.LONGEST
    assert said in read


def test_a_day_is_read_back_to_its_end_in_two_messages(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The texts in one, and below them what is confirmed, however long it is."""
    phone = organizer(office)
    begun(phone)
    for label in ("bot-storm-what-suspend", "Black rain"):
        phone.press(label)
    monkeypatch.setattr(talk, "LONGEST", 100)
    before = len(office_messages(phone))
    phone.press("bot-storm-since-now")
    phone.wait_for("bot-storm-send")
    assert len(office_messages(phone)) == before + 1, "the texts take the place of the question"
    texts, asked = (str(message["text"]) for message in office_messages(phone)[-2:])
    assert texts.count(fixed("bot-storm-text", count=4)) >= 2
    assert fixed("bot-storm-reached", pushed=0) in asked
    assert len(asked) > talk.LONGEST
    assert asked.endswith(say("bot-storm-send", "en"))
    again = phone.say("what now?")
    assert again.endswith(say("bot-storm-send", "en")), "asked once more it is whole, too"


def test_only_the_sessions_that_it_concerns_are_read_back(office: Office) -> None:
    phone = organizer(office)
    day = office.state.sessions[SESSION].known_day
    office.house.clock.set(office.state.plan.moment(day, time(23, 30)))
    begun(phone)
    # The day's sessions are over by then, so that none is left to suspend.
    assert fixed("problem-nothing-to-suspend") in phone.press("bot-storm-what-rest")
    assert "sessions-suspended" not in office.types


def test_a_reason_in_words_of_ones_own_is_what_people_read(office: Office) -> None:
    phone = organizer(office)
    begun(phone)
    phone.press("bot-storm-what-suspend")
    phone.press("bot-storm-grounds-other")
    assert fixed("part-words-too-long", most=120) in phone.say("x" * 121)
    phone.say("a power cut in the hall")
    phone.say("場地停電")
    read_back = phone.wait_for("bot-storm-send")
    assert "“a power cut in the hall”." in read_back, "what was written, and not the button"
    assert "2027-03-06/" not in read_back
    assert "because of a power cut in the hall" in words(phone)
    assert "因場地停電" in words(phone)
    phone.press("bot-confirm")
    assert office.types.count("sessions-suspended") == 1


def test_every_step_leads_back_and_keeps_what_was_said(office: Office) -> None:
    phone = organizer(office)
    begun(phone)
    phone.press("bot-storm-what-suspend")
    phone.press("Signal 8")
    assert say("bot-storm-grounds", "en") in phone.press("bot-one-back")
    assert fixed("bot-storm-what") in phone.press("bot-one-back")
    assert say("bot-storm-day", "en") in phone.press("bot-one-back")
    assert say("question-since", "en") in phone.press(say("bot-keep", "en"))
    assert office.types.count("sessions-suspended") == 0


def test_a_second_press_and_an_old_button_do_nothing(office: Office) -> None:
    phone = organizer(office)
    begun(phone)
    old = phone.button("bot-storm-what-rest")
    for label in ("bot-storm-what-suspend", "Signal 8", "bot-storm-since-now"):
        phone.press(label)
    phone.wait_for("bot-storm-send")
    confirm = phone.button("bot-confirm")
    phone.press("bot-confirm")
    assert say("bot-done-already", "en") in phone.toast(*confirm)
    assert say("bot-stale", "en") in phone.toast(*old)
    assert office.types.count("sessions-suspended") == 1


def test_what_cannot_be_is_refused_where_it_is_said(office: Office) -> None:
    phone = organizer(office)
    begun(phone)
    phone.press("bot-storm-what-suspend")
    phone.press("Signal 8")
    assert say("part-hour-unread", "en") in phone.say("at nine")
    phone.say("9:40")
    assert "9:40 am" in phone.wait_for("bot-storm-send")


def test_a_suspension_is_moved_to_a_day_that_has_room_or_one_that_is_typed(office: Office) -> None:
    phone = organizer(office)
    suspended(phone)
    begun(phone)
    text = phone.press("bot-storm-what-move")
    assert say("bot-storm-new-day", "en") in text
    assert say("part-day-unread", "en") in phone.say("next week")
    assert "past" in phone.say("2026-01-01")
    phone.wait_for("bot-storm-new-day")
    keys = office.telegram.messages(phone.chat)[-1]["reply_markup"]["inline_keyboard"]
    assert len(keys) > 1, "the days that can be stay beside the refusal"
    day = office.state.sessions[SESSION].known_day + timedelta(days=3)
    phone.say(day.isoformat())
    phone.wait_for("bot-storm-send")
    assert say("page-board-word-moved", "en") in words(phone)
    phone.press("bot-confirm")
    assert office.state.sessions[SESSION].day == day


@pytest.mark.parametrize(
    ("language", "labels", "alike"),
    [
        ("en", ("Decide a day", LABEL, "Lift"), ("of 1 other session", "session 2: 3:00 pm, 3:30 pm")),
        ("zh-hant", ("自行決定", LABEL, "取消暫停"), ("其餘 1 場", "第 2 場：下午3:00、下午3:30")),
    ],
)
def test_what_differs_in_hours_alone_is_read_back_once(
    coming: Office, language: str, labels: tuple[str, ...], alike: tuple[str, ...]
) -> None:
    at_ten(coming)
    coming.house.done("move-entrant", {"entrant": "0008", "session": SECOND})
    coming.house.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    phone = coming.phone("organizer:organizer", language=language)
    phone.say("/weather")
    for label in labels:
        phone.press(label)
    before = len(office_messages(phone))
    phone.say("It was a mistake.")
    phone.wait_for("bot-storm-send")
    read = [str(message["text"]) for message in office_messages(phone)[before + 1 :]]
    assert sum("12:00 noon" in text for text in read) == 1, "of players in each language one text"
    assert any(all(part in text for part in alike) for text in read)


def test_what_was_written_is_said_again_where_it_is_refused(office: Office) -> None:
    phone = organizer(office)
    begun(phone)
    for label in ("bot-storm-what-suspend", "bot-storm-grounds-other"):
        phone.press(label)
    phone.say("a power cut in the hall")
    phone.say("場地停電")
    phone.wait_for("bot-storm-send")
    office.house.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    phone.press("bot-confirm")
    phone.wait_for("bot-storm-what")
    assert "What you wrote: a power cut in the hall\n場地停電" in words(phone)


def test_the_promise_that_is_sent_is_the_one_that_was_read_back(office: Office) -> None:
    phone = organizer(office)
    begun(phone)
    for label in ("bot-storm-what-suspend", "Black rain", "bot-storm-since-now"):
        phone.press(label)
    phone.wait_for("bot-storm-send")
    read = words(phone)
    office.house.clock.advance(timedelta(minutes=7))
    phone.press("bot-confirm")
    reader = office.phone("entrant:0001")
    notice = next(
        other
        for other in office.desk.notices.read(ID)
        if other.audience == f"session:{SESSION}" and other.kind == "suspended"
    )
    office.deliver(reader, notice, "entrant:0001")
    assert reader.read.partition("\nNotice")[0] in read


def test_the_flow_is_in_chinese_for_who_reads_it(office: Office) -> None:
    phone = organizer(office, "zh")
    phone.say("/weather")
    phone.press("bot-storm-begin")
    phone.press(LABEL)
    for label in ("bot-storm-what-suspend", "bot-storm-grounds-black-rainstorm", "bot-storm-since-now"):
        phone.press(label)
    text = phone.wait_for("bot-storm-send")
    assert fixed("bot-storm-because", "zh", grounds="黑色暴雨警告", since="上午10:00", until="none") in text
    assert fixed("bot-storm-reached", "zh", mailed=8) in text


def test_a_reason_is_read_back_as_it_was_written_in_chinese(office: Office) -> None:
    phone = organizer(office, "zh")
    phone.say("/weather")
    phone.press("bot-storm-begin")
    for label in (LABEL, "bot-storm-what-suspend", "bot-storm-grounds-other"):
        phone.press(label)
    phone.say("a power cut in the hall")
    phone.say("場地停電")
    read_back = phone.wait_for("bot-storm-send")
    assert "「場地停電」。" in read_back
    assert say("bot-storm-grounds-other", "zh") not in read_back
    assert "2027-03-06/" not in read_back


@pytest.mark.parametrize("what", ["Suspend the day", "Send a further word"])
def test_words_in_the_other_language_are_asked_about(office: Office, what: str) -> None:
    phone = organizer(office)
    if what == "Send a further word":
        suspended(phone)
    begun(phone)
    phone.press(what)
    if what == "Suspend the day":
        phone.press("bot-storm-grounds-other")
    assert say("bot-announce-not-en", "en") in phone.say("場地停電")
    phone.wait_for("bot-storm-words-en")
    assert fixed("bot-storm-words-zh", most=120) in phone.say("a power cut")
    assert say("bot-announce-not-zh", "en") in phone.say("Power cut")
    phone.press("bot-announce-insist")
    if what == "Send a further word":
        phone.say("23:00")
    phone.wait_for("bot-storm-send")
    phone.press("bot-confirm")
    event = "further-word-given" if what == "Send a further word" else "sessions-suspended"
    assert office.types.count(event) == 1


def test_an_hour_that_is_past_today_is_read_back_as_tomorrow(office: Office) -> None:
    phone = organizer(office)
    suspended(phone)
    begun(phone)
    phone.press("bot-storm-what-word")
    phone.say("Stay.")
    phone.say("留在場內。")
    phone.say("00:01")
    assert fixed("bot-storm-word-tomorrow") in phone.wait_for("bot-storm-send")
