"""Push subscriptions: where a browser is reached, and the keys that only it can open messages with.

What a browser says of itself comes from a stranger, so it is held to its form before anything else.
"""

import re
from base64 import urlsafe_b64decode

import msgspec

from shared.catalogue import Phrase
from shared.limits import Limit
from shared.problems import ProblemType

WEB_PUSH = "web_push"
"""The name of the channel."""
POINT_BYTES, SECRET_BYTES = 65, 16
"""Of the browser's public key, an uncompressed point on P-256, and of its secret (RFC 8291, 2)."""
LONGEST_ENDPOINT = 2000
PUSH_PORT = 443
"""At which push services answer; no browser is given another."""

MOST_DEVICES = Limit(
    "push-devices", 10, "browsers", "that take pushes for one person", refused="push-devices-too-many"
)

PUSH_SUBSCRIPTION_INVALID = ProblemType("push-subscription-invalid", 422)
PUSH_DEVICES_TOO_MANY = ProblemType("push-devices-too-many", 409)

_POINT = re.compile(r"[A-Za-z0-9_-]{87}=?")
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}(==)?")


class PushSubscription(msgspec.Struct, frozen=True):
    """A subscription as a browser gives it.

    Attributes:
        endpoint: the address at its push service; whoever knows it can send to it, so it is kept sealed.
        p256dh: the browser's public key, base64url of an uncompressed point on P-256.
        auth: its secret of 16 bytes, base64url.

    Raises:
        Problem: push-subscription-invalid, when made of what is none. Where the endpoint leads is looked at
            by whoever uses it.
    """

    endpoint: str
    p256dh: str
    auth: str

    def __post_init__(self) -> None:
        if not 0 < len(self.endpoint) <= LONGEST_ENDPOINT:
            raise _invalid("endpoint", Phrase("part-push-endpoint-length", {"longest": LONGEST_ENDPOINT}))
        if _POINT.fullmatch(self.p256dh) is None or not _on_curve(decoded(self.p256dh)):
            raise _invalid("p256dh", Phrase("part-push-no-public-key"))
        if _SECRET.fullmatch(self.auth) is None:
            raise _invalid("auth", Phrase("part-push-no-secret", {"bytes": SECRET_BYTES}))


class PushAddress(msgspec.Struct, frozen=True):
    """What is kept of a subscription, sealed: all that is needed to send to it.

    Attributes:
        names: whether its owner wants names and the whole text on the lock screen.
    """

    endpoint: str
    p256dh: str
    auth: str
    names: bool = False

    @property
    def text(self) -> str:
        """As it is kept."""
        return msgspec.json.encode(self).decode()


def address_of(subscription: PushSubscription, *, names: bool) -> PushAddress:
    """What is kept of a subscription."""
    return PushAddress(subscription.endpoint, subscription.p256dh, subscription.auth, names)


def read_address(text: str) -> PushAddress:
    """The address as it was kept; raises msgspec.MsgspecError for anything else."""
    return msgspec.json.decode(text, type=PushAddress)


def known_by(channel: str, where: str) -> str:
    """What an address is found again by: of a subscription its endpoint alone, since the rest may change."""
    return read_address(where).endpoint if channel == WEB_PUSH else where


def decoded(text: str) -> bytes:
    """Base64url, with or without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _on_curve(point: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == POINT_BYTES


def _invalid(field: str, why: Phrase) -> Exception:
    return PUSH_SUBSCRIPTION_INVALID(detail=why).at(field=field)
