"""Browsers that take messages, as the bot counts them: after chats, before e-mail."""

from services.delivery.push_addresses import WEB_PUSH, address_of
from tests.api.conftest import ID, SESSION
from tests.bots.conftest import Office
from tests.simulators.browsers import Browser
from tests.wording import fixed


def subscribe(office: Office, name: str, *recipients: str) -> str:
    where = address_of(Browser(f"https://push.example.org/{name}").subscription, names=False).text
    for recipient in recipients:
        linked = office.links.link(ID, recipient, WEB_PUSH, where, "en")
    return linked.address_id


def test_an_announcement_says_whom_browsers_reach(office: Office) -> None:
    phone = office.phone("organizer:organizer")
    office.phone("entrant:0001")
    for number in ("0001", "0002", "0003"):
        subscribe(office, number, f"entrant:{number}")
    gone = subscribe(office, "gone", "entrant:0004")
    with office.desk.log.database.writing() as driver:
        office.links.mark_dead(driver, ID, gone, WEB_PUSH, "HTTP 410")
    phone.say("/announce")
    phone.press("bot-audience-everyone")
    phone.say("Lunch")
    phone.say("午飯")
    text = phone.wait_for("bot-announce-read-back")
    assert "8 people: 1 by chat, 2 by browser, 5 by e-mail only, 0 not reached" in text


def test_a_call_for_a_parent_says_what_tells_them(office: Office) -> None:
    child = office.state.sheets[f"{SESSION}/1"].seats[0]
    subscribe(office, "phone", f"entrant:{child}")
    subscribe(office, "tablet", f"entrant:{child}")
    referee = office.phone("referee:REF-1")
    referee.say(f"/parent {child}")
    assert fixed("bot-parent-read-back", linked=0, pushed=2) in referee.press("bot-parent-grounds-unwell")
    assert fixed("bot-parent-called", linked=0, pushed=2) in referee.press("bot-confirm")


def test_me_says_that_browsers_take_messages_too(office: Office) -> None:
    phone = office.phone("entrant:0001")
    assert "browser" not in phone.answers("/me", fixed("bot-me-chat-language"))
    subscribe(office, "phone", "entrant:0001")
    subscribe(office, "tablet", "entrant:0001")
    assert fixed("bot-me-browsers", count=2) in phone.answers(
        "/me", fixed("bot-me-chat-language"), "browsers"
    )
