"""One-time links that sign an official in, and the codes that stand for them on another screen.

A link holds for a few minutes and is used once. Looking at it uses nothing up, because chat apps fetch what
they preview; using it makes a sign-in and ends the one that the browser had in that tournament. Its code,
eight digits that follow from it, only shows that whoever is signed in as the same official already is still
them; it uses the link up as well.
"""

import hmac
import re
from datetime import datetime, timedelta

import msgspec

from services.access.rights import Role
from services.access.sign_in_rows import LinkStatements
from services.access.sign_ins import SignIn, SignIns, may_sign_in
from services.access.tokens import GRANT_REFUSED, SUBJECT, Principal
from shared.catalogue import Phrase
from shared.clock import from_micros, to_micros
from shared.pasted import digits_pasted
from shared.plain_text import narrow
from shared.problems import ProblemType

MINUTES = 10
"""How long a link holds."""
MOST_TRIES = 5
"""Codes that may be wrong, one after the other, before the sign-in that tries them ends."""
SIGN_IN_LINK_INVALID = ProblemType("sign-in-link-invalid", 404)
SIGN_IN_LINK_USED = ProblemType("sign-in-link-used", 410)
SIGN_IN_CODE_ALONE = ProblemType("sign-in-code-alone", 422)
SIGN_IN_CODE_WRONG = ProblemType("sign-in-code-wrong", 403)
_TEXT = re.compile(r"[A-Za-z0-9_-]{43}")
_CODE_DIGITS = 8


class SignInLink(msgspec.Struct, frozen=True):
    """A link that signs in now.

    Attributes:
        proven_at: when whoever asked for it last showed that it is them, which goes over to what it leads to:
            a browser that was left signed in makes no others that last.
    """

    role: Role
    subject: str
    tournament_id: str
    proven_at: datetime

    @property
    def principal(self) -> Principal:
        """Whom it signs in."""
        return Principal("", self.role, self.subject, self.tournament_id)


class MadeLink(msgspec.Struct, frozen=True):
    """A link as it is handed out, once.

    Attributes:
        text: the last part of its address.
        code: what a browser that is signed in already takes instead of it.
        minutes: for which both hold.
    """

    text: str
    code: str
    minutes: int

    @property
    def path(self) -> str:
        """Its address on the site."""
        return f"/staff/sign-in/{self.text}"


def is_code(text: str) -> bool:
    """Whether this is a code, and no link that it came with."""
    digits = digits_pasted(text)
    return digits.isascii() and digits.isdecimal() and len(digits) == _CODE_DIGITS


class SignInLinks:
    """The links in the database of these sign-ins."""

    def __init__(self, sign_ins: SignIns) -> None:
        self._sign_ins = sign_ins
        self._database, self._clock = sign_ins.database, sign_ins.clock
        self._statements = self._database.prepared(LinkStatements)

    def make(
        self,
        role: str,
        subject: str,
        tournament_id: str,
        made_by: str,
        *,
        minutes: int = MINUTES,
        proven_at: datetime | None = None,
    ) -> MadeLink:
        """A new link, beside those made before.

        Args:
            subject: the referee's number; for an organizer any id that says nothing about anyone.
            made_by: who asked for it: a sign-in, "cli", "telegram".
            proven_at: when they last showed that it is them; now, for who does so by asking.

        Raises:
            Problem: grant-refused, for a role without pages of its own or a subject that is no id.
        """
        if not may_sign_in(role):
            raise GRANT_REFUSED(detail=Phrase("part-sign-in-roles"))
        if SUBJECT.fullmatch(subject) is None:
            raise GRANT_REFUSED(detail=Phrase("part-tokens-subject-id-letters-digits-dot"))
        text = self._sign_ins.new_text()
        link_hash, now = self._sign_ins.hash(text), self._clock.now()
        row = {
            "link_hash": link_hash,
            "role": role,
            "subject": subject,
            "tournament_id": tournament_id,
            "made_by": made_by,
            "proven_at": to_micros(proven_at or now),
            "made_at": to_micros(now),
            "expires_at": to_micros(now + timedelta(minutes=minutes)),
            "used_at": None,
        }
        self._database.write(self._statements.insert, [row])
        return MadeLink(text, self._code(link_hash), minutes)

    def read(self, text: str) -> SignInLink:
        """Whom a link would sign in; uses nothing up.

        Raises:
            Problem: sign-in-link-invalid, the same whether there never was one or its time is over;
                sign-in-link-used.
        """
        rows = self._database.fetch(self._statements.find, (self._hash(text),))
        if not rows:
            raise SIGN_IN_LINK_INVALID()
        role, subject, tournament_id, expires_at, used_at, proven_at = rows[0]
        if used_at is not None:
            raise SIGN_IN_LINK_USED().at(tournament=tournament_id)
        if expires_at <= to_micros(self._clock.now()):
            raise SIGN_IN_LINK_INVALID()
        return SignInLink(role, subject, tournament_id, from_micros(proven_at))

    def use(self, text: str, device: str, before: str = "") -> tuple[SignInLink, str]:
        """Sign in: the link is used up. Returns whom, and the text that the browser's cookie is to hold.

        Args:
            before: the text in the cookie that the browser sent; that sign-in ends, whoever's it is.

        Raises:
            Problem: as `read`. Of two that use it at the same moment one is refused.
        """
        link, link_hash = self.read(text), self._hash(text)
        with self._database.writing() as driver:
            row = {"presented": link_hash, "at": to_micros(self._clock.now())}
            if not self._database.change(driver, self._statements.use, row):
                raise SIGN_IN_LINK_USED()
            if before:
                self._sign_ins.end_text(driver, before, link.tournament_id)
            text = self._sign_ins.begin(
                driver, link.role, link.subject, link.tournament_id, device, link.proven_at
            )
        return link, text

    def confirm(self, sign_in: SignIn, code: str) -> None:
        """Take the code of a link that was made for whoever is signed in, and use the link up.

        Raises:
            Problem: sign-in-code-wrong; after a few of those in a row the sign-in has ended.
        """
        digits = "".join(letter for letter in narrow(code) if letter.isascii() and letter.isdigit())
        now = to_micros(self._clock.now())
        whose = {
            "t": sign_in.tournament_id,
            "acting_as": sign_in.role,
            "whose": sign_in.subject,
            "at": now,
        }
        meant = [
            (bytes(link_hash), from_micros(proven_at))
            for link_hash, proven_at in self._database.fetch(self._statements.open_of, whose)
            if hmac.compare_digest(self._code(bytes(link_hash)), digits)
        ]
        link_hash, proven_at = meant[0] if meant else (b"", sign_in.proven_at)
        row = {"presented": link_hash, "at": now}
        with self._database.writing() as driver:
            # Counted first, so that trying many at the same moment brings no more of them.
            counted = self._sign_ins.take_try(driver, sign_in.sign_in_id, MOST_TRIES)
            if counted and self._database.change(driver, self._statements.use, row):
                self._sign_ins.confirm(driver, sign_in.sign_in_id, proven_at)
                return
        if sign_in.tries + 1 >= MOST_TRIES:
            self._sign_ins.end(sign_in.sign_in_id)
        raise SIGN_IN_CODE_WRONG(most=MOST_TRIES)

    def _hash(self, text: str) -> bytes:
        if _TEXT.fullmatch(text) is None:
            raise SIGN_IN_LINK_INVALID()
        return self._sign_ins.hash(text)

    def _code(self, link_hash: bytes) -> str:
        """Worked out, so that it is kept nowhere."""
        number = int.from_bytes(self._sign_ins.hash(f"code {link_hash.hex()}"))
        return f"{number % 10**_CODE_DIGITS:0{_CODE_DIGITS}d}"
