"""The key with which pushes are signed."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from services.delivery.push_addresses import address_of
from services.delivery.push_keys import SenderKey
from services.delivery.web_push import MOST_BYTES, encrypted
from shared.clock import ManualClock
from shared.p256 import private_from, read_private
from tests.cases import cases
from tests.delivery.given import NOON
from tests.delivery.web_push.sending import CONTACT, decoded
from tests.simulators.browsers import Browser, base64url


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


@cases("text", ["", "AAAA", base64url(bytes(32)), base64url(b"\xff" * 32), "*" * 43])
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
