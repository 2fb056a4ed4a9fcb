"""Messages in chats that are changed once they are there: buttons taken away, what is in force pinned.

What a message should look like follows from its notice and the state, so that a restart, or a second owner,
changes nothing; what it looks like stands in the `mark` of its delivery.
"""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from services.delivery.channel import Mark
from services.delivery.correspondents import Correspondents
from services.delivery.lease import Lease
from services.delivery.links import Links
from services.delivery.tables import delivery
from services.notices.in_force import in_force
from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.store import NoticeStore
from services.tournament.state import State
from shared.database import Database, array_of

PAGE = 50
"""Messages changed between two looks at what else is to be sent."""
_ASKING = tuple(
    kind.name for kind in KINDS.values() if kind.name.startswith(("weather-", "word-")) and kind.actions
)
_ANSWERED = ("parent-called",)
_ALOUD = tuple(kind.name for kind in KINDS.values() if "read_out" in kind.actions)
_PINNED = ("suspended", "further-word")


class Marked(msgspec.Struct, frozen=True):
    """A message that is to be changed.

    Attributes:
        where: the address in clear.
        remote: the channel's id of the message.
    """

    id: str
    address_id: str
    where: str
    remote: str
    mark: Mark


def wanted(state: State, notice: Notice, mark: str) -> Mark | None:
    """How a message of this notice should be changed now; None if it is as it should be.

    Args:
        mark: what was done to it already.
    """
    if notice.kind in _PINNED:
        if in_force(state, notice):
            return "pinned" if mark != "pinned" else None
        return "unpinned" if mark == "pinned" else None
    return "plain" if mark != "plain" and overtaken(state, notice) else None


class Marking:
    """Finds what is to be changed; its writes are fenced."""

    def __init__(
        self, database: Database, correspondents: Correspondents, links: Links, lease: Lease
    ) -> None:
        self._database = database
        self._correspondents = correspondents
        self._links = links
        self._lease = lease
        self._notices = NoticeStore(database)
        column, bind = delivery.c, sa.bindparam
        there = (
            column.status == sa.literal_column("'sent'"),
            column.tournament_id == bind("t"),
            column.channel == bind("c"),
            column.kind.in_(database.listed("kinds", sa.Text())),
            # A message without buttons, or unpinned, stays so.
            sa.or_(column.mark == "", column.mark == "pinned"),
        )
        arrived = (column.lane == sa.literal_column("0"), *there)
        self._looks = database.prepare(sa.select(column.notice, column.mark).where(*arrived).distinct())
        self._page = database.prepare(
            sa.select(column.id, column.address_id, column.remote)
            .where(*arrived, column.notice == bind("n"), column.mark == bind("m"), column.remote != "")
            .limit(bind("most"))
        )
        other = delivery.alias()
        read_out = sa.exists().where(
            other.c.tournament_id == column.tournament_id,
            other.c.notice == column.notice,
            other.c.recipients == column.recipients,
            other.c.acknowledged_at.is_not(None),
        )
        self._read_out = database.prepare(
            sa.select(column.id, column.address_id, column.remote)
            .where(column.lane <= sa.literal_column("1"), *there, column.remote != "", read_out)
            .limit(bind("most"))
        )
        self._write = database.prepare(
            sa.update(delivery).where(column.id == bind("id_is")).values(mark=bind("to"))
        )

    def due(self, channel: str, muted: Sequence[str] = ()) -> list[Marked]:
        """A page of messages to change now, none of tournaments that are muted."""
        found: list[Marked] = []
        for tournament_id in self._correspondents.tournaments():
            if tournament_id not in muted and len(found) < PAGE:
                found += self._of(tournament_id, channel, PAGE - len(found))
        return found

    def settle(self, done: Sequence[Marked]) -> None:
        """Write down what was changed.

        Raises:
            LeaseLost
        """
        if not done:
            return
        with self._database.writing() as driver:
            self._lease.check(driver)
            self._database.run(
                driver, self._write, [{"id_is": marked.id, "to": marked.mark} for marked in done]
            )

    def _of(self, tournament_id: str, channel: str, most: int) -> list[Marked]:
        of = {"t": tournament_id, "c": channel, "kinds": array_of((*_ASKING, *_ANSWERED, *_PINNED))}
        found: list[Marked] = []
        looks = self._database.fetch(self._looks, of)
        state = self._correspondents.state(tournament_id) if looks else None
        for key, mark in looks:
            notice = self._notices.read_one(tournament_id, key)
            to = wanted(state, notice, mark) if state is not None and notice is not None else None
            if to is None:
                continue
            page = {**of, "n": key, "m": mark, "most": most - len(found)}
            rows = self._database.fetch(self._page, page)
            where = self._links.where(tournament_id, [row[1] for row in rows])
            # Without an address the channel refuses it, and it is not looked at again.
            found += [Marked(row[0], row[1], where.get(row[1], ""), row[2], to) for row in rows]
            if len(found) >= most:
                return found
        return found + self._read_aloud(tournament_id, channel, most - len(found))

    def _read_aloud(self, tournament_id: str, channel: str, most: int) -> list[Marked]:
        """What one official has read out, in all chats of theirs: nothing is left to press."""
        of = {"t": tournament_id, "c": channel, "kinds": array_of(_ALOUD), "most": most}
        rows = self._database.fetch(self._read_out, of)
        where = self._links.where(tournament_id, [row[1] for row in rows])
        return [Marked(row[0], row[1], where.get(row[1], ""), row[2], "plain") for row in rows]
