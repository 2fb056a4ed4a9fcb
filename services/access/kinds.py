"""The kinds of grants: how long each holds, how often it opens, how it is called and refused."""

from datetime import timedelta
from typing import Literal

import msgspec

from shared.problems import UNAUTHENTICATED, ProblemType

TOKEN_EXPIRED = ProblemType("token-expired", 401)
TOKEN_REVOKED = ProblemType("token-revoked", 401)
TOKEN_UNKNOWN = ProblemType("token-unknown", 404)
SIGN_IN_UNKNOWN = ProblemType("sign-in-unknown", 404)
SIGN_IN_LINK_INVALID = ProblemType("sign-in-link-invalid", 404)
SIGN_IN_LINK_USED = ProblemType("sign-in-link-used", 410)
CASE_LINK_INVALID = ProblemType("case-link-invalid", 404)
CASE_LINK_OVER = ProblemType("case-link-over", 410)
PERSONAL_LINK_INVALID = ProblemType("personal-link-invalid", 404)
LINK_TOKEN_INVALID = ProblemType("link-token-invalid", 404)
CODE_WRONG = ProblemType("code-wrong", 403)
CODE_UNFINISHED = ProblemType("code-unfinished", 422)
"""What cannot be a code, such as an empty field: it is no try."""

KindName = Literal["token", "sign-in", "sign-in-link", "case-link", "personal-link", "invitation", "code"]


FOR_GOOD = timedelta.max
SEASON = timedelta(days=400)
"""No token holds for longer: a year from one final to the next, and a month to hand over."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of grant, and its policy.

    Attributes:
        prefix: begins the id by which its grants are listed and revoked.
        holds: from when it is issued, if nothing else is asked for; FOR_GOOD for what ends otherwise.
        begins: begins its secret.
        days: for how many days one can be asked for, where people choose.
        idle: it ends so long after its last use.
        fresh: so long after its bearer proved who they are nothing more is asked for.
        once: whether it opens one time.
        tries: wrong codes, one after the other, that end it.
        kept: how long it stays listed once its time is over; None for good.
        states: what is said of one that holds, whose time is over, and that was revoked.
        unknown: what is said to the bearer of a secret that is none.
        used, revoked, over: what is said of one that opens nothing any more; `unknown`, where nothing is.
        missing: what is said to whoever revokes one that there is not, its id as the value `named`.
    """

    name: KindName
    prefix: str
    holds: timedelta
    begins: str = ""
    days: tuple[int, ...] = ()
    idle: timedelta | None = None
    fresh: timedelta = timedelta(0)
    once: bool = False
    tries: int = 0
    kept: timedelta | None = None
    states: tuple[str, str, str] = ("open", "over", "ended")
    unknown: ProblemType
    used: ProblemType | None = None
    revoked: ProblemType | None = None
    over: ProblemType | None = None
    missing: ProblemType | None = None
    named: str = "link"


TOKEN = Kind(
    name="token",
    prefix="t-",
    holds=SEASON,
    begins="tl_",
    states=("valid", "expired", "revoked"),
    unknown=UNAUTHENTICATED,
    revoked=TOKEN_REVOKED,
    over=TOKEN_EXPIRED,
    missing=TOKEN_UNKNOWN,
    named="token_id",
)
SIGN_IN = Kind(
    name="sign-in",
    prefix="s-",
    # A day of play with its preparation; between two requests longer than a session with the pause after it.
    holds=timedelta(hours=12),
    idle=timedelta(hours=3),
    fresh=timedelta(hours=4),
    tries=5,
    kept=timedelta(days=30),
    unknown=UNAUTHENTICATED,
    missing=SIGN_IN_UNKNOWN,
    named="sign_in",
)
SIGN_IN_LINK = Kind(
    name="sign-in-link",
    prefix="l-",
    holds=timedelta(minutes=10),
    once=True,
    kept=timedelta(days=30),
    unknown=SIGN_IN_LINK_INVALID,
    used=SIGN_IN_LINK_USED,
    revoked=SIGN_IN_LINK_USED,
)
CASE_LINK = Kind(
    name="case-link",
    prefix="k-",
    holds=timedelta(days=7),
    days=(1, 7, 30),
    kept=timedelta(days=60),
    unknown=CASE_LINK_INVALID,
    revoked=CASE_LINK_OVER,
    over=CASE_LINK_OVER,
)
PERSONAL_LINK = Kind(
    name="personal-link",
    prefix="p-",
    # It ends with the time for which its tournament keeps people.
    holds=FOR_GOOD,
    unknown=PERSONAL_LINK_INVALID,
)
INVITATION = Kind(
    name="invitation", prefix="i-", holds=timedelta(days=14), once=True, unknown=LINK_TOKEN_INVALID
)
CODE = Kind(name="code", prefix="", holds=timedelta(minutes=10), once=True, tries=5, unknown=CODE_WRONG)
KINDS = {
    kind.name: kind for kind in (TOKEN, SIGN_IN, SIGN_IN_LINK, CASE_LINK, PERSONAL_LINK, INVITATION, CODE)
}


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """How often codes are sent.

    Attributes:
        again_after: one that holds still is sent again at the earliest after so long.
        a_day: those that one browser is sent within a day.
        from_an_address, on_a_link: browsers without proof that may ask within a day.
    """

    again_after: timedelta
    a_day: int
    from_an_address: int
    on_a_link: int


CODE_RATE = Rate(again_after=timedelta(minutes=1), a_day=10, from_an_address=3, on_a_link=9)
