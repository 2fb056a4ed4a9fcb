"""Web Push beside Telegram: the whole dispatcher over each, uncapped, and pywebpush as it comes.

Each against a simulator in a process of its own. The push service checks every signature; a message costs the
sender a key agreement and an encryption, which one to Telegram does not.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import process_time

from pywebpush import webpush_async

from services.delivery.channel import Outcome
from services.delivery.destinations import Destinations
from services.delivery.pacing import Pace
from services.delivery.push_addresses import WEB_PUSH, address_of
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.senders import Sender
from services.delivery.web_push import WebPushChannel
from services.notices.rendering import Message
from shared.clock import SystemClock
from shared.p256 import private_from
from tests.bench.hall import PEOPLE, Hall, hall, over_telegram
from tests.bench.rounds import Settings, Target, show, take_turns
from tests.simulators.browsers import Browser, base64url
from tests.simulators.processes import running

CONNECTIONS = 64
RIVALS_AT_ONCE = 8
_NUMBER = private_from(b"bench" * 8)
_CONTACT = "mailto:ops@example.org"
_MESSAGE = Message(
    "results-published", "en", ("Player 17",), ("You: place 17.",), "N-812", (), subject="The results are out"
)


def run(parent: str, settings: Settings) -> None:
    times = settings.amount(2)
    with hall(parent, "--no-limits") as (chats, telegram), push_hall(parent) as (full_hall, browsers):
        spent: list[float] = []

        def pushed() -> int:
            begun = process_time()
            count = asyncio.run(full_hall.blast(Sender(_channel(), Pace(None, 0.0)), times))
            spent.append((process_time() - begun) / count)
            return count

        contestants = {
            "Web Push": pushed,
            "Telegram": lambda: asyncio.run(
                chats.blast(over_telegram(telegram, Pace(None, 0.0), CONNECTIONS), times)
            ),
            "Web Push, channel alone": lambda: asyncio.run(_alone(browsers, PEOPLE * times)),
            "pywebpush": lambda: asyncio.run(_by_library(browsers, settings.amount(600))),
        }
        figures = take_turns(max(2, settings.rounds // 2), contestants)
        show(
            "the dispatcher over Web Push and over Telegram, uncapped",
            "messages/s",
            figures,
            [Target("Web Push", "Telegram"), Target("Web Push", "pywebpush", 1.0)],
        )
        print(f"  {median(spent) * 1e6:.0f} µs of processor time a push, encryption included")


@contextmanager
def push_hall(parent: str) -> Iterator[tuple[Hall, list[Browser]]]:
    """A hall whose 1,200 people have browsers in place of chats, and the push service beside it."""
    with (
        tempfile.TemporaryDirectory(dir=parent) as folder,
        running("tests.simulators.push_service") as (port,),
    ):
        browsers = [Browser(f"http://127.0.0.1:{port}/send/{number}") for number in range(1, PEOPLE + 1)]
        hall = Hall(
            folder, WEB_PUSH, lambda number: address_of(browsers[number - 1].subscription, names=True).text
        )
        try:
            yield hall, browsers
        finally:
            hall.close()


def _channel() -> WebPushChannel:
    clock = SystemClock()
    return WebPushChannel(
        SenderKey(_NUMBER, _CONTACT, clock),
        Receipts(b"k" * 32),
        Destinations("127.0.0.1"),
        clock,
        connections=CONNECTIONS,
    )


async def _alone(browsers: list[Browser], count: int) -> int:
    channel, numbers = _channel(), iter(range(count))
    addresses = [address_of(browser.subscription, names=True).text for browser in browsers]

    async def work() -> None:
        for number in numbers:
            outcome = await channel.send(addresses[number % PEOPLE], _MESSAGE, "0" * 24)
            assert outcome == Outcome("sent"), outcome

    try:
        await asyncio.gather(*(work() for _ in range(CONNECTIONS)))
    finally:
        await channel.close()
    return count


async def _by_library(browsers: list[Browser], count: int) -> int:
    key, numbers = base64url(_NUMBER.to_bytes(32)), iter(range(count))

    async def work() -> None:
        for number in numbers:
            subscription = browsers[number % PEOPLE].subscription
            answer = await webpush_async(
                {
                    "endpoint": subscription.endpoint,
                    "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
                },
                data=_MESSAGE.text,
                vapid_private_key=key,
                vapid_claims={"sub": _CONTACT},
                timeout=20.0,
                ttl=60,
            )
            assert answer.status == 201, answer

    await asyncio.gather(*(work() for _ in range(RIVALS_AT_ONCE)))
    return count
