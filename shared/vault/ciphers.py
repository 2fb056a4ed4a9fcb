"""The arithmetic of the vault: deriving keys, wrapping them, sealing fields under them. Knows no database.

Everything is AES-256-GCM with a random 96-bit nonce in front of the ciphertext. What is authenticated beside
it binds a key to its subject, and a sealed record to its subject, so neither can be moved to another.
"""

import hmac
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.codec import canonical
from shared.keys import KEY_BYTES, derive

Random = Callable[[int], bytes]
Fields = Mapping[str, str]

_NONCE = 12
_CHECKED = b"tileledger vault"

_decode_fields = msgspec.json.Decoder(dict[str, str]).decode


Why = Literal["key", "record", "missing"]


class WrongSecret(Exception):
    """A wrapped key does not open: it was changed, or wrapped under another secret."""


class Unreadable(Exception):
    """What was sealed for a subject cannot be read, though the subject was not forgotten.

    Attributes:
        why: "key": the key was changed or made under another secret; "record": what was sealed was changed,
            or belongs to another subject; "missing": there is no key.
    """

    def __init__(self, subject: str, why: Why) -> None:
        super().__init__(f"the personal data of {subject} cannot be read: {why}")
        self.subject = subject
        self.why = why


class Wrapping:
    """Makes subject keys and wraps them under the secret."""

    def __init__(self, secret: bytes, random: Random) -> None:
        self._cipher = AESGCM(derive(secret, b"vault: wrap subject keys, 1"))
        self._check = AESGCM(derive(secret, b"vault: check the secret, 1"))
        self._random = random

    def new(self, subject: str) -> tuple[AESGCM, bytes]:
        """A fresh key for `subject`, ready to use, and wrapped for storing."""
        key, nonce = self._random(KEY_BYTES), self._random(_NONCE)
        return AESGCM(key), nonce + self._cipher.encrypt(nonce, key, subject.encode())

    def unwrap(self, subject: str, wrapped: bytes) -> AESGCM:
        """The key ready to use; raises WrongSecret."""
        try:
            return AESGCM(self._cipher.decrypt(wrapped[:_NONCE], wrapped[_NONCE:], subject.encode()))
        except (InvalidTag, ValueError):
            raise WrongSecret from None

    def check_value(self) -> bytes:
        """What opens under this secret and no other: always the same bytes; its key seals nothing else."""
        return self._check.encrypt(bytes(_NONCE), _CHECKED, None)

    def is_check_value(self, sealed: bytes) -> bool:
        """Whether this is the check value of this secret."""
        return hmac.compare_digest(sealed, self.check_value())


def seal(key: AESGCM, subject: str, fields: Fields, random: Random) -> bytes:
    nonce = random(_NONCE)
    return nonce + key.encrypt(nonce, canonical(fields), subject.encode())


def unseal(key: AESGCM, subject: str, sealed: bytes) -> dict[str, str]:
    """The fields; raises Unreadable."""
    try:
        return _decode_fields(key.decrypt(sealed[:_NONCE], sealed[_NONCE:], subject.encode()))
    except (InvalidTag, ValueError):
        raise Unreadable(subject, "record") from None


class BlindIndex:
    """Keyed digests by which a value is found without being stored."""

    def __init__(self, secret: bytes) -> None:
        self._key = derive(secret, b"vault: blind index, 1")

    def digest(self, kind: str, value: str) -> bytes:
        name = kind.encode()
        return hmac.digest(self._key, len(name).to_bytes(4, "big") + name + value.encode(), "sha256")
