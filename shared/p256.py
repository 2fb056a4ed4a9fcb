"""Private keys on P-256 as numbers: read from text, or found from other secret bytes."""

import re
from base64 import urlsafe_b64decode

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Private keys are numbers from 1 to one less than this (FIPS 186-4, D.1.2.3)."""


def read_private(text: str) -> int:
    """A private key as tools for Web Push print it: base64url of 32 bytes.

    Raises:
        ValueError: it is none.
    """
    if re.fullmatch(r"[A-Za-z0-9_-]{43}=?", text) is None:
        raise ValueError("no private key")
    number = int.from_bytes(urlsafe_b64decode(text.rstrip("=") + "="))
    if not 0 < number < _ORDER:
        raise ValueError("no private key")
    return number


def private_from(content: bytes) -> int:
    """The private key that follows from 32 secret bytes; each value is as likely as any, but for 2^-32."""
    return int.from_bytes(content) % (_ORDER - 1) + 1
