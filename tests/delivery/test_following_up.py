"""A suspension that nobody acknowledged in a chat goes out by e-mail too: once, to who needs it."""

from datetime import timedelta

import pytest

from services.delivery.emails import Emails
from services.delivery.following_up import FollowUp
from services.delivery.lease import Lease, LeaseLost
from services.delivery.push_addresses import WEB_PUSH
from tests.delivery.given import Office
from tests.unit.tournament.specs import S1

HALF_AN_HOUR = timedelta(minutes=30)
TOPIC = f"session:{S1}"


def follow_up(office: Office, lease: Lease | None = None) -> FollowUp:
    emails = Emails(office.book, office.links)
    if lease is None:
        lease = Lease(office.database, office.clock, "ticks")
        assert lease.acquire()
    return FollowUp(
        office.database,
        office.book,
        office.links,
        emails,
        lease,
        office.clock,
        HALF_AN_HOUR,
        ("email", WEB_PUSH),
    )


def suspended_four(office: Office) -> None:
    """Four people with a chat and an e-mail address each are told of a suspension."""
    for number in ("0001", "0002", "0003", "0004"):
        office.chat(f"chat-{number}", number)
        office.book.emails[f"entrant:{number}"] = f"{number}@example.org"
    office.notify("suspended", grounds="other", topic=TOPIC)
    office.drain()


def test_who_has_not_acknowledged_in_time_gets_an_email_once(office: Office) -> None:
    suspended_four(office)
    read = [delivery for delivery in office.all() if delivery.recipients == ("entrant:0001",)]
    assert office.deliveries.acknowledge(read[0].id, office.clock.now())
    office.clock.advance(HALF_AN_HOUR - timedelta(seconds=1))
    assert follow_up(office).tick() == 0
    office.clock.advance(timedelta(minutes=1))
    assert follow_up(office).tick() == 3
    office.clock.advance(timedelta(minutes=1))
    office.drain()
    assert office.email.to == [f"{number}@example.org" for number in ("0002", "0003", "0004")]
    reference = office.telegram.sent[0].message.reference
    assert {sent.message.reference for sent in office.email.sent} == {reference}
    office.clock.advance(HALF_AN_HOUR)
    assert follow_up(office).tick() == 0
    office.clock.advance(HALF_AN_HOUR)
    office.drain()
    assert len(office.email.sent) == 3


def test_one_of_two_chats_is_enough(office: Office) -> None:
    for chat in ("phone", "tablet"):
        office.chat(chat, "0001")
    office.book.emails["entrant:0001"] = "one@example.org"
    office.notify("rescheduled", "entrant:0001")
    office.drain()
    assert office.deliveries.acknowledge(office.all()[0].id, office.clock.now())
    office.clock.advance(HALF_AN_HOUR)
    assert follow_up(office).tick() == 0


def test_what_asks_for_no_answer_or_was_replaced_is_not_followed_up(office: Office) -> None:
    suspended_four(office)
    office.notify("goes-ahead", topic=TOPIC)
    office.notify("results-published", "everyone", stage="preliminary", version="1")
    office.drain()
    office.clock.advance(HALF_AN_HOUR)
    assert follow_up(office).tick() == 0


def test_who_got_an_email_anyway_gets_no_other(small: Office) -> None:
    small.book.emails["entrant:0001"] = "one@example.org"
    small.notify("suspended", "entrant:0001", grounds="other")
    small.drain()
    small.clock.advance(HALF_AN_HOUR)
    assert follow_up(small).tick() == 0
    small.clock.advance(HALF_AN_HOUR)
    small.drain()
    assert len(small.email.sent) == 1


def test_only_the_owner_follows_up(small: Office) -> None:
    suspended_four(small)
    small.clock.advance(HALF_AN_HOUR)
    with pytest.raises(LeaseLost):
        follow_up(small, Lease(small.database, small.clock, "nobody")).tick()
    assert follow_up(small).tick() == 4
