"""A parent and a child of one name read in one chat are told apart by their numbers, whatever is done."""

import pytest

from tests.bots.conftest import Office, Phone, running
from tests.bots.test_absence import GIVE_BACK, status
from tests.wording import fixed

CHILD, PARENT = "0001", "0002"
NAMES = {"en": "Grace Taylor", "zh": "陳大文"}


@pytest.fixture
def family(coming: Office) -> Phone:
    """The phone of a parent, for both."""
    return family_of(coming)


def family_of(office: Office, language: str = "en") -> Phone:
    for number in (CHILD, PARENT):
        names = {"entrant": number, "name_en": NAMES["en"], "name_zh": NAMES["zh"]}
        office.house.done("amend-details", names)
    return office.phone(f"entrant:{CHILD}", f"entrant:{PARENT}", language=language)


def called(number: str) -> str:
    return f"{number} {NAMES['en']}"


def test_the_place_of_the_one_whose_number_was_pressed_is_given_back(coming: Office, family: Phone) -> None:
    family.answers("/schedule", "Questions?")
    family.press("bot-action-cannot-come")
    assert family.button(called(CHILD))
    assert fixed("bot-absence-what", name=called(PARENT)) in family.press(called(PARENT))
    assert called(PARENT) in family.press(GIVE_BACK)
    assert called(PARENT) in family.press("bot-absence-yes")
    assert (status(coming, CHILD), status(coming, PARENT)) == ("registered", "cancelled")
    assert called(PARENT) in family.answers("/schedule", "bot-given-back")


@pytest.mark.parametrize("command", ["/me", "/schedule"])
def test_what_is_read_of_each_stands_under_their_number(family: Phone, command: str) -> None:
    before = len(family.telegram.messages(family.chat))
    family.say(command)
    shown = str(family.telegram.messages(family.chat)[before:])
    assert called(CHILD) in shown
    assert called(PARENT) in shown


def test_of_those_who_write_to_the_organizer_and_stop_messages_each_has_a_number(
    coming: Office, family: Phone
) -> None:
    coming.phone("organizer:organizer")
    family.say("May we bring a dog?")
    assert family.button(called(CHILD))
    assert called(PARENT) in family.press(called(PARENT))
    family.say("/stop")
    assert family.press(fixed("bot-stop-only", name=called(CHILD)))


def test_whoever_is_linked_second_is_greeted_with_the_number(coming: Office) -> None:
    family_of(coming)
    phone = coming.phone(f"entrant:{CHILD}")
    token = coming.links.invite("spring-cup", f"entrant:{PARENT}")
    assert f"{PARENT} G" in phone.say(f"/start {token}")
    assert called(PARENT) in phone.press("bot-link-yes")


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_whose_names_differ_is_called_by_name_alone(before_the_day: Office, language: str) -> None:
    phone = before_the_day.phone("entrant:0003", "entrant:0004", language=language)
    with running(before_the_day):
        shown = phone.answers("/schedule", "Player Number4" if language == "en" else "玩家4號")
    assert "0004 " not in shown
