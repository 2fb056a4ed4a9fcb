"""Links that open one entrant's case file, as that entrant may see it, for whoever has the link.

The organizer makes them for somebody who complains. A link is 256 random bits, kept only under a keyed hash;
it holds for some days, is listed, and is ended at once. What it opens is what the entrant's office is worth
when it is opened, so it opens nothing of whoever was forgotten.
"""

import hmac
import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.access.tokens import GRANT_REFUSED, Principal
from shared.catalogue import Phrase
from shared.clock import Clock, from_micros, to_micros
from shared.database import Database
from shared.problems import ProblemType, quoted

DAYS = (1, 7, 30)
"""For how many days a link can be made to hold."""
_LEFT_LYING = timedelta(days=60)
"""So long a link that is over stays listed."""
_BYTES = 32
_TEXT = re.compile(r"[A-Za-z0-9_-]{43}")

CASE_LINK_INVALID = ProblemType("case-link-invalid", 404)
CASE_LINK_OVER = ProblemType("case-link-over", 410)

LinkState = Literal["open", "over", "ended"]

_metadata = sa.MetaData()
case_link = sa.Table(
    "case_link",
    _metadata,
    sa.Column("link_hash", sa.LargeBinary, primary_key=True),
    sa.Column("link_id", sa.Text, nullable=False),
    sa.Column("tournament_id", sa.Text, nullable=False),
    sa.Column("entrant", sa.Text, nullable=False),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("before_seq", sa.BigInteger),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("made_by", sa.Text, nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("ended_at", sa.BigInteger),
)


class CaseLink(msgspec.Struct, frozen=True):
    """What is known of a link; its text is not.

    Attributes:
        seq: the moment that its case file is about; `before` the one it is compared with, if there is one.
        made_by: the sign-in that made it.
    """

    link_id: str
    tournament_id: str
    entrant: str
    stage: str
    before: int | None
    seq: int
    made_by: str
    made_at: datetime
    expires_at: datetime
    ended_at: datetime | None

    @property
    def principal(self) -> Principal:
        """With whose eyes the case file is seen."""
        return Principal("", "participant", self.entrant, self.tournament_id)

    def state(self, now: datetime) -> LinkState:
        """Whether it opens anything at a moment."""
        if self.ended_at is not None:
            return "ended"
        return "open" if now < self.expires_at else "over"


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        column, bind = case_link.c, sa.bindparam
        shown = [column[name] for name in case_link.columns.keys() if name != "link_hash"]  # noqa: SIM118
        self.insert = database.prepare(sa.insert(case_link))
        self.find = database.prepare(sa.select(*shown).where(column.link_hash == bind("presented")))
        self.list = database.prepare(
            sa.select(*shown)
            .where(column.tournament_id == bind("t"))
            .order_by(column.made_at.desc(), column.link_id)
        )
        self.end = database.prepare(
            sa.update(case_link)
            .where(
                column.tournament_id == bind("t"), column.link_id == bind("which"), column.ended_at.is_(None)
            )
            .values(ended_at=bind("at"))
        )
        self.clear = database.prepare(sa.delete(case_link).where(column.expires_at < bind("long_ago")))


class CaseLinks:
    """The links in the log's database.

    Args:
        key: under which their texts are hashed.
        random: source of `n` random bytes.
    """

    def __init__(
        self, database: Database, clock: Clock, key: bytes, random: Callable[[int], bytes] = os.urandom
    ) -> None:
        self._database = database
        self._clock = clock
        self._key = key
        self._random = random
        self._statements = database.prepared(_Statements)

    def make(
        self,
        tournament_id: str,
        entrant: str,
        stage: str,
        seq: int,
        made_by: str,
        *,
        before: int | None = None,
        days: int = DAYS[1],
    ) -> str:
        """A new link; returns its text, which cannot be had again.

        Raises:
            Problem: grant-refused, for another number of days.
        """
        if days not in DAYS:
            raise GRANT_REFUSED(detail=Phrase("part-case-link-days", {"days": [*DAYS]}))
        text = urlsafe_b64encode(self._random(_BYTES)).rstrip(b"=").decode()
        now = self._clock.now()
        row = {
            "link_hash": self._hash(text),
            "link_id": f"k-{self._hash(text).hex()[:12]}",
            "tournament_id": tournament_id,
            "entrant": entrant,
            "stage": stage,
            "before_seq": before,
            "seq": seq,
            "made_by": made_by,
            "made_at": to_micros(now),
            "expires_at": to_micros(now + timedelta(days=days)),
            "ended_at": None,
        }
        with self._database.writing() as driver:
            self._database.run(driver, self._statements.insert, [row])
            long_ago = {"long_ago": to_micros(now - _LEFT_LYING)}
            self._database.change(driver, self._statements.clear, long_ago)
        return text

    def read(self, tournament_id: str, text: str) -> CaseLink:
        """What a link opens.

        Raises:
            Problem: case-link-invalid, where there is no such link in this tournament; case-link-over.
        """
        rows = []
        if _TEXT.fullmatch(text) is not None:
            rows = self._database.fetch(self._statements.find, (self._hash(text),))
        found = _record(*rows[0]) if rows else None
        if found is None or found.tournament_id != tournament_id:
            raise CASE_LINK_INVALID()
        if found.state(self._clock.now()) != "open":
            raise CASE_LINK_OVER()
        return found

    def list(self, tournament_id: str) -> list[CaseLink]:
        """The links of a tournament of the last weeks, the newest first."""
        return [_record(*row) for row in self._database.fetch(self._statements.list, {"t": tournament_id})]

    def end(self, tournament_id: str, link_id: str) -> None:
        """Have a link open nothing from now on; again changes nothing.

        Raises:
            Problem: case-link-invalid, where there is none of this id.
        """
        if all(known.link_id != link_id for known in self.list(tournament_id)):
            raise CASE_LINK_INVALID().at(link=quoted(link_id))
        row = {"t": tournament_id, "which": link_id, "at": to_micros(self._clock.now())}
        with self._database.writing() as driver:
            self._database.change(driver, self._statements.end, row)

    def _hash(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(), "sha256")


def _record(*row: Any) -> CaseLink:
    link_id, tournament_id, entrant, stage, before, seq, made_by, made_at, expires_at, ended_at = row
    return CaseLink(
        link_id,
        tournament_id,
        entrant,
        stage,
        before,
        seq,
        made_by,
        from_micros(made_at),
        from_micros(expires_at),
        None if ended_at is None else from_micros(ended_at),
    )
