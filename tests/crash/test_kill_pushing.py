"""Dispatchers that push and are killed at any step: what is routine shows once, safety for certain."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from services.delivery.channel import Channel, Outcome
from services.delivery.destinations import Destinations
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.web_push import WebPushChannel
from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.registry import note
from services.notices.rendering import Message
from shared.clock import Clock
from shared.database import Database
from shared.p256 import private_from
from shared.vault import Vault
from tests.crash.dispatchers import Doomed, Place, Point
from tests.delivery.given import Office, book, write_notices
from tests.profiles import examples, wide
from tests.simulators.browsers import Browser
from tests.simulators.push_service import PushService, push_service
from tests.unit.tournament.specs import S1

CRASHES = examples(3, in_all=16)
PEOPLE = 8
POINTS: tuple[Point, ...] = get_args(Point)
IN_HAND = POINTS[POINTS.index("after the attempts are durable") : POINTS.index("in the settlement")]
"""Steps at which a message is on its way; the others are those of any channel, and tried for one."""
SENDER, CONTACT, RECEIPTS = private_from(b"s" * 32), "mailto:ops@example.org", b"k" * 32


class Taken(WebPushChannel):
    """Calls `then` once a push service took a message."""

    def __init__(self, clock: Clock, then: Callable[[], None]) -> None:
        super().__init__(
            SenderKey(SENDER, CONTACT, clock), Receipts(RECEIPTS), Destinations("127.0.0.1"), clock
        )
        self._then = then

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        outcome = await super().send(address, message, key)
        self._then()
        return outcome


class Pushing(Place):
    def channel(self, then: Callable[[], None]) -> Channel:
        return Taken(self.clock, then)


class Trial:
    """Two people to each browser, and dispatchers that tell them things."""

    def __init__(self, database: Database, vault: Vault, folder: Path) -> None:
        self.office = Office(database, vault, book(PEOPLE))
        self.place = Pushing(database.url, vault.database.url, folder / "none", PEOPLE)
        self.notices: list[Notice] = []
        self.browsers: dict[str, Browser] = {}

    def subscribe(self, service: PushService) -> None:
        for number in range(1, PEOPLE, 2):
            name = f"browser-{number}"
            self.browsers[name] = service.browser(name)
            self.office.subscribe(self.browsers[name], f"{number:04d}", f"{number + 1:04d}")

    def tell(self) -> None:
        """A routine notice and one about safety to everyone."""
        seq = 100 + len(self.notices)
        routine = note(seq, "results-published", "everyone", stage="preliminary", version="1")
        safety = note(seq + 1, "suspended", f"session:{S1}", session=S1, grounds="other")
        self.notices += [routine, safety]
        write_notices(self.office.database, [routine, safety])

    def check(self, service: PushService) -> None:
        """Each message came as often as its kind allows, and what came twice shows once."""
        assert service.refused == []
        shown = [
            msgspec.json.decode(self.browsers[pushed.browser].opened(pushed.body)) for pushed in service.taken
        ]
        came = Counter(push["receipt"].partition(".")[0] for push in shown)
        assert len({(push["receipt"], push["tag"]) for push in shown}) == len(came)
        deliveries = self.office.all()
        assert {delivery.id for delivery in deliveries} >= set(came)
        assert len(deliveries) == len(self.notices) * len(self.browsers)
        for delivery in deliveries:
            if KINDS[delivery.kind].safety:
                assert (delivery.status, came[delivery.id] >= 1) == ("sent", True)
            else:
                assert (delivery.status, came[delivery.id]) in (("sent", 1), ("unknown", 1), ("unknown", 0))


@pytest.fixture
def trial(database: Database, vault: Vault, tmp_path: Path) -> Trial:
    return Trial(database, vault, tmp_path)


@pytest.fixture
def service(trial: Trial) -> Iterator[PushService]:
    sender_key = SenderKey(SENDER, CONTACT, trial.place.clock)
    with push_service(trial.place.clock, sender_key.public) as made:
        yield made


def test_killed_at_any_step_every_browser_shows_what_the_kind_allows(
    trial: Trial, service: PushService
) -> None:
    trial.subscribe(service)
    killed, points = 0, POINTS if wide() else IN_HAND
    for crash in range(CRASHES):
        trial.tell()
        killed += Doomed(trial.place, points[crash % len(points)]).kill()
    assert killed >= CRASHES // 3, "most came to their step"
    last = Doomed(trial.place, None, name="last")
    assert not last.came()
    last.process.join()
    trial.check(service)
