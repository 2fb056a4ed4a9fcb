"""Conversations with the real bot, phone by phone."""

import re
from datetime import timedelta
from unittest.mock import Mock, call

import pytest
import sqlalchemy as sa

from bots.telegram.memory import Memory
from bots.telegram.talk import COMMANDS, PRESSED, TYPED
from services.access.principal import Principal
from services.desk.params import NoParams
from services.notices.kinds import KINDS
from services.notices.registry import note
from services.personal.person import masked
from shared.catalogue import catalogue, say
from tests.api.conftest import ID, SESSION
from tests.bots.conftest import Office, Phone, running
from tests.wording import fixed

TABLE = f"{SESSION}/1"


def test_a_deep_link_asks_with_a_masked_name_and_links_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = office.phone()
    token = office.links.invite(ID, "entrant:0001")
    question = phone.say(f"/start {token}")
    assert "P***** N******" in question
    assert "Player" not in question
    assert office.links.of_address("telegram", str(phone.chat)) == []
    yes = phone.button("bot-link-yes")
    assert fixed("bot-linked", "zh", name="玩家1號") in phone.press("bot-link-yes")
    (link,) = office.links.of_address("telegram", str(phone.chat))
    assert link.recipient == "entrant:0001"
    assert phone.toast(*yes).startswith(say("bot-done-already", "zh"))
    log = Mock()
    monkeypatch.setattr("bots.telegram.handling.log", log)
    assert say("problem-link-token-invalid", "en") in office.phone().say(f"/start {token}")
    assert log.warning.mock_calls == [call("refused", code="link-token-invalid", route="telegram")]


def test_a_link_can_be_refused_and_is_then_still_good(office: Office) -> None:
    phone = office.phone()
    token = office.links.invite(ID, "entrant:0002")
    phone.say(f"/start {token}")
    assert phone.press("No") == say("bot-not-linked", "en")
    assert office.links.of_address("telegram", str(phone.chat)) == []
    office.links.invited(token)


def test_a_link_that_was_never_given_says_how_to_get_one(office: Office) -> None:
    assert say("problem-link-token-invalid", "en") in office.phone().say("/start nonsense")
    assert say("bot-welcome", "en") in office.phone().say("/me")


def test_one_chat_stands_for_several_participants_each_named(office: Office) -> None:
    phone = office.phone("entrant:0001", "entrant:0002", "entrant:0003")
    text = phone.answers("/schedule", "Town hall", *(f"Player Number{number}:" for number in (1, 2, 3)))
    assert "Saturday, 6 March 2027, session 1" in text
    assert "Table" in text


def test_once_linked_the_bot_speaks_as_registered_until_something_else_is_chosen(office: Office) -> None:
    phone = office.phone()
    phone.say(f"/start {office.links.invite(ID, 'entrant:0001')}")
    phone.press("bot-link-yes")
    assert "編號 0001" in phone.say("/me")
    phone.say("/language")
    phone.press(say("bot-language-name", "en"))
    assert "number 0001" in phone.say("/me")
    (link,) = office.links.of_address("telegram", str(phone.chat))
    assert link.language == "en", "notices are sent in the language of the link"


def test_an_office_is_spoken_to_as_its_holders_telegram_is_set(office: Office) -> None:
    phone = office.phone(language="zh-hant")
    phone.say(f"/start {office.links.invite(ID, 'referee:CHIEF')}")
    phone.press("bot-link-yes")
    assert say("bot-role-chief-referee", "zh") in phone.say("/me")
    (link,) = office.links.of_address("telegram", str(phone.chat))
    assert link.language == "zh"


def test_each_command_answers_in_the_language_chosen(office: Office) -> None:
    phone = office.phone("entrant:0001", language="zh-hant")
    assert "編號 0001" in phone.say("/me")
    phone.wait_for("bot-heading-me")
    phone.say("/language")
    assert phone.press(say("bot-language-name", "en")) == say("bot-language-set", "en")
    assert "number 0001: registered" in phone.say("/me")
    assert say("bot-no-standings", "en") in phone.say("/standings")
    assert fixed("bot-not-published") in phone.say("/results")
    assert say("bot-no-family", "en") in phone.say("/family")
    assert "/schedule" in phone.say("/help")
    assert say("bot-not-understood", "en") in phone.say("/nonsense")
    assert fixed("bot-question-nobody") in phone.say("hello?")


def test_kinds_are_switched_off_and_on_again(office: Office) -> None:
    phone = office.phone("entrant:0001")
    phone.say("/notifications")
    phone.press("● In the morning")
    (link,) = office.links.of_address("telegram", str(phone.chat))
    assert office.links.preferences.muted_kinds(ID, link.address_id) == {"reminder-morning"}
    phone.press("○ In the morning")
    assert office.links.preferences.muted_kinds(ID, link.address_id) == set()


def test_longer_quiet_hours_are_chosen_and_safety_is_said_to_come(office: Office) -> None:
    phone = office.phone("entrant:0001")
    assert say("bot-notifications", "en") in phone.say("/notifications")
    (link,) = office.links.of_address("telegram", str(phone.chat))
    assert phone.button("● Quiet from 10:00 pm to 8:00 am")
    phone.press("○ Quiet from 8:00 pm to 9:00 am")
    assert office.links.preferences.quiet(ID, [link.address_id]) == {link.address_id: "20-9"}
    phone.answers("/me", "bot-quiet-20-9")
    chinese = office.phone("entrant:0002", language="zh-hant")
    assert say("bot-notifications", "zh") in chinese.say("/notifications")
    chinese.press("○ 晚上9:00至早上8:00靜音")
    chinese.press("○ 晚上10:00至早上8:00靜音")
    (other,) = office.links.of_address("telegram", str(chinese.chat))
    assert office.links.preferences.quiet(ID, [other.address_id]) == {}


def test_who_gave_an_address_may_rather_have_email(office: Office) -> None:
    office.house.done("amend-details", {"entrant": "0002", "email": ""})
    phone = office.phone("entrant:0001", "entrant:0002")

    def by_email() -> dict[str, bool]:
        return {
            link.recipient: link.by_email for link in office.links.of_address("telegram", str(phone.chat))
        }

    phone.say("/notifications")
    phone.press("○ E-mail instead of this chat: Player Number1")
    assert by_email() == {"entrant:0001": True, "entrant:0002": False}
    with pytest.raises(AssertionError):
        phone.button("E-mail instead of this chat: Player Number2")
    phone.press("● E-mail instead of this chat: Player Number1")
    assert by_email() == {"entrant:0001": False, "entrant:0002": False}


def test_stop_is_asked_and_then_ends_every_link(office: Office) -> None:
    phone = office.phone("entrant:0001", "entrant:0002")
    assert "Player Number1, Player Number2" in phone.say("/stop")
    assert phone.press("bot-stop-yes-all").startswith(say("bot-stopped", "en"))
    assert office.links.of_address("telegram", str(phone.chat)) == []


def test_names_with_markup_are_shown_as_they_are(office: Office) -> None:
    office.house.done("amend-details", {"entrant": "0004", "name_en": "<b>&_* <i>"})
    phone = office.phone("entrant:0004")
    assert "<b>&_* <i>, number 0004" in phone.say("/me")
    assert "Wong <b>Chief</b>: Chief Referee" in office.phone("referee:CHIEF").say("/me")


def dispute(office: Office, game: int | None = None) -> str:
    office.house.done("raise-dispute", {"sheet": TABLE, "game": game, "statement": "<tile> & co"})
    return max(office.state.disputes)


def to_the_read_back(phone: Phone, number: str) -> str:
    phone.say("/docket")
    assert "“<tile> & co”" in phone.press(number)
    phone.press("bot-rule")
    phone.press("bot-effect-warning")
    phone.press("A 0")
    phone.say("He spoke <loudly>\nIt disturbs & annoys")
    return phone.say("HK code of conduct 9")


def test_a_ruling_is_read_back_with_its_impact_and_made_once(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    text = to_the_read_back(chief, number)
    for part in ("Verbal warning", "He spoke <loudly>", "HK code of conduct 9", "It disturbs & annoys"):
        assert part in text
    assert "No place changes.\nNotices: 3, to " in text
    assert "ruling-made" not in office.types
    confirm = chief.button("bot-confirm-ruling")
    assert fixed("bot-ruled") in chief.press("bot-confirm-ruling")
    assert office.types.count("ruling-made") == 1
    assert chief.toast(*confirm).startswith(say("bot-done-already", "en"))
    assert office.types.count("ruling-made") == 1
    event = next(
        event_view for event_view in office.desk.events(ID, 0, 1000) if event_view.type == "ruling-made"
    )
    assert event.actor == "chief_referee:CHIEF"


def test_both_presses_at_once_make_one_ruling(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    to_the_read_back(chief, number)
    data, message = chief.button("bot-confirm-ruling")
    before = len(chief.lines)
    for _ in range(2):
        office.telegram.press(chief.chat, data, message)
    office.telegram.wait(chief.chat, before + 2 + 2 + 1)
    assert office.types.count("ruling-made") == 1


def test_a_button_of_an_earlier_step_is_answered_politely(office: Office) -> None:
    number = dispute(office)
    phone = office.phone("referee:CHIEF")
    phone.say("/docket")
    phone.press(number)
    phone.press("bot-rule")
    old = phone.button(fixed("bot-effect-void-game-in", game=1))
    phone.press("bot-effect-warning")
    assert say("bot-stale", "en") in phone.toast(*old)
    assert say("bot-unknown-button", "en") in phone.toast("b00000000", None)


def test_what_is_not_typed_right_is_asked_again(office: Office) -> None:
    number = dispute(office, game=1)
    phone = office.phone("referee:CHIEF")
    phone.say("/docket")
    phone.press(number)
    phone.press("bot-rule")
    phone.press("bot-effect-amend-game")
    assert fixed("problem-figures-unreadable", part="B twelve") in phone.say("A 0, B twelve")
    assert say("bot-ruling-finding", "en") in phone.say("A 0, B 12/3, C 7/2, D 20/5")


def test_a_button_of_someone_elses_chat_opens_nothing(office: Office) -> None:
    number = dispute(office)
    chief, other = office.phone("referee:CHIEF"), office.phone("entrant:0001")
    chief.say("/docket")
    data, message = chief.button(number)
    assert say("bot-unknown-button", "en") in other.toast(data, message)
    assert say("bot-not-for-you", "en") in other.say("/docket")
    assert say("bot-not-for-you", "en") in other.say("/announce")


def test_a_suspension_is_acknowledged_by_whom_it_was_sent_to(office: Office) -> None:
    phone = office.phone("entrant:0001")
    notice = note(1, "suspended", f"session:{SESSION}", session=SESSION, grounds="black_rainstorm")
    id = office.deliver(phone, notice, "entrant:0001")
    assert say("bot-unknown-button", "en") in office.phone("entrant:0002").toast(f"n:acknowledge:{id}")
    for _ in range(2):
        assert say("bot-acknowledged", "en") in phone.toast(f"n:acknowledge:{id}", 1)
    assert not office.deliveries.acknowledge(id, office.house.clock.now())


def test_a_button_that_does_not_stand_under_a_notice_is_no_longer_known(office: Office) -> None:
    phone = office.phone("referee:CHIEF")
    published = note(1, "results-published", "role:chief_referee", stage="preliminary", version="1")
    id = office.deliver(phone, published, "referee:CHIEF")
    for action in ("open", "ring", "coming", "on_my_way", "answer", "do_it", "confirm", "decide", "", "x"):
        assert say("bot-unknown-button", "en") in phone.toast(f"n:{action}:{id}"), action
    for text in ("n:", "n::", f"n:open:{id}x", "n:open:\x00", f"{id}:n:open"):
        assert say("bot-unknown-button", "en") in phone.toast(text), text


def test_an_update_that_comes_again_is_not_handled_again(resting: Office) -> None:
    with running(resting):
        phone = resting.phone("entrant:0001")
        phone.say("/me")
        lines = len(phone.lines)
        update = resting.telegram.ask("GET", "state")["last_update"]
        resting.telegram.ask("POST", "repeat", {"update": update})
        other = resting.phone()
        other.say("/help")
        assert len(phone.lines) == lines


def test_what_the_bot_remembers_names_no_chat_and_no_words(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    to_the_read_back(chief, number)
    with office.desk.log.database.core() as connection:
        for table in ("telegram_flow", "telegram_button", "telegram_update"):
            rows = repr(connection.execute(sa.text(f"SELECT * FROM {table}")).fetchall())
            # A moment or the number of an update may hold the same digits somewhere.
            assert not re.search(rf"\b{chief.chat}\b", rows)
            assert "loudly" not in rows


def test_who_blocks_the_bot_is_not_written_to_until_she_lets_it_in(office: Office) -> None:
    phone = office.phone("entrant:0001")
    phone.say("/me")
    for blocked, status in ((True, "dead"), (False, "active")):
        office.telegram.block(phone.chat, blocked)
        office.phone().say("/help")  # comes after it, so the block was handled by then
        (link,) = office.links.of_address("telegram", str(phone.chat))
        assert link.status == status


def test_old_buttons_are_forgotten(office: Office) -> None:
    memory = Memory(office.desk.log.database, office.house.clock, office.desk.key_for("telegram bot"))
    phone = office.phone("entrant:0001")
    phone.say("/language")
    data, message = phone.button(say("bot-language-name", "en"))
    office.house.clock.advance(timedelta(days=31))
    memory.forget_old()
    assert say("bot-unknown-button", "en") in phone.toast(data, message)


def test_every_text_is_there_in_both_languages_and_short() -> None:
    for language in ("en", "zh"):
        texts = catalogue(language)
        for key in (key for key in texts if key.startswith("bot-")):
            values = dict.fromkeys(texts.values_of(key), "")
            assert 0 < len(texts.say(key, values)) <= 300, key
        nameless = [kind for kind in KINDS if f"bot-kind-{kind}" not in texts]
        assert nameless == [], "bot-kind-NAME stands in both catalogues"
    assert {"start", "me", "docket", "announce"} <= COMMANDS.keys()
    assert "task.confirm" in PRESSED
    assert "task.answer_finding" in TYPED


def test_a_masked_name_shows_first_letters_only() -> None:
    assert masked("Grace Lee") == "G**** L**"
    assert masked("陳美玲") == "陳*玲"
    assert masked("陳玲") == "陳*"
    assert masked("X") == "X"


def test_whoever_holds_no_office_any_more_hears_nothing_but_may_confirm_and_stop(office: Office) -> None:
    """The last notice may be the one that ended the office, and messages end when their reader wants."""
    phone = office.phone("referee:REF-1")
    organizer = Principal("t", "organizer", "o", ID)
    known = {view.referee: view.name for view in office.desk.ask(ID, "officials", NoParams(), organizer).rows}
    row = known["REF-1"]
    id = office.deliver(
        phone, note(2, "suspended", f"session:{SESSION}", session=SESSION, grounds="other"), "referee:REF-1"
    )
    assert row in phone.say("/me")
    office.house.done("assign-referees", {"session": SESSION, "assignments": {"REF-2": [1, 2]}})
    office.house.done("dismiss-referee", {"referee": "REF-1", "reason": "ill"})
    assert row not in phone.say("/me")
    assert say("bot-no-longer-here", "en") in phone.say("/docket")
    assert say("bot-acknowledged", "en") in phone.toast(f"n:acknowledge:{id}", 1)
    assert "REF-1" in phone.say("/stop")
    assert phone.press("bot-stop-yes").startswith(say("bot-stopped", "en"))
    assert office.links.of_address("telegram", str(phone.chat)) == []
