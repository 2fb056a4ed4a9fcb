"""What settings call this installation to others: addresses that they refuse, or do not reach."""

from collections.abc import Iterator
from functools import partial
from urllib.parse import urlsplit

from services.checks.check import Check, Installation
from services.delivery.email import sender_of
from shared.catalogue import Phrase
from shared.hosts import is_known_outside


def addresses(installation: Installation) -> Iterator[Check]:
    """Whether mail comes from an address that others take, and links lead to pages from anywhere."""
    finding, settings = partial(Check, name="addresses"), installation.settings
    sender = None if settings.smtp_url is None else sender_of(settings.smtp_url)
    if sender is not None and not is_known_outside(sender.rpartition("@")[2]):
        yield finding(
            state="warning",
            detail=Phrase("check-sender-inside", {"sender": sender}),
            way_out=Phrase("check-way-sender"),
        )
    host = None if settings.public_url is None else urlsplit(settings.public_url).hostname
    if host is not None and not is_known_outside(host):
        yield finding(
            state="warning",
            detail=Phrase("check-pages-inside", {"host": host}),
            way_out=Phrase("check-way-pages-inside"),
        )
