"""/stop for one child, for all, or forgotten altogether; and the language of whoever comes first."""

import pytest

from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone, running
from tests.wording import fixed


def linked(office: Office, phone: Phone) -> set[str]:
    return {link.recipient for link in office.links.of_address("telegram", str(phone.chat))}


def test_a_parent_stops_the_messages_for_one_child_alone(office: Office) -> None:
    parent = office.phone("entrant:0001", "entrant:0002")
    parent.say("/stop")
    sure = parent.press(fixed("bot-stop-only", name="Player Number2"))
    assert say("bot-stop-one-sure", "en", name="Player Number2", others="Player Number1") in sure
    assert fixed("bot-stop-sure") in parent.press("bot-one-back")
    parent.press(fixed("bot-stop-only", name="Player Number2"))
    yes = parent.button("bot-stop-yes")
    assert fixed("bot-stop-one-done", name="Player Number2") in parent.press("bot-stop-yes")
    assert linked(office, parent) == {"entrant:0001"}
    assert parent.toast(*yes).startswith(say("bot-done-already", "en"))
    assert linked(office, parent) == {"entrant:0001"}


def test_asking_to_be_forgotten_says_what_it_means_and_goes_to_the_organizer(before_the_day: Office) -> None:
    before_the_day.phone("organizer:organizer")
    parent = before_the_day.phone("entrant:0001", "entrant:0002", language="zh-hant")
    with running(before_the_day):
        parent.say("/stop")
        assert say("bot-forget-who", "zh") in parent.press("bot-forget-ask")
        meaning = parent.press("玩家2號")
        assert fixed("bot-forget-sure", "zh", number="0002") in meaning
        assert not before_the_day.state.questions
    with running(before_the_day):
        assert "已為玩家2號提出" in parent.press("bot-send")
    assert before_the_day.state.questions["Q-0001"].entrant == "0002"
    assert linked(before_the_day, parent) == {"entrant:0001", "entrant:0002"}


def test_where_no_organizer_reads_nobody_is_asked_to_forget(office: Office) -> None:
    phone = office.phone("entrant:0001")
    phone.say("/stop")
    labels = str(office.telegram.messages(phone.chat)[-1])
    assert say("bot-forget-ask", "en") not in labels
    assert say("bot-stop-yes", "en") in labels


def test_whoever_comes_first_is_greeted_in_both_languages_that_of_telegram_first(office: Office) -> None:
    english, chinese = office.phone(), office.phone(language="zh-hant")
    assert english.say("/start").startswith(say("bot-welcome", "en"))
    english.wait_for(say("bot-welcome", "zh"))
    assert chinese.say("/start").startswith(say("bot-welcome", "zh"))
    chinese.wait_for(say("bot-welcome", "en"))
    assert english.button(say("bot-language-name", "en"))
    assert english.press(say("bot-language-name", "zh")).startswith(say("bot-welcome", "zh"))
    assert say("bot-welcome", "en") not in english.read
    assert say("bot-welcome", "zh") in english.say("/me"), "the choice is kept"


def test_the_question_whom_to_link_is_asked_in_both_and_then_in_the_one_chosen(office: Office) -> None:
    phone = office.phone()
    question = phone.say(f"/start {office.links.invite(ID, 'referee:CHIEF')}")
    assert fixed("bot-link-referee") in question
    assert fixed("bot-link-referee", "zh") in question
    question = phone.press(say("bot-language-name", "zh"))
    assert fixed("bot-link-referee") not in question
    assert fixed("bot-linked", "zh") in phone.press(say("bot-link-yes", "zh"))
    (link,) = office.links.of_address("telegram", str(phone.chat))
    assert link.language == "zh", "Telegram says English, and Chinese was chosen"


def test_a_language_that_was_chosen_is_not_switched_by_another_link(office: Office) -> None:
    phone = office.phone("entrant:0001", language="zh-hant")
    phone.say("/language")
    phone.press(say("bot-language-name", "en"))
    question = phone.say(f"/start {office.links.invite(ID, 'referee:CHIEF')}")
    assert fixed("bot-link-referee", "zh") not in question
    phone.press(say("bot-link-yes", "en"))
    assert {link.language for link in office.links.of_address("telegram", str(phone.chat))} == {"en"}


def test_a_chat_keeps_its_language_when_a_child_is_linked_that_registered_in_another(office: Office) -> None:
    office.house.done("choose-language", {"entrant": "0001", "language": "en"})
    phone = office.phone()
    phone.say(f"/start {office.links.invite(ID, 'entrant:0002')}")
    phone.press("bot-link-yes")
    assert "編號 0002" in phone.say("/me"), "as registered"
    phone.say(f"/start {office.links.invite(ID, 'entrant:0001')}")
    assert fixed("bot-linked", "zh") in phone.press(say("bot-link-yes", "zh"))
    phone.answers("/me", "編號 0001", "編號 0002")
    assert {link.language for link in office.links.of_address("telegram", str(phone.chat))} == {"zh"}


def test_a_phone_set_to_chinese_goes_on_in_chinese_whatever_the_child_registered_with(office: Office) -> None:
    office.house.done("choose-language", {"entrant": "0001", "language": "en"})
    phone = office.phone(language="zh-hant")
    assert fixed("bot-link-entrant", "zh", name="玩**號") in phone.say(
        f"/start {office.links.invite(ID, 'entrant:0001')}"
    )
    assert fixed("bot-linked", "zh") in phone.press("bot-link-yes")
    assert "編號 0001" in phone.say("/me")


def test_a_language_chosen_at_the_question_counts_whatever_was_said_in_between(office: Office) -> None:
    office.house.done("choose-language", {"entrant": "0001", "language": "en"})
    phone = office.phone()
    phone.say(f"/start {office.links.invite(ID, 'entrant:0001')}")
    phone.press(say("bot-language-name", "zh"))
    yes = phone.button(say("bot-link-yes", "zh"))
    phone.say("/help")
    phone.toast(*yes)
    phone.wait_until(yes[1], fixed("bot-linked", "zh"))
    assert "編號 0001" in phone.say("/me")


def test_help_says_how_to_reach_the_organizer(coming: Office) -> None:
    assert "Questions? Telephone 2345 6789" in coming.phone("entrant:0001").say("/help")
    assert "查詢：電話 2345 6789" in coming.phone("entrant:0001", language="zh-hant").say("/help")


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_a_stop_promises_no_more_than_it_does(coming: Office, language: str) -> None:
    phone = coming.phone("entrant:0001", language=language)
    phone.say("/stop")
    assert phone.words("bot-stopped") in phone.press("bot-stop-yes")
