"""Alerts: what cannot wait until an organizer looks, by any service Apprise knows and by their own links."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from services.delivery.addressing import ALERT, language_unsaid
from services.delivery.channel import Outcome
from services.delivery.correspondents import Correspondents
from services.delivery.holding import Held
from services.delivery.links import Links
from services.delivery.muting import reason_of
from services.delivery.reasons import reason
from services.delivery.senders import Sender
from services.notices.audiences import ORGANIZER
from services.notices.kinds import Action
from services.notices.rendering import Message
from shared.catalogue import Phrase, Word, say
from shared.i18n import Language
from shared.logs import logger
from shared.problems import Problem, ProblemType, error_name

log = logger(__name__)
SECONDS = 15

CHANNEL_STOPPED = ProblemType("channel-stopped", 503)

DELIVERY_MUTED = ProblemType("delivery-muted", 503)

DELIVERIES_HELD = ProblemType("deliveries-held", 503)

Notify = Callable[[str, str, str], bool]
"""Sends a title and a text to one address; False when the service did not take it, or the address is none."""


class AlertChannel:
    """Sends to the addresses of the setting; what is kept of each is only its place there.

    Args:
        urls: as Apprise writes them.
    """

    name = ALERT

    def __init__(self, urls: Sequence[str], notify: Notify | None = None) -> None:
        self._urls = {f"{ALERT}:{place}": url for place, url in enumerate(urls, 1)}
        self._notify = notify or by_apprise

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(self._urls)

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        url = self._urls.get(address)
        if url is None:
            return Outcome("refused", why="it is not in the setting any more")
        taken = await asyncio.to_thread(self._notify, url, say("alert-title", message.language), message.text)
        return Outcome("sent") if taken else Outcome("not_sent", why="the service did not take it")

    async def close(self) -> None:
        pass


class Alerts:
    """Tells organizers what is wrong with the machinery, at once and by every channel that can be used.

    Nothing of it is kept: it is about the sender, not about a tournament, and the log line stays.
    """

    def __init__(self, links: Links, correspondents: Correspondents, senders: Sequence[Sender]) -> None:
        self._links = links
        self._correspondents = correspondents
        self._senders = {sender.channel.name: sender for sender in senders}

    async def stopped(self, channel: str, why: str) -> None:
        """A channel is unusable."""
        await self.tell(CHANNEL_STOPPED(channel=Word("channel", channel), why=reason(why)), channel)

    async def muted(self, why: str) -> None:
        """Nothing is sent until someone releases it."""
        await self.tell(DELIVERY_MUTED(why=reason_of(why)))

    async def held(self, held: Sequence[Held]) -> None:
        """Something waits for the word of a tournament's organizer."""
        for tournament_held in held:
            kinds = [
                Phrase("shown-count-of", {"count": count, "what": Phrase(f"bot-kind-{kind}")})
                for kind, count in tournament_held.kinds.items()
            ]
            problem = DELIVERIES_HELD(
                tournament=tournament_held.tournament, count=tournament_held.notices, kinds=kinds
            )
            await self.tell(problem, of=tournament_held)

    async def tell(self, problem: Problem, stopped: str = "", of: Held | None = None) -> bool:
        """Try once at each address; what fails is logged, and hinders neither the others nor the sender.

        Args:
            stopped: the channel that cannot be used for it.
            of: what it is about, where that is held of one tournament: its organizers alone get buttons.

        Returns False when none of the addresses could be reached; where there is none, nobody is missed.
        """
        try:
            only = None if of is None else of.tournament
            addresses = await asyncio.to_thread(self._addresses, stopped, only)
        except Exception as error:
            log.error("alert_not_sent", code=problem.code, error=error_name(error))
            return False
        reached = 0
        for name, address, language in addresses:
            actions: tuple[Action, ...] = ("send_held", "drop_held") if of is not None else ()
            text = problem.text(language)
            subject = say("subject-alert", language, code=problem.code)
            message = Message(problem.code, language, (), (text,), problem.code, actions, subject=subject)
            sender = self._senders[name]
            await sender.pace.turn(address)
            key = of.key if of is not None else f"alert-{problem.code}"
            outcome = await sender.channel.send(address, message, key)
            if outcome.known == "sent":
                reached += 1
            else:
                log.error("alert_not_sent", code=problem.code, channel=name, known=outcome.known)
        return reached > 0 or not addresses

    def _addresses(self, stopped: str, only: str | None) -> list[tuple[str, str, Language]]:
        found: dict[tuple[str, str], Language] = {}
        for each_sender in self._senders.values():
            if each_sender.channel.name != stopped and not each_sender.stopped:
                found |= {(each_sender.channel.name, address): "zh" for address in each_sender.alerts}
        for tournament in self._correspondents.tournaments() if only is None else [only]:
            linked = self._links.of_recipients(tournament).get(ORGANIZER.key, ())
            unsaid = language_unsaid(self._correspondents.state(tournament))
            where = self._links.where(tournament, [link.address_id for link in linked])
            for link in linked:
                sender = self._senders.get(link.channel)
                if link.channel == stopped or sender is None or sender.stopped or link.status != "active":
                    continue
                if link.address_id in where:
                    found[link.channel, where[link.address_id]] = link.language or unsaid
        return [(name, address, language) for (name, address), language in found.items()]


def by_apprise(url: str, title: str, text: str) -> bool:
    """Send by way of Apprise, with a time limit."""
    import apprise

    # It logs addresses, which hold secrets.
    logging.getLogger("apprise").setLevel(logging.CRITICAL)
    service = apprise.Apprise()
    return bool(service.add(url)) and bool(service.notify(text, title, timeout=SECONDS))
