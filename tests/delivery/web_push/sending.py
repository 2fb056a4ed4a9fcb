"""A channel that is waited for, and what it is given to send."""

import asyncio
from base64 import urlsafe_b64decode
from typing import Any

import msgspec

from services.delivery.channel import Outcome
from services.delivery.destinations import Destinations
from services.delivery.push_addresses import address_of
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.web_push import WebPushChannel
from services.notices.rendering import Message
from shared.clock import ManualClock
from tests.simulators.browsers import Browser
from tests.simulators.push_service import PushService

CONTACT = "mailto:ops@example.org"
KEY = "0" * 24
NAME = "Chan Siu Ming"


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Sending:
    """A channel, and what it says of each call."""

    def __init__(self, key: SenderKey, receipts: Receipts, clock: ManualClock) -> None:
        self._key, self._receipts, self._clock = key, receipts, clock

    def __call__(self, *to: tuple[Browser, Message], names: bool = False) -> list[Outcome]:
        async def each() -> list[Outcome]:
            channel = WebPushChannel(
                self._key, self._receipts, Destinations("127.0.0.1"), self._clock, connections=4, seconds=1.0
            )
            try:
                return [
                    await channel.send(address_of(browser.subscription, names=names).text, message, KEY)
                    for browser, message in to
                ]
            finally:
                await channel.close()

        return asyncio.run(each())

    def single(self, browser: Browser, message: Message, *, names: bool = False) -> Outcome:
        (outcome,) = self((browser, message), names=names)
        return outcome


def message(kind: str = "suspended", text: str = "Stay at home.", **more: Any) -> Message:
    subject = "Play is off – Hong Kong"
    return Message(kind, "zh", (NAME,), (text,), "N-7", (), subject=subject, **more)


def read(browser: Browser, service: PushService, name: str = "ada") -> list[dict[str, Any]]:
    return [msgspec.json.decode(browser.opened(pushed.body)) for pushed in service.of(name)]
