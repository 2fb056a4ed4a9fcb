"""Sign-ins: officials on the tournament's pages, each in one browser, by a cookie.

A sign-in is made by a one-time link (`services.access.sign_in_links`) and holds in one tournament for one
office. Its text is 256 random bits that only the browser has; kept is the hash under a key that follows from
the secret. It ends twelve hours after it was made, after three hours without a request, or when somebody ends
it; it is looked up at every request, so that it is then refused at once, in every process. What is signed in
opens pages only: programs need a token (`services.access.tokens`).
"""

import hmac
import os
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Literal, cast

import msgspec

from services.access.rights import Role, allowed_roles
from services.access.sign_in_rows import LinkStatements, SignInStatements
from services.access.tokens import Principal
from shared.clock import Clock, from_micros, to_micros
from shared.database import Database, Driver
from shared.database.deadline import waiting_at_most
from shared.eventlog import Write
from shared.problems import Problem, ProblemType, quoted

HOLDS = timedelta(hours=12)
"""A day of play with its preparation."""
IDLE = timedelta(hours=3)
"""Between two requests: longer than a session of play with the pause after it."""
FRESH = timedelta(hours=4)
"""How long after signing in nothing is asked for before what cannot be undone."""
LEFT_LYING = timedelta(days=30)
"""How long sign-ins that are over are listed."""
SIGN_IN = "sign-in"
"""The right to it, in the table of rights."""
SIGN_IN_UNKNOWN = ProblemType("sign-in-unknown", 404)
SIGN_IN_PREFIX = "s-"
TEXT_BYTES = 32
_SEEN_EVERY = timedelta(minutes=5)
_SECONDS_TO_NOTE = 0.2

SignInState = Literal["open", "over", "ended"]


class SignIn(msgspec.Struct, frozen=True):
    """An official in a browser.

    Attributes:
        sign_in_id: names it in lists and logs, and tells nothing of its text.
        device: the family of the browser, "" where it did not say.
        proven_at: when a link or code last showed that it is them.
        seen_at: of its last request, to within five minutes.
        ended_at: when somebody ended it; None while nobody did.
        tries: of codes, since the last one that was right.
    """

    sign_in_id: str
    role: Role
    subject: str
    tournament_id: str
    device: str
    made_at: datetime
    proven_at: datetime
    seen_at: datetime
    ends_at: datetime
    ended_at: datetime | None
    tries: int

    @property
    def principal(self) -> Principal:
        """Whoever is signed in, as whoever sends a token."""
        return Principal(self.sign_in_id, self.role, self.subject, self.tournament_id, self.ends_at)

    def state(self, now: datetime) -> SignInState:
        """Whether it holds at a moment."""
        if self.ended_at is not None:
            return "ended"
        return "open" if now < min(self.ends_at, self.seen_at + IDLE) else "over"

    def is_fresh(self, now: datetime) -> bool:
        """Whether what cannot be undone may be done without showing once more that it is them."""
        return now < self.proven_at + FRESH


class SignIns:
    """The sign-ins in the log's database.

    Args:
        key: under which their texts, and those of links, are hashed.
        random: source of `n` random bytes.
    """

    def __init__(
        self, database: Database, clock: Clock, key: bytes, random: Callable[[int], bytes] = os.urandom
    ) -> None:
        self.database = database
        self.clock = clock
        self._key = key
        self._random = random
        self._statements = database.prepared(SignInStatements)
        self._links = database.prepared(LinkStatements)

    def read(self, text: str, tournament_id: str) -> SignIn | None:
        """The sign-in that holds in this tournament under a cookie's text; None for none that holds."""
        rows = self.database.fetch(self._statements.find, (self.hash(text),))
        found = _record(*rows[0]) if rows else None
        now = self.clock.now()
        if found is None or found.tournament_id != tournament_id or found.state(now) != "open":
            return None
        if now - found.seen_at >= _SEEN_EVERY:
            self._note_seen(found.sign_in_id, now)
        return found

    def begin(
        self, driver: Driver, role: str, subject: str, tournament_id: str, device: str, proven_at: datetime
    ) -> str:
        """Make a sign-in in a transaction that is open; returns its text, which cannot be had again."""
        now = self.clock.now()
        text = self.new_text()
        at = to_micros(now)
        row = {
            "sign_in_hash": self.hash(text),
            "sign_in_id": f"{SIGN_IN_PREFIX}{self.hash(text).hex()[:12]}",
            "role": role,
            "subject": subject,
            "tournament_id": tournament_id,
            "device": device,
            "made_at": at,
            "proven_at": to_micros(proven_at),
            "seen_at": at,
            "ends_at": to_micros(now + HOLDS),
            "ended_at": None,
            "tries": 0,
        }
        self.database.run(driver, self._statements.insert, [row])
        before = {"before": to_micros(now - LEFT_LYING)}
        self.database.change(driver, self._statements.clear, before)
        self.database.change(driver, self._links.clear, before)
        return text

    def end_text(self, driver: Driver, text: str, tournament_id: str) -> None:
        """End the sign-in under a cookie's text, in a transaction that is open; none is fine, too."""
        row = {"at": to_micros(self.clock.now()), "presented": self.hash(text), "t": tournament_id}
        self.database.change(driver, self._statements.end_hash, row)

    def end(self, sign_in_id: str, tournament_id: str | None = None) -> SignIn:
        """End one from now on; again changes nothing.

        Args:
            tournament_id: in which it has to be; any if None.

        Raises:
            Problem: sign-in-unknown.
        """
        found = [known for known in self.list(tournament_id) if known.sign_in_id == sign_in_id]
        if not found:
            raise SIGN_IN_UNKNOWN(sign_in=quoted(sign_in_id))
        row = {"at": to_micros(self.clock.now()), "which": sign_in_id}
        self.database.write(self._statements.end, [row])
        return found[0]

    def end_all(self, subject: str, tournament_id: str | None = None) -> int:
        """End every sign-in of an official, and every link that leads to one; returns how many there were.

        Args:
            tournament_id: in which; in every one if None.
        """
        row = {"at": to_micros(self.clock.now()), "whose": subject, "t": tournament_id}
        here = tournament_id is not None
        with self.database.writing() as driver:
            self.database.change(driver, self._links.end_of if here else self._links.end_everywhere, row)
            kept = self._statements
            return self.database.change(driver, kept.end_of if here else kept.end_everywhere, row)

    def ending(self, tournament_id: str, roles: Iterable[Role], subject: str) -> list[Write]:
        """What to write in the transaction that takes these offices from someone."""
        at = to_micros(self.clock.now())
        rows = [{"at": at, "whose": subject, "acting_as": role, "t": tournament_id} for role in roles]
        return [Write(self._statements.end_as, rows), Write(self._links.end_as, rows)]

    def confirm(self, driver: Driver, sign_in_id: str, proven_at: datetime) -> None:
        """Note, in a transaction that is open, when it was last shown that it is them."""
        row = {"proven": to_micros(proven_at), "which": sign_in_id}
        self.database.change(driver, self._statements.confirm, row)

    def take_try(self, driver: Driver, sign_in_id: str, most: int) -> bool:
        """Count a code before it is looked at, in a transaction that is open; whether it may be looked at."""
        return bool(
            self.database.change(driver, self._statements.take_try, {"which": sign_in_id, "most": most})
        )

    def list(self, tournament_id: str | None = None) -> list[SignIn]:
        """Every sign-in of a tournament, or of all, of the last weeks, the oldest first."""
        rows = self.database.fetch(self._statements.list, {"t": tournament_id})
        return [_record(*row) for row in rows]

    def new_text(self) -> str:
        """A text that nobody guesses: 43 characters that need no quoting in an address."""
        return urlsafe_b64encode(self._random(TEXT_BYTES)).rstrip(b"=").decode()

    def hash(self, text: str) -> bytes:
        """That under which a text is kept."""
        return hmac.digest(self._key, text.encode("utf-8", "replace"), "sha256")

    def _note_seen(self, sign_in_id: str, now: datetime) -> None:
        try:
            with waiting_at_most(_SECONDS_TO_NOTE):
                self.database.write(self._statements.seen, [{"at": to_micros(now), "which": sign_in_id}])
        except Problem:
            # A read does not wait for writers, and whoever is busy now is seen again in a moment.
            return


def may_sign_in(role: str) -> bool:
    """Whether there are pages for this office."""
    return role in allowed_roles(SIGN_IN)


def _record(*row: Any) -> SignIn:
    sign_in_id, role, subject, tournament_id, device, *times, ended_at, tries = row
    made_at, proven_at, seen_at, ends_at = (from_micros(at) for at in times)
    return SignIn(
        sign_in_id,
        cast(Role, role),
        subject,
        tournament_id,
        device,
        made_at,
        proven_at,
        seen_at,
        ends_at,
        None if ended_at is None else from_micros(ended_at),
        tries,
    )
