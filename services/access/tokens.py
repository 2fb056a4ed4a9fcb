"""Access tokens: granted once as text, kept only as a hash, expiring, revocable at once.

A token is 256 random bits, so a plain hash cannot be guessed and finds its row directly. Nothing is cached:
a token revoked because a phone was lost is refused at its next use, in every process.
"""

import hashlib
import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import cast

import msgspec
import sqlalchemy as sa

from services.access.rights import ROLES, Role
from shared.catalogue import Phrase
from shared.clock import Clock, from_micros, to_micros
from shared.database import Database
from shared.eventlog import Write
from shared.problems import UNAUTHENTICATED, ProblemType, quoted

SEASON = timedelta(days=400)
"""No token holds for longer: a year from one final to the next, and a month to hand over."""
TOKEN_PREFIX = "tl_"
TOKEN_BYTES = 32
SUBJECT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_LONGEST_TOKEN = 128

TOKEN_EXPIRED = ProblemType("token-expired", 401)
TOKEN_REVOKED = ProblemType("token-revoked", 401)
TOKEN_UNKNOWN = ProblemType("token-unknown", 404)
GRANT_REFUSED = ProblemType("grant-refused", 422)

_metadata = sa.MetaData()
access_token = sa.Table(
    "access_token",
    _metadata,
    sa.Column("token_hash", sa.LargeBinary, primary_key=True),
    sa.Column("token_id", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("tournament_id", sa.Text),
    sa.Column("granted_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("revoked_at", sa.BigInteger),
)


class Principal(msgspec.Struct, frozen=True):
    """Who asks.

    Attributes:
        tournament_id: None for a token that holds for every tournament.
        expires_at: when the token ends; None for who is here without one.
        left: who is here on the page of an entrant who gave the place back, for what is theirs still.
    """

    token_id: str
    role: Role
    subject: str
    tournament_id: str | None = None
    expires_at: datetime | None = None
    left: bool = False

    @property
    def actor(self) -> str:
        """What events keep of it: "role:subject", ids only."""
        return f"{self.role}:{self.subject}"


class TokenRecord(msgspec.Struct, frozen=True):
    """What is known of a granted token; its text is not."""

    token_id: str
    role: Role
    subject: str
    tournament_id: str | None
    granted_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        table, bind = access_token.c, sa.bindparam
        self.insert = database.prepare(sa.insert(access_token))
        self.find = database.prepare(
            sa.select(
                table.token_id,
                table.role,
                table.subject,
                table.tournament_id,
                table.granted_at,
                table.expires_at,
                table.revoked_at,
            ).where(table.token_hash == bind("presented"))
        )
        still_valid = sa.update(access_token).where(table.revoked_at.is_(None)).values(revoked_at=bind("at"))
        self.revoke = database.prepare(still_valid.where(table.token_id == bind("which")))
        self.revoke_all = database.prepare(still_valid.where(table.subject == bind("whose")))
        self.revoke_in = database.prepare(
            still_valid.where(
                table.subject == bind("whose"),
                table.role == bind("acting_as"),
                sa.or_(table.tournament_id.is_(None), table.tournament_id == bind("where")),
            )
        )
        self.unrevoked = database.prepare(
            sa.select(table.expires_at).where(table.token_id == bind("which"), table.revoked_at.is_(None))
        )
        self.known = database.prepare(sa.select(table.token_id).where(table.token_id == bind("which")))
        self.list = database.prepare(
            sa.select(
                table.token_id,
                table.role,
                table.subject,
                table.tournament_id,
                table.granted_at,
                table.expires_at,
                table.revoked_at,
            ).order_by(table.granted_at, table.token_id)
        )


class Tokens:
    """The tokens in the log's database.

    Args:
        random: source of `n` random bytes; injected so that a demo grants the same tokens every time.
    """

    def __init__(self, database: Database, clock: Clock, random: Callable[[int], bytes] = os.urandom) -> None:
        self._database = database
        self._clock = clock
        self._random = random
        self._statements = database.prepared(_Statements)

    def grant(self, role: str, subject: str, tournament_id: str | None, expires: datetime) -> str:
        """Make a token and return its text, which cannot be had again.

        Args:
            subject: an id that says nothing about anyone: a referee's or entrant's number, a screen's name.
            tournament_id: None for every tournament.
            expires: aware; later than now, and within a season.

        Raises:
            Problem: grant-refused.
        """
        if role not in ROLES:
            raise GRANT_REFUSED(detail=Phrase("part-tokens-roles", {"known": [*ROLES]}))
        if SUBJECT.fullmatch(subject) is None:
            raise GRANT_REFUSED(
                detail=Phrase("part-tokens-subject-id-letters-digits-dot"),
            )
        now, until = to_micros(self._clock.now()), to_micros(expires)
        if until <= now:
            raise GRANT_REFUSED(detail=Phrase("part-tokens-would-have-expired-already"))
        if until > now + SEASON // timedelta(microseconds=1):
            raise GRANT_REFUSED(
                detail=Phrase("part-tokens-would-hold-more-than-days", {"days": SEASON.days}),
            )
        token = TOKEN_PREFIX + urlsafe_b64encode(self._random(TOKEN_BYTES)).rstrip(b"=").decode()
        row = {
            "token_hash": _hash(token),
            "token_id": token_id(token),
            "role": role,
            "subject": subject,
            "tournament_id": tournament_id,
            "granted_at": now,
            "expires_at": until,
            "revoked_at": None,
        }
        self._database.write(self._statements.insert, [row])
        return token

    def authenticate(self, token: str) -> Principal:
        """Whose token this is.

        Raises:
            Problem: unauthenticated for an unknown token, token-expired or token-revoked.
        """
        if not token.startswith(TOKEN_PREFIX) or len(token) > _LONGEST_TOKEN or not token.isascii():
            raise UNAUTHENTICATED()
        rows = self._database.fetch(self._statements.find, (_hash(token),))
        if not rows:
            raise UNAUTHENTICATED()
        known_id, role, subject, tournament_id, _, expires_at, revoked_at = rows[0]
        if revoked_at is not None:
            raise TOKEN_REVOKED()
        if expires_at <= to_micros(self._clock.now()):
            raise TOKEN_EXPIRED(expired=from_micros(expires_at).isoformat(timespec="minutes"))
        return Principal(known_id, cast(Role, role), subject, tournament_id, from_micros(expires_at))

    def holds(self, token_id: str) -> bool:
        """Whether a token is neither expired nor revoked, for what was issued under it."""
        now = to_micros(self._clock.now())
        rows = self._database.fetch(self._statements.unrevoked, (token_id,))
        return any(expires_at > now for (expires_at,) in rows)

    def revoke(self, token_id: str) -> None:
        """Refuse this token from now on; again changes nothing.

        Raises:
            Problem: token-unknown.
        """
        with self._database.writing() as driver:
            if not self._database.fetch(self._statements.known, (token_id,)):
                raise TOKEN_UNKNOWN(token_id=quoted(token_id))
            at = {"at": to_micros(self._clock.now()), "which": token_id}
            self._database.run(driver, self._statements.revoke, [at])

    def revoke_all(self, subject: str) -> int:
        """Refuse every token of `subject` from now on, as when a phone is lost; returns how many."""
        with self._database.writing() as driver:
            row = {"at": to_micros(self._clock.now()), "whose": subject}
            return self._database.change(driver, self._statements.revoke_all, row)

    def revocation(self, tournament_id: str, roles: Iterable[Role], subject: str) -> Write:
        """What to write in a transaction that refuses every token by which `subject` enters a tournament."""
        at = to_micros(self._clock.now())
        rows = [{"at": at, "whose": subject, "acting_as": role, "where": tournament_id} for role in roles]
        return Write(self._statements.revoke_in, rows)

    def list(self) -> list[TokenRecord]:
        """Every token ever granted, the oldest first."""
        return [_record(*row) for row in self._database.fetch(self._statements.list)]


def _record(
    token_id: str,
    role: Role,
    subject: str,
    tournament_id: str | None,
    granted_at: int,
    expires_at: int,
    revoked_at: int | None,
) -> TokenRecord:
    return TokenRecord(
        token_id,
        role,
        subject,
        tournament_id,
        from_micros(granted_at),
        from_micros(expires_at),
        None if revoked_at is None else from_micros(revoked_at),
    )


def token_id(token: str) -> str:
    """The name by which a token is listed and revoked; it tells nothing about the token's text."""
    return f"t-{_hash(token).hex()[:12]}"


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
