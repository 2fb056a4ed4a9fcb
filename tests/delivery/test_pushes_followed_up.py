"""What follows a push about safety that nobody opens: one e-mail, or the list of whom to ring up."""

from datetime import timedelta

import pytest

from services.delivery.following_up import PUSH_UNOPENED_FOR
from services.delivery.ledger import Ledger
from tests.delivery.given import ID
from tests.delivery.hall import ADA, BEN, TOPIC, Hall
from tests.simulators.push_service import Fault
from tests.unit.tournament.specs import S1


def test_what_is_about_safety_and_not_opened_in_ten_minutes_goes_by_email_once(hall: Hall) -> None:
    office = hall.office
    for name, number in (("ada", "0001"), ("ben", "0002"), ("cho", "0003")):
        hall.browser(name, number)
    hall.emails("0001", "0002", "0003")
    office.notify("suspended", grounds="other", topic=TOPIC)
    office.drain()
    (ada,), (ben,) = hall.came("ada"), hall.came("ben")
    assert hall.subscriptions.receipt(ada["receipt"], "opened")
    assert hall.subscriptions.receipt(ben["receipt"], "received")
    office.clock.advance(PUSH_UNOPENED_FOR - timedelta(seconds=1))
    assert hall.follow_up() == 0
    office.clock.advance(timedelta(seconds=1))
    # That it came is no sign that anyone saw it.
    assert hall.follow_up() == 2
    assert hall.follow_up() == 0
    office.clock.advance(timedelta(minutes=1))
    office.drain()
    assert sorted(office.email.to) == ["0002@example.org", "0003@example.org"]
    assert hall.follow_up() == 0
    counts = Ledger(office.database).counts(ID)[0]
    assert (counts.sent, counts.acknowledged) == (5, 1)


def test_what_could_not_be_sent_in_ten_minutes_goes_by_email_as_well(hall: Hall) -> None:
    office = hall.office
    hall.browser("ada", "0001")
    hall.emails("0001")
    hall.service.fault("ada", Fault(503, "3600", times=100))
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    office.clock.advance(PUSH_UNOPENED_FOR)
    assert hall.follow_up() == 1
    office.drain()
    assert office.email.to == ["0001@example.org"]


@pytest.mark.parametrize("kind", ["goes-ahead", "rescheduled", "parent-answered"])
def test_that_holds_for_everything_about_safety(kind: str, small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.emails("0001")
    small_hall.office.notify(kind, ADA, sheet=f"{S1}/1", entrant="0001", seat="A", table="1")
    small_hall.office.drain()
    assert len(small_hall.came("ada")) == 1
    small_hall.office.clock.advance(PUSH_UNOPENED_FOR)
    assert small_hall.follow_up() == 1


def test_what_is_not_about_safety_or_was_replaced_is_let_be(small_hall: Hall) -> None:
    office = small_hall.office
    small_hall.browser("ada", "0001")
    small_hall.emails("0001")
    office.notify("results-published", ADA, stage="preliminary", version="1")
    office.notify("suspended", ADA, grounds="other", topic=TOPIC)
    office.drain()
    office.clock.advance(timedelta(minutes=1))
    office.notify("goes-ahead", ADA, topic=TOPIC)
    office.drain()
    (opened,) = [push for push in small_hall.came("ada") if push["title"].startswith("Play on")]
    small_hall.subscriptions.receipt(opened["receipt"], "opened")
    office.clock.advance(PUSH_UNOPENED_FOR)
    assert small_hall.follow_up() == 0


def test_one_of_two_browsers_is_enough_and_so_is_one_of_a_family(small_hall: Hall) -> None:
    office = small_hall.office
    small_hall.browser("phone", "0001", "0002")
    small_hall.browser("tablet", "0001")
    small_hall.emails("0001", "0002")
    office.notify("suspended", grounds="other")
    office.drain()
    small_hall.subscriptions.receipt(small_hall.came("phone")[0]["receipt"], "opened")
    office.clock.advance(PUSH_UNOPENED_FOR)
    assert small_hall.follow_up() == 0


def test_who_has_a_chat_is_followed_up_by_its_own_time(small_hall: Hall) -> None:
    office = small_hall.office
    office.chat("chat", "0001")
    small_hall.browser("ada", "0001")
    small_hall.emails("0001")
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    office.clock.advance(PUSH_UNOPENED_FOR)
    half = timedelta(minutes=30)
    assert small_hall.follow_up(half) == 0
    office.clock.advance(half)
    assert small_hall.follow_up(None) == 0
    assert small_hall.follow_up(half) == 2


def test_a_chat_that_is_silent_is_followed_by_a_push_and_by_email(hall: Hall) -> None:
    office = hall.office
    for number in ("0001", "0002", "0003", "0004"):
        office.chat(f"chat-{number}", number)
    hall.browser("ada", "0001")
    hall.browser("ben", "0002")
    hall.browser("cho", "0003")
    hall.emails("0001", "0003", "0004")
    office.notify("suspended", grounds="other")
    office.drain()
    read = next(row for row in office.all() if row.recipients == ("entrant:0003",))
    assert office.deliveries.acknowledge(read.id, office.clock.now())
    office.clock.advance(timedelta(minutes=30))
    assert hall.follow_up(timedelta(minutes=30)) == 4
    office.clock.advance(timedelta(minutes=1))
    office.drain()
    assert sorted(office.email.to) == ["0001@example.org", "0004@example.org"]
    assert [len(hall.came(name)) for name in ("ada", "ben", "cho")] == [1, 1, 0]
    assert set(office.telegram.to) == {f"chat-{number}" for number in ("0001", "0002", "0003", "0004")}
    office.clock.advance(PUSH_UNOPENED_FOR)
    assert hall.follow_up(timedelta(minutes=30)) == 0, "once"
    hall.subscriptions.receipt(hall.came("ada")[0]["receipt"], "opened")
    hall.subscriptions.receipt(hall.came("ben")[0]["receipt"], "opened")
    assert hall.outstanding() == {"entrant:0004": "unread"}


def test_who_opened_nothing_and_has_no_email_is_on_the_list_to_ring_up(hall: Hall) -> None:
    office = hall.office
    for name, number in (("ada", "0001"), ("ben", "0002"), ("cho", "0003")):
        hall.browser(name, number)
    hall.service.ended.add("cho")
    office.notify("suspended", grounds="other")
    office.drain()
    hall.subscriptions.receipt(hall.came("ada")[0]["receipt"], "opened")
    hall.subscriptions.receipt(hall.came("ben")[0]["receipt"], "received")
    office.clock.advance(PUSH_UNOPENED_FOR)
    assert hall.follow_up() == 0
    assert hall.outstanding() == {BEN: "unread", "entrant:0003": "unreached", "entrant:0004": "unreached"}
