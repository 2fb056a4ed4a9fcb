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
    keyed = _keyed(secret).copy()
    keyed.update(content)
    return keyed.digest()


@lru_cache(maxsize=4)
def _keyed(secret: bytes) -> hmac.HMAC:
    """Made once and copied: to take the key in is most of the work."""
    return hmac.new(derive(secret, b"eventlog: command fingerprint, 1"), digestmod="sha256")
