"""What is written in a chat reaches the organizer by name, is answered there, and the answer comes back."""

from datetime import timedelta

import pytest

from services.access.principal import Principal
from services.delivery.addressing import delivery_id
from services.delivery.deliveries import SAID_ALREADY
from services.delivery.push_addresses import WEB_PUSH, address_of
from services.notices.notice import Notice
from services.personal.texts import clipped
from services.tournament.people.questions import AskOrganizer
from shared.catalogue import say
from shared.catalogue.titles import title_of
from shared.i18n import Language
from tests.api.conftest import ID, SESSION
from tests.bots.conftest import CONTACT, Office, running
from tests.bots.test_office import fanned_out
from tests.simulators.browsers import Browser
from tests.wording import fixed


def notices(office: Office, kind: str) -> list[Notice]:
    return [notice for notice in office.desk.notices.read(ID) if notice.kind == kind]


def test_what_is_written_goes_to_the_organizer_and_the_answer_comes_back(coming: Office) -> None:
    organizer, phone = coming.phone("organizer:organizer"), coming.phone("entrant:0001")
    text = phone.say("May my <mother> watch?")
    for part in (
        "It went to the organizer",
        "as soon as they can",
        f"Urgent: {CONTACT}.",
        "Player Number1",
        "/help",
    ):
        assert part in text
    (asked,) = notices(coming, "question")
    id = coming.deliver(organizer, asked, "organizer:organizer")
    assert say("bot-unknown-button", "en") in phone.toast(f"n:answer:{id}")
    assert "Player Number1 (number 0001): “May my <mother> watch?”" in organizer.press("bot-action-answer")
    assert "“Yes, from the gallery.”" in organizer.say("Yes, from the gallery.")
    organizer.press("bot-one-back")
    organizer.wait_for("Not sent: “Yes, from the gallery.”")
    assert any(
        fixed("bot-answer-write") in each["text"] for each in coming.telegram.messages(organizer.chat)[-2:]
    )
    organizer.say("Yes, from the <gallery>.")
    send = organizer.button("bot-send")
    assert "Sent to Player Number1 (number 0001)" in organizer.press("bot-send")
    assert organizer.toast(*send).startswith(say("bot-done-already", "en"))
    (answered,) = notices(coming, "answer")
    assert answered.audience == "entrant:0001"
    read = coming.correspondence.words(ID, answered)
    assert read["en"] == "“Yes, from the <gallery>.” You wrote: “May my <mother> watch?”"
    assert read["zh"] == "「Yes, from the <gallery>.」你曾寫道：「May my <mother> watch?」"
    assert coming.types.count("question-answered") == 1
    assert fixed("problem-answered-already") in organizer.press("bot-action-answer")


def test_who_objects_to_figures_reads_how_and_until_when(office: Office) -> None:
    number = office.state.sheets[f"{SESSION}/1"].seats[0]
    office.phone("organizer:organizer")
    for language, text in (("en", "The score is wrong"), ("zh-hant", "分數錯咗，我想投訴")):
        phone = office.phone(f"entrant:{number}", language=language)
        way = say("bot-object", language.partition("-")[0], until="signing")
        assert way in phone.say(text)
        assert way not in phone.say("May my mother watch? 媽咪可以睇嗎")


def test_who_objects_while_their_session_is_suspended_reads_what_counts_and_of_which_session(
    office: Office,
) -> None:
    number = office.state.sheets[f"{SESSION}/1"].seats[0]
    office.house.done("suspend-day", {"day": "2027-03-06", "grounds": "black_rainstorm"})
    for language, text in (("en", "The score is wrong"), ("zh-hant", "分數錯咗，我想投訴")):
        phone = office.phone(f"entrant:{number}", language=language)
        spoken = language.partition("-")[0]
        answer = phone.answers(text, say("bot-object", spoken, until="signing"))
        assert say("bot-object-void", spoken) in answer
        assert {"en": "session 1", "zh": "第 1 場"}[spoken] in answer


THANKS = (
    *("thanks!", "Thank you very much :)", "ok thx", "👍", "🙏🏽🙏🏽", "❤️", "😊！"),
    *("多謝", "多謝晒！", "好的，謝謝你", "收到，唔該晒", "感謝主辦單位", "谢谢", "唔該！", "多謝幫忙"),
    *("OK", "Thanks, got it", "ok thanks 😊", "noted", "Noted with thanks.", "Thanks for your quick reply"),
    *("好的", "收到", "知道了", "OK啦", "明白，thanks"),
)
ASKING = (
    *("Thanks, where is the hall?", "thanks?", "唔該，可以帶輪椅嗎", "No", "12", "?"),
    *("🆘", "😡", "😭", "👎", "-", "…", "thanks 😡", "🙏🆘", "ok :(", "💔"),
    *("唔該幫忙！", "唔該回覆", "唔該主辦單位答覆", "Thanks, help!", "Thank you, reply"),
    *("係", "yes", "好不明白", "ok no", "got it wrong", "No thanks"),
)


def test_what_is_only_thanks_or_a_sign_opens_nothing(coming: Office) -> None:
    coming.phone("organizer:organizer")
    for text in THANKS:
        assert say("bot-thanked", "en") in coming.phone("entrant:0001").say(text), text
        assert not coming.state.questions, text


def test_what_is_more_than_thanks_or_a_sign_is_asked(coming: Office) -> None:
    coming.phone("organizer:organizer")
    for count, text in enumerate(ASKING, 1):
        coming.house.clock.advance(timedelta(hours=1))  # five are taken in an hour
        assert say("bot-thanked", "en") not in coming.phone("entrant:0001").say(text), text
        assert len(coming.state.questions) == count, text


@pytest.mark.parametrize(("text", "send"), [("OK", "Send this to the organizer"), ("好的", "發送給主辦單位")])
def test_what_answers_something_for_all_that_is_sent_with_a_press(
    coming: Office, text: str, send: str
) -> None:
    coming.phone("organizer:organizer")
    parent = coming.phone("entrant:0001", "entrant:0002", language="en" if text.isascii() else "zh-hant")
    parent.say(text)
    parent.press(send)
    parent.press("Player Number2" if text.isascii() else "玩家2號")
    (asked,) = coming.state.questions.values()
    assert asked.entrant == "0002"


def test_a_sign_at_a_menu_can_go_to_the_organizer(coming: Office) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001")
    phone.answers("/schedule", "Questions?")
    phone.press("bot-action-cannot-come")
    phone.say("👎")
    phone.press("bot-send-to-organizer")
    assert len(coming.state.questions) == 1


def test_nothing_written_at_a_menu_is_lost(coming: Office) -> None:
    organizer, phone = coming.phone("organizer:organizer"), coming.phone("entrant:0001")

    def can_be_sent() -> bool:
        keyboard = phone.telegram.messages(phone.chat)[-1]["reply_markup"]["inline_keyboard"]
        return any(say("bot-send-to-organizer", "en") in key["text"] for row in keyboard for key in row)

    phone.say("/stop")
    phone.say("2")
    assert not can_be_sent()
    for text in ("My son is late", "OK", "2", "???"):
        phone.say(text)
        assert can_be_sent(), text
    phone.press("bot-send-to-organizer")
    assert "My son is late\nOK\n???" in organizer.say("/questions")


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_help_says_that_one_may_write_where_somebody_reads_it(coming: Office, language: str) -> None:
    phone = coming.phone("entrant:0001", language=language)
    assert phone.words("bot-help-write") not in phone.say("/help")
    organizer = coming.phone("organizer:organizer", language=language)
    assert phone.words("bot-help-write") in phone.say("/help")
    assert phone.words("bot-help-write") not in organizer.say("/help")


def test_thanks_of_a_parent_of_two_are_about_nobody(coming: Office) -> None:
    coming.phone("organizer:organizer")
    parent = coming.phone("entrant:0001", "entrant:0002", language="zh-hant")
    assert parent.say("多謝！") == say("bot-thanked", "zh")
    assert not coming.state.questions


def test_a_parent_says_about_whom_it_is(coming: Office) -> None:
    coming.phone("organizer:organizer")
    parent = coming.phone("entrant:0001", "entrant:0002", language="zh-hant")
    assert say("bot-question-whose", "zh") in parent.say("可以帶輪椅嗎？")
    assert "電話 2345 6789" in parent.press("玩家2號")
    assert coming.state.questions["Q-0001"].entrant == "0002"


@pytest.mark.parametrize(
    ("language", "lines", "name"),
    [
        ("en", ("We cannot come.", "He has a fever."), "Player Number2"),
        ("zh-hant", ("我來不到。", "孩子發燒。"), "玩家2號"),
    ],
)
def test_a_second_line_of_a_parent_of_two_goes_along_and_who_cannot_come_is_offered_the_way(
    coming: Office, language: str, lines: tuple[str, str], name: str
) -> None:
    coming.phone("organizer:organizer")
    parent = coming.phone("entrant:0001", "entrant:0002", language=language)
    parent.say(lines[0])
    assert "\n".join(lines) in parent.say(lines[1])
    assert parent.button("bot-action-cannot-come")
    parent.press(name)
    (asked,) = coming.house.desk.events(ID, coming.state.seq - 1, 1)
    assert asked.type == "question-asked"
    coming.house.clock.advance(timedelta(minutes=1))
    assert parent.press("bot-action-cannot-come")


def test_five_an_hour_are_taken_and_no_long_ones(coming: Office) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001")
    assert fixed("part-questions-too-long", most=300) in phone.say("x" * 301)
    for number in range(5):
        assert fixed("bot-question-sent", name="Player Number1") in phone.say(f"Question {number}")
    refused = phone.say("And one more")
    assert fixed("problem-too-many-questions", most=5) in refused
    assert CONTACT in refused
    assert len(coming.state.questions) == 5


def test_where_no_organizer_reads_it_nothing_is_sent(coming: Office) -> None:
    text = coming.phone("entrant:0001").say("Hello?")
    assert fixed("bot-question-nobody") in text
    assert CONTACT in text
    assert not coming.state.questions


def test_officials_and_the_unlinked_send_nothing(coming: Office) -> None:
    coming.phone("organizer:organizer")
    assert say("bot-not-understood", "en") in coming.phone("referee:CR").say("Hello?")
    assert say("bot-welcome", "en") in coming.phone().say("Hello?")
    assert say("bot-not-for-you", "en") in coming.phone("entrant:0001").say("/questions")
    assert not coming.state.questions


def test_the_organizer_finds_what_waits_after_a_restart(before_the_day: Office) -> None:
    organizer, phone = before_the_day.phone("organizer:organizer"), before_the_day.phone("entrant:0001")
    with running(before_the_day):
        phone.say("May my mother watch?")
    with running(before_the_day):
        assert "May my mother watch?" in organizer.say("/questions")
        organizer.press("bot-action-answer")
        organizer.say("Yes.")
    with running(before_the_day):
        assert fixed("bot-answer-sent", channel="telegram") in organizer.press("bot-send")
        assert say("bot-questions-none", "en") in organizer.say("/questions")


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "Player Number1 (number 0001): “May"), ("zh", "玩家1號（編號 0001）：「May")],
)
def test_the_message_names_who_wrote_and_says_nothing_of_the_forgotten(
    coming: Office, language: Language, name: str
) -> None:
    coming.phone("organizer:organizer")
    coming.phone("entrant:0001").say("May I bring Tante Else?")
    (asked,) = notices(coming, "question")
    words = coming.correspondence.words(ID, asked)
    assert name in words[language]
    coming.house.done("forget-person", {"person": "0001"})
    assert "Else" not in coming.correspondence.words(ID, asked)[language]
    assert "Number1" not in coming.correspondence.words(ID, asked)[language]
    asker = coming.house.organizer.get("/api/v1/tournaments/spring-cup/questions").get_json()
    assert [(question["text"], question["open"]) for question in asker["rows"]] == [("", False)]


@pytest.mark.parametrize(
    ("language", "by_email", "by_push", "nobody"),
    [
        ("en", "Sent by e-mail to", "Sent to the browser of", "Call or write to them"),
        ("zh-hant", "已以電郵發給", "已推送到瀏覽器：", "請以其他方式聯絡。"),
    ],
)
def test_the_organizer_reads_by_which_channel_the_answer_goes(
    coming: Office, language: str, by_email: str, by_push: str, nobody: str
) -> None:
    organizer = coming.phone("organizer:organizer", language=language)
    coming.house.done("amend-details", {"entrant": "0003", "email": ""})
    where = address_of(Browser("https://push.example.org/0002").subscription, names=False).text
    coming.links.link(ID, "entrant:0002", WEB_PUSH, where, "en")
    for number, expected in (("0001", by_email), ("0002", by_push), ("0003", nobody)):
        asker = Principal("test", "participant", number, ID)
        coming.desk.submit(ID, AskOrganizer(entrant=number, question="May my mother watch?"), asker)
        organizer.say("/questions")
        organizer.press("答覆" if language == "zh-hant" else "Answer")
        organizer.say("Yes.")
        assert expected in organizer.press("bot-send")


def test_what_was_read_in_the_list_of_questions_does_not_come_again_as_a_notice(coming: Office) -> None:
    organizer, phone = coming.phone("organizer:organizer"), coming.phone("entrant:0001")
    phone.say("Is there a cloakroom?")
    assert "cloakroom" in organizer.say("/questions")
    fanned_out(coming)
    (asked,) = notices(coming, "question")
    (link,) = coming.links.of_address("telegram", str(organizer.chat))
    kept = coming.deliveries.delivery(delivery_id(ID, asked.dedupe_key, link.address_id))
    assert (kept.status, kept.why) == ("cancelled", SAID_ALREADY)


@pytest.mark.parametrize(
    ("language", "given"), [("en", "That is 4096 characters"), ("zh-hant", "共 4096 個字")]
)
def test_what_is_too_long_to_take_is_counted_whole(coming: Office, language: str, given: str) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001", "entrant:0002", language=language)
    assert given in phone.say("a" * 4096)
    phone.say("Amy has fever")
    assert given in phone.say("a" * 4096)
    buttons = phone.telegram.messages(phone.chat)[-1]["reply_markup"]
    assert len(buttons["inline_keyboard"]) > 2, "those of the question stay"
    phone.press("Player Number1" if language == "en" else "玩家1號")
    assert len(coming.state.questions) == 1, "what was written before is still there"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_wishes_to_be_forgotten_is_erased_from_what_waits(coming: Office, language: str) -> None:
    coming.house.client("participant", "0001").command(
        "ask-organizer",
        {"entrant": "0001", "question": say("bot-forget-words", language), "urgent": True},
    )
    organizer = coming.phone("organizer:organizer")
    begun = say(
        "task-question-begins",
        "en",
        called="0001 Player Number1",
        urgent=True,
        words=clipped(say("bot-forget-words", language), 60),
    )
    assert begun in organizer.say("/todo")
    organizer.say("/questions")
    organizer.press(str(title_of("forget-person", "en")))
    organizer.press(say("answer-request", "en")[:1].upper() + say("answer-request", "en")[1:])
    for said in ("0001 Player Number1", say("bot-forget-for-good", "en"), say("bot-forget-goes", "en")):
        organizer.wait_for(said)
    organizer.press("bot-confirm")
    state = coming.desk.state(ID)
    assert state.entrants["0001"].person in state.forgotten
    assert say("bot-questions-none", "en") in organizer.say("/questions")


def test_who_is_erased_is_named_in_the_chat_as_people_are_called(coming: Office) -> None:
    organizer = coming.phone("organizer:organizer")
    organizer.say(f"/tasks {title_of('forget-person', 'en')}")
    organizer.press(str(title_of("forget-person", "en")))
    organizer.wait_for(say("question-person", "en"))
    organizer.say("player number2")
    organizer.press(say("answer-error", "en")[:1].upper() + say("answer-error", "en")[1:])
    organizer.wait_for("0002 Player Number2")
    organizer.press("bot-confirm")
    assert coming.desk.state(ID).entrants["0002"].person in coming.desk.state(ID).forgotten
