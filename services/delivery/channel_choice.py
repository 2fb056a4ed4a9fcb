"""By what people are reached: a chat first, then the browsers that take pushes, then e-mail. Pure."""

from collections.abc import Collection, Mapping

import msgspec

from services.delivery.links import Linked
from services.delivery.push_addresses import WEB_PUSH

EMAIL = "email"
TELEGRAM = "telegram"
CHANNELS = (TELEGRAM, WEB_PUSH, EMAIL)
"""The channels to people that a program may have."""


class Ways(msgspec.Struct, frozen=True):
    """Recipients by the first way to each; whoever is in none is not reached."""

    chats: frozenset[str]
    browsers: frozenset[str]
    emails: frozenset[str]

    @property
    def reached(self) -> int:
        """How many are reached at all."""
        return len(self.chats) + len(self.browsers) + len(self.emails)


def ways_to(
    recipients: Collection[str], links: Mapping[str, Collection[Linked]], with_email: Collection[str]
) -> Ways:
    """By what these are reached.

    Args:
        links: theirs, and perhaps those of others.
        with_email: those of them with an e-mail address on file.
    """
    meant = frozenset(recipients)
    chats = meant & with_chat(links)
    browsers = (meant & with_browser(links)) - chats
    written = {key for key, linked in links.items() if any(_alive(link, EMAIL) for link in linked)}
    return Ways(chats, browsers, (meant & (written | set(with_email))) - chats - browsers)


def with_chat(links: Mapping[str, Collection[Linked]]) -> set[str]:
    """The recipients who have a chat in which messages arrive."""
    return {
        key
        for key, linked in links.items()
        if any(link.channel not in (EMAIL, WEB_PUSH) and link.status == "active" for link in linked)
    }


def with_browser(links: Mapping[str, Collection[Linked]]) -> set[str]:
    """The recipients who have a browser that takes pushes."""
    return {key for key, linked in links.items() if any(_alive(link, WEB_PUSH) for link in linked)}


def _alive(link: Linked, channel: str) -> bool:
    return link.channel == channel and link.status == "active"
