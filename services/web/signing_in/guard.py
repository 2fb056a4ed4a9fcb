"""What a form of a signed-in page has to bring: a word that only this browser's pages have, from this site.

The word is made anew for each answer and signed for one sign-in, so that nothing of it is the same in two
answers. It holds as long as a sign-in does: a page left open, or opened before signing in anew, is refused.
"""

from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from flask import Request, g
from itsdangerous import BadData, URLSafeSerializer

from services.access.kinds import SIGN_IN
from services.web.parts import Parts
from shared.clock import to_micros
from shared.problems import ProblemType

FORM_OUTDATED = ProblemType("form-outdated", 403)
FORM_CROSS_SITE = ProblemType("form-cross-site", 403)
_MASK_BYTES = 9
_HOLDS = SIGN_IN.holds // SIGN_IN.holds.resolution


def form_word(parts: Parts, whose: str) -> str:
    """What the forms of an answer bring.

    Args:
        whose: the sign-in, or the link, that the page is for.
    """
    word: Any = signer(parts, whose).dumps([token_urlsafe(_MASK_BYTES), to_micros(parts.clock.now())])
    return word if isinstance(word, str) else word.decode()


def check_form(parts: Parts, request: Request, whose: str, given: str, *, by_cookie: bool = False) -> None:
    """Refuse a form that was not sent from a page of this site for this sign-in.

    Args:
        by_cookie: the word is also for a cookie that browsers send along from pages of this site alone; then
            a form may say nothing of where it came from, as under "no-referrer" where nothing is encrypted.

    Raises:
        Problem: form-cross-site, form-outdated.
    """
    unsaid = request.headers.get("Origin") == "null" and "Sec-Fetch-Site" not in request.headers
    if not (by_cookie and unsaid):
        check_origin(request, parts.pages.site)
    try:
        _, made_at = signer(parts, whose).loads(given)
    except (BadData, ValueError, TypeError):
        made_at = None
    if not isinstance(made_at, int) or not 0 <= to_micros(parts.clock.now()) - made_at < _HOLDS:
        g.form_word = form_word(parts, whose)  # for the page that says so and keeps what was sent
        raise FORM_OUTDATED()


def check_origin(request: Request, site: str) -> None:
    """Refuse what a page of another site had the browser send, or a program that does not say.

    Browsers say it in `Sec-Fetch-Site` where the connection is secure, and in `Origin` with every form.

    Args:
        site: where the pages are reached from outside; "" if that is not known.

    Raises:
        Problem: form-cross-site.
    """
    fetched, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    here = {request.host, urlsplit(site).netloc} - {""}
    same_origin = origin is not None and urlsplit(origin).netloc in here
    if fetched is not None and fetched not in ("same-origin", "none"):
        raise FORM_CROSS_SITE()
    if not same_origin and (origin not in (None, "null") or fetched is None):
        raise FORM_CROSS_SITE()


def signer(parts: Parts, whose: str) -> URLSafeSerializer:
    """What signs words for a sign-in or a link, and knows them again."""
    return URLSafeSerializer(parts.desk.key_for("staff forms"), salt=whose)
