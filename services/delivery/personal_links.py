"""Personal links: each opens a page on what is one entrant's, or a family's, and is all it takes to read it.

A link is 256 random bits. Kept is its hash under a key that follows from the secret, so that neither the
database nor a guess leads to a page. It opens only while it is not revoked, someone it stands for takes part
or gave the place back and was not forgotten, and the tournament keeps its people (`retention_days` after the
last day of play).
"""

import hmac
import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, time, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from services.access.visibility import gave_back, holds_office
from services.delivery.correspondents import Correspondents, subject_of
from services.delivery.statements import PAGE
from services.delivery.tables import personal_code, personal_link
from services.tournament.people.retention import last_day
from services.tournament.state import State
from shared.clock import Clock, from_micros, to_micros
from shared.database import Database, Driver, array_of
from shared.eventlog import Write
from shared.problems import Problem, ProblemType, not_found, quoted

PERSONAL_LINK_INVALID = ProblemType("personal-link-invalid", 404)
PERSONAL_LINK_FORGOTTEN = ProblemType("personal-link-forgotten", 410)
_GONE = "gone:"
"""Begins what stands in place of a recipient who was forgotten: their number, which the log keeps as well."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_TOKEN_BYTES = 32


class PersonalLink(msgspec.Struct, frozen=True):
    """A link that opens its page now.

    Attributes:
        recipients: "entrant:0007", …: those of them who take part or gave the place back, in order.
        link_hash: by which it is known here.
    """

    tournament_id: str
    recipients: tuple[str, ...]
    link_hash: bytes


class LinkRecord(msgspec.Struct, frozen=True):
    """What is known of a link that was made; its text is not.

    Attributes:
        link_id: names it in lists, and tells nothing of its text.
        revoked_at: None while it holds.
    """

    link_id: str
    recipients: tuple[str, ...]
    made_at: datetime
    revoked_at: datetime | None


class PersonalLinks:
    """The links of a database.

    Args:
        key: under which links are hashed.
        retention_days: after the last day of play for which links hold; 0: for good.
        random: source of links.
    """

    def __init__(
        self,
        database: Database,
        correspondents: Correspondents,
        clock: Clock,
        key: bytes,
        retention_days: int,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._database = database
        self._correspondents = correspondents
        self._clock = clock
        self._key = key
        self._retention = timedelta(days=retention_days)
        self._random = random
        self._statements = database.prepared(_Statements)

    def make(self, tournament_id: str, groups: Sequence[Sequence[str]]) -> list[str]:
        """A new link for each of these groups of entrants, in order; those made before hold as well.

        Raises:
            Problem: not-found, for who has no page, or there is no such tournament; then none is made.
        """
        rows, links = self._new(tournament_id, groups)
        for begin in range(0, len(rows), PAGE):
            self._database.write(self._statements.insert, rows[begin : begin + PAGE])
        return links

    def replace(self, tournament_id: str, recipients: Sequence[str], lost: Sequence[str]) -> str:
        """A new link for these together; every link that stood for any of those who lost theirs is dead.

        Raises:
            Problem: as `make`.
        """
        rows, links = self._new(tournament_id, [recipients])
        with self._database.writing() as driver:
            self._revoke(driver, tournament_id, lost)
            self._database.run(driver, self._statements.insert, rows)
        return links[0]

    def revoke(self, tournament_id: str, recipients: Sequence[str]) -> None:
        """Let every link that stands for any of these be dead from now on; again changes nothing."""
        with self._database.writing() as driver:
            self._revoke(driver, tournament_id, recipients)

    def read(self, text: str) -> PersonalLink:
        """The link with this text.

        Raises:
            Problem: personal-link-invalid, the same whether there never was one or it is dead;
                personal-link-forgotten, where everyone it stood for was forgotten.
        """
        if _TOKEN.fullmatch(text) is None:
            raise PERSONAL_LINK_INVALID()
        link_hash = self._hash(text)
        rows = self._database.fetch(self._statements.find, {"presented": link_hash})
        # Found by an index of keyed hashes, from which no time taken leads back to a text.
        meant = [row for row in rows if hmac.compare_digest(bytes(row[0]), link_hash)]
        if not meant:
            raise PERSONAL_LINK_INVALID()
        tournament_id = meant[0][1]
        try:
            state = self._correspondents.state(tournament_id)
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            raise PERSONAL_LINK_INVALID() from None
        recipients = tuple(row[2] for row in meant if _has_page(state, row[2]))
        if self.are_over(tournament_id):
            raise PERSONAL_LINK_INVALID()
        if not recipients:
            gone = any(row[2].startswith(_GONE) for row in meant)
            raise PERSONAL_LINK_FORGOTTEN() if gone else PERSONAL_LINK_INVALID()
        return PersonalLink(tournament_id, recipients, link_hash)

    def ends(self, state: State) -> datetime | None:
        """When the links of a tournament end; None while no last day is known, or where people are kept."""
        day = last_day(state)
        if day is None or not self._retention:
            return None
        return state.plan.moment(day + self._retention + timedelta(days=1), time())

    def are_over(self, tournament_id: str) -> bool:
        """Whether the links of a tournament open nothing any more."""
        ends = self.ends(self._correspondents.state(tournament_id))
        return ends is not None and ends <= self._clock.now()

    def made(self, tournament_id: str) -> list[LinkRecord]:
        """Every link made in a tournament, the oldest first."""
        found: dict[bytes, list[Any]] = {}
        for row in self._database.fetch(self._statements.list, {"t": tournament_id}):
            found.setdefault(bytes(row[0]), []).append(row)
        return [
            LinkRecord(
                f"p-{link_hash.hex()[:12]}",
                tuple(row[1] for row in rows),
                from_micros(rows[0][2]),
                None if rows[0][3] is None else from_micros(rows[0][3]),
            )
            for link_hash, rows in found.items()
        ]

    def shared_with(self, tournament_id: str, recipients: Sequence[str]) -> set[str]:
        """Everyone for whom a link that is alive stands together with any of these, and these."""
        row = {"t": tournament_id, "whose": array_of(recipients)}
        return {*recipients, *(key for (key,) in self._database.fetch(self._statements.shared, row))}

    def removal(self, tournament_id: str, subjects: Iterable[str]) -> list[Write]:
        """What to write in the transaction that forgets these subjects: no link stands for them any more.

        What is left of a link says that it was of someone forgotten, so that whoever opens it can be told.
        """
        rows = [{"t": tournament_id, "s": subject} for subject in subjects]
        if not rows:
            return []
        return [Write(self._statements.forget_links, rows), Write(self._statements.forget_codes, rows)]

    def _new(
        self, tournament_id: str, groups: Sequence[Sequence[str]]
    ) -> tuple[list[dict[str, Any]], list[str]]:
        state, now = self._correspondents.state(tournament_id), to_micros(self._clock.now())
        rows, links = [], []
        for group in groups:
            text = urlsafe_b64encode(self._random(_TOKEN_BYTES)).rstrip(b"=").decode()
            links.append(text)
            for recipient in dict.fromkeys(group):
                if not _has_page(state, recipient):
                    raise not_found("recipient", quoted(recipient))
                rows.append(
                    {
                        "link_hash": self._hash(text),
                        "recipient": recipient,
                        "tournament_id": tournament_id,
                        "subject": subject_of(state, tournament_id, recipient),
                        "made_at": now,
                        "revoked_at": None,
                    }
                )
        return rows, links

    def _revoke(self, driver: Driver, tournament_id: str, recipients: Sequence[str]) -> None:
        row = {"t": tournament_id, "whose": array_of(recipients), "now": to_micros(self._clock.now())}
        self._database.change(driver, self._statements.revoke, row)

    def _hash(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(), "sha256")


def _has_page(state: State, recipient: str) -> bool:
    kind, _, number = recipient.partition(":")
    return kind == "entrant" and (holds_office(state, "participant", number) or gave_back(state, number))


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        column, code, bind = personal_link.c, personal_code.c, sa.bindparam
        self.insert = database.prepare(sa.insert(personal_link))
        self.find = database.prepare(
            sa.select(column.link_hash, column.tournament_id, column.recipient)
            .where(column.link_hash == bind("presented"), column.revoked_at.is_(None))
            .order_by(column.recipient)
        )
        of_these = (
            sa.select(column.link_hash)
            .where(
                column.tournament_id == bind("t"), column.recipient.in_(database.listed("whose", sa.Text()))
            )
            .scalar_subquery()
        )
        self.revoke = database.prepare(
            sa.update(personal_link)
            .where(column.link_hash.in_(of_these), column.revoked_at.is_(None))
            .values(revoked_at=bind("now"))
        )
        self.shared = database.prepare(
            sa.select(column.recipient)
            .where(
                column.link_hash.in_(of_these),
                column.revoked_at.is_(None),
                column.recipient.not_like(f"{_GONE}%"),
            )
            .distinct()
        )
        self.list = database.prepare(
            sa.select(column.link_hash, column.recipient, column.made_at, column.revoked_at)
            .where(column.tournament_id == bind("t"), column.recipient.not_like(f"{_GONE}%"))
            .order_by(column.made_at, column.link_hash, column.recipient)
        )
        self.forget_links = database.prepare(
            sa.update(personal_link)
            .where(column.tournament_id == bind("t"), column.subject == bind("s"))
            .values(recipient=sa.literal_column(f"'{_GONE}'").concat(column.recipient), subject="")
        )
        self.forget_codes = database.prepare(
            sa.delete(personal_code).where(code.tournament_id == bind("t"), code.subject == bind("s"))
        )
