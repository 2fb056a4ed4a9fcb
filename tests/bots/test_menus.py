"""Telegram as it is meant: the menu of each chat, what takes long, and what makes no sound."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from bots.telegram.handling import Handled, Handling, Incoming
from bots.telegram.menus import menu
from services.notices.kinds import KINDS
from services.notices.registry import note
from shared.catalogue import say
from shared.i18n import LANGUAGES
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone, running
from tests.simulators.telegram import PATIENCE

PARTICIPANT = (
    "me",
    "schedule",
    "standings",
    "family",
    "results",
    "tasks",
    "language",
    "notifications",
    "stop",
    "cancel",
    "help",
)


def shown(phone: Phone, until: Callable[[dict[str, str]], bool]) -> dict[str, str]:
    """The chat's own menu once it is as wanted: what each command does."""
    deadline = time.monotonic() + PATIENCE
    while True:
        listed: list[dict[str, str]] = phone.telegram.ask("GET", "state")["commands"].get(
            f"chat:{phone.chat}", []
        )
        found = {command["command"]: command["description"] for command in listed}
        if found and until(found):
            return found
        assert time.monotonic() < deadline, f"the menu is {found}"
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("recipient", "language", "command", "about"),
    [
        ("entrant:0001", "en", "schedule", "when and where"),
        ("entrant:0001", "zh-hant", "schedule", "時間地點"),
        ("referee:REF-1", "en", "warn", "give a warning"),
        ("referee:REF-1", "zh-hant", "warn", "口頭警告"),
        ("referee:CHIEF", "en", "weather", "answer a proposal, suspend or go ahead"),
        ("organizer:organizer", "zh-hant", "announce", "發出公告"),
    ],
)
def test_a_chat_has_the_commands_of_its_role_in_its_language(
    office: Office, recipient: str, language: str, command: str, about: str
) -> None:
    phone = office.phone(recipient, language=language)
    phone.say("/help")
    found = shown(phone, lambda menu: command in menu)
    assert found[command] == about
    assert ("me" in found) == recipient.startswith("entrant")
    assert list(found)[-5:] == ["language", "notifications", "stop", "cancel", "help"]


def test_nobody_in_particular_sees_what_a_participant_may_do_and_no_command_twice() -> None:
    for language in LANGUAGES:
        assert tuple(name for name, _ in menu((), language)) == PARTICIPANT
        assert all(about for _, about in menu((), language))


def test_linking_choosing_a_language_and_stopping_change_the_menu(office: Office) -> None:
    phone = Phone(office.telegram, office.telegram.phone("Someone", "en"))
    phone.say("/help")
    assert "me" in shown(phone, lambda menu: True)
    token = office.links.invite(ID, "referee:REF-1")
    phone.say(f"/start {token}")
    phone.press("bot-link-yes")
    assert "me" not in shown(phone, lambda menu: "dispute" in menu)
    phone.say("/language")
    phone.press(say("bot-language-name", "zh"))
    assert shown(phone, lambda menu: menu["dispute"] == "提出爭議")
    phone.say("/stop")
    phone.press(say("bot-stop-yes", "zh"))
    assert "dispute" not in shown(phone, lambda menu: "me" in menu)


def test_the_menu_changes_with_an_office_without_a_word_in_the_chat(
    resting: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.telegram.running._OFFICES_EVERY", 0.05)
    phone = resting.phone("referee:CHIEF")
    with running(resting):
        shown(phone, lambda menu: "weather" in menu)
        resting.house.done("dismiss-referee", {"referee": "CHIEF", "reason": "Could not come"})
        assert "weather" not in shown(phone, lambda menu: "me" in menu)


@pytest.fixture
def slow(resting: Office, monkeypatch: pytest.MonkeyPatch) -> Office:
    """The bot takes half a second for each update."""
    handle = Handling.handle

    def slowly(self: Handling, incoming: Incoming) -> Handled | None:
        time.sleep(0.5)
        return handle(self, incoming)

    monkeypatch.setattr(Handling, "handle", slowly)
    monkeypatch.setattr("bots.telegram.running._AT_ONCE", 0.1)
    return resting


def test_what_takes_long_is_shown_to_be_at_work(slow: Office) -> None:
    phone = slow.phone("entrant:0001")
    with running(slow):
        phone.say("/language")
        kinds = [line["direction"] for line in phone.lines]
        assert kinds == ["from_chat", "typing", "to_chat"]
        phone.press(say("bot-language-name", "en"))
        kinds = [line["direction"] for line in phone.lines][3:]
        assert kinds == ["from_chat", "answered", "typing", "edited"]


def test_what_would_stand_over_a_button_is_a_message_where_it_comes_late(slow: Office) -> None:
    phone = slow.phone("entrant:0001")
    with running(slow):
        phone.say("/me")
        slow.telegram.press(phone.chat, "b-nothing", 1)
        assert say("bot-unknown-button", "en") in phone.wait_for(say("bot-unknown-button", "en"))
    assert [line["text"] for line in phone.lines if line["direction"] == "answered"] == [""]


def test_what_is_quick_shows_nothing_of_that(office: Office) -> None:
    phone = office.phone("entrant:0001")
    phone.say("/me")
    assert [line["direction"] for line in phone.lines] == ["from_chat", "to_chat"]


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [("ruling", {"dispute": "D-1", "ruling": "R-1", "cites": "3"}), ("reminder-morning", {}), ("awards", {})],
)
def test_reminders_and_results_make_no_sound(office: Office, kind: str, parameters: dict[str, Any]) -> None:
    phone = office.phone("entrant:0001")
    if kind == "awards":
        parameters = {"award": "0", "place": "1"}
    office.deliver(phone, note(1, kind, "entrant:0001", **parameters), "entrant:0001")
    sent = [line for line in phone.lines if line["direction"] == "to_chat"]
    assert [message.get("silent", False) for message in sent] == [KINDS[kind].lane >= 2]
