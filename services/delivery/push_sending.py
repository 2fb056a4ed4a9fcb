"""What sends pushes, for those who subscribe browsers and try them out."""

from typing import TYPE_CHECKING

from services.delivery.destinations import Destinations
from services.delivery.push_addresses import PUSH_PORT
from services.delivery.push_keys import Receipts, SenderKey
from shared.clock import Clock

if TYPE_CHECKING:
    from services.delivery.web_push import WebPushChannel


class WebPushSending:
    """What sends pushes: the key that browsers subscribe to, and a channel for each event loop."""

    def __init__(self, key: SenderKey, receipts: Receipts, destinations: Destinations, clock: Clock) -> None:
        self._key, self._receipts, self._destinations = key, receipts, destinations
        self._clock = clock

    @property
    def public_key(self) -> str:
        return self._key.public

    def channel(self) -> "WebPushChannel":
        # Imported here: what only subscribes browsers need not wait for what encrypts.
        from services.delivery.web_push import WebPushChannel

        return WebPushChannel(self._key, self._receipts, self._destinations, self._clock)

    def check(self, endpoint: str) -> None:
        self._destinations.check(endpoint, PUSH_PORT)
