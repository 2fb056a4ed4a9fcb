"""Grants: every secret that lets whoever bears it in, of every kind, in one table.

A secret is 256 random bits as text, shown once. Kept is its hash under a key that follows from the secret of
the installation, so that neither the database nor a guess opens anything. Nothing is cached: what was revoked
is refused at its next use, in every process. How each kind holds is in `services.access.kinds`; what one of
it opens is said by those who open it.
"""

import hmac
import os
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

import msgspec

from services.access.grant_rows import Grant, Statements, grant_of, row_of
from services.access.kinds import CODE, FOR_GOOD, INVITATION, KINDS, PERSONAL_LINK, Kind
from services.access.rights import Role
from shared.clock import Clock, to_micros
from shared.database import Database, Driver
from shared.database.deadline import waiting_at_most
from shared.eventlog import Write
from shared.problems import Problem, quoted

_BYTES = 32
_TEXT = re.compile(r"[A-Za-z0-9_-]{43}")
_SEEN_EVERY = timedelta(minutes=5)
_SECONDS_TO_NOTE = 0.2
_PAGE = 250
"""So many rows are written in one transaction, so that nobody waits long."""


class Grants:
    """The grants in the log's database.

    Args:
        key: gives that under which secrets are hashed; listing and revoking need none.
        random: source of `n` random bytes; injected so that a demo grants the same every time.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        key: Callable[[], bytes],
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.database = database
        self.clock = clock
        self._key = key
        self.random = random
        self._statements = database.prepared(Statements)

    # Issuing

    def new(
        self,
        kind: Kind,
        whose: Sequence[str],
        tournament_id: str | None,
        scope: str = "",
        *,
        expires: datetime | None = None,
        **more: Any,
    ) -> tuple[str, list[Grant]]:
        """A new secret, which cannot be had again, and a grant by it for each of these, to be kept.

        Args:
            expires: as its kind says, if not said.
            more: fields of a grant: by whom it is issued, when they proved who they are, details.
        """
        text = kind.begins + urlsafe_b64encode(self.random(_BYTES)).rstrip(b"=").decode()
        secret, now = self.hash(kind, text), self.clock.now()
        if expires is None and kind.holds != FOR_GOOD:
            expires = now + kind.holds
        grants = [
            Grant(
                secret,
                each,
                kind.name,
                f"{kind.prefix}{secret.hex()[:12]}",
                tournament_id,
                scope,
                now,
                expires,
                seen_at=now if kind.idle else None,
                **more,
            )
            for each in dict.fromkeys(whose)
        ]
        return text, grants

    def issue(
        self, kind: Kind, whose: str, tournament_id: str | None, scope: str, **how: Any
    ) -> tuple[str, Grant]:
        """As `new`, for one, and kept."""
        text, (made,) = self.new(kind, [whose], tournament_id, scope, **how)
        self.insert([made])
        return text, made

    def insert(self, grants: Sequence[Grant], driver: Driver | None = None) -> None:
        """Keep new grants of one kind; in a write transaction that is open, or a page at a time.

        Those of the kind whose time was over long ago go.
        """
        kinds = {KINDS[each.kind] for each in grants}
        before = [
            {"kind": kind.name, "before": to_micros(self.clock.now() - kind.kept)}
            for kind in kinds
            if kind.kept is not None
        ]
        for begin in range(0, len(grants), _PAGE):
            rows = [row_of(each) for each in grants[begin : begin + _PAGE]]
            with nullcontext(driver) if driver is not None else self.database.writing() as at:
                self.database.run(at, self._statements.insert, rows)
                self.database.run(at, self._statements.clear, before)

    # Opening

    def find(self, kind: Kind, text: str) -> list[Grant]:
        """The grants of a kind by this secret, whether they hold or not; none where it is none of ours."""
        if not text.startswith(kind.begins) or _TEXT.fullmatch(text.removeprefix(kind.begins)) is None:
            return []
        return self.by_secret(kind, self.hash(kind, text))

    def by_secret(self, kind: Kind, secret: bytes) -> list[Grant]:
        """The grants of a kind by the hash of their secret."""
        found = self._fetch(self._statements.find, kind, secret=secret)
        # Found by an index of keyed hashes, from which no time taken leads back to a text.
        return [each for each in found if hmac.compare_digest(each.secret, secret)]

    def open(self, kind: Kind, text: str, tournament_id: str | None = None) -> list[Grant]:
        """The grants of a kind that hold by this secret.

        Args:
            tournament_id: in which they have to be; any if None.

        Raises:
            Problem: as the kind says, where there are none.
        """
        found = self.find(kind, text)
        if not found or tournament_id not in (None, found[0].tournament_id):
            raise kind.unknown()
        first, now = found[0], self.clock.now()
        if first.holds(now):
            return found
        if first.used_at is not None and kind.used is not None:
            raise kind.used().at(tournament=first.tournament_id)
        if first.revoked_at is not None and kind.revoked is not None:
            # One that opens once says the same whether it was used or revoked.
            raise kind.revoked().at(tournament=first.tournament_id) if kind.once else kind.revoked()
        if first.expires_at is not None and kind.over is not None:
            raise kind.over(expired=first.expires_at.isoformat(timespec="minutes"))
        raise kind.unknown()

    def use(self, driver: Driver, found: Grant) -> bool:
        """In a write transaction: use up one that opens once; whether it held still, as for one of two."""
        row = {"which": found.grant_id, "now": to_micros(self.clock.now())}
        return bool(self.database.change(driver, self._statements.use, row))

    def take_try(self, driver: Driver, found: Grant) -> bool:
        """In a write transaction: count a code before it is looked at; whether it may be looked at."""
        most = KINDS[found.kind].tries
        row = {"which": found.grant_id, "most": most, "now": to_micros(self.clock.now())}
        return bool(self.database.change(driver, self._statements.take_try, row))

    def note_proof(self, driver: Driver, found: Grant, at: datetime | None) -> None:
        """In a write transaction: note when its bearer last showed who they are."""
        row = {"which": found.grant_id, "proven": at and to_micros(at)}
        self.database.change(driver, self._statements.prove, row)

    def note_use(self, found: Grant) -> None:
        """Note that it is in use, every few minutes."""
        now = self.clock.now()
        if found.seen_at is not None and now - found.seen_at < _SEEN_EVERY:
            return
        self._note(self._statements.see, {"now": to_micros(now), "which": found.grant_id})

    def note_details(self, found: Grant, details: Mapping[str, Any]) -> None:
        """Note what its kind alone knows."""
        self._note(
            self._statements.detail,
            {"known": msgspec.json.encode(details).decode(), "which": found.grant_id},
        )

    def _note(self, statement: Any, row: Mapping[str, Any]) -> None:
        try:
            with waiting_at_most(_SECONDS_TO_NOTE):
                self.database.write(statement, [row])
        except Problem:
            # A read does not wait for writers, and whoever is busy now is seen again in a moment.
            return

    # Listing

    def listed(self, kind: Kind, tournament_id: str | None = None) -> list[Grant]:
        """The grants of a kind in a tournament, or in all, the oldest first."""
        return self._fetch(self._statements.list, kind, t=tournament_id)

    def of_person(self, kind: Kind, tournament_id: str, whose: str) -> list[Grant]:
        """Someone's grants of a kind in a tournament, the oldest first."""
        return self._fetch(self._statements.of, kind, t=tournament_id, whose=whose)

    def by_id(self, kind: Kind, grant_id: str) -> list[Grant]:
        """The grants of a kind by their id."""
        return self._fetch(self._statements.named, kind, which=grant_id)

    # Revoking

    def revoke(self, kind: Kind, grant_id: str, tournament_id: str | None = None) -> None:
        """Let a grant open nothing from now on; again changes nothing.

        Args:
            tournament_id: in which it has to be; any if None.

        Raises:
            Problem: as the kind says, where there is none of this id.
        """
        found = self.by_id(kind, grant_id)
        if not found or tournament_id not in (None, found[0].tournament_id):
            raise (kind.missing or kind.unknown)(**{kind.named: quoted(grant_id)})
        with self.database.writing() as driver:
            self.revoke_each(driver, found)

    def revoke_each(self, driver: Driver, grants: Iterable[Grant]) -> None:
        """In a write transaction: let these open nothing from now on."""
        now = to_micros(self.clock.now())
        ids = dict.fromkeys(each.grant_id for each in grants)
        self.database.run(driver, self._statements.revoke, [{"which": each, "now": now} for each in ids])

    def revoke_all(self, kinds: Iterable[Kind], whose: str, tournament_id: str | None = None) -> int:
        """Let everything of these kinds that is someone's open nothing, as when a phone is lost.

        Args:
            tournament_id: only what opens this one; everything if None.

        Returns:
            How many there were.
        """
        write = self.revocation(kinds, whose, tournament_id)
        with self.database.writing() as driver:
            return sum(self.database.change(driver, write.statement, row) for row in write.rows)

    def revocation(
        self,
        kinds: Iterable[Kind],
        whose: str,
        tournament_id: str | None,
        roles: Sequence[Role | None] = (None,),
    ) -> Write:
        """What to write in the transaction that takes all this from someone.

        Args:
            roles: only what lets in as one of them.
        """
        now = to_micros(self.clock.now())
        rows = [
            {"kind": kind.name, "whose": whose, "t": tournament_id, "acting_as": role, "now": now}
            for kind in kinds
            for role in roles
        ]
        return Write(self._statements.revoke_of, rows)

    def removal(self, tournament_id: str, recipient: str) -> list[Write]:
        """What to write in the transaction that forgets someone who is written to.

        What is left of a personal link says that it was of someone forgotten, for whoever opens it.
        """
        whose = {"t": tournament_id, "whose": recipient}
        return [
            Write(self._statements.forget, [{"kind": PERSONAL_LINK.name, **whose}]),
            Write(self._statements.drop_of, [{"kind": kind.name, **whose} for kind in (INVITATION, CODE)]),
        ]

    def lock(self, driver: Driver, secret: bytes, whose: str) -> None:
        """In a write transaction: wait for whoever does so with the same grant, and have others wait."""
        self.database.change(driver, self._statements.lock, {"secret": secret, "whose": whose})

    def drop(self, driver: Driver, grants: Iterable[Grant]) -> None:
        """In a write transaction: keep nothing of these."""
        self.database.run(driver, self._statements.drop, [{"which": each.grant_id} for each in grants])

    def digits(self, kind: Kind, of: str, length: int) -> str:
        """A code of so many digits that follows from a grant, so that it is kept nowhere."""
        number = int.from_bytes(self.hash(kind, f"digits {of}"))
        return f"{number % 10**length:0{length}d}"

    def hash(self, kind: Kind, text: str) -> bytes:
        """That under which a text is kept, for one kind alone."""
        return hmac.digest(self._key(), f"{kind.name} {text}".encode("utf-8", "replace"), "sha256")

    def _fetch(self, statement: Any, kind: Kind, **row: Any) -> list[Grant]:
        return [grant_of(found) for found in self.database.fetch(statement, {"kind": kind.name, **row})]
