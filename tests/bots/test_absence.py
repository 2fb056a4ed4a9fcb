"""Who cannot come says so with few taps, reads what it means, and can go back; a parent for each child."""

import pytest
import sqlalchemy as sa

from services.delivery.tables import delivery
from shared.catalogue import say
from tests.api.conftest import ID, SESSION
from tests.bots.conftest import CONTACT, SECOND, Office, Phone, running
from tests.wording import fixed

GIVE_BACK = "Give the place back: Preliminary"


def reminded(office: Office, phone: Phone, number: str) -> None:
    """The reminder of the day before, as it stands on the phone."""
    office.house.done("remind-of-session", {"session": SESSION, "kind": "day_before"})
    notice = next(other for other in office.desk.notices.read(ID) if other.kind == "reminder-day-before")
    office.deliver(phone, notice, f"entrant:{number}")


def status(office: Office, number: str) -> str:
    return office.state.entrants[number].status


def test_a_place_is_given_back_from_the_reminder_with_three_taps(coming: Office) -> None:
    phone = coming.phone("entrant:0001")
    reminded(coming, phone, "0001")
    shown = phone.press("bot-action-cannot-come")
    assert fixed("bot-absence-what", name="Player Number1") in shown
    meaning = phone.press(GIVE_BACK)
    assert "takes no part any more" in meaning
    assert fixed("bot-absence-read-cancel") in meaning
    assert status(coming, "0001") == "registered"
    yes = phone.button("bot-absence-yes")
    assert CONTACT in phone.press("bot-absence-yes")
    assert status(coming, "0001") == "cancelled"
    assert status(coming, "0009") == "registered", "who waits longest moves up"
    assert phone.toast(*yes).startswith(say("bot-done-already", "en"))
    assert coming.types.count("registration-cancelled") == 1
    audiences = {notice.kind: notice.audience for notice in coming.desk.notices.read(ID)}
    assert audiences["registration-cancelled"] == "entrant:0001"
    moved_up = [
        notice for notice in coming.desk.notices.read(ID) if notice.template == "place-from-waiting-list"
    ]
    assert [notice.audience for notice in moved_up] == ["entrant:0009"]


FLOWS = {
    # What it is: who, the event it ends in, and the taps and messages from the reminder or command on.
    "a place given back": ("0001", "registration-cancelled", ("Reminder", GIVE_BACK, "Yes, give it back")),
    "another session": (
        "0002",
        "question-asked",
        ("Reminder", "Ask for another session", "session 2", "Send"),
    ),
    "a question": ("0003", "question-asked", ("May we bring a dog?",)),
    "to be forgotten": ("0004", "question-asked", ("/stop", "Ask to be forgotten", "Send")),
}


@pytest.mark.parametrize("flow", FLOWS)
def test_nothing_takes_a_participant_more_taps_than_it_must(coming: Office, flow: str) -> None:
    number, event, actions = FLOWS[flow]
    phone, _ = coming.phone(f"entrant:{number}"), coming.phone("organizer:organizer")
    for action in actions:
        if action == "Reminder":
            reminded(coming, phone, number)
            phone.press("bot-action-cannot-come")
        elif action.startswith("/") or action.endswith("?"):
            phone.say(action)
        else:
            phone.press(action)
    assert coming.types.count(event) == 1


def test_who_waits_leaves_the_waiting_list_and_nobody_moves_up(coming: Office) -> None:
    phone = coming.phone("entrant:0009")
    phone.answers("/schedule", "Questions?")
    phone.press("bot-action-cannot-come")
    assert "leaves the waiting list" in phone.press(GIVE_BACK)
    done = phone.press("bot-absence-yes")
    assert fixed("bot-absence-done", waiting="true") in done
    assert "given the place back" not in done
    assert status(coming, "0009") == "cancelled"
    assert "place-from-waiting-list" not in {notice.template for notice in coming.desk.notices.read(ID)}


def test_it_leads_back_and_out_and_changes_nothing_before_the_last_tap(coming: Office) -> None:
    phone, _ = coming.phone("entrant:0001", language="zh-hant"), coming.phone("organizer:organizer")
    phone.answers("/schedule", "bot-contact")
    phone.press("bot-action-cannot-come")
    assert "放棄名額" in phone.press(fixed("bot-absence-give-back", "zh", stage="初賽", what="cancel"))
    assert fixed("bot-absence-what", "zh") in phone.press("bot-one-back")
    old = phone.button("bot-absence-other")
    assert say("bot-absence-which", "zh") in phone.press("bot-absence-other")
    assert say("bot-stale", "zh") in phone.toast(*old)
    phone.press("bot-cancel")
    assert not {"registration-cancelled", "question-asked"} & set(coming.types)


def test_a_parent_says_it_for_one_child(coming: Office) -> None:
    parent = coming.phone("entrant:0001", "entrant:0002")
    parent.answers("/schedule", "Questions?")
    assert say("bot-absence-who", "en") in parent.press("bot-action-cannot-come")
    assert "Player Number2" in parent.press("Player Number2")
    parent.press(GIVE_BACK)
    assert "Player Number2" in parent.press("bot-absence-yes")
    assert status(coming, "0001") == "registered"
    assert status(coming, "0002") == "cancelled"
    assert "Player Number1" in parent.answers("/schedule", "Questions?")


def test_another_session_is_asked_for_and_the_organizer_does_it_with_two_taps(coming: Office) -> None:
    phone, organizer = coming.phone("entrant:0003"), coming.phone("organizer:organizer")
    phone.answers("/schedule", "Questions?")
    phone.press("bot-action-cannot-come")
    offered = phone.press("bot-absence-other")
    assert "session 2 (Preliminary): Check-in" in offered
    meaning = phone.press("session 2")
    assert "session 2 (Preliminary): Check-in" in meaning, "with its hours"
    assert fixed("bot-absence-read-wish") in meaning
    assert fixed("bot-absence-wished") in phone.press("bot-send")
    wished = next(notice for notice in coming.desk.notices.read(ID) if notice.kind == "session-wished")
    id = coming.deliver(organizer, wished, "organizer:organizer")
    assert say("bot-unknown-button", "en") in phone.toast(f"n:do_it:{id}")
    question = organizer.press("bot-action-do-it")
    assert "Player Number3 (number 0003)" in question
    assert "session 1" in question
    assert "session 2" in question
    assert "Moved" in organizer.press("bot-confirm")
    assert coming.state.entrants["0003"].first.session == SECOND
    assert say("bot-questions-none", "en") in organizer.say("/questions")
    assert "Moved" not in organizer.press("bot-action-do-it"), "it is done, and there is nothing more to do"
    assert coming.types.count("entrant-moved") == 1


@pytest.mark.parametrize(
    ("language", "words"), [("en", "It was answered already."), ("zh-hant", "此要求已獲答覆，仍要改場？")]
)
def test_a_wish_that_was_answered_says_so_before_it_is_done(
    coming: Office, language: str, words: str
) -> None:
    phone, organizer = coming.phone("entrant:0003"), coming.phone("organizer:organizer", language=language)
    phone.answers("/schedule", "Questions?")
    for label in ("bot-action-cannot-come", "bot-absence-other", "session 2", "bot-send"):
        phone.press(label)
    (wished,) = [notice for notice in coming.desk.notices.read(ID) if notice.kind == "session-wished"]
    coming.deliver(organizer, wished, "organizer:organizer", "en" if language == "en" else "zh")
    organizer.press("bot-action-answer")
    organizer.say("Not before Friday.")
    organizer.press("bot-send")
    assert words in organizer.press("bot-action-do-it")


def test_who_cannot_come_on_a_new_date_says_so_under_the_message(coming: Office) -> None:
    coming.house.done("suspend-day", {"day": "2027-03-06", "grounds": "other"})
    coming.house.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-07"})
    moved = [notice for notice in coming.desk.notices.read(ID) if notice.kind == "rescheduled"]
    (theirs,) = [notice for notice in moved if notice.audience == f"session:{SESSION}"]
    (officials,) = [notice for notice in moved if notice.template == "rescheduled-officials"]
    phone, referee = coming.phone("entrant:0001"), coming.phone("referee:REF-1")
    id = coming.deliver(phone, theirs, "entrant:0001")
    assert fixed("bot-absence-what") in phone.press("bot-action-cannot-come")
    read = sa.select(delivery.c.acknowledged_at).where(delivery.c.id == id)
    database = coming.desk.log.database
    assert database.fetch(database.prepare(read))[0][0] is not None, "who answers has read it"
    coming.deliver(referee, officials, "referee:REF-1")
    with pytest.raises(AssertionError, match="no button"):
        referee.button("bot-action-cannot-come")


def test_where_no_other_session_has_room_that_is_said(coming: Office) -> None:
    coming.house.done("suspend-day", {"day": "2027-03-06", "grounds": "other"})
    phone = coming.phone("entrant:0003")
    coming.phone("organizer:organizer")
    phone.answers("/schedule", "Questions?")
    phone.press("bot-action-cannot-come")
    assert fixed("bot-absence-no-other", name="Player Number3") in phone.press("bot-absence-other")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "No longer registered: Player Number3."), ("zh-hant", "已不在報名名單：玩家3號。")],
)
def test_who_was_taken_off_the_list_meanwhile_reads_that_and_not_that_no_session_has_room(
    coming: Office, language: str, said: str
) -> None:
    phone, _ = coming.phone("entrant:0003", language=language), coming.phone("organizer:organizer")
    phone.say("/schedule")
    phone.press("bot-action-cannot-come")
    coming.house.done("cancel-registration", {"entrant": "0003"})
    assert said in phone.press("bot-absence-other")


def test_who_has_arrived_is_not_offered_to_give_the_place_back(office: Office) -> None:
    phone = office.phone("entrant:0001")
    phone.answers("/schedule", "Town hall")
    with pytest.raises(AssertionError, match="no button"):
        phone.button("bot-action-cannot-come")


def test_what_was_begun_goes_on_after_a_restart(before_the_day: Office) -> None:
    phone = before_the_day.phone("entrant:0001")
    with running(before_the_day):
        phone.answers("/schedule", "Questions?")
        phone.press("bot-action-cannot-come")
        phone.press(GIVE_BACK)
    with running(before_the_day):
        assert fixed("bot-absence-done", waiting="false") in phone.press("bot-absence-yes")


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_another_chats_button_gives_nothing_back(coming: Office, language: str) -> None:
    phone, stranger = coming.phone("entrant:0001"), coming.phone("entrant:0002", language=language)
    phone.answers("/schedule", "Questions?")
    phone.press("bot-action-cannot-come")
    phone.press(GIVE_BACK)
    data, message = phone.button("bot-absence-yes")
    assert stranger.toast(data, message)
    assert "registration-cancelled" not in coming.types


@pytest.mark.parametrize(
    ("language", "words", "sent", "menu"),
    [("en", "Amy has fever", "It went to", GIVE_BACK), ("zh-hant", "Amy 發燒", "主辦單位", "放棄名額：初賽")],
)
def test_words_typed_at_a_menu_can_go_to_the_organizer_and_the_menu_stays(
    coming: Office, language: str, words: str, sent: str, menu: str
) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001", "entrant:0002", language=language)
    phone.answers("/schedule", "bot-contact")
    phone.press("bot-action-cannot-come")
    phone.press("Player Number2" if language == "en" else "玩家2號")
    assert phone.words("bot-press-a-button") in phone.say(words)
    assert phone.words("bot-press-a-button") in phone.say("39.5 °C")
    phone.press("bot-send-to-organizer")
    phone.wait_for("bot-press-a-button")
    (question,) = coming.state.questions.values()
    assert question.entrant == "0002", "whom the menu was about"
    texts = [str(message["text"]) for message in phone.telegram.messages(phone.chat)]
    assert any(sent in text for text in texts)
    organizer = coming.phone("organizer:organizer", language=language)
    shown = organizer.answers("/questions", words)
    assert "39.5" in shown
    phone.press(menu)


def test_words_typed_at_a_question_that_names_nobody_are_asked_about(coming: Office) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001", "entrant:0002")
    phone.answers("/schedule", "Questions?")
    phone.press("bot-action-cannot-come")
    phone.say("Amy has fever")
    assert say("bot-question-whose", "en") in phone.press("bot-send-to-organizer")
    phone.press("Player Number1")
    (question,) = coming.state.questions.values()
    assert question.entrant == "0001"


def test_a_number_that_names_no_choice_offers_nothing_to_send(coming: Office) -> None:
    phone = coming.phone("entrant:0001")
    phone.answers("/schedule", "Questions?")
    phone.press("bot-action-cannot-come")
    phone.say("77")
    with pytest.raises(AssertionError):
        phone.button("bot-send-to-organizer")
