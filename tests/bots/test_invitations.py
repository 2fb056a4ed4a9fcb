"""/invite: the organizer brings everyone's chats in from the phone."""

import csv
import io
from typing import Any

from shared.catalogue import say
from tests.api.conftest import BOT, ID
from tests.bots.conftest import Office, Phone, running
from tests.wording import fixed

OFFICE = "organizer:organizer"


def pending(office: Office) -> int:
    return len(office.state.entrants) + sum(referee.active for referee in office.state.referees.values())


def handed_over(phone: Phone) -> dict[str, Any]:
    (line,) = [other for other in phone.lines if "file" in other]
    file: dict[str, Any] = line["file"]
    return file


def test_how_many_have_a_chat_is_told_to_the_organizer_alone(office: Office) -> None:
    office.phone("entrant:0001")
    answer = office.phone(OFFICE).say("/invite")
    assert say("bot-invite-counts", "en", linked=1, pending=pending(office) - 1) in answer
    assert say("bot-not-for-you", "en") in office.phone("referee:CHIEF").say("/invite")


def test_letters_are_read_back_and_go_out_after_a_yes(office: Office) -> None:
    phone = office.phone(OFFICE)
    phone.say("/invite")
    phone.press("bot-invite-send")
    phone.wait_for(f"{len(office.state.entrants)} letters by e-mail")
    letter = office.telegram.messages(phone.chat)[-2]["text"]
    assert letter.startswith("player1@example.org\n")
    assert fixed("notice-invitation", "zh", invitation="…0001") in letter
    assert "people-invited" not in office.types
    assert say("bot-invite-sent", "en") in phone.press("bot-invite-yes")
    assert office.types.count("people-invited") == 1


def test_a_cancelled_invitation_sends_nothing(office: Office) -> None:
    phone = office.phone(OFFICE)
    phone.say("/invite")
    phone.press("bot-invite-send")
    phone.wait_for("bot-invite-letters")
    phone.press("bot-cancel")
    assert "people-invited" not in office.types


def test_a_file_has_a_link_for_each_who_has_no_chat(office: Office) -> None:
    office.phone("entrant:0001")
    phone = office.phone(OFFICE)
    phone.say("/invite")
    data, number = phone.button("bot-invite-file")
    text = phone._after(lambda: office.telegram.press(phone.chat, data, number))
    assert say("bot-invite-handed-over", "en", count=pending(office) - 1) in text
    file = handed_over(phone)
    assert file["name"] == f"{ID}-links.csv"
    rows = list(csv.DictReader(io.StringIO(file["content"])))
    assert "entrant:0001" not in {row["recipient"] for row in rows}
    for row in rows:
        assert office.links.invited(row["link"].removeprefix(BOT)).recipient == row["recipient"]
    phone.toast(data, number)
    handed_over(phone)


def test_in_chinese(office: Office) -> None:
    phone = office.phone(OFFICE, language="zh")
    assert fixed("bot-invite-counts", "zh", linked=0) in phone.say("/invite")
    phone.press("bot-invite-send")
    phone.wait_for("bot-invite-letters")
    assert say("bot-invite-sent", "zh") in phone.press("bot-invite-yes")


def test_where_no_link_can_be_made_it_says_so(resting: Office, monkeypatch: Any) -> None:
    monkeypatch.setattr("tests.bots.conftest.create_handling", _without_links)
    with running(resting):
        phone = resting.phone(OFFICE)
        phone.say("/invite")
        assert "TILELEDGER_TELEGRAM_TOKEN" in phone.press(say("bot-invite-file", "en"))


def _without_links(*parts: Any, **more: Any) -> Any:
    from bots.telegram.owning import create_handling

    return create_handling(*parts[:-1], **more)
