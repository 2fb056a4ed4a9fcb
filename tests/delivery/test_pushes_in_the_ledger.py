"""Pushes beside chats and e-mail: who gets one, once, what follows it, and what is left of it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from services.delivery.by_phone import ByPhone
from services.delivery.channel import Outcome
from services.delivery.codes import AskedBy
from services.delivery.destinations import Destinations
from services.delivery.emails import Emails
from services.delivery.following_up import PUSH_UNOPENED_FOR, FollowUp
from services.delivery.inviting import Inviting
from services.delivery.lease import Lease
from services.delivery.ledger import Ledger
from services.delivery.push_addresses import WEB_PUSH, address_of
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.push_sending import WebPushSending
from services.delivery.subscribing import Subscriptions
from services.delivery.web_push import WebPushChannel
from shared.p256 import private_from
from tests.delivery.given import ID, NOON, Office
from tests.simulators.browsers import Browser
from tests.simulators.push_service import Fault, PushService, push_service
from tests.unit.tournament.specs import S1, hong_kong, in_play

ADA, BEN = "entrant:0001", "entrant:0002"
TOPIC = f"session:{S1}"
GONE = Outcome("gone", why="bot was blocked by the user")


class Hall:
    """An office that pushes, too, and the push service beside it."""

    def __init__(self, office: Office, service: PushService, key: SenderKey) -> None:
        self.office, self.service = office, service
        self.receipts = Receipts(b"k" * 32)
        self.browsers: dict[str, Browser] = {}
        destinations = Destinations("127.0.0.1")
        office.also = [WebPushChannel(key, self.receipts, destinations, office.clock, seconds=0.5)]
        self.subscriptions = Subscriptions(
            office.database,
            office.links,
            office.book,
            office.clock,
            self.receipts,
            WebPushSending(key, self.receipts, destinations, office.clock),
            lambda tournament_id, recipient: "",
        )

    def browser(self, name: str, *entrants: str, names: bool = False) -> str:
        self.browsers[name] = self.service.browser(name)
        return self.office.subscribe(self.browsers[name], *entrants, names=names)

    def came(self, name: str) -> list[dict[str, Any]]:
        """What a browser shows, oldest first."""
        return [msgspec.json.decode(self.browsers[name].opened(own.body)) for own in self.service.of(name)]

    def emails(self, *entrants: str) -> None:
        for number in entrants:
            self.office.book.emails[f"entrant:{number}"] = f"{number}@example.org"

    def follow_up(self, after: timedelta | None = None) -> int:
        lease = Lease(self.office.database, self.office.clock, "ticks")
        assert lease.acquire()
        emails = Emails(self.office.book, self.office.links)
        office = self.office
        own = FollowUp(
            office.database,
            office.book,
            office.links,
            emails,
            lease,
            office.clock,
            after,
            ("email", WEB_PUSH),
        )
        made = own.tick()
        lease.release()
        return made

    def outstanding(self) -> dict[str, str]:
        found = ByPhone(self.office.database, self.office.book, self.office.clock).outstanding(ID)
        return {own.recipient: own.missing for own in found}


@pytest.fixture
def hall(office: Office) -> Iterator[Hall]:
    key = SenderKey(private_from(b"s" * 32), "mailto:ops@example.org", office.clock)
    with push_service(office.clock, key.public) as service:
        yield Hall(office, service, key)
        assert service.refused == []


@pytest.fixture
def small_hall(small: Office) -> Iterator[Hall]:
    """For what does not depend on the kind of database."""
    key = SenderKey(private_from(b"s" * 32), "mailto:ops@example.org", small.clock)
    with push_service(small.clock, key.public) as service:
        yield Hall(small, service, key)
        assert service.refused == []


# Who gets one


def test_a_chat_comes_first_then_the_browsers_then_email(hall: Hall) -> None:
    office = hall.office
    office.chat("chat-1", "0001")
    hall.browser("ada", "0001")
    hall.browser("ben", "0002")
    hall.browser("ben2", "0002")
    hall.emails("0001", "0002", "0003")
    office.notify("suspended", grounds="other")
    office.drain()
    office.drain()
    assert office.telegram.to == ["chat-1"]
    assert office.email.to == ["0003@example.org"]
    assert sorted(own.browser for own in hall.service.taken) == ["ben", "ben2"]
    assert office.statuses() == {"sent": 4, "unlinked": 1}
    (told,) = hall.came("ben")
    assert told["url"] == f"https://tiles.example.org/{ID}/{BEN}"
    assert Ledger(office.database).counts(ID)[0].sent == 4


def test_a_family_with_one_browser_gets_one_message_that_names_each_where_that_was_chosen(
    small_hall: Hall,
) -> None:
    small_hall.browser("mother", "0001", "0002", names=True)
    small_hall.browser("father", "0001", "0002")
    small_hall.office.notify("suspended", grounds="other")
    small_hall.office.drain()
    (hers,), (his,) = small_hall.came("mother"), small_hall.came("father")
    assert "Player 0001" in hers["body"]
    assert "Player 0002" in hers["body"]
    assert "Player" not in str(his)
    assert his["title"] == hers["title"]
    assert hers["urgent"]


def test_without_the_channel_a_browser_counts_for_nothing(small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.emails("0001")
    small_hall.office.also = []
    small_hall.office.notify("suspended", ADA, grounds="other")
    small_hall.office.drain()
    assert small_hall.office.email.to == ["0001@example.org"]
    assert small_hall.service.calls == []


def test_who_prefers_email_gets_no_push(small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.emails("0001")
    small_hall.office.links.preferences.prefer_email(ID, ADA, True)
    small_hall.office.notify("goes-ahead", ADA)
    small_hall.office.drain()
    assert (small_hall.office.email.to, small_hall.service.calls) == (["0001@example.org"], [])


def test_what_was_muted_for_a_browser_is_not_pushed_and_safety_is(small_hall: Hall) -> None:
    office = small_hall.office
    place = small_hall.browser("ada", "0001")
    office.links.preferences.mute(ID, place, "results-published")
    office.notify("results-published", ADA, stage="preliminary", version="1")
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    assert len(small_hall.came("ada")) == 1
    assert office.statuses() == {"declined": 1, "sent": 1}


def test_at_night_only_safety_is_pushed(hall: Hall) -> None:
    office = hall.office
    hall.browser("ada", "0001")
    office.clock.set(hong_kong("2026-03-20 23:30"))
    office.notify("ruling", ADA, dispute="D-1", ruling="R-1", cites="3")
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    assert [own["urgent"] for own in hall.came("ada")] == [True]
    office.clock.set(hong_kong("2026-03-21 08:00"))
    office.drain()
    assert [own["urgent"] for own in hall.came("ada")] == [True, False]


def test_who_sits_at_a_table_has_a_silent_phone(small_hall: Hall) -> None:
    office = small_hall.office
    office.book.tournament = in_play(4)
    small_hall.browser("ada", "0001")
    office.book.recorded = hong_kong("2026-03-28 13:00")
    office.clock.set(office.book.recorded)
    office.notify("ruling", ADA, dispute="D-1", ruling="R-1", cites="3")
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    assert [own["urgent"] for own in small_hall.came("ada")] == [True]


def test_who_takes_pushes_and_has_no_chat_is_still_to_be_invited(small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.office.chat("chat-2", "0002")
    pending = Inviting(small_hall.office.links, small_hall.office.book).pending(ID)
    assert [own.recipient for own in pending if own.recipient.startswith("entrant")] == [
        ADA,
        "entrant:0003",
        "entrant:0004",
    ]


def test_a_later_message_takes_the_place_of_one_that_was_not_fetched(small_hall: Hall) -> None:
    office = small_hall.office
    small_hall.browser("ada", "0001")
    for kind in ("suspended", "further-word"):
        office.notify(kind, ADA, grounds="other", topic=TOPIC)
        office.drain()
    (told,) = small_hall.came("ada")
    assert told["title"].startswith("Still off")
    # Nobody is to miss that a session is suspended because a reminder came after it.
    office.notify("reminder-morning", ADA, topic=TOPIC)
    office.drain()
    assert len(small_hall.came("ada")) == 2


def test_a_reminder_is_not_kept_longer_than_it_is_of_use(small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.office.notify("reminder-morning", ADA, not_after=NOON + timedelta(minutes=20))
    small_hall.office.drain()
    assert small_hall.service.taken[0].ttl == 20 * 60


# What comes of it


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_not_used_again_and_email_follows(status: int, hall: Hall) -> None:
    office = hall.office
    place = hall.browser("ada", "0001")
    hall.emails("0001")
    hall.service.fault("ada", Fault(status))
    office.notify("results-published", ADA, stage="preliminary", version="1")
    office.drain()
    assert office.email.to == ["0001@example.org"]
    assert [own.status for own in office.links.at(ID, place)] == ["dead"]
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
    assert sorted(own.browser for own in hall.service.taken) == ["ada", "ben"]


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
    office.notify(kind, ADA, grounds="other", stage="preliminary", version="1")
    for _ in range(3):
        office.drain()
        office.clock.advance(timedelta(seconds=61))
    assert len(hall.service.taken) == times
    assert len({own["tag"] for own in hall.came("ada")}) == 1
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


# What follows it


def delivered(hall: Hall) -> str:
    (own,) = [own for own in hall.office.all() if own.channel == WEB_PUSH]
    return own.id


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


@pytest.mark.parametrize("kind", ["goes-ahead", "seat-changed", "parent-answered"])
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
    (opened,) = [own for own in small_hall.came("ada") if own["title"].startswith("Play on")]
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


# What is left of it


def test_the_ledger_holds_neither_endpoint_nor_name(hall: Hall) -> None:
    hall.browser("secret-endpoint", "0001", names=True)
    hall.service.fault("secret-endpoint", Fault(500))
    hall.office.notify("suspended", ADA, grounds="other")
    hall.office.drain()
    kept = str(hall.office.all()) + str(hall.office.links.of_recipients(ID))
    assert "secret" not in kept
    assert "127.0.0.1" not in kept
    assert "Player" not in kept


def test_whoever_is_forgotten_gets_nothing_more_also_what_was_waiting(hall: Hall) -> None:
    office = hall.office
    hall.browser("ada", "0001")
    hall.service.fault("ada", Fault(503, "5"))
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    subject = office.book.tournament.state.entrants["0001"].person
    with office.database.writing() as driver:
        for own in office.links.removal(ID, [subject]):
            office.database.run(driver, own.statement, own.rows)
    office.vault.forget(subject)
    office.clock.advance(timedelta(minutes=1))
    office.drain()
    assert hall.service.taken == []
    assert office.statuses() == {"cancelled": 1}
    assert office.links.of_address(WEB_PUSH, _address(hall.browsers["ada"])) == []


def _address(browser: Browser) -> str:
    return address_of(browser.subscription, names=False).text


def test_a_test_goes_out_at_once_and_is_heard_of(hall: Hall) -> None:
    place = hall.browser("ada", "0001")
    hall.subscriptions.send_test(ID, place)
    (told,) = hall.came("ada")
    assert told["title"].startswith("A test")
    assert hall.subscriptions.receipt(told["receipt"])
    (device,) = hall.subscriptions.of(ID, [ADA])
    assert device.received_at == NOON
    assert hall.office.all() == [], "it is no notice, and in no ledger"


def test_ended_in_one_tournament_a_browser_is_still_found_in_another(hall: Hall) -> None:
    place = hall.browser("ada", "0001")
    where, links = _address(hall.browsers["ada"]), hall.office.links
    other = links.link("other-2026", ADA, WEB_PUSH, where)
    assert len(links.of_address(WEB_PUSH, where)) == 2
    hall.subscriptions.unsubscribe(ID, place)
    assert [own.address_id for own in links.of_address(WEB_PUSH, where)] == [other.address_id]
    links.unlink("other-2026", ADA, other.address_id)
    assert links.of_address(WEB_PUSH, where) == []
