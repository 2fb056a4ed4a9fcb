"""Who asks, as far as counting needs it, a token that held lately or an address; and how often one may."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from math import ceil, floor

import msgspec
from limits import RateLimitItemPerSecond
from limits.storage import SlidingWindowCounterSupport, Storage
from limits.strategies import SlidingWindowCounterRateLimiter

from services.web.front.limits import RATES, TOO_MANY_REQUESTS, Rate, RateName
from shared.problems import Problem

Header = tuple[str, str]


class _Counters(Storage, SlidingWindowCounterSupport):
    """Counts of this and the window before, for so many askers.

    The library's own memory storage starts a thread every ten milliseconds that walks over all askers, and
    grows without end; strangers choose how many addresses they come from.
    """

    STORAGE_SCHEME = None

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        super().__init__()
        self._most, self._now = most, now
        self._held: OrderedDict[str, tuple[int, int, int]] = OrderedDict()

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        now = self._now()
        before, current = self._counts(key, expiry, now)
        weighted = before * (1 - now / expiry % 1) + current
        if floor(weighted) + amount > limit:
            return False
        self._held[key] = (int(now // expiry), before, current + amount)
        self._held.move_to_end(key)
        if len(self._held) > self._most:
            self._held.popitem(last=False)
        return True

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        now = self._now()
        before, current = self._counts(key, expiry, now)
        left = (1 - now / expiry % 1) * expiry
        return before, left if before else 0.0, current, left + expiry

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        self.clear(key)

    def clear(self, key: str) -> None:
        self._held.pop(key, None)

    def reset(self) -> int:
        count = len(self._held)
        self._held.clear()
        return count

    def check(self) -> bool:
        return True

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        raise NotImplementedError("only sliding windows are counted here")

    def get(self, key: str) -> int:
        raise NotImplementedError("only sliding windows are counted here")

    def get_expiry(self, key: str) -> float:
        raise NotImplementedError("only sliding windows are counted here")

    def _counts(self, key: str, expiry: int, now: float) -> tuple[int, int]:
        window, before, current = self._held.get(key, (0, 0, 0))
        passed = int(now // expiry) - window
        if passed == 0:
            return before, current
        return (current, 0) if passed == 1 else (0, 0)


class Asker(msgspec.Struct, frozen=True):
    """Whom a request is counted for: a token that held lately, or the address it came from."""

    key: str
    is_token: bool


class Rates:
    """Counts requests, and refuses those beyond the rate. For one thread: that of the event loop.

    Args:
        percent: how much of each rate is allowed; 0 counts nothing and refuses nobody.
        most: how many askers are remembered.
    """

    def __init__(
        self,
        percent: int = 100,
        most: int = 50_000,
        rates: Iterable[Rate] = RATES,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(_Counters(most, now))
        self._rates = {rate.name: rate for rate in rates}
        self._items: dict[tuple[RateName, bool], RateLimitItemPerSecond] = {}
        for rate in self._rates.values():
            for is_token, amount in ((True, rate.per_token), (False, rate.per_address)):
                if amount and percent:
                    allowed = max(1, amount * percent // 100)
                    item = RateLimitItemPerSecond(allowed, rate.seconds, rate.name)
                    self._items[rate.name, is_token] = item

    def take(self, name: RateName, asker: Asker) -> None:
        """Count a request.

        Raises:
            Problem: too-many-requests, if there were too many.
        """
        item = self._items.get((name, asker.is_token))
        if item is not None and not self._limiter.hit(item, asker.key):
            raise self.exceeded(name, asker)

    def spent(self, name: RateName, asker: Asker) -> bool:
        """Whether the next request would be refused; counts nothing."""
        item = self._items.get((name, asker.is_token))
        return item is not None and not self._limiter.test(item, asker.key)

    def exceeded(self, name: RateName, asker: Asker) -> Problem:
        """The refusal, with the seconds to wait."""
        item = self._items[name, asker.is_token]
        return TOO_MANY_REQUESTS(
            most=item.amount, window=item.get_expiry(), seconds=self._wait(item, asker)[1]
        )

    def headers(self, name: RateName, asker: Asker) -> list[Header]:
        """`RateLimit` and `RateLimit-Policy` as they stand now (draft-ietf-httpapi-ratelimit-headers-10)."""
        item = self._items.get((name, asker.is_token))
        if item is None:
            return []
        left, seconds = self._wait(item, asker)
        return [
            ("RateLimit-Policy", f'"{name}";q={item.amount};w={item.get_expiry()}'),
            ("RateLimit", f'"{name}";r={left};t={seconds}'),
        ]

    def _wait(self, item: RateLimitItemPerSecond, asker: Asker) -> tuple[int, int]:
        """What is left, and the seconds until there is more."""
        stats = self._limiter.get_window_stats(item, asker.key)
        seconds = ceil(stats.reset_time - time.time())
        return stats.remaining, min(max(1, seconds), item.get_expiry())


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
