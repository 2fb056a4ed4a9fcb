"""Who gave the place back keeps name and data in the chat; of the forgotten nothing is left to answer."""

import pytest

from shared.catalogue import say
from shared.language_choice import choose_language
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone, running
from tests.wording import fixed

LEFT, STAYS = "0003", "0004"


def family(office: Office, language: str) -> Phone:
    """The phone of two, one of whom gave the place back; the organizer has a chat."""
    office.phone("organizer:organizer")
    phone = office.phone(f"entrant:{LEFT}", f"entrant:{STAYS}", language=language)
    office.house.done("cancel-registration", {"entrant": LEFT})
    return phone


@pytest.mark.parametrize(("language", "name"), [("en", "Player Number3"), ("zh-hant", "玩家3號")])
def test_who_gave_the_place_back_is_named_and_may_ask_to_be_forgotten(
    coming: Office, language: str, name: str
) -> None:
    phone = family(coming, language)
    shown = phone.answers("/schedule", name)
    assert fixed("bot-given-back", choose_language(language)) in shown
    me = phone.answers("/me", name, "bot-given-back", "bot-me-chat-language")
    assert "player3@example.org" in me
    phone.press("bot-forget-ask")
    phone.press("bot-send")
    assert coming.state.questions["Q-0001"].entrant == LEFT
    asked = phone.say("/stop")
    assert name in asked
    assert LEFT not in asked
    (button,) = [label for label in labels(phone) if name in label]
    assert fixed("bot-stop-only", choose_language(language)) in button
    phone.press(button)
    phone.press("bot-yes")
    assert [link.recipient for link in coming.links.of_address("telegram", str(phone.chat))] == [
        f"entrant:{STAYS}"
    ]


def labels(phone: Phone) -> list[str]:
    last = phone.telegram.messages(phone.chat)[-1]
    return [key["text"] for row in last["reply_markup"]["inline_keyboard"] for key in row]


def test_a_fresh_link_names_who_gave_the_place_back(coming: Office) -> None:
    coming.house.done("cancel-registration", {"entrant": LEFT})
    token = coming.links.invite(ID, f"entrant:{LEFT}")
    question = coming.phone(language="en").say(f"/start {token}")
    assert LEFT not in question
    assert "P***** N******3" in question or "P*****" in question


def test_a_chat_keeps_its_language_when_nobody_of_it_takes_part(before_the_day: Office) -> None:
    office = before_the_day
    phone = office.phone("entrant:0003", "entrant:0004", language="en")
    for link in office.links.of_address("telegram", str(phone.chat)):
        office.links.preferences.speak(ID, link.address_id, "zh")
    office.house.done("cancel-registration", {"entrant": "0003"})
    office.house.done("forget-person", {"person": "0004"})
    with running(office):
        assert say("bot-given-back", "zh") in phone.say("/schedule")
        assert say("bot-no-longer-here", "zh") in phone.say("/docket")


def test_what_the_forgotten_asked_takes_no_answer(coming: Office) -> None:
    organizer = coming.phone("organizer:organizer")
    coming.phone("entrant:0003").say("May my mother watch?")
    organizer.say("/questions")
    data, number = organizer.button("bot-action-answer")
    coming.house.done("forget-person", {"person": "0003"})
    organizer.telegram.press(organizer.chat, data, number)
    organizer.wait_for("problem-asker-forgotten")
    answer = coming.house.organizer.command("answer-question", {"question": "Q-0001", "answer": "Yes."})
    assert answer.get_json()["code"] == "asker-forgotten"
    assert say("bot-questions-none", "en") in organizer.say("/questions")


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_a_parent_reads_what_stays_with_the_child(coming: Office, language: str) -> None:
    coming.phone("organizer:organizer")
    coming.house.done(
        "amend-details", {"entrant": "0004", "birth_date": "2015-08-30", "guardian": "Wong Ka Yan"}
    )
    parent = coming.phone("entrant:0003", "entrant:0004", language=language)
    alone = coming.phone("entrant:0005", language=language)
    for phone, named in ((parent, "Player Number3" if language == "en" else "玩家3號"), (alone, "")):
        phone.say("/stop")
        read_back = phone.press("bot-forget-ask")
        if named:
            read_back = phone.press(named)
        assert parent.words("bot-forget-for-good") in read_back
        assert (parent.words("bot-forget-parent") in read_back) == bool(named)


def test_whoever_reads_for_both_reads_both_names_of_a_family(coming: Office) -> None:
    coming.house.done("amend-details", {"entrant": "0004", "birth_date": "2015-08-30"})
    coming.house.done("set-consent", {"entrant": "0004", "shown": False})
    coming.house.done("declare-family-unit", {"child": "0004", "parent": "0003"})
    phone = coming.phone("entrant:0003", "entrant:0004")
    shown = phone.answers("/family", "Player Number")
    assert shown.count("are a family unit") == 1, "once, though both are of this chat"
    assert "Player Number3 and Player Number4" in shown
    assert "with Player Number4" in phone.answers("/me", "with Player Number3")
    other = coming.phone("entrant:0003")
    assert "Player Number3 and 0004" in other.answers("/family", "Player Number3")


@pytest.mark.parametrize(
    ("language", "consents", "shown"),
    [("en", "Consents: Player Number3", "● boards in the hall"), ("zh-hant", "同意事項：玩家3號", "● ")],
)
def test_who_gave_the_place_back_may_withdraw_a_consent(
    coming: Office, language: str, consents: str, shown: str
) -> None:
    coming.house.done("set-consent", {"entrant": LEFT, "shown": True})
    phone = family(coming, language)
    phone.answers("/me", "bot-me-chat-language")
    phone.press(consents)
    phone.press(shown)
    phone.press("bot-consent-as-self")
    assert fixed("bot-consent-said", choose_language(language)) in phone.press("bot-confirm")
    assert not all(consent.given for consent in coming.state.entrants[LEFT].consents)
