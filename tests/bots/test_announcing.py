"""An announcement from the organizer's phone: for whom, in which languages, read back with a count, once."""

import re

import pytest

from services.delivery.composing import Composer, Letter
from services.delivery.emails import Emails
from services.desk.correspondence import Correspondence
from services.notices.audiences import recipients
from services.notices.store import NoticeStore
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from shared.language_choice import choose_language
from tests.api.conftest import ID, SESSION, START
from tests.bots.conftest import Office
from tests.bots.test_office import fanned_out
from tests.wording import fixed


def test_an_announcement_is_read_back_with_its_count_and_sent_once(office: Office) -> None:
    phone = office.phone("organizer:organizer")
    office.phone("entrant:0001")
    phone.say("/announce")
    phone.press("bot-audience-everyone")
    assert fixed("part-announcement-too-long") in phone.say("x" * 351)
    phone.say("Lunch is <served> & hot")
    text = phone.say("午飯")
    while "people" not in text:
        text = phone.read
    assert "8 people: 1 by chat, 7 by e-mail only, 0 not reached" in text
    assert fixed("bot-announce-read-back", seated=8) in text
    assert re.search(r"; [1-9] officials are asked to read it out there, 0 of them by chat\.", text)
    phone.press("bot-send")
    assert office.types.count("announcement-made") == 1
    assert "yet" in phone.say("/deliveries")


def test_who_sits_at_tables_and_who_reads_out_is_counted_in_chinese_too(office: Office) -> None:
    phone = office.phone("organizer:organizer", language="zh")
    office.phone("referee:CHIEF")
    phone.say("/announce")
    phone.press("bot-audience-everyone")
    phone.say("Lunch is hot")
    phone.say("午飯")
    text = phone.wait_for("bot-announce-read-back")
    assert fixed("bot-announce-read-back", "zh", seated=8) in text
    assert fixed("bot-announce-read-back", "zh", in_chats=1, seated=8) in text


@pytest.mark.parametrize(
    ("language", "night"),
    [
        ("en", "As it is night, 8 of them read it at 8:00 am."),
        ("zh", "現為夜間，其中 8 人於上午8:00才收到。"),
    ],
)
def test_who_announces_at_night_reads_when_others_read_it(office: Office, language: str, night: str) -> None:
    office.house.done("end-session", {"session": SESSION})
    phone = office.phone("organizer:organizer", language=language)
    for hour, is_night in ((13, False), (15, True)):
        office.house.clock.set(START.replace(hour=hour))
        phone.say("/announce")
        phone.press("bot-audience-everyone")
        phone.say("Lunch is hot")
        phone.say("午飯")
        assert (night in phone.wait_for("bot-read-back-send")) is is_night


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_a_text_in_the_other_language_is_asked_about(office: Office, language: str) -> None:
    phone = office.phone("organizer:organizer", language=language)
    phone.say("/announce")
    phone.press("bot-audience-everyone")
    assert phone.words("bot-announce-not-en") in phone.say("請帶備身份證明文件。")
    assert phone.words("bot-announce-not-en") in phone.say("１２：３０")
    assert phone.words("bot-announce-not-zh") not in phone.say("Please bring your identity card.")
    assert phone.words("bot-announce-not-zh") in phone.say("Lunch")
    phone.press("bot-announce-insist")
    phone.wait_for("8 people", "8 人")
    phone.press("bot-send")
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "announcement"]
    words = Correspondence(office.desk).words(ID, notice)
    assert words == {"en": "Please bring your identity card.", "zh": "Lunch"}


def test_an_announcement_goes_to_one_session(office: Office) -> None:
    phone = office.phone("organizer:organizer")
    phone.say("/announce")
    phone.press("Saturday, 6 March 2027, session 1")
    phone.say("The lift is out of order")
    text = phone.say("升降機故障")
    while "people" not in text:
        text = phone.read
    assert "8 people: 0 by chat, 8 by e-mail only, 0 not reached" in text
    send = phone.button("bot-send")
    phone.press("bot-send")
    assert say("bot-done-already", "en") in phone.toast(*send)
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "announcement"]
    assert notice.audience == f"session:{SESSION}"


def test_an_announcement_is_asked_for_in_the_languages_of_the_tournament_alone(office: Office) -> None:
    office.house.done("amend-tournament", {**TOURNAMENT_FILE, "languages": ["zh"]})
    phone = office.phone("organizer:organizer")
    phone.say("/announce")
    assert fixed("bot-announce-zh") in phone.press("bot-audience-everyone")
    text = phone.say("午飯")
    while "people" not in text:
        text = phone.read
    phone.press("bot-send")
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "announcement"]
    # Who reads English gets what there is.
    assert Correspondence(office.desk).words(ID, notice) == {
        "en": say("notice-not-translated", "en", words="午飯"),
        "zh": "午飯",
    }


def test_what_is_announced_while_people_sit_is_read_out_in_both_languages_and_noted(office: Office) -> None:
    referee = office.phone("referee:REF-1", language="zh-hant")
    office.house.done("make-announcement", {"audience": "everyone", "en": "Lunch!", "zh": "開飯！"})
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "read-out"]
    assert notice.audience == f"officials:{SESSION}"
    fanned_out(office)
    database = office.desk.log.database
    book = Correspondence(office.desk)
    emails = Emails(book, office.links)
    composer = Composer(NoticeStore(database), book, office.links, emails)
    now = office.house.clock.now()
    due = [other for other in office.deliveries.due(("telegram",), now, 100) if other.kind == "read-out"]
    (letter,) = composer.compose(due)
    assert isinstance(letter, Letter)
    zh, en = letter.message.bodies[0].split("\n\n")
    assert "開飯！" in zh
    assert say("notice-announcement-read-out", "en", words="Lunch!") in en
    delivery = due[0]
    text = referee.toast(f"n:read_out:{delivery.id}")
    assert say("bot-noted-read-out", "zh") in text


@pytest.mark.parametrize(("language", "noted"), [("en", "✓ Read out: "), ("zh-hant", "✓ 已讀出：")])
def test_what_was_read_out_says_who_and_when_in_the_place_of_its_button(
    office: Office, language: str, noted: str
) -> None:
    referee = office.phone("referee:REF-1", language=language)
    day = office.state.sessions[SESSION].day
    office.house.done("suspend-remaining", {"day": str(day), "grounds": "black_rainstorm"})
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "hall-word"]
    office.deliver(referee, notice, "referee:REF-1", choose_language(language))
    data, number = referee.button("bot-action-read-out")
    before = referee.message(number)["text"]
    referee.toast(data, number)
    after = referee.wait_until(number, noted)
    assert after.startswith(before), "the words stay"
    assert referee.message(number).get("reply_markup") is None


@pytest.mark.parametrize(
    ("label", "audience", "text"),
    [
        ("All officials", "referees", "4 people: 1 by chat, 1 by e-mail only, 2 not reached"),
        ("Chief Referee", "role:chief_referee", "2 people: 1 by chat, 0 by e-mail only, 1 not reached"),
        ("Referees", "role:referee", "2 people: 0 by chat, 1 by e-mail only, 1 not reached"),
        ("Stage: Preliminary", "stage:preliminary", "8 people: 0 by chat, 8 by e-mail only, 0 not reached"),
    ],
)
def test_an_announcement_reaches_as_many_as_were_counted(
    office: Office, label: str, audience: str, text: str
) -> None:
    phone = office.phone("organizer:organizer")
    office.phone("referee:CHIEF")
    office.links.link(ID, "referee:REF-1", "email", "ref@example.org")
    phone.say("/announce")
    phone.press(label)
    phone.say("The lift is out of order")
    phone.say("升降機故障")
    assert text in phone.wait_for("bot-announce-read-back")
    phone.press("bot-send")
    notice = next(other for other in office.desk.notices.read(ID) if other.kind == "announcement")
    assert notice.audience == audience
    assert len(recipients(office.state, notice.audience)) == int(text[0])


def test_an_announcement_is_offered_in_the_language_of_the_chat_without_ids(office: Office) -> None:
    phone = office.phone("organizer:organizer", language="zh")
    phone.say("/announce")
    rows = office.telegram.messages(phone.chat)[-1]["reply_markup"]["inline_keyboard"]
    labels = [key["text"] for row in rows for key in row]
    assert {
        say("bot-audience-referees", "zh"),
        say("bot-audience-role-chief-referee", "zh"),
        say("bot-audience-role-referee", "zh"),
        "階段：初賽",
        "2027年3月6日星期六第 1 場（初賽）",
    } <= set(labels)
    assert not any("2027-03-06" in label for label in labels)


def test_an_announcement_that_would_reach_others_by_now_is_read_back_anew(coming: Office) -> None:
    organizer = coming.phone("organizer:organizer")
    organizer.say("/announce")
    organizer.press("bot-audience-everyone")
    organizer.say("Lunch is served.")
    organizer.say("午膳已供應。")
    organizer.wait_for("bot-read-back-send")
    coming.house.done("cancel-registration", {"entrant": "0001"})
    organizer.press("bot-send")
    read = organizer.wait_for("bot-read-back-send")
    assert "announcement-made" not in coming.types
    assert say("bot-read-back-changed", "en") in "\n".join(
        str(message["text"]) for message in organizer.telegram.messages(organizer.chat)
    ), read
    organizer.press("bot-send")
    assert coming.types.count("announcement-made") == 1


def test_an_announcement_leads_back_step_by_step_and_shows_for_whom_it_is(office: Office) -> None:
    phone = office.phone("organizer:organizer")
    phone.say("/announce")
    phone.press("bot-audience-everyone")
    assert say("bot-audience-everyone", "en") in phone.read.splitlines()[0]
    phone.say("Lunch at one")
    phone.say("一時午膳")
    read = phone.wait_for("people")
    assert say("bot-audience-everyone", "en") in read.splitlines()[0]
    assert say("bot-written", "en", text="一時午膳") in phone.press("bot-one-back")
    assert say("bot-written", "en", text="Lunch at one") in phone.press("bot-one-back")
    phone.press("bot-one-back")
    phone.press("bot-audience-role-referee")
    assert say("bot-audience-role-referee", "en") in phone.read.splitlines()[0]
    phone.wait_for(fixed("bot-written", text="Lunch at one"))
    phone.say("Lunch at two")
    phone.press("Keep")
    assert say("bot-audience-role-referee", "en") in phone.wait_for("people", "person").splitlines()[0]
    phone.press("bot-send")
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "announcement"]
    assert Correspondence(office.desk).words(ID, notice) == {"en": "Lunch at two", "zh": "一時午膳"}
