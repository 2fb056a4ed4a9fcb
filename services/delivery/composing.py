"""Composing: a delivery becomes a message and the address to send it to, at the moment it is sent."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Literal

import msgspec

from services.access.visibility import gave_back
from services.delivery.addressing import ALERT, EMAIL, ON_FILE
from services.delivery.channel_choice import with_chat
from services.delivery.children import names_of_children, with_children
from services.delivery.codes import KIND as CODE_KIND
from services.delivery.correspondents import (
    Correspondents,
    Details,
    name_among,
    name_in,
    recipient_of,
    subject_of,
)
from services.delivery.deliveries import Delivery
from services.delivery.emails import Emails, addressed
from services.delivery.enclosing import Enclosing
from services.delivery.families import names_of_family, relatives, with_family
from services.delivery.inviting import has_bot, no_bot
from services.delivery.links import Links
from services.delivery.personal_pages import PersonalPages
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.settling import Status
from services.notices.audiences import Recipient, recipients
from services.notices.kinds import KINDS
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import contradicted, overtaken
from services.notices.rendering import Message, message
from services.notices.store import NoticeStore
from services.tournament.state import State
from shared.i18n import Language
from shared.language_choice import language
from shared.logs import logger

log = logger(__name__)


ANSWERED_ON_THE_PAGE = ("family-asked",)
"""Kinds that ask something which e-mail cannot answer, and the reader's page can."""

_OVERTAKEN = "it was answered, or another took its place"
_STOPPED_SINCE = "play was stopped since it was announced"


class Letter(msgspec.Struct, frozen=True):
    """A message ready to be sent. Lives in memory only: it holds an address and names."""

    delivery: Delivery
    where: str
    message: Message


class Unsendable(msgspec.Struct, frozen=True):
    """A delivery that cannot be composed, or has lost its point."""

    delivery: Delivery
    why: str
    status: Status = "failed"


class Composer:
    """Resolves names, words and addresses.

    Args:
        site: where the public pages are, "" if they are not public.
        links_begin: gives what a personal link to the bot begins with.
        page_of: gives the page that a push leads to, by tournament and recipient; "" for none.
        pages: personal pages and their codes; None where there are none.
        longest_beside: by channel that carries files, see `Enclosing`.
    """

    def __init__(
        self,
        notices: NoticeStore,
        correspondents: Correspondents,
        links: Links,
        emails: Emails,
        site: str = "",
        links_begin: Callable[[], str] = no_bot,
        page_of: Callable[[str, str], str] = lambda tournament_id, recipient: "",
        pages: PersonalPages | None = None,
        longest_beside: Mapping[str, int | None] = MappingProxyType({}),
    ) -> None:
        self._notices = notices
        self._correspondents = correspondents
        self._links = links
        self._emails = emails
        self._site = site
        self._links_begin = links_begin
        self._page_of = page_of
        self._pages = pages
        self._enclosing = Enclosing(correspondents, longest_beside)

    def compose(self, due: Sequence[Delivery]) -> list[Letter | Unsendable]:
        """Each of them, in order. What fails for one does not hinder the others."""
        by_tournament: dict[str, list[Delivery]] = {}
        for waiting in due:
            by_tournament.setdefault(waiting.tournament_id, []).append(waiting)
        known = {name: self._known(name, those) for name, those in by_tournament.items()}
        composed: list[Letter | Unsendable] = []
        for waiting in due:
            try:
                composed.append(self._compose(waiting, known[waiting.tournament_id]))
            except Exception as error:
                # The texts of exceptions may quote what was filled in, so only their kind is told.
                kind = type(error).__name__
                log.error("message_not_composed", delivery=waiting.id, kind=waiting.kind, error=kind)
                composed.append(Unsendable(waiting, f"could not be composed ({kind})"))
        return composed

    def _known(self, tournament_id: str, due: Sequence[Delivery]) -> "_Known":
        """Looked up once for all of them."""
        notices: dict[str, Notice] = {}
        words: dict[str, Mapping[Language, str]] = {}
        for key in {delivery.notice for delivery in due}:
            notice = self._notices.read_one(tournament_id, key)
            if notice is not None:
                notices[key] = notice
                words[key] = self._correspondents.words(tournament_id, notice)
        state = self._correspondents.state(tournament_id)
        named = {recipient_of(key) for delivery in due for key in delivery.recipients}
        for notice in notices.values():
            named = with_family(notice, with_children(state, notice, named))
        linked = {delivery.address_id for delivery in due if is_linked(delivery)}
        standing = self._links.standing(tournament_id, linked) if linked else {}
        named |= {recipient_of(key) for keys in standing.values() for key in keys}
        on_file = {key for delivery in due if not is_linked(delivery) for key in delivery.recipients}
        family = relatives(state, {recipient_of(key).number for key in on_file})
        named |= {Recipient("entrant", number) for numbers in family.values() for number in numbers}
        return _Known(
            state,
            notices,
            words,
            self._correspondents.details(tournament_id, sorted(named)),
            self._links.where(tournament_id, linked) if linked else {},
            standing,
            family,
            len(self._correspondents.tournaments()) > 1,
            self._correspondents.today(tournament_id),
        )

    def _compose(self, delivery: Delivery, known: "_Known") -> Letter | Unsendable:
        notice = known.notices.get(delivery.notice)
        if notice is None:
            return Unsendable(delivery, "the notice is gone")
        if overtaken(known.state, notice):
            return Unsendable(delivery, _OVERTAKEN, "expired")
        meant, why = _still_meant(delivery, notice, known)
        if not meant:
            return Unsendable(delivery, why, "cancelled")
        if all(contradicted(known.state, notice, recipient_of(key).number) for key in meant):
            stopped = notice.kind == "announcement"
            return Unsendable(delivery, _STOPPED_SINCE if stopped else _OVERTAKEN, "expired")
        where = self._where(delivery, meant, known)
        if where is None:
            return Unsendable(delivery, "the address is gone")
        personal: Mapping[str, str] = {}
        pages: Mapping[str, str] = {}
        if KINDS[delivery.kind].invites:
            linked = with_chat(self._links.of_recipients(delivery.tournament_id, meant))
            meant = [key for key in meant if key not in linked]
            if not meant:
                return Unsendable(delivery, "a chat was linked meanwhile", "expired")
            pages = self._pages.of_each(delivery.tournament_id, meant) if self._pages is not None else {}
            if has_bot(self._links_begin):
                begin = self._links_begin()
                tokens = self._links.invite_each(delivery.tournament_id, meant)
                personal = {key: begin + token for key, token in tokens.items()}
            else:
                meant = [key for key in meant if key in pages]
            if not meant:
                return Unsendable(delivery, "there is neither a bot nor a page to invite to", "expired")
        if delivery.channel == EMAIL and notice.kind in ANSWERED_ON_THE_PAGE and self._pages is not None:
            pages = self._pages.of_each(delivery.tournament_id, meant)
        links = {key: (personal.get(key, ""), pages.get(key, "")) for key in meant}
        made = self._message(delivery, notice, links, known)
        if delivery.channel == WEB_PUSH:
            made = self._for_browsers(made, delivery, meant[0])
        return Letter(delivery, where, made)

    def _message(
        self, delivery: Delivery, notice: Notice, links: Mapping[str, tuple[str, str]], known: "_Known"
    ) -> Message:
        """What is sent, with the file that belongs to it where there is room beside the text.

        Args:
            links: by recipient the personal link to the bot and that to the page, "" for none.
        """
        file = self._enclosing.file_for(delivery, known.state)
        made = self._text(delivery, notice, links, known, attached=file is not None)
        if file is None:
            return made
        if not self._enclosing.has_room(delivery, made):
            return self._text(delivery, notice, links, known, attached=False)
        return msgspec.structs.replace(made, file=file)

    def _text(
        self,
        delivery: Delivery,
        notice: Notice,
        links: Mapping[str, tuple[str, str]],
        known: "_Known",
        *,
        attached: bool,
    ) -> Message:
        texts, code, looks = known.words[delivery.notice], self._code(notice), []
        stands_for = {*delivery.recipients, *known.standing.get(delivery.address_id, ())}
        family = names_of_family(notice, stands_for, known.details, delivery.language)
        read_in = _read_in(delivery)
        for key, links_of in links.items():
            recipient = recipient_of(key)
            words = texts.get(delivery.language, "")
            children = names_of_children(known.state, notice, recipient, known.details, delivery.language)
            look = Look(
                known.state,
                notice,
                recipient,
                delivery.language,
                words,
                self._site,
                *links_of,
                code,
                children,
                attached,
                family,
                read_in,
            )
            named = _name_at_head(delivery, recipient, known)
            beside = {recipient_of(other) for other in (*stands_for, *links)}
            beside |= {Recipient("entrant", number) for number in known.family.get(recipient.number, ())}
            others = [_name_at_head(delivery, other, known) for other in beside - {recipient}]
            looks.append((name_among(recipient.number, named, others), look))
        aloud = [
            Look(known.state, notice, looks[0][1].recipient, other, texts.get(other, ""), self._site)
            for other in _other_languages(known.state, delivery)
        ]
        return message(looks, delivery.replaces, aloud, titled=known.several)

    def _where(self, delivery: Delivery, meant: Sequence[str], known: "_Known") -> str | None:
        """The address in clear; of several with the same on file, that of any who are still meant."""
        if delivery.channel == ALERT:
            return delivery.address_id
        if is_linked(delivery):
            return known.addresses.get(delivery.address_id)
        return self._emails.still_at(delivery.tournament_id, delivery.address_id, meant)

    def _code(self, notice: Notice) -> str:
        """The code that a notice brings; "" for every other."""
        if notice.kind != CODE_KIND.name:
            return ""
        assert self._pages is not None, "who asks for codes has pages"
        return self._pages.codes.code(notice.parameters["code_id"])

    def _for_browsers(self, made: Message, delivery: Delivery, reader: str) -> Message:
        """With what a push service and a lock screen go by."""
        topic = ""
        if delivery.topic is not None:
            # As in the ledger (takes_place_of): a reminder takes the place of its own kind only.
            topic = (
                f"{delivery.tournament_id} {delivery.topic} {'safety' if delivery.safety else delivery.kind}"
            )
        page = self._page_of(delivery.tournament_id, reader)
        return msgspec.structs.replace(made, page=page, topic=topic, until=delivery.not_after)


def _name_at_head(delivery: Delivery, recipient: Recipient, known: "_Known") -> str:
    """The name of a reader as it stands at the head of a message."""
    details = known.details.get(recipient, {})
    if KINDS[delivery.kind].invites:
        return addressed(details, recipient, delivery.language, known.today)
    return name_in(details, delivery.language)


def _read_in(delivery: Delivery) -> Literal["chat", "page", "mail"]:
    return "mail" if delivery.channel == EMAIL else "page" if delivery.channel == WEB_PUSH else "chat"


def is_linked(delivery: Delivery) -> bool:
    """Whether it goes to an address that was linked, not to one on file or for alerts."""
    return delivery.channel != ALERT and not delivery.address_id.startswith(ON_FILE)


def _still_meant(delivery: Delivery, notice: Notice, known: "_Known") -> tuple[list[str], str]:
    """Those of its recipients who are still to get it; and why not, where nobody is."""
    state, why = known.state, ""
    meant = []
    for key in delivery.recipients:
        if subject_of(state, delivery.tournament_id, key) is None:
            why = "whom it was for is forgotten"
        elif is_linked(delivery) and key not in known.standing.get(delivery.address_id, ()):
            why = "messages to this address were stopped"
        elif _has_left(state, notice, recipient_of(key)):
            why = "whom it was for takes part no longer"
        else:
            meant.append(key)
    return meant, why


def _has_left(state: State, notice: Notice, recipient: Recipient) -> bool:
    """Whether someone gave their place back and is no longer among those the notice is for."""
    return (
        recipient.kind == "entrant"
        and gave_back(state, recipient.number)
        and recipient not in recipients(state, notice.audience)
    )


def _other_languages(state: State, delivery: Delivery) -> list[Language]:
    """The further languages of a text that is read out."""
    if not KINDS[delivery.kind].aloud:
        return []
    spoken = (language(tag) for tag in state.plan.languages)
    return [known for known in dict.fromkeys(spoken) if known is not None and known != delivery.language]


class _Known(msgspec.Struct, frozen=True):
    """What the messages of a tournament are composed of.

    Attributes:
        notices, words: by the key of a notice; those that are gone are left out.
        addresses: in clear, by id.
        standing: whom each of these stands for now.
        family: by number, of whoever is written to at an address on file, which a family may share.
        several: whether there are further tournaments, so that a message says which one it is about.
    """

    state: State
    notices: Mapping[str, Notice]
    words: Mapping[str, Mapping[Language, str]]
    details: Mapping[Recipient, Details]
    addresses: Mapping[str, str]
    standing: Mapping[str, Collection[str]]
    family: Mapping[str, Collection[str]]
    several: bool
    today: date
