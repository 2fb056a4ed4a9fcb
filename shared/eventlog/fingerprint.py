"""Keyed fingerprints of commands.

A command may hold names, and a plain hash of a name can be found by trying names; under a key it cannot.
"""

import hmac
from functools import lru_cache

from shared.keys import derive


def fingerprint(secret: bytes, content: bytes) -> bytes:
    """HMAC-SHA-256 of a command's canonical bytes, under a key derived for this purpose alone.

    Raises:
        ValueError: the secret is shorter than 16 bytes.
    """
    return hmac.digest(_key(secret), content, "sha256")


@lru_cache(maxsize=4)
def _key(secret: bytes) -> bytes:
    return derive(secret, b"eventlog: command fingerprint, 1")
