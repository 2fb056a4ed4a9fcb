"""What the browser reads and the service sees: encrypted, signed, short, with no name unless chosen."""

from datetime import datetime, timedelta

import msgspec
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from services.delivery.channel import Outcome
from services.delivery.destinations import Destinations
from services.delivery.push_addresses import PushAddress
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.web_push import MOST_BYTES, WebPushChannel
from services.notices.rendering import Message
from shared.clock import ManualClock
from shared.p256 import private_from
from tests.delivery.given import NOON
from tests.delivery.web_push.sending import CONTACT, KEY, NAME, Sending, decoded, message, read
from tests.simulators.browsers import Browser, base64url
from tests.simulators.push_service import PushService, wrong_with


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
