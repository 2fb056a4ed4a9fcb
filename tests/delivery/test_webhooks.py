"""Webhooks: in order, signed, again until answered, and left alone when nobody answers."""

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp import web

from infra.migrations import migrate
from services.delivery.destinations import Destinations
from services.delivery.posting import posting
from services.delivery.webhooks import MOST_FAILURES, Answered, Webhooks
from shared.clock import Clock
from shared.codec import canonical
from shared.database import Database
from shared.eventlog import Batch, EventLog, Pending
from tests.refusing import refusing

SECRET = b"a secret for tests of webhooks only"


class Hand(Clock):
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 28, 4, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment


class House:
    """A log with events, its webhooks, and what a receiver got."""

    def __init__(self, folder: Path) -> None:
        self.clock = Hand()
        self.database = Database(f"sqlite:///{folder / 'log.db'}")
        migrate(self.database)
        self.log = EventLog(self.database, self.clock)
        self.webhooks = Webhooks(
            self.database,
            self.log,
            self.clock,
            SECRET,
            lambda count: b"\x07" * count,
            Destinations("127.0.0.0/8").check,
        )
        self.got: list[tuple[bytes, Mapping[str, str]]] = []
        self.answers: list[int] = []
        self._commands = 0

    def happen(self, count: int = 1) -> None:
        for _ in range(count):
            self._commands += 1
            batch = Batch(
                [Pending("consent-changed", 1, canonical({"n": self._commands}), b"sealed", None, 0)],
                "organizer:1",
                f"c{self._commands}",
                bytes(32),
            )
            with self.log.locked("cup") as locked:
                locked.append(batch)

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answered:
        self.got.append((body, headers))
        return Answered(self.answers.pop(0) if self.answers else 204)

    def tick(self) -> int:
        return asyncio.run(self.webhooks.tick(self.post))

    def seqs(self) -> list[list[int]]:
        return [[event["seq"] for event in json.loads(body)] for body, _ in self.got]


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.happen(3)
    return house


def test_new_events_come_in_order_each_once(house: House) -> None:
    house.webhooks.subscribe("cup", "https://example.org/hook")
    assert house.tick() == 0
    house.happen(2)
    assert house.tick() == 1
    house.happen(1)
    house.tick()
    house.tick()
    assert house.seqs() == [[4, 5], [6]]


def test_from_the_beginning_in_batches(house: House) -> None:
    house.happen(247)
    house.webhooks.subscribe("cup", "https://example.org/hook", after=0)
    for _ in range(4):
        house.tick()
    assert [len(batch) for batch in house.seqs()] == [100, 100, 50]
    assert [seq for batch in house.seqs() for seq in batch] == list(range(1, 251))


def test_a_batch_is_signed_and_holds_nothing_personal(house: House) -> None:
    _, secret = house.webhooks.subscribe("cup", "https://example.org/hook", after=0)
    house.tick()
    ((body, headers),) = house.got
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert all("personal" not in event for event in json.loads(body))


def test_a_failure_is_tried_again_with_the_same_id_after_a_pause(house: House) -> None:
    house.webhooks.subscribe("cup", "https://example.org/hook", after=0)
    house.answers = [500, 0, 204]
    assert house.tick() == 1
    assert house.tick() == 0
    house.clock.moment += timedelta(seconds=5)
    house.tick()
    house.clock.moment += timedelta(seconds=9)
    assert house.tick() == 0
    house.clock.moment += timedelta(seconds=1)
    house.tick()
    assert house.seqs() == [[1, 2, 3]] * 3
    assert len({headers["webhook-id"] for _, headers in house.got}) == 1
    (webhook,) = house.webhooks.listed("cup")
    assert (webhook.after, webhook.failures, webhook.last_answer) == (3, 0, "204")


def test_who_never_answers_is_left_alone_until_resumed(house: House) -> None:
    webhook, _ = house.webhooks.subscribe("cup", "https://example.org/hook", after=0)
    house.answers = [503] * MOST_FAILURES
    for _ in range(MOST_FAILURES):
        house.clock.moment += timedelta(hours=4)
        house.tick()
    house.clock.moment += timedelta(days=9)
    assert house.tick() == 0
    assert house.webhooks.listed("cup")[0].status == "dead"
    house.webhooks.resume(webhook.id)
    assert house.tick() == 1
    assert house.webhooks.listed("cup")[0].after == 3


def test_gone_is_gone_at_once(house: House) -> None:
    house.webhooks.subscribe("cup", "https://example.org/hook", after=0)
    house.answers = [410]
    house.tick()
    assert house.webhooks.listed("cup")[0].status == "dead"


def test_removed_gets_nothing(house: House) -> None:
    webhook, _ = house.webhooks.subscribe("cup", "https://example.org/hook", after=0)
    house.webhooks.remove(webhook.id)
    assert house.tick() == 0
    with refusing("not-found", "no webhook"):
        house.webhooks.remove(webhook.id)


@pytest.mark.parametrize(
    ("tournament", "url", "after", "code"),
    [
        ("cup", "http://example.org", None, "destination-refused"),
        ("cup", "https://example.org", 4, "invalid-input"),
        ("cup", "https://example.org", -1, "invalid-input"),
        ("mug", "https://example.org", None, "not-found"),
    ],
)
def test_a_subscription_that_cannot_be_is_refused(
    house: House, tournament: str, url: str, after: int | None, code: str
) -> None:
    with refusing(code):
        house.webhooks.subscribe(tournament, url, after)


def test_over_a_real_connection(house: House) -> None:
    """A receiver on this machine, then none: the answer, or why there is none, is kept."""

    async def received(request: web.Request) -> web.Response:
        house.got.append((await request.read(), dict(request.headers)))
        return web.Response(status=204)

    here = Destinations("127.0.0.0/8")

    async def run() -> None:
        app = web.Application()
        app.router.add_post("/hook", received)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        (address,) = runner.addresses
        house.webhooks.subscribe("cup", f"http://127.0.0.1:{address[1]}/hook", after=0)
        async with posting(here, 5) as post:
            assert await house.webhooks.tick(post) == 1
        await runner.cleanup()
        house.happen(1)
        async with posting(here, 5) as post:
            await house.webhooks.tick(post)

    asyncio.run(run())
    assert house.seqs() == [[1, 2, 3]]
    (webhook,) = house.webhooks.listed("cup")
    assert (webhook.after, webhook.failures) == (3, 1)
    assert "Connect" in webhook.last_answer
