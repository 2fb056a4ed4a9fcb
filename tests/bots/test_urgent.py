"""A cry for help reaches the organizer at once from wherever it is written, and nothing written is lost."""

from datetime import timedelta

import pytest
from telegram import Update

from bots.telegram.running import read
from services.access.principal import Principal
from services.delivery.muting import Muting
from services.tournament.people.parent_calls import CallParent
from services.tournament.people.questions import MOST_URGENT, URGENT_FOR
from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import CONTACT, Office, Phone
from tests.bots.test_questions import notices
from tests.sampling import mostly_wide
from tests.wording import fixed

BOTH = ("entrant:0001", "entrant:0002")


def words(office: Office) -> list[str]:
    """What was written to the organizer as urgent, in the order of sending, as it is read in English."""
    return [office.correspondence.words(ID, notice)["en"] for notice in notices(office, "urgent-question")]


@pytest.mark.parametrize(
    ("language", "cries", "sent", "name"),
    [
        ("en", ("HELP", "my son is bleeding"), "Passed on at once to the organizer", "Player Number2"),
        ("zh-hant", ("救命", "我個女唔見咗"), "轉交主辦單位", "玩家2號"),
    ],
)
def test_a_cry_in_a_chat_for_two_goes_at_once_for_both(
    coming: Office, language: str, cries: tuple[str, str], sent: str, name: str
) -> None:
    organizer = coming.phone("organizer:organizer")
    family = coming.phone(*BOTH, language=language)
    for cry in cries:
        answer = family.say(cry)
        assert sent in answer
        assert name in answer
        assert "2345 6789" in answer
    assert [(asked.entrant, asked.beside) for asked in coming.state.questions.values()] == [
        ("0001", ("0002",))
    ] * 2
    (first, second) = words(coming)
    assert "Player Number1 (number 0001), or Player Number2 (number 0002), whose chat it is too" in first
    assert (cries[0] in first, cries[1] in second) == (True, True)
    (notice, _) = notices(coming, "urgent-question")
    coming.deliver(organizer, notice, "organizer:organizer")
    organizer.wait_for("URGENT")
    assert "Player Number2" in organizer.press("bot-action-answer")


def test_of_who_was_forgotten_a_cry_names_the_number_alone(coming: Office) -> None:
    coming.phone("organizer:organizer")
    coming.phone(*BOTH).say("HELP")
    coming.house.done("forget-person", {"person": "0002"})
    assert (
        say(
            "notice-written-by",
            "en",
            beside="number 0002",
            name="Player Number1",
            number="0001",
            words="HELP",
        )
        in words(coming)[0]
    )


def open_menu(phone: Phone, way: str) -> None:
    """Stand where a button or a name is expected."""
    if way == "absence":
        phone.answers("/schedule", "Questions?")
        phone.press("bot-action-cannot-come")
    elif way in ("consents", "guardian"):
        phone.answers("/me", "Quiet from")
        phone.press("Consents")
        phone.press("word-consent-scope-pages")
        if way == "guardian":
            phone.press("bot-consent-as-guardian")
    elif way == "whose":
        phone.say("Is there a cloakroom?")
    elif way == "thanks":
        phone.say("ok")
    elif way == "write":
        phone.answers("/schedule", "Questions?")
        phone.press("bot-action-cannot-come")
        phone.press("bot-absence-write")
    else:
        phone.say(way)


MENUS = ("absence", "consents", "guardian", "/stop", "/language", "/notifications", "/help", "thanks")
AT_MENUS = [(way, people) for way in MENUS for people in (1, 2)]


@pytest.mark.parametrize("at", mostly_wide(AT_MENUS, AT_MENUS[::4] + AT_MENUS[3::4]), ids=str)
def test_a_cry_at_a_menu_goes_at_once_and_the_menu_stays(coming: Office, at: tuple[str, int]) -> None:
    way, people = at
    coming.phone("organizer:organizer")
    phone = coming.phone(*BOTH[:people])
    open_menu(phone, way)
    before = phone.telegram.messages(phone.chat)[-1].get("reply_markup")
    answer = phone.say("Help i am lost")
    assert fixed("bot-cry-sent", to="to the organizer") in answer
    assert len(words(coming)) == 1
    if way in ("absence", "consents", "guardian", "/stop"):
        assert phone.telegram.messages(phone.chat)[-1]["reply_markup"] == before, "the same buttons as before"
    phone.say("my son is bleeding")
    assert len(words(coming)) == 2


def test_a_cry_takes_along_what_was_written_before_it(coming: Office) -> None:
    coming.phone("organizer:organizer")
    family = coming.phone(*BOTH)
    family.say("We stand at the lift on floor 2")
    assert fixed("bot-cry-sent", to="to the organizer") in family.say("救命")
    (sent,) = words(coming)
    assert "We stand at the lift on floor 2\n救命" in sent
    family.say("He wears red")
    assert len(words(coming)) == 2, "what follows within minutes goes at once, too"
    coming.house.clock.advance(URGENT_FOR + timedelta(minutes=1))
    assert say("bot-question-whose", "en") in family.say("Is there a cloakroom?")


def test_a_text_at_a_menu_goes_along_with_the_cry_behind_it(coming: Office) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001")
    open_menu(phone, "absence")
    phone.say("We stand at the lift on floor 2")
    phone.say("SOS")
    assert "We stand at the lift on floor 2\nSOS" in words(coming)[0]
    assert "Not sent" not in phone.press("bot-cancel")


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [("en", "Is there a cloakroom?", "Player Number1"), ("zh-hant", "有冇儲物櫃？", "玩家1號")],
)
def test_what_was_written_and_not_sent_is_said_to_be_not_sent(
    coming: Office, language: str, text: str, name: str
) -> None:
    coming.phone("organizer:organizer")
    family = coming.phone(*BOTH, language=language)
    for button in (family.words("bot-cancel"), family.words("bot-action-cannot-come")):
        family.say(text)
        family.press(button)
        family.wait_for(f"{family.words('bot-not-sent')}{text}")
    family.press("bot-cancel")
    kept = [each["text"] for each in coming.telegram.messages(family.chat)]
    assert [words for words in kept if f"{family.words('bot-not-sent')}{text}" in words], (
        "it stays while the dialogue goes on"
    )
    family.press("bot-send-to-organizer")
    family.press(name)
    assert [asked.entrant for asked in coming.state.questions.values()] == ["0001"]


def test_what_was_written_at_a_menu_is_said_to_be_not_sent_by_the_button_that_drops_it(
    coming: Office,
) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001")
    open_menu(phone, "absence")
    phone.say("Is there a cloakroom?")
    phone.press("bot-cancel")
    phone.wait_for("Not sent: “Is there a cloakroom?”")
    phone.press("bot-send-to-organizer")
    assert len(coming.state.questions) == 1


def test_an_answer_that_is_cancelled_is_said_to_be_not_sent(coming: Office) -> None:
    organizer, phone = coming.phone("organizer:organizer"), coming.phone("entrant:0001")
    phone.say("Is there a cloakroom?")
    organizer.say("/questions")
    organizer.press("bot-action-answer")
    organizer.say("Yes, beside the door.")
    organizer.press("bot-cancel")
    organizer.wait_for("Not sent: “Yes, beside the door.”")


def test_an_answer_to_a_call_goes_at_once_to_who_called_as_well(office: Office) -> None:
    """Before the call was answered, and for some minutes after it."""
    office.phone("organizer:organizer")
    referee, family = office.phone("referee:CHIEF"), office.phone(*BOTH)
    called = Principal("test", "chief_referee", "CHIEF", ID)
    office.desk.submit(ID, CallParent(entrant="0001", grounds="distressed"), called)
    for text in ("who is with her?", "I cannot come", "ok"):
        answer = family.say(text)
        assert fixed("bot-cry-to", called="too") in answer, text
        assert fixed("bot-cry-sent", contact="none", next="all") in answer
    assert len(words(office)) == 3
    urgent = notices(office, "urgent-question")
    assert {(notice.template, notice.parameters["child"]) for notice in urgent} == {
        ("urgent-after-call", "0001")
    }
    wrote = notices(office, "parent-wrote")
    assert [notice.audience for notice in wrote] == ["referee:CHIEF"] * 3
    office.deliver(referee, wrote[1], "referee:CHIEF")
    referee.wait_for(fixed("notice-parent-wrote", call="P-0001", child="0001", question="Q-0002"))
    assert say("bot-action-cannot-come", "en") in office.correspondence.words(ID, wrote[1])["en"]
    referee.press("bot-action-with-child")
    assert office.state.parent_calls["P-0001"].answered
    family.say("we are there now")
    (*_, after) = notices(office, "parent-wrote")
    office.deliver(referee, after, "referee:CHIEF")
    assert "Press" not in referee.wait_for("Q-0004")
    assert not referee.telegram.messages(referee.chat)[-1].get("reply_markup")


def test_what_follows_a_call_is_of_the_child_called_unless_it_names_another(office: Office) -> None:
    office.phone("organizer:organizer")
    called = Principal("test", "chief_referee", "CHIEF", ID)
    office.desk.submit(ID, CallParent(entrant="0002", grounds="distressed"), called)
    family = office.phone(*BOTH)
    for text, numbers in (
        ("how is she? five minutes", ["0002"]),
        ("佢點呀？五分鐘到", ["0002"]),
        ("HELP", ["0002"]),
        ("Number1 is missing", ["0001"]),
        ("玩家1號唔見咗", ["0001"]),
        ("Number1 comes to fetch her", ["0001", "0002"]),
        ("my other son is missing", ["0001", "0002"]),
    ):
        family.say(text)
        *_, asked = sorted(office.state.questions.values(), key=lambda each: each.seq)
        assert sorted([asked.entrant, *asked.beside]) == numbers, text
    templates = [notice.template for notice in notices(office, "urgent-question")]
    assert templates.count("urgent-question") == 2, "a cry about another may be one of its own"


def test_a_cry_is_not_held_back_by_questions_before_it_and_is_bounded_by_itself(coming: Office) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001")
    for number in range(5):
        phone.say(f"Question {number}")
    assert fixed("problem-too-many-questions", most=5) in phone.say("And one more")
    for _ in range(MOST_URGENT):
        assert fixed("bot-cry-sent", to="to the organizer") in phone.say("HELP")
    refused = phone.say("HELP")
    assert "NOT passed on" in refused
    assert CONTACT in refused


@pytest.mark.parametrize(
    ("language", "cry", "promise", "next_words", "thanks"),
    [
        ("en", "HELP", "in the next 15 minutes", "We are at the lift", "thanks"),
        ("zh-hant", "救命", "接着 15 分鐘內", "我哋喺𨋢口", "唔該"),
    ],
)
def test_what_is_said_to_go_at_once_goes_and_thanks_which_are_named_do_not(
    coming: Office, language: str, cry: str, promise: str, next_words: str, thanks: str
) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001", language=language)
    answer = phone.say(cry)
    assert promise in answer
    assert ("but for thanks" in answer) or (fixed("bot-cry-sent", "zh", next="but_thanks") in answer)
    phone.say(next_words)
    assert len(words(coming)) == 2
    assert phone.words("bot-thanked") in phone.say(thanks)
    assert len(words(coming)) == 2


def test_where_the_next_words_are_an_answer_nothing_is_said_of_them(coming: Office) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001")
    open_menu(phone, "guardian")
    answer = phone.say("HELP")
    assert fixed("bot-cry-sent", to="to the organizer") in answer
    assert "What you write" not in answer


def test_a_number_alone_right_after_a_cry_goes_at_once_too(coming: Office) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001")
    phone.say("/schedule")
    phone.press("bot-action-cannot-come")
    phone.press("bot-cancel")
    for text in ("HELP", "12"):
        assert fixed("bot-cry-sent", to="to the organizer") in phone.say(text)


def test_a_long_cry_is_sent_as_far_as_there_is_room(coming: Office) -> None:
    coming.phone("organizer:organizer")
    for count in (400, 3000):
        answer = coming.phone("entrant:0001").say("HELP " + "a" * count)
        assert fixed("bot-cry-sent", cut=300) in answer


def test_a_cry_behind_a_stroke_is_a_cry(coming: Office) -> None:
    coming.phone("organizer:organizer")
    for text in ("/help my son is bleeding", "/sos", "/救命"):
        assert fixed("bot-cry-sent", to="to the organizer") in coming.phone("entrant:0001").say(text), text


def test_where_nobody_reads_that_is_said_at_once(coming: Office) -> None:
    answer = coming.phone(*BOTH).say("HELP")
    assert fixed("bot-cry-nobody") in answer
    assert CONTACT in answer


def test_who_is_no_participant_reads_that_a_cry_reached_nobody(coming: Office) -> None:
    for phone in (coming.phone("organizer:organizer"), coming.phone("referee:CR"), coming.phone()):
        assert "reached nobody" in phone.say("HELP")
    assert not coming.state.questions


@pytest.mark.parametrize(
    ("offices", "advice"),
    [
        (("referee:REF-1",), "/call asks the Chief Referee to a table. Urgent: "),
        (("referee:CR",), "ring the emergency services yourself, then tell the organizer. Urgent: "),
        (("organizer:organizer",), "/announce tells everyone."),
        (("referee:CR", "organizer:organizer"), "/announce tells everyone."),
    ],
)
def test_the_advice_is_for_the_office(coming: Office, offices: tuple[str, ...], advice: str) -> None:
    """Whom others are told to find is not told to find themselves."""
    answer = coming.phone(*offices).say("HELP")
    assert advice in answer
    assert ("Others are told to find you." in answer) == ("/call" not in answer)
    assert (CONTACT in answer) == ("organizer:organizer" not in offices)


def test_who_holds_no_office_any_more_is_told_to_tell_whoever_is_nearest(coming: Office) -> None:
    phone = coming.phone("referee:REF-1")
    coming.house.done("dismiss-referee", {"referee": "REF-1", "reason": "went home"})
    answer = phone.say("HELP")
    assert fixed("bot-cry-official", office="none") in answer
    assert "/call" not in answer


def test_at_the_question_of_a_link_a_cry_is_answered_and_the_question_stays(coming: Office) -> None:
    phone = coming.phone()
    phone.say(f"/start {coming.links.invite(ID, 'entrant:0001')}")
    assert fixed("bot-cry-unlinked") in phone.say("HELP")
    phone.press("bot-link-yes")
    coming.phone("organizer:organizer")
    assert fixed("bot-cry-sent", "zh", to="主辦單位") in phone.say("HELP")


def test_while_nothing_is_sent_out_that_is_said(coming: Office) -> None:
    coming.phone("organizer:organizer")
    Muting(coming.desk.log.database, coming.house.clock).mute("restored", ID)
    answer = coming.phone(*BOTH).say("HELP")
    assert fixed("bot-cry-muted") in answer
    assert CONTACT in answer


def test_what_officials_draft_stays_a_draft(coming: Office) -> None:
    organizer = coming.phone("organizer:organizer", "entrant:0001")
    coming.phone("entrant:0002").say("Is there a cloakroom?")
    organizer.say("/questions")
    organizer.press("bot-action-answer")
    assert "“Fire: leave the hall at once!!”" in organizer.say("Fire: leave the hall at once!!")
    assert not words(coming)


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        (
            {"photo": [{"file_id": "1", "file_unique_id": "1", "width": 1, "height": 1}], "caption": "HELP"},
            "HELP",
        ),
        ({"voice": {"file_id": "1", "file_unique_id": "1", "duration": 1}}, ""),
        ({"location": {"longitude": 114.0, "latitude": 22.0}}, ""),
    ],
)
def test_a_picture_is_read_by_its_words_and_what_has_none_is_not_passed_over(
    coming: Office, sent: dict[str, object], read_as: str
) -> None:
    chat = {"id": coming.phone("entrant:0001").chat, "type": "private"}
    update = Update.de_json(
        {"update_id": 1, "message": {"message_id": 1, "date": 0, "chat": chat, **sent}}, None
    )
    incoming = read(update)
    assert incoming is not None
    assert (incoming.kind, incoming.text) == ("text", read_as)
