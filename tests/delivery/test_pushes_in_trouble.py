"""What is done where a chat or a push service fails: the next way on file, patience, and no doubles."""

from datetime import timedelta

import pytest

from services.delivery.channel import Outcome
from services.delivery.codes import AskedBy
from services.delivery.push_addresses import WEB_PUSH
from tests.delivery.given import ID
from tests.delivery.hall import ADA, BEN, Hall
from tests.simulators.push_service import Fault

GONE = Outcome("gone", why="bot was blocked by the user")


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_not_used_again_and_email_follows(status: int, hall: Hall) -> None:
    office = hall.office
    place = hall.browser("ada", "0001")
    hall.emails("0001")
    hall.service.fault("ada", Fault(status))
    office.notify("results-published", ADA, stage="preliminary", version="1")
    office.drain()
    assert office.email.to == ["0001@example.org"]
    assert [link.status for link in office.links.at(ID, place)] == ["dead"]
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    assert len(office.email.to) == 2
    assert hall.service.calls == ["ada"]
    assert office.statuses() == {"failed": 1, "sent": 2}


def test_where_a_chat_fails_a_browser_is_tried_and_email_for_who_has_none(hall: Hall) -> None:
    office = hall.office
    office.chat("chat", "0001", "0002")
    hall.browser("ada", "0001")
    hall.emails("0001", "0002")
    office.telegram.says = lambda address, message: GONE
    office.notify("suspended", grounds="other")
    office.drain()
    assert len(hall.came("ada")) == 1
    assert office.email.to == ["0002@example.org"]


def test_where_a_chat_fails_and_the_browser_wants_none_of_it_email_is_tried(small_hall: Hall) -> None:
    office = small_hall.office
    office.chat("chat", "0001")
    place = small_hall.browser("ada", "0001")
    office.links.preferences.mute(ID, place, "results-published")
    small_hall.emails("0001")
    office.telegram.says = lambda address, message: GONE
    office.notify("results-published", ADA, stage="preliminary", version="1")
    office.drain()
    assert (small_hall.service.calls, office.email.to) == ([], ["0001@example.org"])


def test_a_code_is_not_pushed_to_who_may_hold_no_more_than_the_link_of_a_page(hall: Hall) -> None:
    office = hall.office
    office.site = "https://tiles.example.org"
    pages = office.pages(("telegram", "email", WEB_PUSH))
    (page,) = pages.make(ID, [ADA])
    office.chat("chat", "0001")
    hall.browser("ada", "0001")
    hall.emails("0001")
    office.telegram.says = lambda address, message: GONE
    link = pages.links.read(page.link.rpartition("/")[2])
    pages.codes.ask(link, ADA, "withdraw", AskedBy("phone", "192.0.2.1"))
    office.drain()
    assert (hall.service.calls, office.email.to) == ([], ["0001@example.org"])


def test_a_service_that_asks_for_patience_gets_it_and_the_message_once(hall: Hall) -> None:
    office = hall.office
    hall.browser("ada", "0001")
    hall.browser("ben", "0002")
    hall.service.fault("ada", Fault(429, "20"))
    office.notify("results-published", ADA, stage="preliminary", version="1")
    office.drain()
    # Others at the same service wait as well.
    office.notify("results-published", BEN, stage="preliminary", version="1")
    office.drain()
    assert hall.service.calls == ["ada"]
    office.clock.advance(timedelta(seconds=19))
    office.drain()
    assert hall.service.calls == ["ada"]
    office.clock.advance(timedelta(seconds=2))
    office.drain()
    office.drain()
    assert sorted(pushed.browser for pushed in hall.service.taken) == ["ada", "ben"]


def test_a_service_in_trouble_is_tried_again(small_hall: Hall) -> None:
    office = small_hall.office
    small_hall.browser("ada", "0001")
    small_hall.service.fault("ada", Fault(500, times=3))
    office.notify("results-published", ADA, stage="preliminary", version="1")
    for _ in range(5):
        office.drain()
        office.clock.advance(timedelta(seconds=5))
    assert small_hall.service.calls == ["ada"] * 4
    assert len(small_hall.service.taken) == 1


@pytest.mark.parametrize(("kind", "times"), [("results-published", 1), ("suspended", 2)])
def test_in_doubt_only_safety_is_sent_again_and_shows_once(kind: str, times: int, hall: Hall) -> None:
    office = hall.office
    hall.browser("ada", "0001")
    hall.service.fault("ada", Fault(0, taken=True))
    hall.gives_up_after(0.5)
    office.notify(kind, ADA, grounds="other", stage="preliminary", version="1")
    office.drain()
    hall.gives_up_after(10)
    for _ in range(3):
        office.drain()
        office.clock.advance(timedelta(seconds=61))
    assert len(hall.service.taken) == times
    assert len({push["tag"] for push in hall.came("ada")}) == 1
    assert office.statuses() == {"unknown" if times == 1 else "sent": 1}


def test_what_no_retry_gets_through_goes_by_email(small_hall: Hall) -> None:
    office = small_hall.office
    small_hall.browser("ada", "0001")
    small_hall.emails("0001")
    small_hall.service.fault("ada", Fault(503, times=1_000))
    office.notify("results-published", ADA, stage="preliminary", version="1")
    for _ in range(61):
        office.drain()
        office.clock.advance(timedelta(seconds=61))
    assert office.email.to == ["0001@example.org"]
    assert office.statuses() == {"dead": 1, "sent": 1}
