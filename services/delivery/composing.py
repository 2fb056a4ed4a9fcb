"""Composing: a delivery becomes a message and the address to send it to, at the moment it is sent."""

from collections.abc import Mapping, Sequence

import msgspec

from services.delivery.addressing import ON_FILE
from services.delivery.correspondents import Correspondents, Details, recipient_of, subject_of
from services.delivery.deliveries import Delivery
from services.delivery.emails import Emails
from services.delivery.links import Links
from services.notices.audiences import Recipient
from services.notices.fields import Look
from services.notices.notice import Notice
from services.notices.rendering import Message, message
from services.notices.store import NoticeStore
from shared.i18n import Language
from shared.logs import logger

log = logger(__name__)


class Letter(msgspec.Struct, frozen=True):
    """A message ready to be sent. Lives in memory only: it holds an address and names."""

    delivery: Delivery
    where: str
    message: Message


class Unsendable(msgspec.Struct, frozen=True):
    """A delivery that cannot be composed."""

    delivery: Delivery
    why: str


class Composer:
    """Resolves names, words and addresses.

    Args:
        site: where the public pages are, "" if they are not public.
    """

    def __init__(
        self,
        notices: NoticeStore,
        correspondents: Correspondents,
        links: Links,
        emails: Emails,
        site: str = "",
    ) -> None:
        self._notices = notices
        self._correspondents = correspondents
        self._links = links
        self._emails = emails
        self._site = site

    def compose(self, due: Sequence[Delivery]) -> list[Letter | Unsendable]:
        """Each of them, in order. What fails for one does not hinder the others."""
        notices: dict[tuple[str, str], Notice | None] = {}
        words: dict[tuple[str, str], Mapping[Language, str]] = {}
        for own in due:
            key = own.tournament_id, own.notice
            if key not in notices:
                notice = notices[key] = self._notices.read_one(*key)
                words[key] = self._correspondents.words(key[0], notice) if notice is not None else {}
        details = self._details(due)
        composed: list[Letter | Unsendable] = []
        for own in due:
            key = own.tournament_id, own.notice
            try:
                composed.append(
                    self._one(own, notices[key], words[key].get(own.language, ""), details[own.tournament_id])
                )
            except Exception as error:
                # The texts of exceptions may quote what was filled in, so only their kind is told.
                kind = type(error).__name__
                log.error("message_not_composed", delivery=own.id, kind=own.kind, error=kind)
                composed.append(Unsendable(own, f"could not be composed ({kind})"))
        return composed

    def _one(
        self, own: Delivery, notice: Notice | None, words: str, details: Mapping[Recipient, Details]
    ) -> Letter | Unsendable:
        if notice is None:
            return Unsendable(own, "the notice is gone")
        state = self._correspondents.state(own.tournament_id)
        where = self._where(own)
        known = [key for key in own.recipients if subject_of(state, own.tournament_id, key) is not None]
        if where is None or not known:
            return Unsendable(own, "the address is gone")
        looks = []
        for key in known:
            recipient = recipient_of(key)
            look = Look(state, notice, recipient, own.language, words, self._site)
            looks.append((_name(details.get(recipient, {}), own.language), look))
        return Letter(own, where, message(looks, own.replaces))

    def _where(self, own: Delivery) -> str | None:
        if own.address_id.startswith(ON_FILE):
            return self._emails.where(own.tournament_id, own.address_id)
        return self._links.where(own.tournament_id, own.address_id)

    def _details(self, due: Sequence[Delivery]) -> dict[str, Mapping[Recipient, Details]]:
        meant: dict[str, set[Recipient]] = {}
        for own in due:
            meant.setdefault(own.tournament_id, set()).update(map(recipient_of, own.recipients))
        return {name: self._correspondents.details(name, sorted(own)) for name, own in meant.items()}


def _name(details: Details, language: Language) -> str:
    first, second = ("name_zh", "name_en") if language == "zh" else ("name_en", "name_zh")
    return details.get(first) or details.get(second) or details.get("name") or ""
