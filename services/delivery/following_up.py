"""What is about safety and stays unread goes out by the further ways too, once, as the same notice.

In a chat it is unread until someone acknowledges it, where it asks for that; then it is pushed to browsers,
and goes by e-mail. Pushed to a browser it is unread until someone opens it, and after ten minutes also while
it was not sent at all: a push is never the only way.
Who has two chats or browsers has read it when one of them has; a notice whose place another took is let be,
and so is whoever stopped messages there since.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from services.delivery.addressing import EMAIL, Draft, delivery_id
from services.delivery.correspondents import Correspondents
from services.delivery.deliveries import Deliveries
from services.delivery.emails import Emails
from services.delivery.fallback_channels import FurtherWays
from services.delivery.lease import Lease
from services.delivery.links import Links
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.statements import PAGE
from services.delivery.tables import delivery, fan_out
from services.notices.kinds import KINDS
from services.notices.store import NoticeStore
from shared.clock import Clock, to_micros
from shared.database import Database, Statement

ACKNOWLEDGED_KINDS = tuple(kind.name for kind in KINDS.values() if "acknowledge" in kind.actions)
_SAFETY = tuple(kind.name for kind in KINDS.values() if kind.safety)
PUSH_UNOPENED_FOR = timedelta(minutes=10)
"""After which what was pushed goes by e-mail."""
Ways = Callable[[str, str, Collection[str]], list[Draft]]
"""By what messages of a kind in a tournament go to these recipients."""


class FollowUp:
    """Finds what nobody read in time; its writes are fenced.

    Args:
        after: how long after it was sent to a chat; None for never. What was pushed does not wait for it.
        channels: the names of those there are.
    """

    def __init__(
        self,
        database: Database,
        correspondents: Correspondents,
        links: Links,
        emails: Emails,
        lease: Lease,
        clock: Clock,
        after: timedelta | None,
        channels: Collection[str],
    ) -> None:
        self._database = database
        self._deliveries = Deliveries(database)
        self._notices = NoticeStore(database)
        self._links = links
        self._further = FurtherWays(correspondents, links, emails, channels)
        self._lease = lease
        self._clock = clock
        self._after = after
        self._prepare()

    def tick(self) -> int:
        """Have what is unread now sent by the further ways; returns how many messages.

        Raises:
            LeaseLost
        """
        made = 0
        if self._after is not None:
            made = self._tick(self._unacknowledged, self._after, self._further.when_unread)
        return made + self._tick(self._unopened, PUSH_UNOPENED_FOR, self._further.by_email)

    def _tick(self, due: Statement, after: timedelta, ways: Ways) -> int:
        made = 0
        while rows := self._database.fetch(due, {"until": to_micros(self._clock.now() - after)}):
            notices: dict[tuple[str, str], list[Any]] = {}
            for row in rows:
                notices.setdefault((row.tournament_id, row.notice), []).append(row)
            for (tournament_id, notice), unread in notices.items():
                made += self._follow_up(tournament_id, notice, unread, ways)
        return made

    def _follow_up(self, tournament_id: str, key: str, rows: Sequence[Any], ways: Ways) -> int:
        notice = self._notices.read_one(tournament_id, key)
        of = {"t": tournament_id, "n": key}
        drafts: list[Draft] = []
        if notice is not None and not self._database.fetch(self._later, of):
            rows_read = self._database.fetch(self._read, of)
            read = {recipient for row in rows_read for recipient in _recipients(row.recipients)}
            waiting = self._still_meant(tournament_id, rows) - read
            drafts = ways(tournament_id, notice.kind, waiting)
        now = self._clock.now()
        made = self._deliveries.rows(tournament_id, notice, drafts, now) if notice is not None else []
        with self._database.writing() as driver:
            self._lease.check(driver)
            self._deliveries.add(driver, made)
            # What is pushed here goes by e-mail at once, and need not be followed up by it.
            pushed = [draft.address_id for draft in drafts if draft.channel == WEB_PUSH]
            over = [row.id for row in rows] + [delivery_id(tournament_id, key, push) for push in pushed]
            done = [{"id_is": id, "now": to_micros(now)} for id in over]
            self._database.run(driver, self._done, done)
        return len(drafts)

    def _still_meant(self, tournament_id: str, rows: Sequence[Any]) -> set[str]:
        """Whom these were for, without those who stopped the chat since; who ends a push has it by e-mail."""
        standing = self._links.standing(tournament_id, {row.address_id for row in rows})
        return {
            key
            for row in rows
            for key in _recipients(row.recipients)
            if row.channel == WEB_PUSH or key in standing.get(row.address_id, ())
        }

    def _prepare(self) -> None:
        column, bind, prepare = delivery.c, sa.bindparam, self._database.prepare
        acknowledged = column.acknowledged_at
        columns = sa.select(
            column.id,
            column.tournament_id,
            column.notice,
            column.recipients,
            column.address_id,
            column.channel,
        )
        self._unacknowledged = prepare(
            columns.where(
                column.lane == 0,
                acknowledged.is_(None),
                column.followed_up_at.is_(None),
                column.settled_at <= bind("until"),
                sa.or_(column.status == "sent", column.status == "unknown"),
                column.channel != EMAIL,
                column.channel != WEB_PUSH,
                sa.or_(*(column.kind == kind for kind in ACKNOWLEDGED_KINDS)),
            ).limit(PAGE)
        )
        made = fan_out.c
        self._unopened = prepare(
            columns.join_from(
                delivery,
                fan_out,
                sa.and_(made.tournament_id == column.tournament_id, made.notice == column.notice),
            )
            .where(
                column.channel == WEB_PUSH,
                acknowledged.is_(None),
                column.followed_up_at.is_(None),
                made.due_at <= bind("until"),
                sa.or_(*(column.status == status for status in ("sent", "unknown", "pending", "started"))),
                sa.or_(*(column.kind == kind for kind in _SAFETY)),
            )
            .limit(PAGE)
        )
        of_notice = (column.tournament_id == bind("t"), column.notice == bind("n"))
        self._read = prepare(sa.select(column.recipients).where(*of_notice, acknowledged.is_not(None)))
        this, other = fan_out.alias("this"), fan_out.alias("other")
        self._later = prepare(
            sa.select(other.c.seq)
            .where(
                this.c.tournament_id == bind("t"),
                this.c.notice == bind("n"),
                other.c.tournament_id == this.c.tournament_id,
                other.c.topic == this.c.topic,
                other.c.seq > this.c.seq,
                sa.or_(*(other.c.kind == kind for kind in _SAFETY)),
            )
            .limit(1)
        )
        change: Any = sa.update(delivery)
        self._done = prepare(change.where(column.id == bind("id_is")).values(followed_up_at=bind("now")))


def _recipients(listed: str) -> list[str]:
    return msgspec.json.decode(listed, type=list[str])
