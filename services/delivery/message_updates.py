"""Messages in chats that are changed once they are there: buttons taken away, what is in force pinned.

What a message should look like follows from its notice and the state, so that a restart, or a second owner,
changes nothing; what it looks like stands in the `mark` of its delivery. A tournament in which nothing was
to be changed is let be until its log has moved on or something was sent in it.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from services.delivery.channel import Mark
from services.delivery.correspondents import Correspondents
from services.delivery.lease import Lease
from services.delivery.links import Links
from services.delivery.tables import delivery
from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.overtaken import asks_no_more, in_force
from services.notices.store import NoticeStore
from services.tournament.state import State
from shared.clock import Clock, to_micros
from shared.database import Database, array_of
from shared.eventlog import Head

PAGE = 50
"""Messages changed between two looks at what else is to be sent."""
RESTS_AFTER = timedelta(hours=1)
"""How long after its last event a tournament is looked at each time."""
_ASKING = tuple(
    kind.name for kind in KINDS.values() if kind.name.startswith(("weather-", "word-")) and kind.actions
)
_ANSWERED = ("parent-called", "parent-heard", "parent-wrote", "parent-not-reached", "urgent-question")
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
    return "plain" if mark != "plain" and asks_no_more(state, notice) else None


class Marking:
    """Finds what is to be changed; its writes are fenced."""

    def __init__(
        self, database: Database, correspondents: Correspondents, links: Links, lease: Lease, clock: Clock
    ) -> None:
        self._database = database
        self._clock = clock
        self._at_rest: dict[str, dict[str, Head]] = {}
        """By channel and tournament, where the log ended when nothing was to be changed."""
        self._woken: set[str] = set()
        self._correspondents = correspondents
        self._links = links
        self._lease = lease
        self._notices = NoticeStore(database)
        column, bind = delivery.c, sa.bindparam
        there = (
            column.status == sa.literal_column("'sent'"),
            column.tournament_id.in_(database.listed("among", sa.Text())),
            column.channel == bind("c"),
            column.kind.in_(database.listed("kinds", sa.Text())),
            # A message without buttons, or unpinned, stays so.
            sa.or_(column.mark == "", column.mark == "pinned"),
        )
        arrived = (column.lane == sa.literal_column("0"), *there)
        self._looks = database.prepare(
            sa.select(column.tournament_id, column.notice, column.mark).where(*arrived).distinct()
        )
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
            sa.select(column.id, column.address_id, column.remote, column.tournament_id)
            .where(column.lane <= sa.literal_column("1"), *there, column.remote != "", read_out)
            .limit(bind("most"))
        )
        self._write = database.prepare(
            sa.update(delivery).where(column.id == bind("id_is")).values(mark=bind("to"))
        )

    def due(self, channel: str, muted: Sequence[str] = ()) -> list[Marked]:
        """A page of messages to change now, none of tournaments that are muted."""
        self._woken.clear()
        at_rest = self._at_rest.setdefault(channel, {})
        # For a while others may read aloud what was told last, in another process.
        lately = to_micros(self._clock.now() - RESTS_AFTER)
        awake = {
            tournament_id: head
            for tournament_id, head in self._correspondents.heads().items()
            if tournament_id not in muted
            and (head.recorded_at > lately or at_rest.get(tournament_id) != head)
        }
        if not awake:
            return []
        found = self._among(list(awake), channel)
        if len(found) < PAGE:
            busy = {tournament_id for tournament_id, _ in found}
            at_rest.update({id: head for id, head in awake.items() if id not in busy})
            self._wake(list(self._woken))
        return [marked for _, marked in found]

    def wake(self, tournaments: Iterable[str]) -> None:
        """Look at these again: something was sent in them. Safe while another thread looks."""
        woken = set(tournaments)
        self._woken |= woken
        self._wake(woken)

    def _wake(self, tournaments: Iterable[str]) -> None:
        for at_rest in list(self._at_rest.values()):
            for tournament_id in tournaments:
                at_rest.pop(tournament_id, None)

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

    def _among(self, tournaments: Sequence[str], channel: str) -> list[tuple[str, Marked]]:
        """A page of what is to be changed in these tournaments, with which of them it is in."""
        kinds = array_of((*_ASKING, *_ANSWERED, *_PINNED))
        of = {"among": array_of(tournaments), "c": channel, "kinds": kinds}
        found: list[tuple[str, Marked]] = []
        looks: dict[str, list[tuple[str, str]]] = {}
        for tournament_id, key, mark in self._database.fetch(self._looks, of):
            looks.setdefault(tournament_id, []).append((key, mark))
        for tournament_id, notices in looks.items():
            state = self._correspondents.state(tournament_id)
            for key, mark in notices:
                notice = self._notices.read_one(tournament_id, key)
                to = wanted(state, notice, mark) if notice is not None else None
                if to is None:
                    continue
                page = {
                    **of,
                    "among": array_of([tournament_id]),
                    "n": key,
                    "m": mark,
                    "most": PAGE - len(found),
                }
                found += self._marked(self._database.fetch(self._page, page), tournament_id, to)
                if len(found) >= PAGE:
                    return found
        return found + self._read_aloud(tournaments, channel, PAGE - len(found))

    def _read_aloud(self, tournaments: Sequence[str], channel: str, most: int) -> list[tuple[str, Marked]]:
        """What one official has read out, in all chats of theirs: nothing is left to press."""
        of = {"among": array_of(tournaments), "c": channel, "kinds": array_of(_ALOUD), "most": most}
        rows: dict[str, list[Any]] = {}
        for row in self._database.fetch(self._read_out, of):
            rows.setdefault(row.tournament_id, []).append(row)
        return [marked for id, those in rows.items() for marked in self._marked(those, id, "plain")]

    def _marked(self, rows: Sequence[Any], tournament_id: str, to: Mark) -> list[tuple[str, Marked]]:
        where = self._links.where(tournament_id, [row.address_id for row in rows])
        # Without an address the channel refuses it, and it is not looked at again.
        return [
            (tournament_id, Marked(row.id, row.address_id, where.get(row.address_id, ""), row.remote, to))
            for row in rows
        ]
