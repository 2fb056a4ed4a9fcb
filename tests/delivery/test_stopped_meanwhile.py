"""What waits for someone who stops messages, is forgotten or gives the place back meanwhile is not sent."""

from datetime import timedelta

import pytest

from services.delivery.channel import Outcome
from services.delivery.push_addresses import WEB_PUSH
from services.notices.notice import Notice
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.forgetting import ForgetPerson
from tests.delivery.given import ID, Office, Recording
from tests.delivery.test_following_up import HALF_AN_HOUR, follow_up
from tests.simulators.browsers import Browser


def waiting(office: Office, kind: str = "goes-ahead", audience: str = "everyone") -> Notice:
    """A notice for which the other side of each channel was away when it was tried first."""
    away = Outcome("not_sent", seconds=3600)
    channels = [office.telegram, office.email, *office.also]
    for channel in channels:
        assert isinstance(channel, Recording)
        channel.says = lambda address, message: away
    notice = office.notify(kind, audience)
    office.drain()
    for channel in channels:
        assert isinstance(channel, Recording)
        channel.says = lambda address, message: Outcome("sent", remote="1")
        channel.sent.clear()
    return notice


def later(office: Office) -> None:
    office.clock.advance(timedelta(hours=2))
    office.drain()


def ledger(office: Office, *statuses: str) -> list[tuple[str, str, str]]:
    return sorted(
        (delivery.channel, delivery.status, delivery.why)
        for delivery in office.all()
        if delivery.status in statuses
    )


STOPPED = "messages to this address were stopped"


def test_who_stopped_a_chat_gets_nothing_that_waited_for_it(office: Office) -> None:
    office.chat("chat", "0001")
    office.book.emails["entrant:0001"] = "one@example.org"
    waiting(office, audience="entrant:0001")
    office.links.stop("telegram", "chat")
    later(office)
    assert office.telegram.sent == office.email.sent == []
    assert ledger(office, "cancelled", "pending", "failed") == [("telegram", "cancelled", STOPPED)]


def test_an_address_linked_for_mail_and_a_browser_are_stopped_in_the_same_way(office: Office) -> None:
    office.also = [Recording(WEB_PUSH, clock=office.clock)]
    address_id = office.subscribe(Browser("https://push.example/1"), "0001")
    office.links.link(ID, "entrant:0002", "email", "two@example.org")
    waiting(office)
    office.links.unlink(ID, "entrant:0001", address_id)
    office.links.stop("email", "two@example.org")
    later(office)
    assert office.email.sent == []
    assert ledger(office, "cancelled") == [("email", "cancelled", STOPPED), (WEB_PUSH, "cancelled", STOPPED)]


def test_who_stays_in_a_chat_of_several_is_named_alone(office: Office) -> None:
    address_id = office.chat("family", "0001", "0002")
    waiting(office)
    office.links.unlink(ID, "entrant:0001", address_id)
    later(office)
    assert [call.message.names for call in office.telegram.sent] == [("Player 0002",)]


def test_a_failure_after_the_stop_leads_to_no_mail(office: Office) -> None:
    office.chat("chat", "0001")
    office.book.emails["entrant:0001"] = "one@example.org"

    def blocked(address: str, message: object) -> Outcome:
        office.links.stop("telegram", "chat")
        return Outcome("gone", why="blocked")

    office.telegram.says = blocked
    office.notify("goes-ahead", "entrant:0001")
    office.drain()
    assert office.email.sent == []


def test_what_was_left_unread_goes_not_by_mail_to_who_stopped_since(office: Office) -> None:
    for number in ("0001", "0002"):
        office.chat(f"chat-{number}", number)
        office.book.emails[f"entrant:{number}"] = f"{number}@example.org"
    office.notify("suspended", grounds="other")
    office.drain()
    office.links.stop("telegram", "chat-0001")
    office.clock.advance(HALF_AN_HOUR)
    assert follow_up(office).tick() == 1
    office.clock.advance(timedelta(minutes=1))
    office.drain()
    assert office.email.to == ["0002@example.org"]


def test_the_other_of_a_shared_mail_address_gets_it_when_the_first_is_forgotten(office: Office) -> None:
    for number in ("0001", "0002"):
        office.book.emails[f"entrant:{number}"] = "family@example.org"
    waiting(office)
    office.book.tournament.given(ForgetPerson(person="0001"))
    del office.book.emails["entrant:0001"]
    later(office)
    assert [(call.address, call.message.names) for call in office.email.sent] == [
        ("family@example.org", ("Player 0002",))
    ]


def test_nothing_is_sent_to_the_forgotten_and_the_ledger_says_why(office: Office) -> None:
    office.book.emails["entrant:0001"] = "one@example.org"
    waiting(office, audience="entrant:0001")
    office.book.tournament.given(ForgetPerson(person="0001"))
    later(office)
    assert office.email.sent == []
    assert ledger(office, "cancelled") == [("email", "cancelled", "whom it was for is forgotten")]


@pytest.mark.parametrize(
    ("kind", "audience", "arrives"),
    [("reminder-morning", "everyone", False), ("registration-cancelled", "entrant:0001", True)],
)
def test_who_gave_the_place_back_is_told_of_that_and_reminded_of_nothing(
    office: Office, kind: str, audience: str, *, arrives: bool
) -> None:
    office.book.emails["entrant:0001"] = "one@example.org"
    office.chat("chat", "0001")
    waiting(office, kind, audience)
    office.book.tournament.given(CancelRegistration(entrant="0001"))
    later(office)
    assert [call.address for call in office.telegram.sent] == (["chat"] if arrives else [])
    if not arrives:
        expected = ("telegram", "cancelled", "whom it was for takes part no longer")
        assert ledger(office, "cancelled") == [expected]
