"""Officials on the tournament's pages: one-time links, the sign-ins they lead to, codes that stand for them.

Looking at a link uses nothing up, because chat apps fetch what they preview; using it makes a sign-in in one
browser, by a cookie, and ends the one that the browser had in that tournament. The code of a link, eight
digits that follow from it, only shows that whoever is signed in as the same official already is still them;
it uses the link up as well. What is signed in opens pages only: programs need a token.
"""

import hmac
from datetime import datetime, timedelta

import msgspec

from services.access.grant_rows import Grant
from services.access.grants import Grants
from services.access.kinds import CODE_UNFINISHED, SIGN_IN, SIGN_IN_LINK, SIGN_IN_LINK_USED
from services.access.rights import allowed_roles
from services.access.tokens import GRANT_REFUSED
from services.tournament.people.office_numbers import check_office_number
from shared.catalogue import Phrase
from shared.pasted import digits_pasted
from shared.plain_text import narrow
from shared.problems import ProblemType

SIGN_IN_RIGHT = "sign-in"
"""The right to it, in the table of rights."""
SIGN_IN_CODE_ALONE = ProblemType("sign-in-code-alone", 422)
SIGN_IN_CODE_WRONG = ProblemType("sign-in-code-wrong", 403)
_CODE_DIGITS = 8


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


def may_sign_in(role: str) -> bool:
    """Whether there are pages for this office."""
    return role in allowed_roles(SIGN_IN_RIGHT)


def is_code(text: str) -> bool:
    """Whether this is a code, and no link that it came with."""
    digits = digits_pasted(text)
    return digits.isascii() and digits.isdecimal() and len(digits) == _CODE_DIGITS


def make_link(
    grants: Grants,
    role: str,
    subject: str,
    tournament_id: str | None,
    made_by: str,
    *,
    minutes: int = 10,
    proven_at: datetime | None = None,
) -> MadeLink:
    """A new link, beside those made before.

    Args:
        subject: the referee's number; for an organizer any id that says nothing about anyone.
        tournament_id: None for all of them: it opens the page on which tournaments are founded.
        made_by: who asked for it: a sign-in, "cli", "telegram".
        proven_at: when they last showed that it is them; now, for who does so by asking. It goes over to what
            the link leads to, so that a browser that was left signed in makes no others that last.

    Raises:
        Problem: grant-refused, for a role without pages of its own; number-unfit.
    """
    if not may_sign_in(role):
        raise GRANT_REFUSED(detail=Phrase("part-sign-in-roles"))
    check_office_number(subject)
    now = grants.clock.now()
    text, made = grants.issue(
        SIGN_IN_LINK,
        subject,
        tournament_id,
        role,
        expires=now + timedelta(minutes=minutes),
        issued_by=made_by,
        proven_at=proven_at or now,
    )
    return MadeLink(text, _code(grants, made), minutes)


def enter(grants: Grants, text: str, device: str, before: str = "") -> str:
    """Use a link up to sign in; returns the text that the browser's cookie is to hold.

    Args:
        device: the family of the browser, "" where it did not say.
        before: the text in the cookie that the browser sent; that sign-in ends, whoever's it is.

    Raises:
        Problem: sign-in-link-invalid; sign-in-link-used, also of two who use it at the same moment.
    """
    (link,) = grants.open(SIGN_IN_LINK, text)
    cookie, made = grants.new(
        SIGN_IN,
        [link.whose],
        link.tournament_id,
        link.scope,
        issued_by=link.grant_id,
        proven_at=link.proven_at,
        details={"device": device},
    )
    with grants.database.writing() as driver:
        if not grants.use(driver, link):
            raise SIGN_IN_LINK_USED()
        earlier = grants.find(SIGN_IN, before)
        grants.revoke_each(driver, [each for each in earlier if each.tournament_id == link.tournament_id])
        grants.insert(made, driver)
    return cookie


def sign_in_to(grants: Grants, sign_in: Grant, tournament_id: str, device: str) -> tuple[str, Grant]:
    """Sign whoever is signed in to all tournaments in to one; the text of its cookie, and the sign-in."""
    cookie, made = grants.issue(
        SIGN_IN,
        sign_in.whose,
        tournament_id,
        sign_in.scope,
        issued_by=sign_in.grant_id,
        proven_at=sign_in.proven_at,
        details={"device": device},
    )
    return cookie, made


def signed_in(grants: Grants, text: str, tournament_id: str | None) -> Grant | None:
    """The sign-in that holds in this tournament, or in all, under a cookie's text; None for none."""
    for found in grants.find(SIGN_IN, text):
        if found.tournament_id == tournament_id and found.holds(grants.clock.now()):
            grants.note_use(found)
            return found
    return None


def confirm(grants: Grants, sign_in: Grant, code: str) -> None:
    """Take the code of a link that was made for whoever is signed in, and use the link up.

    Raises:
        Problem: code-unfinished; sign-in-code-wrong, and after a few of those the sign-in has ended.
    """
    digits = "".join(letter for letter in narrow(code) if letter.isascii() and letter.isdigit())
    if len(digits) != _CODE_DIGITS:
        raise CODE_UNFINISHED(digits=_CODE_DIGITS)
    links = grants.of_person(SIGN_IN_LINK, sign_in.tournament_id or "", sign_in.whose)
    meant = [
        link
        for link in links
        if link.scope == sign_in.scope
        and link.holds(grants.clock.now())
        and hmac.compare_digest(_code(grants, link), digits)
    ]
    with grants.database.writing() as driver:
        # Counted first, so that trying many at the same moment brings no more of them.
        if grants.take_try(driver, sign_in) and meant and grants.use(driver, meant[0]):
            grants.note_proof(driver, sign_in, meant[0].proven_at)
            return
        if sign_in.tries + 1 >= SIGN_IN.tries:
            grants.revoke_each(driver, [sign_in])
    raise SIGN_IN_CODE_WRONG(most=SIGN_IN.tries)


def _code(grants: Grants, link: Grant) -> str:
    return grants.digits(SIGN_IN_LINK, link.secret.hex(), _CODE_DIGITS)
