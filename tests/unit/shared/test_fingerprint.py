"""Keyed fingerprints of commands."""

import hmac

import pytest

from shared.eventlog import fingerprint
from shared.keys import derive

SECRET = b"sixteen bytes or more"


def test_the_same_command_has_the_same_fingerprint_and_another_has_not() -> None:
    assert fingerprint(SECRET, b'{"name":"Chan"}') == fingerprint(SECRET, b'{"name":"Chan"}')
    assert fingerprint(SECRET, b'{"name":"Chan"}') != fingerprint(SECRET, b'{"name":"Cheung"}')


def test_nobody_without_the_secret_can_try_names() -> None:
    assert fingerprint(SECRET, b"x") != fingerprint(b"another secret, long", b"x")
    assert fingerprint(SECRET, b"x") != hmac.digest(SECRET, b"x", "sha256")


def test_keys_for_different_purposes_differ() -> None:
    assert derive(SECRET, b"one") != derive(SECRET, b"other")
    assert len(derive(SECRET, b"one")) == 32


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 16"):
        fingerprint(b"short", b"x")
