"""Invitations: tokens by which someone can link an address to a recipient, once, and not for long."""

import hashlib
import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from datetime import timedelta

import msgspec
import sqlalchemy as sa

from services.delivery.statements import PAGE
from services.delivery.tables import link_token
from shared.clock import Clock, to_micros
from shared.database import Database, Driver
from shared.problems import ProblemType

HOLDS = timedelta(days=14)
"""How long a link token holds."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")
_TOKEN_BYTES = 32

LINK_TOKEN_INVALID = ProblemType("link-token-invalid", 404)


class Invitation(msgspec.Struct, frozen=True):
    """What a link token is for, before it is used."""

    tournament_id: str
    recipient: str


class Invitations:
    """The tokens of a database, by their hashes.

    Args:
        random: source of tokens.
    """

    def __init__(self, database: Database, clock: Clock, random: Callable[[int], bytes] = os.urandom) -> None:
        self._database = database
        self._clock = clock
        self._random = random
        column, bind = link_token.c, sa.bindparam
        valid = (
            column.token_hash == bind("presented"),
            column.used_at.is_(None),
            column.expires_at > bind("now"),
        )
        self._insert = database.prepare(sa.insert(link_token))
        self._find = database.prepare(sa.select(column.tournament_id, column.recipient).where(*valid))
        self._made_for = database.prepare(
            sa.select(column.tournament_id, column.recipient).where(column.token_hash == bind("presented"))
        )
        self._use = database.prepare(sa.update(link_token).where(*valid).values(used_at=bind("now")))

    def make(self, invitation: Invitation) -> str:
        """A new token for this."""
        (token,) = self.make_each([invitation])
        return token

    def make_each(self, invitations: Sequence[Invitation]) -> list[str]:
        """A new token for each of these, in order; written a page at a time, so that nobody waits long."""
        tokens = [urlsafe_b64encode(self._random(_TOKEN_BYTES)).rstrip(b"=").decode() for _ in invitations]
        expires = to_micros(self._clock.now() + HOLDS)
        rows = [
            {
                "token_hash": _hash(token),
                "tournament_id": invitation.tournament_id,
                "recipient": invitation.recipient,
                "expires_at": expires,
                "used_at": None,
            }
            for token, invitation in zip(tokens, invitations, strict=True)
        ]
        for begin in range(0, len(rows), PAGE):
            self._database.write(self._insert, rows[begin : begin + PAGE])
        return tokens

    def read(self, token: str) -> Invitation:
        """What a token is for; raises Problem: link-token-invalid."""
        if _TOKEN.fullmatch(token) is None:
            raise LINK_TOKEN_INVALID()
        row = {"presented": _hash(token), "now": to_micros(self._clock.now())}
        rows = self._database.fetch(self._find, row)
        if not rows:
            raise LINK_TOKEN_INVALID()
        return Invitation(*rows[0])

    def made_for(self, token: str) -> Invitation | None:
        """What a token was made for, also one that was used or is too old; None for none of ours."""
        if _TOKEN.fullmatch(token) is None:
            return None
        rows = self._database.fetch(self._made_for, {"presented": _hash(token)})
        return Invitation(*rows[0]) if rows else None

    def use(self, driver: Driver, token: str) -> None:
        """In a write transaction: use a token up; raises Problem: link-token-invalid."""
        row = {"now": to_micros(self._clock.now()), "presented": _hash(token)}
        if not self._database.change(driver, self._use, row):
            raise LINK_TOKEN_INVALID()


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
