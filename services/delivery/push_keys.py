"""The keys of Web Push: the one that proves who sends (VAPID, RFC 8292), and the one that receipts bear."""

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from datetime import timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shared.clock import Clock

_HOLDS = timedelta(hours=12).total_seconds()
"""How long a signed statement holds; push services refuse more than 24 hours (RFC 8292, 2)."""
_MOST_KEPT = 100
_MARK_BYTES = 16
_TOKEN = re.compile(r"([a-z0-9-]{1,80})\.([A-Za-z0-9_-]{22})")


class SenderKey:
    """The key that all pushes of an installation are signed with. Never shown, also not by repr.

    A browser subscribes to one public key; under another one its push service refuses whatever is sent.

    Args:
        number: the private key.
        contact: whom push services may write to, "mailto:…" or "https://…".
    """

    def __init__(self, number: int, contact: str, clock: Clock) -> None:
        self._key = ec.derive_private_key(number, ec.SECP256R1())
        self._contact, self._clock = contact, clock
        self._signed: dict[str, tuple[str, float]] = {}
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = urlsafe_b64encode(point).rstrip(b"=").decode()

    def authorization(self, endpoint: str) -> str:
        """The Authorization header for a request to an endpoint; the same for a while (RFC 8292, 2)."""
        from py_vapid import Vapid02

        parts = urlsplit(endpoint)
        audience = f"{parts.scheme}://{parts.netloc}"
        now = self._clock.now().timestamp()
        header, until = self._signed.get(audience, ("", 0.0))
        if not _HOLDS / 2 < until - now <= _HOLDS:
            until = now + _HOLDS
            claims = {"aud": audience, "exp": int(until), "sub": self._contact}
            header = str(Vapid02(self._key).sign(claims)["Authorization"])
            if len(self._signed) >= _MOST_KEPT:
                self._signed.clear()
            self._signed[audience] = header, until
        return header

    def __repr__(self) -> str:
        return f"SenderKey({self.public})"


class Receipts:
    """Tokens by which a browser says that a message came, or was opened; nobody else can make one.

    Args:
        key: derived for this from the secret.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def token(self, id: str) -> str:
        """The token of a delivery, or of what else was sent under an id."""
        return f"{id}.{self._mark(id)}"

    def read(self, token: str) -> str | None:
        """The id that a token stands for; None for one that was not made here."""
        found = _TOKEN.fullmatch(token)
        if found is None or not hmac.compare_digest(self._mark(found[1]), found[2]):
            return None
        return found[1]

    def topic(self, endpoint: str, what: str) -> str:
        """What messages to one endpoint about one thing have in common; to a push service it says nothing.

        32 characters of base64url, as many as a Topic may have (RFC 8030, 5.4).
        """
        mark = hmac.digest(self._key, f"topic\n{endpoint}\n{what}".encode(), hashlib.sha256)
        return urlsafe_b64encode(mark[:24]).decode()

    def _mark(self, id: str) -> str:
        mark = hmac.digest(self._key, f"receipt\n{id}".encode(), hashlib.sha256)[:_MARK_BYTES]
        return urlsafe_b64encode(mark).rstrip(b"=").decode()
