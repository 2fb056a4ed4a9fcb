"""What an official is in the middle of on a page, kept until it is confirmed or left for a day.

It may name people, so it is sealed, and found by a digest of whose it is and what it is about.
"""

import hmac
import os
from collections.abc import Mapping
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.clock import Clock, from_micros, to_micros
from shared.database import Database
from shared.database.tables import table

HOLDS = timedelta(hours=24)
_NONCE = 12

_metadata = sa.MetaData()
_draft = table("page_draft: draft bytes key, sealed bytes, changed_at number")


class Drafts:
    """The drafts in the log's database.

    Args:
        key: 32 bytes that seal and digest.
    """

    def __init__(self, database: Database, clock: Clock, key: bytes) -> None:
        self._database = database
        self._clock = clock
        self._key = key
        self._statements = database.prepared(_Statements)

    def read(self, *whose: str) -> dict[str, str]:
        """What was given so far; empty where nothing was, or it was left for too long.

        Args:
            whose: tournament, role, subject and what it is about.
        """
        draft = self._digest(whose)
        for sealed, changed_at in self._database.fetch(self._statements.read, (draft,)):
            if from_micros(changed_at) >= self._clock.now() - HOLDS:
                return self._open(draft, bytes(sealed))
        return {}

    def keep(self, data: Mapping[str, str], *whose: str) -> None:
        """Keep what was given so far; what others left for too long goes."""
        draft, nonce, now = self._digest(whose), os.urandom(_NONCE), self._clock.now()
        sealed = nonce + AESGCM(self._key).encrypt(nonce, msgspec.json.encode(data), draft)
        row = {"draft": draft, "sealed": sealed, "changed_at": to_micros(now)}
        with self._database.writing() as driver:
            self._database.run(driver, self._statements.keep, [row])
            self._database.change(driver, self._statements.clear, {"before": to_micros(now - HOLDS)})

    def drop(self, *whose: str) -> None:
        """Forget a draft."""
        self._database.write(self._statements.drop, [{"which": self._digest(whose)}])

    def _digest(self, whose: tuple[str, ...]) -> bytes:
        return hmac.digest(self._key, msgspec.json.encode(whose), "sha256")

    def _open(self, draft: bytes, sealed: bytes) -> dict[str, str]:
        try:
            opened = AESGCM(self._key).decrypt(sealed[:_NONCE], sealed[_NONCE:], draft)
            return msgspec.json.decode(opened, type=dict[str, str])
        except (InvalidTag, msgspec.MsgspecError):
            return {}


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        column, bind = _draft.c, sa.bindparam
        self.read = database.prepare(
            sa.select(column.sealed, column.changed_at).where(column.draft == bind("which"))
        )
        insert = database.insert(_draft)
        changed = {name: insert.excluded[name] for name in ("sealed", "changed_at")}
        self.keep = database.prepare(insert.on_conflict_do_update(index_elements=["draft"], set_=changed))
        self.drop = database.prepare(sa.delete(_draft).where(column.draft == bind("which")))
        self.clear = database.prepare(sa.delete(_draft).where(column.changed_at < bind("before")))
