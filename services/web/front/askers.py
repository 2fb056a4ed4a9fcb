"""Who asks, as far as counting needs it: a token that held lately, or the address a request came from."""

import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address

from services.web.front.rates import Asker

_HOLDS_SECONDS = 600.0
_NETWORK_OF_ONE = 64
"""Bits of an IPv6 address that are given to a household; whoever has one has all addresses below it."""


def address_of(peer: str, forwarded_for: str | None, trusted_proxies: int) -> str:
    """The address a request came from: the peer's, or what the outermost trusted proxy saw.

    Args:
        trusted_proxies: how many proxies of one's own stand in front, each of which appends the address it
            sees to X-Forwarded-For. What stands before those was written by strangers.
    """
    if trusted_proxies and forwarded_for:
        seen = [part.strip() for part in forwarded_for.split(",")]
        if len(seen) >= trusted_proxies:
            return seen[-trusted_proxies] or peer
    return peer


def counted_as(address: str) -> str:
    """What of an address is counted: all of IPv4, the network of IPv6."""
    try:
        parsed = ip_address(address.strip("[]"))
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> (128 - _NETWORK_OF_ONE) << (128 - _NETWORK_OF_ONE)))
    return str(parsed)


class Askers:
    """Tells tokens that held lately from words that anyone can make up.

    A token counts for itself only once it has been found valid in this process; until then, and again ten
    minutes after it was last, its requests count for the address.
    """

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._now = most, now
        self._held: OrderedDict[str, float] = OrderedDict()

    def asker(self, authorization: str | None, address: str) -> Asker:
        """Whom to count this request for."""
        if authorization is not None:
            key = _digest(authorization)
            found = self._held.get(key)
            if found is not None and self._now() - found < _HOLDS_SECONDS:
                return Asker(key, is_token=True)
        return Asker(counted_as(address), is_token=False)

    def holds(self, authorization: str) -> Asker:
        """Note that this token was just found valid."""
        key = _digest(authorization)
        self._held[key] = self._now()
        self._held.move_to_end(key)
        if len(self._held) > self._most:
            self._held.popitem(last=False)
        return Asker(key, is_token=True)

    def fails(self, authorization: str) -> None:
        """Note that this token does not hold, or no longer."""
        self._held.pop(_digest(authorization), None)


def _digest(authorization: str) -> str:
    return blake2b(authorization.encode("latin-1", "replace"), digest_size=16).hexdigest()
