"""An office that pushes as well, to browsers of a push service beside it."""

from datetime import timedelta
from typing import Any

import msgspec

from services.delivery.by_phone import ByPhone
from services.delivery.destinations import Destinations
from services.delivery.emails import Emails
from services.delivery.following_up import FollowUp
from services.delivery.lease import Lease
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.push_sending import WebPushSending
from services.delivery.subscribing import Subscriptions
from services.delivery.web_push import WebPushChannel
from tests.delivery.given import ID, Office
from tests.simulators.browsers import Browser
from tests.simulators.push_service import PushService
from tests.unit.tournament.specs import S1

ADA, BEN = "entrant:0001", "entrant:0002"
TOPIC = f"session:{S1}"


class Hall:
    """An office that pushes, too, and the push service beside it."""

    def __init__(self, office: Office, service: PushService, key: SenderKey) -> None:
        self.office, self.service = office, service
        self.receipts = Receipts(b"k" * 32)
        self.browsers: dict[str, Browser] = {}
        self._key, self._destinations = key, Destinations("127.0.0.1")
        self.gives_up_after(10)
        self.subscriptions = Subscriptions(
            office.database,
            office.links,
            office.book,
            office.clock,
            self.receipts,
            WebPushSending(key, self.receipts, self._destinations, office.clock),
            lambda tournament_id, recipient: "",
        )

    def gives_up_after(self, seconds: float) -> None:
        """How long a push service may take to answer, by the machine's own clock."""
        channel = WebPushChannel(
            self._key, self.receipts, self._destinations, self.office.clock, seconds=seconds
        )
        self.office.also = [channel]

    def browser(self, name: str, *entrants: str, names: bool = False) -> str:
        self.browsers[name] = self.service.browser(name)
        return self.office.subscribe(self.browsers[name], *entrants, names=names)

    def came(self, name: str) -> list[dict[str, Any]]:
        """What a browser shows, oldest first."""
        return [
            msgspec.json.decode(self.browsers[name].opened(pushed.body)) for pushed in self.service.of(name)
        ]

    def emails(self, *entrants: str) -> None:
        for number in entrants:
            self.office.book.emails[f"entrant:{number}"] = f"{number}@example.org"

    def follow_up(self, after: timedelta | None = None) -> int:
        lease = Lease(self.office.database, self.office.clock, "ticks")
        assert lease.acquire()
        emails = Emails(self.office.book, self.office.links)
        office = self.office
        follow_up = FollowUp(
            office.database,
            office.book,
            office.links,
            emails,
            lease,
            office.clock,
            after,
            ("email", WEB_PUSH),
        )
        made = follow_up.tick()
        lease.release()
        return made

    def outstanding(self) -> dict[str, str]:
        found = ByPhone(self.office.database, self.office.book, self.office.clock).outstanding(ID)
        return {outstanding.recipient: outstanding.missing for outstanding in found}
