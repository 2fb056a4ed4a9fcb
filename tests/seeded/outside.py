"""What lies outside: phones, mailboxes and the Observatory. They know what really came,."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Literal

import msgspec

from infra.telegram_simulator.limits import Limits
from infra.telegram_simulator.refusals import TOO_MANY, Refused
from infra.telegram_simulator.world import World as Phones
from services.delivery.channel import Mark, Outcome
from services.notices.rendering import Message
from services.rehearsal.sky import Sky
from services.weather.listed import Fetched
from services.weather.observatory import Unreachable
from tests.seeded.crashes import Steps

Fate = Literal["answered", "request lost", "answer lost", "not sent", "told to wait"]
_FATES: tuple[Fate, ...] = ("answered", "request lost", "answer lost", "not sent", "told to wait")
_WEIGHTS = (84, 4, 5, 4, 3)


class Arrival(msgspec.Struct, frozen=True):
    """A message that really came.

    Attributes:
        key: of the delivery.
    """

    at: datetime
    channel: str
    where: str
    kind: str
    key: str


class Outside:
    """Everything outside.

    Args:
        seconds: time that only goes forward.
        arriving: called with each arrival, before anything follows from it.

    Attributes:
        calm: whether nothing goes wrong any more.
        uncertain: how often it cannot be known whether a delivery arrived, by its key.
    """

    def __init__(
        self,
        chance: Random,
        steps: Steps,
        now: Callable[[], datetime],
        seconds: Callable[[], float],
        arriving: Callable[[Arrival], None],
    ) -> None:
        self.calm = False
        self.arrivals: list[Arrival] = []
        self.came: Counter[str] = Counter()
        self.uncertain: Counter[str] = Counter()
        self.fates: Counter[str] = Counter()
        self.phones = Phones(lambda: int(now().timestamp()), lambda line: None)
        self._limits = Limits(seconds)
        self._chance, self._steps, self._now, self._arriving = chance, steps, now, arriving

    def channels(self) -> list["Telegram | Mail"]:
        """The channels, as a new process has them."""
        return [Telegram(self), Mail(self)]

    def observatory(self, sky: Sky) -> Callable[[], Fetched]:
        """Its answers; now and then there is none."""

        def fetch() -> Fetched:
            self._steps.take("before the Observatory is asked")
            if not self.calm and self._chance.random() < 0.1:
                raise Unreachable("no answer")
            fetched = sky()
            self._steps.take("after the Observatory was asked")
            return fetched

        return fetch

    async def attempt(
        self, channel: str, where: str, kind: str, key: str, take: Callable[[], str]
    ) -> Outcome:
        """What a channel says of an attempt; what really happens is counted here."""
        for _ in range(self._chance.randrange(4)):
            await asyncio.sleep(0)  # answers overtake each other
        self._steps.take(f"before a message goes to {channel}")
        fate: Fate = "answered" if self.calm else self._chance.choices(_FATES, _WEIGHTS)[0]
        self.fates[fate] += 1
        if fate == "not sent":
            return Outcome("not_sent", why="no connection")
        if fate == "told to wait":
            return Outcome("wait", seconds=self._chance.choice((1, 5, 30)))
        if fate == "request lost":
            self.uncertain[key] += 1
            return Outcome("unknown", why="no answer came")
        try:
            remote = take()
        except Refused as refused:
            if refused.status == TOO_MANY:
                return Outcome("wait", seconds=1.0)
            return Outcome("gone", why=str(refused))
        arrival = Arrival(self._now(), channel, where, kind, key)
        self._arriving(arrival)
        self.arrivals.append(arrival)
        self.came[key] += 1
        self._steps.take(f"after {channel} took a message")
        if fate == "answer lost":
            self.uncertain[key] += 1
            return Outcome("unknown", why="no answer came")
        return Outcome("sent", remote=remote)

    def on_phone(self, where: str, message: Message) -> str:
        """A message comes to a phone; raises Refused."""
        chat = int(where)
        self.phones.reachable(chat)
        self._limits.pass_one(chat)
        text = "\n".join((message.reference, *message.bodies))
        return str(self.phones.receive(chat, text, [], None, {})["message_id"])


class Telegram:
    """The chats."""

    name = "telegram"

    def __init__(self, outside: Outside) -> None:
        self._outside = outside

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        outside = self._outside
        return await outside.attempt(
            self.name, address, message.kind, key, lambda: outside.on_phone(address, message)
        )

    async def mark(self, address: str, remote: str, mark: Mark) -> Outcome:
        return Outcome("sent")

    async def close(self) -> None:
        pass


class Mail:
    """The mailboxes: they take everything."""

    name = "email"

    def __init__(self, outside: Outside) -> None:
        self._outside = outside

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        return await self._outside.attempt(self.name, address, message.kind, key, lambda: key)

    async def close(self) -> None:
        pass
