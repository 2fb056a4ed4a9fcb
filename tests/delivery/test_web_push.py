"""Web Push against a push service of our own: what it is told, what the browser reads, what comes of it."""

import asyncio
import socket
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import format_datetime
from typing import Any

import msgspec
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from services.delivery.channel import Outcome
from services.delivery.destinations import Destinations
from services.delivery.push_addresses import PushAddress, address_of
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.push_patience import LONGEST_PATIENCE, SILENCES, SILENT_FOR
from services.delivery.web_push import MOST_BYTES, WebPushChannel, encrypted
from services.notices.rendering import Message
from shared.clock import ManualClock
from shared.p256 import private_from, read_private
from tests.delivery.given import NOON
from tests.simulators.browsers import Browser, base64url
from tests.simulators.push_service import Fault, PushService, push_service, wrong_with

CONTACT = "mailto:ops@example.org"
KEY = "0" * 24
NAME = "Chan Siu Ming"


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def key(clock: ManualClock) -> SenderKey:
    return SenderKey(private_from(b"s" * 32), CONTACT, clock)


@pytest.fixture
def receipts() -> Receipts:
    return Receipts(b"k" * 32)


@pytest.fixture
def service(clock: ManualClock, key: SenderKey) -> Iterator[PushService]:
    with push_service(clock, key.public) as running:
        yield running


class Sending:
    """A channel, and what it says of each call."""

    def __init__(self, key: SenderKey, receipts: Receipts, clock: ManualClock) -> None:
        self._key, self._receipts, self._clock = key, receipts, clock

    def __call__(self, *to: tuple[Browser, Message], names: bool = False) -> list[Outcome]:
        async def each() -> list[Outcome]:
            channel = WebPushChannel(
                self._key, self._receipts, Destinations("127.0.0.1"), self._clock, connections=4, seconds=1.0
            )
            try:
                return [
                    await channel.send(address_of(browser.subscription, names=names).text, message, KEY)
                    for browser, message in to
                ]
            finally:
                await channel.close()

        return asyncio.run(each())

    def single(self, browser: Browser, message: Message, *, names: bool = False) -> Outcome:
        (outcome,) = self((browser, message), names=names)
        return outcome


@pytest.fixture
def sending(key: SenderKey, receipts: Receipts, clock: ManualClock) -> Sending:
    return Sending(key, receipts, clock)


def message(kind: str = "suspended", text: str = "Stay at home.", **more: Any) -> Message:
    subject = "Play is off – Hong Kong"
    return Message(kind, "zh", (NAME,), (text,), "N-7", (), subject=subject, **more)


def read(browser: Browser, service: PushService, name: str = "ada") -> list[dict[str, Any]]:
    return [msgspec.json.decode(browser.opened(pushed.body)) for pushed in service.of(name)]


# What the simulators themselves are worth


def test_the_browser_opens_the_example_of_the_standard() -> None:
    # RFC 8291, appendix A.
    number = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    browser = Browser(
        "https://push.example.net/x",
        ec.derive_private_key(number, ec.SECP256R1()),
        decoded("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.opened(decoded(body)) == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize("what", ["key", "claims", "signature", "origin", "scheme", "late"])
def test_the_service_takes_no_other_signature(
    what: str, key: SenderKey, clock: ManualClock, service: PushService
) -> None:
    origin = "https://push.example.org"
    header = key.authorization(f"{origin}/send/ada")
    assert wrong_with(header, origin, service) == ""
    head, claims, rest = header.removeprefix("vapid t=").split(".")
    signature, public = rest.split(",k=")
    another = SenderKey(private_from(b"o" * 32), CONTACT, clock)
    if what == "key":
        header = another.authorization(f"{origin}/send/ada")
    elif what == "claims":
        claim = msgspec.json.decode(decoded(claims)) | {"sub": "mailto:mallory@example.org"}
        header = f"vapid t={head}.{base64url(msgspec.json.encode(claim))}.{signature},k={public}"
    elif what == "signature":
        header = f"vapid t={head}.{claims}.{base64url(bytes(64))},k={public}"
    elif what == "origin":
        origin = "https://other.example.org"
    elif what == "scheme":
        header = header.replace("vapid", "WebPush")
    else:
        clock.advance(timedelta(hours=12, seconds=1))
    assert "signature" in wrong_with(header, origin, service)


# What is sent


def test_only_the_browser_reads_what_is_sent(
    service: PushService, sending: Sending, receipts: Receipts
) -> None:
    browser, another = service.browser("ada"), service.browser("ben")
    page = "https://tiles.example.org/t/hk/results"
    assert sending.single(browser, message(page=page), names=True) == Outcome("sent")
    assert service.refused == []
    (push,) = read(browser, service)
    assert push == {
        "title": "Play is off – Hong Kong",
        "body": message().text,
        "url": page,
        "tag": KEY,
        "lang": "zh-Hant-HK",
        "receipt": receipts.token(KEY),
        "urgent": True,
    }
    assert NAME in push["body"]
    (pushed,) = service.of("ada")
    assert not any(word.encode() in pushed.body for word in (NAME, "off", "home", "tiles"))
    with pytest.raises(InvalidTag):
        another.opened(pushed.body)


def test_the_same_message_is_never_the_same_bytes(service: PushService, sending: Sending) -> None:
    browser = service.browser("ada")
    sending((browser, message()), (browser, message()))
    first, second = service.of("ada")
    assert browser.opened(first.body) == browser.opened(second.body)
    assert first.body[:21] != second.body[:21]


def test_a_lock_screen_shows_no_name_unless_that_was_chosen(service: PushService, sending: Sending) -> None:
    browser = service.browser("ada")
    sending.single(browser, message(), names=False)
    (push,) = read(browser, service)
    assert NAME not in str(push)
    assert "home" not in str(push)
    assert push["title"] == "Play is off – Hong Kong"
    assert push["body"] == "請開啟閱讀。"


@pytest.mark.parametrize(
    ("kind", "urgency", "urgent"),
    [
        ("suspended", "high", True),
        ("seat-changed", "high", True),
        ("weather-watch", "high", False),
        ("ruling", "normal", False),
        ("reminder-morning", "normal", False),
        ("results-published", "low", False),
    ],
)
def test_how_urgent_it_is_follows_from_its_kind(
    kind: str, urgency: str, urgent: bool, service: PushService, sending: Sending
) -> None:
    browser = service.browser("ada")
    sending.single(browser, message(kind))
    assert service.of("ada")[0].urgency == urgency
    assert read(browser, service)[0]["urgent"] is urgent


@pytest.mark.parametrize(
    ("until", "seconds"),
    [
        (None, 24 * 3600),
        (NOON + timedelta(minutes=90), 90 * 60),
        (NOON + timedelta(days=60), 28 * 24 * 3600),
        (NOON - timedelta(minutes=1), 0),
    ],
)
def test_it_is_kept_as_long_as_it_is_of_use(
    until: datetime | None, seconds: int, service: PushService, sending: Sending
) -> None:
    sending.single(service.browser("ada"), message(until=until))
    assert service.of("ada")[0].ttl == seconds


def test_of_a_topic_the_last_message_stays_and_the_topic_tells_a_service_nothing(
    service: PushService, sending: Sending
) -> None:
    ada, ben = service.browser("ada"), service.browser("ben")
    of_topic = {"topic": "hk-2026 session-1 safety"}
    sending((ada, message(text="Off.", **of_topic)), (ben, message(**of_topic)), names=True)
    sending((ada, message(text="On again.", **of_topic)), (ada, message(text="Something else.")), names=True)
    pushes = read(ada, service)
    assert ["On again." in push["body"] for push in pushes] == [True, False]
    topics = {pushed.topic for pushed in service.taken}
    assert len(topics) == 3, "the same for one browser, another for each, and none without"
    assert not any("session" in topic for topic in topics)
    assert pushes[0]["tag"] in topics


def test_a_signature_is_made_once_for_a_while_and_for_each_push_service(
    key: SenderKey, clock: ManualClock
) -> None:
    first = key.authorization("https://push.example.org/send/ada")
    assert key.authorization("https://push.example.org/send/ben") == first
    assert key.authorization("https://push.example.org:8443/send/ada") != first
    clock.advance(timedelta(hours=6, seconds=1))
    later = key.authorization("https://push.example.org/send/ada")
    assert later != first
    clock.advance(timedelta(hours=-24))
    assert key.authorization("https://push.example.org/send/ada") not in (first, later)


def test_as_many_push_services_as_strangers_name_take_no_room(key: SenderKey) -> None:
    for number in range(1_000):
        key.authorization(f"https://push{number}.example.org/")
    assert len(key._signed) <= 100


# How long it may be


@given(
    st.text(st.characters(codec="utf-8"), max_size=4_000),
    st.booleans(),
    st.sampled_from(["en", "zh"]),
)
def test_whatever_it_says_it_is_short_enough(text: str, names: bool, language: str) -> None:
    channel = WebPushChannel(
        SenderKey(private_from(b"s" * 32), CONTACT, ManualClock(NOON)),
        Receipts(b"k" * 32),
        Destinations(),
        ManualClock(NOON),
    )
    message = Message("ruling", language, (), (text,), "N-7", (), subject="Ruling", page="https://x.example")
    payload = channel.payload(PushAddress("https://x.example", "", "", names), message, KEY)
    assert len(payload) <= MOST_BYTES
    body = msgspec.json.decode(payload)["body"]
    assert body == message.text or not names or body.endswith("…")
    if names and len(message.text.encode()) < 1_000:
        assert body == message.text


def test_a_service_that_takes_less_gets_the_least_there_is_to_say(
    service: PushService, sending: Sending
) -> None:
    browser = service.browser("ada")
    service.most = 700
    assert sending.single(browser, message(text="home " * 200), names=True) == Outcome("sent")
    (push,) = read(browser, service)
    assert push["body"] == "請開啟閱讀。"
    service.most = 10
    assert sending.single(browser, message(), names=True) == Outcome("refused", why="HTTP 413")


# What comes of it


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
    channel = WebPushChannel(key, receipts, Destinations("127.0.0.1"), clock, seconds=0.1)

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
    assert (outcome.known, outcome.why) == ("not_sent", "ClientConnectorError")


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

    assert asyncio.run(send()) == Outcome("refused", why="address not permitted")


def test_a_name_that_stands_for_an_inner_machine_is_not_connected_to(
    service: PushService, key: SenderKey, receipts: Receipts, clock: ManualClock
) -> None:
    asked = []

    async def inner(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    browser = Browser(f"https://push.example.org:{service.port}/send/ada")

    async def send() -> Outcome:
        channel = WebPushChannel(key, receipts, Destinations(lookup=inner), clock)
        try:
            return await channel.send(address_of(browser.subscription, names=False).text, message(), KEY)
        finally:
            await channel.close()

    assert asyncio.run(send()) == Outcome("refused", why="address not permitted")
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


# Keys


def test_the_key_follows_from_the_secret_or_is_the_one_that_was_set(clock: ManualClock) -> None:
    derived = private_from(b"s" * 32)
    assert SenderKey(derived, CONTACT, clock).public == SenderKey(derived, CONTACT, clock).public
    # As the tools for Web Push print a pair.
    private, public = (
        ec.derive_private_key(derived, ec.SECP256R1()),
        SenderKey(derived, CONTACT, clock).public,
    )
    text = base64url(private.private_numbers().private_value.to_bytes(32))
    assert read_private(text) == derived
    assert SenderKey(read_private(text), CONTACT, clock).public == public
    assert len(decoded(public)) == 65


@pytest.mark.parametrize("text", ["", "AAAA", base64url(bytes(32)), base64url(b"\xff" * 32), "*" * 43])
def test_what_is_no_private_key_is_not_taken_for_one(text: str) -> None:
    with pytest.raises(ValueError, match="no private key"):
        read_private(text)


@given(st.binary(min_size=32, max_size=32))
def test_whatever_the_secret_a_key_follows_from_it(content: bytes) -> None:
    assert SenderKey(private_from(content), CONTACT, ManualClock(NOON)).public


def test_the_private_key_shows_nowhere(key: SenderKey) -> None:
    number = private_from(b"s" * 32)
    assert str(number) not in repr(key)
    assert f"{number:x}" not in repr(key).lower()


@pytest.mark.parametrize("bytes_", [1, 100, MOST_BYTES])
def test_what_is_encrypted_stays_below_what_services_take(bytes_: int) -> None:
    browser = Browser("https://push.example.org/x")
    body = encrypted(address_of(browser.subscription, names=False), b"x" * bytes_)
    assert len(body) <= 4096
    assert browser.opened(body) == b"x" * bytes_
