"""What somebody was sent, in whole, by whichever way it went; a push may say only that there is something."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
import sqlalchemy as sa

from services.delivery.addressing import ON_FILE
from services.delivery.children import names_of_children, with_children
from services.delivery.correspondents import Correspondents, name_among, name_in, recipient_of
from services.delivery.families import names_of_family, with_family
from services.delivery.links import Links
from services.delivery.tables import delivery
from services.notices.kinds import KINDS
from services.notices.look import Look
from services.notices.rendering import Message, message
from services.notices.store import NoticeStore
from shared.clock import from_micros
from shared.database import Database, Statement, array_of
from shared.i18n import Language
from shared.logs import logger
from shared.problems import error_name

log = logger(__name__)
_READ = 50
"""Deliveries looked at: several addresses may have had the same message."""


class ReceivedMessage(msgspec.Struct, frozen=True):
    """A message that went out, as it read when it was sent; names and free texts are those held now.

    Attributes:
        at: when it was handed on.
        channel: by which it went first.
        title: what happened and in which tournament.
    """

    at: datetime
    channel: str
    title: str
    text: str


class Received:
    """Looks up what went out to somebody.

    Args:
        site: where the public pages are, "" if they are not public.
    """

    def __init__(self, database: Database, links: Links, correspondents: Correspondents, site: str) -> None:
        self._database = database
        self._links = links
        self._correspondents = correspondents
        self._notices = NoticeStore(database)
        self._site = site
        self._read = database.prepared(_read)

    def of(
        self, tournament_id: str, recipients: Sequence[str], language: Language, most: int
    ) -> list[ReceivedMessage]:
        """The last messages to these recipients, the newest first.

        Left out are codes, invitations and what went to a guardian: they are not for every holder of a link.
        """
        linked = self._links.of_recipients(tournament_id, recipients)
        places = {link.address_id for those in linked.values() for link in those}
        places |= {f"{ON_FILE}{recipient}" for recipient in recipients}
        asked = {"t": tournament_id, "places": array_of(sorted(places)), "most": _READ}
        by_notice: dict[str, _Sent] = {}
        for key, kind, channel, meant, started_at, at in self._database.fetch(self._read, asked):
            if _for_everyone(kind):
                named = msgspec.json.decode(meant, type=list[str])
                mine = [recipient for recipient in named if recipient in recipients]
                by_notice[key] = _Sent(
                    key, channel, mine, from_micros(at if started_at is None else started_at), from_micros(at)
                )
        last = sorted(by_notice.values(), key=lambda each: each.at, reverse=True)[:most]
        found: dict[str, ReceivedMessage] = {}
        # The oldest first: from one state of the past the next is not far.
        for sent in sorted(last, key=lambda each: each.composed_at):
            try:
                made = self._message(tournament_id, sent, recipients, language)
            except Exception as error:
                # The texts of exceptions may quote what was filled in, so only their kind is told.
                log.error("message_not_shown", notice=sent.notice, error=error_name(error))
                continue
            if made is not None:
                found[sent.notice] = ReceivedMessage(sent.at, sent.channel, made.subject, made.text)
        return [found[sent.notice] for sent in last if sent.notice in found]

    def _message(
        self, tournament_id: str, sent: "_Sent", stands_for: Sequence[str], language: Language
    ) -> Message | None:
        notice = self._notices.read_one(tournament_id, sent.notice)
        if notice is None or not sent.recipients:
            return None
        # What changed since was told by later messages, and would make this one say what nobody was told.
        state = self._correspondents.past_state(tournament_id, notice.seq, sent.composed_at)
        meant = [recipient_of(recipient) for recipient in sent.recipients]
        beside = [recipient_of(recipient) for recipient in stands_for]
        readers = with_family(notice, with_children(state, notice, {*meant, *beside}))
        details = self._correspondents.details(tournament_id, readers)
        family = names_of_family(notice, stands_for, details, language)
        words = self._correspondents.words(tournament_id, notice).get(language, "")
        looks = []
        for reader in meant:
            children = names_of_children(state, notice, reader, details, language)
            look = Look(
                state,
                notice,
                reader,
                language,
                words,
                self._site,
                children=children,
                family=family,
                read_in="page",
            )
            named = {other: name_in(details.get(other, {}), language) for other in {*meant, *beside}}
            others = [name for other, name in named.items() if other != reader]
            looks.append((name_among(reader.number, named[reader], others), look))
        return message(looks)


class _Sent(msgspec.Struct, frozen=True):
    """A message that went out.

    Attributes:
        composed_at: when it was put into words, before it was handed on.
    """

    notice: str
    channel: str
    recipients: Sequence[str]
    composed_at: datetime
    at: datetime


def _for_everyone(kind: str) -> bool:
    """Whether whoever holds the link of a page may read messages of a kind."""
    known = KINDS.get(kind)
    return known is not None and known.of_event and not (known.invites or known.to_guardian)


def _read(database: Database) -> Statement:
    column = delivery.c
    return database.prepare(
        sa.select(
            column.notice,
            column.kind,
            column.channel,
            column.recipients,
            column.started_at,
            column.settled_at,
        )
        .where(
            column.tournament_id == sa.bindparam("t"),
            column.address_id.in_(database.listed("places", sa.Text())),
            sa.or_(column.status == "sent", column.status == "unknown"),
        )
        .order_by(column.settled_at.desc(), column.seq.desc(), column.id)
        .limit(sa.bindparam("most"))
    )
