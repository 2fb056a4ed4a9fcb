"""What the service says, or not, and where nothing is sent."""

import asyncio
import socket
from datetime import timedelta
from email.utils import format_datetime

import msgspec
import pytest

from services.delivery.channel import Outcome
from services.delivery.destinations import Destinations
from services.delivery.push_addresses import address_of
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.push_patience import LONGEST_PATIENCE, SILENCES, SILENT_FOR
from services.delivery.web_push import WebPushChannel
from shared.catalogue import say
from shared.clock import ManualClock
from shared.p256 import private_from
from tests.delivery.given import NOON
from tests.delivery.web_push.sending import CONTACT, KEY, Sending, message
from tests.simulators.browsers import Browser
from tests.simulators.push_service import Fault, PushService, push_service


@pytest.mark.parametrize(
    ("status", "retry_after", "outcome"),
    [
        (404, "", Outcome("gone", why="HTTP 404")),
        (410, "", Outcome("gone", why="HTTP 410")),
        (400, "", Outcome("refused", why="HTTP 400")),
        (401, "", Outcome("refused", why="HTTP 401")),
        (403, "", Outcome("refused", why="HTTP 403")),
        (301, "", Outcome("refused", why="HTTP 301")),
        (429, "", Outcome("not_sent", why="HTTP 429")),
        (429, "17", Outcome("not_sent", why="HTTP 429", seconds=17.0)),
        (429, "999999999", Outcome("not_sent", why="HTTP 429", seconds=LONGEST_PATIENCE)),
        (429, "-5", Outcome("not_sent", why="HTTP 429")),
        (429, "soon", Outcome("not_sent", why="HTTP 429")),
        (
            429,
            format_datetime(NOON + timedelta(seconds=90)),
            Outcome("not_sent", why="HTTP 429", seconds=90.0),
        ),
        (500, "", Outcome("not_sent", why="HTTP 500")),
        (503, "8", Outcome("not_sent", why="HTTP 503", seconds=8.0)),
    ],
)
def test_what_a_status_means(
    status: int, retry_after: str, outcome: Outcome, service: PushService, sending: Sending
) -> None:
    service.fault("ada", Fault(status, retry_after))
    assert sending.single(service.browser("ada"), message()) == outcome
    assert service.taken == []


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_any_word_that_it_was_taken_counts(status: int, service: PushService, sending: Sending) -> None:
    service.fault("ada", Fault(status, taken=True))
    assert sending.single(service.browser("ada"), message()) == Outcome("sent")


def test_a_service_that_asks_for_patience_is_left_alone_and_another_is_not(
    service: PushService, sending: Sending, clock: ManualClock
) -> None:
    with push_service(clock) as other:
        # Another name for the same machine: patience is asked for by host.
        first, another = service.browser("ada"), Browser(f"http://localhost:{other.port}/send/ben")
        service.fault("ada", Fault(429, "30"))
        channel = WebPushChannel(
            SenderKey(private_from(b"s" * 32), CONTACT, clock),
            Receipts(b"k" * 32),
            Destinations("127.0.0.1 localhost"),
            clock,
        )

        async def rounds() -> list[tuple[str, float]]:
            found: list[tuple[str, float]] = []
            for browser, wait in ((first, 0), (first, 0), (another, 0), (first, 31)):
                clock.advance(timedelta(seconds=wait))
                text = address_of(browser.subscription, names=False).text
                outcome = await channel.send(text, message(), KEY)
                found.append((outcome.known, outcome.seconds))
            await channel.close()
            return found

        assert asyncio.run(rounds()) == [("not_sent", 30.0), ("not_sent", 30.0), ("sent", 0.0), ("sent", 0.0)]
        assert service.calls == ["ada", "ada"]


@pytest.mark.parametrize("taken", [False, True])
def test_without_an_answer_it_is_unknown_whether_it_arrived(
    taken: bool, service: PushService, sending: Sending
) -> None:
    service.fault("ada", Fault(0, taken=taken))
    outcome = sending.single(service.browser("ada"), message())
    assert outcome.known == "unknown"
    assert len(service.taken) == int(taken)


def test_a_service_that_never_answers_does_not_hold_up_the_others(
    service: PushService, key: SenderKey, receipts: Receipts, clock: ManualClock
) -> None:
    browser = service.browser("ada")
    service.fault("ada", Fault(0, times=SILENCES + 1))
    channel = WebPushChannel(key, receipts, Destinations("127.0.0.1"), clock, seconds=0.5)

    async def send() -> list[Outcome]:
        text = address_of(browser.subscription, names=False).text
        found = [await channel.send(text, message(), KEY) for _ in range(SILENCES + 1)]
        for _ in range(3):
            clock.advance(timedelta(seconds=SILENT_FOR + 1))
            found.append(await channel.send(text, message(), KEY))
        await channel.close()
        return found

    found = asyncio.run(send())
    assert [outcome.known for outcome in found] == [
        *["unknown"] * SILENCES,
        "not_sent",
        "unknown",
        "sent",
        "sent",
    ]
    assert found[SILENCES].seconds == SILENT_FOR
    assert len(service.calls) == SILENCES + 3


def test_where_nobody_listens_it_was_not_sent(sending: Sending) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        browser = Browser(f"http://127.0.0.1:{free.getsockname()[1]}/send/ada")
        outcome = sending.single(browser, message())
    assert (outcome.known, outcome.why) == ("not_sent", "no connection (ClientConnectorError)")


def test_no_reason_holds_the_endpoint(service: PushService, sending: Sending) -> None:
    service.fault("secret-name", Fault(0))
    outcome = sending.single(service.browser("secret-name"), message())
    assert "secret" not in outcome.why
    assert "127" not in outcome.why


# Where it may go


@pytest.mark.parametrize(
    "endpoint",
    ["http://127.0.0.1:9/x", "https://10.0.0.8/x", "https://[::1]/x", "gopher://push.example.org/"],
)
def test_what_lies_in_the_database_goes_nowhere_else_either(
    endpoint: str, key: SenderKey, receipts: Receipts, clock: ManualClock
) -> None:
    browser = Browser("https://push.example.org/x")
    text = msgspec.json.encode(
        msgspec.structs.replace(address_of(browser.subscription, names=False), endpoint=endpoint)
    ).decode()

    async def send() -> Outcome:
        return await WebPushChannel(key, receipts, Destinations(), clock).send(text, message(), KEY)

    assert asyncio.run(send()) == Outcome("refused", why=say("word-why-not-address-not-permitted", "en"))


def test_a_name_that_stands_for_an_inner_machine_is_not_connected_to(
    service: PushService, key: SenderKey, receipts: Receipts, clock: ManualClock
) -> None:
    asked = []

    async def inner(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    browser = Browser("https://push.example.org/send/ada")

    async def send() -> Outcome:
        channel = WebPushChannel(key, receipts, Destinations(lookup=inner), clock)
        try:
            return await channel.send(address_of(browser.subscription, names=False).text, message(), KEY)
        finally:
            await channel.close()

    assert asyncio.run(send()) == Outcome("refused", why=say("word-why-not-address-not-permitted", "en"))
    assert asked == ["push.example.org"], "looked up once, and what was found is what counts"
    assert service.calls == []


def test_a_redirect_leads_nowhere(service: PushService, sending: Sending) -> None:
    service.fault("ada", Fault(307))
    assert sending.single(service.browser("ada"), message()).known == "refused"
    assert service.calls == ["ada"]


@pytest.mark.parametrize("text", ["", "77", "{}", '{"endpoint":1}', "[]", "https://push.example.org/x"])
def test_what_is_no_subscription_is_refused(
    text: str, key: SenderKey, receipts: Receipts, clock: ManualClock
) -> None:
    async def send() -> Outcome:
        return await WebPushChannel(key, receipts, Destinations(), clock).send(text, message(), KEY)

    assert asyncio.run(send()).known == "refused"
