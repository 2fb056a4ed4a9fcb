"""A browser that takes pushes: it subscribes with keys of its own, and opens what is meant for it.

Written after RFC 8291 and RFC 8188 on bare primitives, so that it agrees with no library by sharing its code.
"""

import os
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from services.delivery.push_addresses import PushSubscription

_SALT, _HEADER = 16, 21


class Browser:
    """One subscription, and the keys to what comes to it.

    Args:
        endpoint: where its push service takes messages for it.
    """

    def __init__(
        self, endpoint: str, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None
    ) -> None:
        self.endpoint = endpoint
        self._key = key or ec.generate_private_key(ec.SECP256R1())
        self._auth = auth or os.urandom(16)

    @property
    def subscription(self) -> PushSubscription:
        """As its page hands it over."""
        return PushSubscription(
            self.endpoint, base64url(_point(self._key.public_key())), base64url(self._auth)
        )

    def opened(self, body: bytes) -> bytes:
        """What a message says; raises InvalidTag or ValueError where it was meant for another browser."""
        salt, size, length = body[:_SALT], int.from_bytes(body[_SALT:20]), body[20]
        sender = body[_HEADER : _HEADER + length]
        record = body[_HEADER + length :]
        assert len(record) <= size, "a push is one record (RFC 8291, 4)"
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        about = b"WebPush: info\0" + _point(self._key.public_key()) + sender
        key = _derived(shared, self._auth, about, 32)
        content = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(content).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded.endswith(b"\x02"), "the last record ends with 2 (RFC 8188, 2)"
        return padded[:-1]


def base64url(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
