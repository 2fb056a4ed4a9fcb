"""Subscriptions of browsers: who may be sent to, where, how often, and what is left when they end."""

import asyncio
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from services.delivery.channel import Channel, Outcome
from services.delivery.destinations import Destinations
from services.delivery.push_addresses import MOST_DEVICES, PUSH_PORT, WEB_PUSH, PushSubscription, read_address
from services.delivery.push_keys import Receipts
from services.delivery.subscribing import Subscriptions
from shared.problems import Problem
from tests.cases import cases
from tests.delivery.given import ID, Office, Recording
from tests.refusing import refusing
from tests.simulators.browsers import Browser

ENDPOINT = "https://push.example.org/send/"
ADA, BEN = "entrant:0001", "entrant:0002"


class Pushing:
    """What sends, as far as subscriptions see it."""

    public_key = "BKey"

    def __init__(self) -> None:
        self.sent = Recording(WEB_PUSH)
        self.check = partial(Destinations().check, port=PUSH_PORT)

    def channel(self) -> Channel:
        return self.sent


@pytest.fixture
def pushing() -> Pushing:
    return Pushing()


@pytest.fixture
def receipts() -> Receipts:
    return Receipts(b"k" * 32)


def made(office: Office, pushing: Pushing | None, receipts: Receipts) -> Subscriptions:
    return Subscriptions(
        office.database,
        office.links,
        office.book,
        office.clock,
        receipts,
        pushing,
        lambda tournament_id, recipient: f"https://tiles.example.org/{tournament_id}/{recipient}",
    )


@pytest.fixture
def subscriptions(office: Office, pushing: Pushing, receipts: Receipts) -> Subscriptions:
    return made(office, pushing, receipts)


def refused(code: str, subscriptions: Subscriptions, *recipients: str, endpoint: str = ENDPOINT) -> None:
    with refusing(code):
        subscriptions.subscribe(ID, recipients, Browser(endpoint).subscription, "en", names=False)


def test_a_browser_stands_for_those_it_subscribed_for(subscriptions: Subscriptions, office: Office) -> None:
    browser = Browser(f"{ENDPOINT}1")
    id = subscriptions.subscribe(ID, [ADA, BEN], browser.subscription, "zh", names=True)
    (device,) = subscriptions.of(ID, [ADA])
    assert (device.address_id, device.recipients, device.language) == (id, (ADA,), "zh")
    assert (device.names, device.status, device.service) == (True, "active", "push.example.org")
    assert subscriptions.of(ID, [ADA, BEN])[0].recipients == (ADA, BEN)
    kept = read_address(office.links.where(ID, [id])[id])
    assert (kept.endpoint, kept.names) == (browser.endpoint, True)


def test_the_same_browser_again_changes_what_was_chosen_for_everyone_it_stands_for(
    subscriptions: Subscriptions, office: Office
) -> None:
    browser = Browser(f"{ENDPOINT}1")
    first = subscriptions.subscribe(ID, [ADA, BEN], browser.subscription, "zh", names=True)
    other_keys = Browser(browser.endpoint).subscription
    assert subscriptions.subscribe(ID, [ADA], other_keys, "en", names=False) == first
    (device,) = subscriptions.of(ID, [ADA, BEN])
    assert (device.recipients, device.names, device.language) == ((ADA, BEN), False, "en")
    kept = {read_address(text) for text in office.links.where(ID, [first]).values()}
    assert {push_address.p256dh for push_address in kept} == {other_keys.p256dh}
    (again,) = [link for link in office.links.of_address(WEB_PUSH, kept.pop().text) if link.recipient == BEN]
    assert again.address_id == first


def test_someone_may_have_several_browsers_and_no_more_than_there_is_room_for(
    subscriptions: Subscriptions, office: Office
) -> None:
    for number in range(MOST_DEVICES):
        browser = Browser(f"{ENDPOINT}{number}")
        last = subscriptions.subscribe(ID, [ADA], browser.subscription, "en", names=False)
    assert len(subscriptions.of(ID, [ADA])) == MOST_DEVICES
    refused("push-devices-too-many", subscriptions, BEN, ADA)
    assert not subscriptions.of(ID, [BEN])
    # One that has ended makes room, and goes when the next one comes.
    with office.database.writing() as driver:
        office.links.mark_dead(driver, ID, last, WEB_PUSH, "HTTP 410")
    subscriptions.subscribe(ID, [ADA], Browser(f"{ENDPOINT}new").subscription, "en", names=False)
    found = subscriptions.of(ID, [ADA])
    assert last not in [device.address_id for device in found]
    assert len(found) == MOST_DEVICES


def test_nothing_is_sent_to_a_browser_that_ended_its_subscription(
    subscriptions: Subscriptions, office: Office
) -> None:
    browser = Browser(f"{ENDPOINT}1")
    id = subscriptions.subscribe(ID, [ADA, BEN], browser.subscription, "en", names=False)
    subscriptions.send_test(ID, id)
    subscriptions.unsubscribe(ID, id)
    assert subscriptions.of(ID, [ADA, BEN]) == []
    assert office.links.where(ID, [id]) == {}
    with office.database.reading() as driver:
        for table in ("address", "link", "push_device"):
            assert driver.execute(f"SELECT address_id FROM {table}").fetchall() == []
    with refusing("not-found"):
        subscriptions.unsubscribe(ID, id)


def test_a_chat_is_no_browser(subscriptions: Subscriptions, office: Office) -> None:
    chat = office.chat("77", "0001")
    assert subscriptions.of(ID, [ADA]) == []
    with refusing("not-found"):
        subscriptions.unsubscribe(ID, chat)
    assert office.links.at(ID, chat)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://10.0.0.8/1",
        "https://localhost/1",
        "https://2130706433/1",
        "https://user@push.example.org/1",
        "https://push.example.org/1\r\nHost: inner",
        "file:///etc/passwd",
        "https://push.example.org/" + "a" * 1_990,
    ],
)
def test_a_browser_cannot_have_messages_sent_to_inner_machines(
    subscriptions: Subscriptions, endpoint: str
) -> None:
    with pytest.raises(Problem) as found:
        subscriptions.subscribe(ID, [ADA], Browser(endpoint).subscription, "en", names=False)
    assert found.value.code in ("destination-refused", "push-subscription-invalid")
    assert found.value.where["field"] == "endpoint"
    assert subscriptions.of(ID, [ADA]) == []


GOOD = Browser(ENDPOINT).subscription


@cases(
    "field, p256dh, auth",
    [
        ("p256dh", "", GOOD.auth),
        ("p256dh", "B" + "A" * 86, GOOD.auth),  # not on the curve
        ("p256dh", GOOD.p256dh[:-1], GOOD.auth),
        ("p256dh", GOOD.p256dh + "AAAA", GOOD.auth),
        ("p256dh", "A" + GOOD.p256dh[1:], GOOD.auth),  # compressed, says its first byte
        ("p256dh", "*" * 87, GOOD.auth),
        ("auth", GOOD.p256dh, ""),
        ("auth", GOOD.p256dh, GOOD.auth + "AA"),
        ("auth", GOOD.p256dh, "*" * 22),
    ],
)
def test_keys_that_are_none_are_refused_before_anything_is_kept(field: str, p256dh: str, auth: str) -> None:
    with refusing("push-subscription-invalid") as found:
        PushSubscription(ENDPOINT, p256dh, auth)
    assert found.value.where["field"] == field
    assert found.value.text("zh") != found.value.text("en")


def test_padding_of_base64url_is_taken_and_left() -> None:
    padded = PushSubscription(ENDPOINT, f"{GOOD.p256dh}=", f"{GOOD.auth}==")
    assert padded.endpoint == ENDPOINT


def test_nobody_subscribes_where_the_channel_is_off(office: Office, receipts: Receipts) -> None:
    off = made(office, None, receipts)
    assert off.public_key is None
    assert off.of(ID, [ADA]) == []
    refused("push-off", off, ADA)
    with refusing("push-off"):
        off.send_test(ID, "a-1")


def test_nobody_subscribes_for_whom_there_is_not(subscriptions: Subscriptions) -> None:
    refused("not-found", subscriptions, ADA, "entrant:0999")
    refused("invalid-input", subscriptions)
    assert subscriptions.of(ID, [ADA]) == [], "all or none"


def test_whoever_is_forgotten_takes_the_browser_along(
    subscriptions: Subscriptions, office: Office, receipts: Receipts
) -> None:
    id = subscriptions.subscribe(ID, [ADA, BEN], Browser(ENDPOINT).subscription, "en", names=True)
    subscriptions.send_test(ID, id)
    subject = office.book.tournament.state.entrants["0001"].person
    with office.database.writing() as driver:
        for write in office.links.removal(ID, [subject]):
            office.database.run(driver, write.statement, write.rows)
    office.vault.forget(subject)
    assert subscriptions.of(ID, [ADA]) == []
    assert [link.recipient for link in office.links.at(ID, id)] == [BEN]
    assert subscriptions.receipt(receipts.token(f"test-{id}"))
    assert subscriptions.of(ID, [BEN])[0].received_at is not None


def test_of_a_browser_that_stood_for_the_forgotten_alone_nothing_stays(
    subscriptions: Subscriptions, office: Office, receipts: Receipts
) -> None:
    kept = subscriptions.subscribe(ID, [BEN], Browser(f"{ENDPOINT}ben").subscription, "en", names=True)
    id = subscriptions.subscribe(ID, [ADA], Browser(ENDPOINT).subscription, "en", names=True)
    for address_id in (kept, id):
        subscriptions.send_test(ID, address_id)
    subject = office.book.tournament.state.entrants["0001"].person
    with office.database.writing() as driver:
        for write in office.links.removal(ID, [subject]):
            office.database.run(driver, write.statement, write.rows)
    with office.database.reading() as driver:
        for table in ("address", "link", "push_device"):
            assert driver.execute(f"SELECT address_id FROM {table}").fetchall() == [(kept,)]
    assert subscriptions.receipt(receipts.token(f"test-{id}"))
    with office.database.reading() as driver:
        assert driver.execute("SELECT address_id FROM push_device").fetchall() == [(kept,)]


def test_a_test_is_sent_and_the_browser_says_that_it_came_and_was_opened(
    subscriptions: Subscriptions, office: Office, pushing: Pushing, receipts: Receipts
) -> None:
    id = subscriptions.subscribe(ID, [ADA], Browser(ENDPOINT).subscription, "zh", names=False)
    begun = office.clock.now()
    subscriptions.send_test(ID, id)
    (sent,) = pushing.sent.sent
    assert pushing.sent.closed
    assert (sent.message.page, sent.message.language) == (f"https://tiles.example.org/{ID}/{ADA}", "zh")
    assert subscriptions.of(ID, [ADA])[0].tested_at == begun
    assert subscriptions.of(ID, [ADA])[0].received_at is None
    office.clock.advance(timedelta(seconds=3))
    assert subscriptions.receipt(receipts.token(sent.key))
    office.clock.advance(timedelta(seconds=3))
    assert subscriptions.receipt(receipts.token(sent.key), "opened")
    (device,) = subscriptions.of(ID, [ADA])
    assert device.tested_at == begun
    assert device.received_at == device.opened_at == begun + timedelta(seconds=6)


def test_a_browser_is_not_tried_out_again_and_again(
    subscriptions: Subscriptions, office: Office, pushing: Pushing
) -> None:
    id = subscriptions.subscribe(ID, [ADA], Browser(ENDPOINT).subscription, "en", names=False)
    subscriptions.send_test(ID, id)
    for seconds in (0, 19):
        office.clock.advance(timedelta(seconds=seconds))
        with refusing("push-just-tested") as found:
            subscriptions.send_test(ID, id)
        assert found.value.retry_after == 20 - seconds
    office.clock.advance(timedelta(seconds=1))
    subscriptions.send_test(ID, id)
    # A clock that was put back does not keep anyone waiting for as long.
    office.clock.advance(timedelta(hours=-3))
    subscriptions.send_test(ID, id)
    assert len(pushing.sent.sent) == 3


def test_neither_endpoint_nor_keys_lie_in_clear_in_a_file(small: Office, receipts: Receipts) -> None:
    browser = Browser(f"{ENDPOINT}secret-of-ada").subscription
    subscriptions = made(small, Pushing(), receipts)
    id = subscriptions.subscribe(ID, [ADA], browser, "en", names=True)
    subscriptions.send_test(ID, id)
    files = [
        file
        for database in (small.database, small.vault.database)
        if database.path is not None
        for file in Path(database.path).parent.glob(f"{Path(database.path).name}*")
    ]
    assert files
    for file in files:
        content = file.read_bytes()
        assert b"push_device" in content or file.name != Path(small.database.path or "").name
        for text in ("secret-of-ada", "push.example.org", browser.p256dh[:20], browser.auth):
            assert text.encode() not in content


def test_a_test_that_finds_the_subscription_ended_says_so_and_ends_it(
    subscriptions: Subscriptions, pushing: Pushing
) -> None:
    id = subscriptions.subscribe(ID, [ADA], Browser(ENDPOINT).subscription, "en", names=False)
    pushing.sent.says = lambda address, message: Outcome("gone", why="HTTP 410")
    with refusing("push-ended"):
        subscriptions.send_test(ID, id)
    assert subscriptions.of(ID, [ADA])[0].status == "dead"


def test_a_test_that_is_not_taken_says_so(subscriptions: Subscriptions, pushing: Pushing) -> None:
    id = subscriptions.subscribe(ID, [ADA], Browser(ENDPOINT).subscription, "en", names=False)
    pushing.sent.says = lambda address, message: Outcome("not_sent", why="HTTP 503")
    with refusing("push-not-taken"):
        subscriptions.send_test(ID, id)
    assert subscriptions.of(ID, [ADA])[0].status == "active"


def test_only_a_token_that_was_made_here_counts(
    subscriptions: Subscriptions, office: Office, receipts: Receipts
) -> None:
    office.chat("77", "0001")
    office.notify("suspended", grounds="other")
    office.drain()
    (delivery,) = (other for other in office.all() if other.channel == "telegram")
    good = receipts.token(delivery.id)
    forged = (
        f"{delivery.id}.{'A' * 22}",
        delivery.id,
        "",
        "x" * 5_000,
        f"{good}A",
        Receipts(b"o" * 32).token(delivery.id),
    )
    assert not any(subscriptions.receipt(token, "opened") for token in forged)
    assert not subscriptions.receipt(receipts.token("0" * 24), "opened")
    # A true token for what went to a chat was never given to anyone.
    assert not subscriptions.receipt(good, "opened")


def test_a_test_does_not_take_the_event_loop_of_another(subscriptions: Subscriptions) -> None:
    id = subscriptions.subscribe(ID, [ADA], Browser(ENDPOINT).subscription, "en", names=False)

    async def within() -> None:
        await asyncio.to_thread(subscriptions.send_test, ID, id)

    asyncio.run(within())
