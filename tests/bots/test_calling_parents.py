"""A referee on a phone calls a parent to a child's table, who answers with one tap."""

import pytest

from services.notices.about_parents import asked_to_come
from shared.catalogue import say
from shared.language_choice import choose_language
from tests.api.conftest import ID
from tests.bots.conftest import Office
from tests.bots.test_at_tables import TABLE, TABLE_LABEL, labels
from tests.wording import fixed


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_a_tap_in_the_childs_chat_is_answered_kindly_and_the_call_goes_on(
    office: Office, language: str
) -> None:
    child = office.state.sheets[TABLE].seats[0]
    phone, referee = office.phone(f"entrant:{child}", language=language), office.phone("referee:REF-1")
    office.house.done("call-parent", {"entrant": child, "grounds": "unwell"})
    (called,) = [notice for notice in office.desk.notices.read(ID) if notice.kind == "parent-called"]
    office.deliver(phone, called, f"entrant:{child}")
    for _ in range(2):
        assert fixed("bot-parent-heard", choose_language(language)) in phone.press(
            say("bot-action-coming", "en")
        )
    assert "parent-call-answered" not in office.types
    assert office.types.count("parent-call-heard") == 1
    (heard,) = [notice for notice in office.desk.notices.read(ID) if notice.kind == "parent-heard"]
    assert heard.audience == "role:organizer"
    organizer = office.phone("organizer:organizer")
    office.deliver(organizer, heard, "organizer:organizer")
    organizer.press("bot-action-with-child")
    organizer.wait_for("bot-parent-seen-to")
    assert office.state.parent_calls["P-0001"].answered
    assert referee.lines == []


def test_a_parent_is_called_from_the_table_and_answers_with_one_tap(office: Office) -> None:
    child, parent = office.state.sheets[TABLE].seats[:2]
    office.house.done("amend-details", {"entrant": child, "birth_date": "2017-05-01"})
    office.house.done("declare-family-unit", {"child": child, "parent": parent})
    referee, home = office.phone("referee:REF-1"), office.phone(f"entrant:{child}", f"entrant:{parent}")
    referee.say("/parent")
    referee.press(TABLE_LABEL)
    referee.press(child)
    assert fixed("bot-parent-read-back", linked=1, pushed=0) in referee.press("bot-parent-grounds-unwell")
    assert fixed("bot-parent-called", linked=1, pushed=0) in referee.press("bot-confirm")
    home.answers("/schedule", fixed("notice-asked-to-come"))
    assert [*asked_to_come(office.state, parent)] == [*asked_to_come(office.state, child)]
    called = [notice for notice in office.desk.notices.read(ID) if notice.kind == "parent-called"]
    (family,) = [notice for notice in called if notice.audience == f"called:{child}"]
    office.deliver(home, family, f"entrant:{child}")
    home.wait_for("subject-parent-called")
    data, number = home.button("bot-action-coming")
    office.telegram.press(home.chat, data, number)
    home.wait_for("bot-parent-answered")
    home.wait_until(number, "subject-parent-called", "✓ Coming: ")
    assert home.message(number).get("reply_markup") is None, "nothing is left to press"
    office.telegram.press(home.chat, data, number)
    home.wait_for("bot-parent-answered")
    assert home.message(number)["text"].count("✓") == 1, "a second press changes nothing"
    assert not [*asked_to_come(office.state, child)]
    assert office.types.count("parent-call-answered") == 1
    (answer,) = [other for other in office.desk.notices.read(ID) if other.kind == "parent-answered"]
    assert answer.audience == "referee:REF-1"


def test_a_parent_is_called_for_reasons_that_are_so_and_a_number_unknown_leads_to_the_tables(
    office: Office,
) -> None:
    child = office.state.sheets[TABLE].seats[0]
    referee = office.phone("referee:REF-1")
    referee.answers("/parent 9999", fixed("bot-parent-unknown", text="9999"), "bot-parent-table")
    referee.press(TABLE_LABEL)
    referee.press(child)
    assert [label for row in labels(referee) for label in row][:3] == [
        say("bot-parent-grounds-unwell", "en"),
        say("bot-parent-grounds-distressed", "en"),
        say("bot-parent-grounds-other", "en"),
    ]
    office.house.client("chief_referee", "CHIEF").command(
        "disqualify-entrant", {"entrant": child, "reason": "A phone"}
    )
    referee.say(f"/parent {child}")
    assert say("bot-parent-grounds-disqualified", "en") in [label for row in labels(referee) for label in row]


def test_a_warning_and_a_call_by_number_name_whom_they_are_about(office: Office) -> None:
    child = office.state.sheets[TABLE].seats[0]
    referee = office.phone("referee:REF-1")
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in child.lstrip("0"))
    named = referee.say(f"/parent \u200b{wide}").splitlines()[0]
    assert named.startswith(f"{child} Player")
    referee.say("/warn")
    referee.press(TABLE_LABEL)
    referee.press(f"A {child}")
    referee.say("Talking")
    assert f"{child} Player" in referee.press("bot-confirm")
    referee.wait_for("bot-warned")


def test_a_number_typed_without_its_zeros_finds_the_chat_that_is_linked(office: Office) -> None:
    child = office.state.sheets[TABLE].seats[0]
    referee, _ = office.phone("referee:REF-1"), office.phone(f"entrant:{child}")
    referee.say(f"/parent {child.lstrip('0')}")
    assert "No chat is linked" not in referee.press("bot-parent-grounds-distressed")
    assert "No chat is linked" not in referee.press("bot-confirm")


def test_a_child_who_sits_nowhere_is_called_for_by_number_and_the_organizer_sees_whom_to_ring(
    office: Office,
) -> None:
    child = office.state.sheets[TABLE].seats[0]
    office.house.done("amend-details", {"entrant": child, "phone": "+852 9123 4567"})
    referee, organizer = (
        office.phone("referee:REF-1"),
        office.phone("organizer:organizer", language="zh-hant"),
    )
    referee.say(f"/parent {child}")
    assert "No chat is linked" in referee.press("bot-parent-grounds-distressed")
    referee.press("bot-confirm")
    office.house.done("escalate-parent-call", {"call": "P-0001"})
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "parent-not-reached"]
    office.deliver(organizer, notice, "organizer:organizer", "zh")
    organizer.wait_for("notice-parent-not-reached")
    assert "+852 9123 4567" in organizer.press("bot-action-ring")
    _, number = organizer.button("bot-action-with-child")
    organizer.press("bot-action-with-child")
    organizer.wait_for("bot-parent-seen-to")
    organizer.wait_until(number, fixed("bot-noted-here", "zh", what="seen_to"))
