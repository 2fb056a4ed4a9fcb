"""Subscriptions of browsers to pushes: made, ended, tried out, and heard from.

A subscription is a link as a chat is one: sealed under the keys of those it stands for, and gone with them.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Literal, Protocol

import msgspec

from services.delivery.channel import Channel, Outcome
from services.delivery.correspondents import Correspondents, subject_of
from services.delivery.deliveries import Deliveries
from services.delivery.links import AddressStatus, Linked, Links
from services.delivery.push_addresses import (
    MOST_DEVICES,
    PUSH_DEVICES_TOO_MANY,
    WEB_PUSH,
    PushSubscription,
    address_of,
    read_address,
)
from services.delivery.push_devices import PushDevices, Seen
from services.delivery.push_keys import Receipts
from services.delivery.reasons import reason
from services.notices.rendering import Message
from services.notices.subjects import of_tournament
from shared.catalogue import say
from shared.clock import Clock
from shared.database import Database
from shared.i18n import Language
from shared.problems import Problem, ProblemType, not_found, quoted

__all__ = ["Device", "PushSubscription", "Sign", "Subscriptions", "WebPush"]

PUSH_OFF = ProblemType("push-off", 409)
PUSH_ENDED = ProblemType("push-ended", 410)
PUSH_NOT_TAKEN = ProblemType("push-not-taken", 503, retry_after=60)
PUSH_JUST_TESTED = ProblemType("push-just-tested", 429)

Sign = Literal["received", "opened"]
"""What a browser says of a message: that it came, or that someone opened it."""
Pages = Callable[[str, str], str]
"""Gives the address of the page that a push leads to, by tournament and recipient; "" for none."""
TEST_EVERY = timedelta(seconds=20)
"""A test goes to a browser no more often than this, however often someone asks."""
_TEST = "test-"


class Device(msgspec.Struct, frozen=True):
    """A browser that takes pushes.

    Attributes:
        recipients: those of the ones asked for that it stands for.
        language: chosen for it; None: each recipient's own.
        names: whether names and the whole text show on its lock screen.
        status: dead: its push service says that the subscription has ended.
        service: the host of its push service.
        tested_at, received_at, opened_at: when a test was last sent there, when a message last came there as
            far as the browser said so, and when one was last opened there.
    """

    address_id: str
    recipients: tuple[str, ...]
    language: Language | None
    names: bool
    status: AddressStatus
    service: str
    tested_at: datetime | None = None
    received_at: datetime | None = None
    opened_at: datetime | None = None


class WebPush(Protocol):
    """What sends pushes, where that is set up."""

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe to, base64url."""
        ...

    def channel(self) -> Channel:
        """A channel for one event loop; to be closed by whoever asked for it."""
        ...

    def check(self, endpoint: str) -> None:
        """Refuse an endpoint to which nothing may be sent; raises Problem: destination-refused."""
        ...


class Subscriptions:
    """The browsers of all tournaments that take pushes. Safe for threads.

    Args:
        receipts: makes and reads the tokens that messages bear.
        web_push: what sends; None where the channel is off.
        page_of: where a push leads.
    """

    def __init__(
        self,
        database: Database,
        links: Links,
        correspondents: Correspondents,
        clock: Clock,
        receipts: Receipts,
        web_push: WebPush | None,
        page_of: Pages,
    ) -> None:
        self._links = links
        self._correspondents = correspondents
        self._clock = clock
        self._receipts = receipts
        self._web_push = web_push
        self._page_of = page_of
        self._database = database
        self._deliveries = Deliveries(database)
        self._devices = PushDevices(database)

    @property
    def public_key(self) -> str | None:
        """The application server key that browsers subscribe to, base64url; None where the channel is off."""
        return None if self._web_push is None else self._web_push.public_key

    def subscribe(
        self,
        tournament_id: str,
        recipients: Sequence[str],
        subscription: PushSubscription,
        language: Language,
        *,
        names: bool,
    ) -> str:
        """Send what these recipients are told to a browser, too; returns the id of its address.

        The same endpoint again changes its keys, language and `names`, and adds recipients.

        Args:
            recipients: at least one, such as "entrant:0007"; that they may be meant is the caller's to know.
            names: whether names and the whole text show on the lock screen.

        Raises:
            Problem: push-off, destination-refused, push-devices-too-many, not-found.
        """
        state = self._correspondents.state(tournament_id)
        unknown = [
            recipient for recipient in recipients if subject_of(state, tournament_id, recipient) is None
        ]
        if unknown or not recipients:
            raise not_found("recipient", quoted(unknown[0] if unknown else ""))
        sending = self._sending()
        try:
            sending.check(subscription.endpoint)
        except Problem as problem:
            raise problem.at(field="endpoint") from None
        where = address_of(subscription, names=names).text
        known = [
            link.address_id
            for link in self._links.of_address(WEB_PUSH, where)
            if link.tournament_id == tournament_id
        ]
        mine = self._linked(tournament_id, recipients)
        if not known:
            self._refuse_more(mine)
        for recipient in recipients:
            address_id = self._links.link(tournament_id, recipient, WEB_PUSH, where, language).address_id
        if known:
            # Whoever else the browser stands for is sent to by the same keys.
            self._links.move(tournament_id, address_id, where)
        for link in mine:
            if link.status == "dead" and link.address_id != address_id:
                self._links.unlink(tournament_id, link.recipient, link.address_id)
        return address_id

    def unsubscribe(self, tournament_id: str, address_id: str) -> None:
        """Send nothing more to a browser, whomever it stands for in that tournament.

        Raises:
            Problem: not-found.
        """
        for link in self._of_address(tournament_id, address_id):
            self._links.unlink(tournament_id, link.recipient, address_id)

    def of(self, tournament_id: str, recipients: Sequence[str]) -> list[Device]:
        """The browsers that stand for any of these recipients, in order of their ids."""
        by_id: dict[str, list[Linked]] = {}
        for link in self._linked(tournament_id, recipients):
            by_id.setdefault(link.address_id, []).append(link)
        where = self._links.where(tournament_id, by_id)
        seen = self._devices.of(tournament_id, by_id)
        found = []
        for address_id, linked in sorted(by_id.items()):
            if address_id not in where:
                continue
            kept, times = read_address(where[address_id]), seen.get(address_id, Seen())
            found.append(
                Device(
                    address_id,
                    tuple(sorted(link.recipient for link in linked)),
                    linked[0].language,
                    kept.names,
                    linked[0].status,
                    kept.endpoint.split("/")[2],
                    times.tested_at,
                    times.received_at,
                    times.opened_at,
                )
            )
        return found

    def send_test(self, tournament_id: str, address_id: str) -> None:
        """Send a message to a browser now, to see that it comes; `of` says when it did.

        It takes as long as the push service does, seconds at the most. Not for an event loop.

        Raises:
            Problem: push-off, not-found, push-just-tested, push-ended, push-not-taken.
        """
        web_push = self._sending()
        linked = self._of_address(tournament_id, address_id)
        where = self._links.where(tournament_id, [address_id]).get(address_id)
        if where is None:
            raise not_found("push-device", address_id)
        now = self._clock.now()
        last = self._devices.of(tournament_id, [address_id]).get(address_id, Seen()).tested_at
        if last is not None and timedelta(0) <= now - last < TEST_EVERY:
            raise PUSH_JUST_TESTED().after(max(1, round((last + TEST_EVERY - now).total_seconds())))
        plan = self._correspondents.state(tournament_id).plan
        language = linked[0].language or "en"
        title = of_tournament(say("push-test", language), plan.title.in_language(language), language)
        message = Message(
            "test",
            language,
            (),
            (say("push-test-text", language),),
            plan.id,
            (),
            subject=title,
            page=self._page_of(tournament_id, linked[0].recipient),
        )
        self._devices.note(tournament_id, address_id, Seen(tested_at=now))
        outcome = asyncio.run(_sent(web_push.channel(), where, message, f"{_TEST}{address_id}"))
        if outcome.known == "gone":
            with self._database.writing() as driver:
                self._links.mark_dead(driver, tournament_id, address_id, WEB_PUSH, outcome.why)
            raise PUSH_ENDED()
        if outcome.known not in ("sent", "unknown"):
            raise PUSH_NOT_TAKEN(detail=reason(outcome.why))

    def receipt(self, token: str, sign: Sign = "received") -> bool:
        """Note what a browser says of a message; False for a token that was not made here.

        That a message came tells that the browser works. Only that it was opened counts as read: a message
        about safety that nobody opens goes by e-mail as well. The same again changes nothing but the time.
        """
        id = self._receipts.read(token)
        if id is None:
            return False
        now = self._clock.now()
        if id.startswith(_TEST):
            address_id = id.removeprefix(_TEST)
            tournaments = self._devices.tested_in(address_id)
        else:
            try:
                delivery = self._deliveries.delivery(id)
            except Problem as problem:
                if problem.is_of_the_machine:
                    raise
                return False
            if delivery.channel != WEB_PUSH:
                return False
            address_id, tournaments = delivery.address_id, [delivery.tournament_id]
            if sign == "opened":
                self._deliveries.acknowledge(id, now)
        seen = Seen(received_at=now, opened_at=now if sign == "opened" else None)
        for tournament_id in tournaments:
            self._devices.note(tournament_id, address_id, seen)
        return True

    # Behind the door

    def _sending(self) -> WebPush:
        if self._web_push is None:
            raise PUSH_OFF()
        return self._web_push

    def _linked(self, tournament_id: str, recipients: Sequence[str]) -> list[Linked]:
        links = self._links.of_recipients(tournament_id, list(dict.fromkeys(recipients)))
        return [link for those in links.values() for link in those if link.channel == WEB_PUSH]

    def _of_address(self, tournament_id: str, address_id: str) -> list[Linked]:
        linked = self._links.at(tournament_id, address_id)
        if not linked or linked[0].channel != WEB_PUSH:
            raise not_found("push-device", address_id)
        return linked

    def _refuse_more(self, mine: Sequence[Linked]) -> None:
        by_recipient: dict[str, int] = {}
        for link in mine:
            if link.status == "active":
                by_recipient[link.recipient] = by_recipient.get(link.recipient, 0) + 1
        if max(by_recipient.values(), default=0) >= MOST_DEVICES:
            raise PUSH_DEVICES_TOO_MANY(most=MOST_DEVICES)


async def _sent(channel: Channel, where: str, message: Message, key: str) -> Outcome:
    try:
        return await channel.send(where, message, key)
    finally:
        await channel.close()
