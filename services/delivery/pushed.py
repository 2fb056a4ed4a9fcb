"""What was pushed to someone's browsers, in whole: a push itself may say only that there is something."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
import sqlalchemy as sa

from services.delivery.children import names_of_children, with_children
from services.delivery.correspondents import Correspondents, name_in, recipient_of
from services.delivery.families import names_of_family, with_family
from services.delivery.links import Links
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.tables import delivery
from services.notices.look import Look
from services.notices.rendering import Message, message
from services.notices.store import NoticeStore
from shared.clock import from_micros
from shared.database import Database, Statement, array_of
from shared.i18n import Language
from shared.logs import logger

log = logger(__name__)
_READ = 50
"""Deliveries looked at: several browsers may have had the same message."""


class PushedMessage(msgspec.Struct, frozen=True):
    """A message that was pushed, as it reads now.

    Attributes:
        at: when it was handed to the push service.
        title: what happened and in which tournament.
    """

    at: datetime
    title: str
    text: str


class Pushed:
    """Looks up what was pushed.

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
    ) -> list[PushedMessage]:
        """The last messages to browsers of these recipients, the newest first."""
        linked = self._links.of_recipients(tournament_id, recipients)
        devices = {link.address_id for those in linked.values() for link in those if link.channel == WEB_PUSH}
        if not devices:
            return []
        asked = {"t": tournament_id, "devices": array_of(sorted(devices)), "most": _READ}
        found: dict[str, PushedMessage] = {}
        for key, meant, at in self._database.fetch(self._read, asked):
            if key in found or len(found) == most:
                continue
            mine = [
                recipient
                for recipient in msgspec.json.decode(meant, type=list[str])
                if recipient in recipients
            ]
            try:
                made = self._message(tournament_id, key, mine, recipients, language)
            except Exception as error:
                # The texts of exceptions may quote what was filled in, so only their kind is told.
                log.error("message_not_shown", notice=key, error=type(error).__name__)
                continue
            if made is not None:
                found[key] = PushedMessage(from_micros(at), made.subject, made.text)
        return list(found.values())

    def _message(
        self,
        tournament_id: str,
        key: str,
        recipients: Sequence[str],
        stands_for: Sequence[str],
        language: Language,
    ) -> Message | None:
        notice = self._notices.read_one(tournament_id, key)
        if notice is None or not recipients:
            return None
        state = self._correspondents.state(tournament_id)
        meant = [recipient_of(recipient) for recipient in recipients]
        readers = with_family(notice, with_children(state, notice, meant))
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
            looks.append((name_in(details.get(reader, {}), language), look))
        return message(looks)


def _read(database: Database) -> Statement:
    column = delivery.c
    return database.prepare(
        sa.select(column.notice, column.recipients, column.settled_at)
        .where(
            column.tournament_id == sa.bindparam("t"),
            column.channel == WEB_PUSH,
            column.address_id.in_(database.listed("devices", sa.Text())),
            sa.or_(column.status == "sent", column.status == "unknown"),
        )
        .order_by(column.seq.desc(), column.id)
        .limit(sa.bindparam("most"))
    )
