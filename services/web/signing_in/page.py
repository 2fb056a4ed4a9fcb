"""A page for whoever is signed in, or is about to be: kept by nobody, listed by nobody."""

from collections.abc import Mapping
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from flask import Response

from services.access.grant_rows import Grant
from services.desk.params import NoParams
from services.desk.programme import WhoAmI
from services.web.etags import Answer
from services.web.framing import frame
from services.web.kept.owner import kept_for
from services.web.parts import Parts
from services.web.rendering import page
from services.web.routes import SIGNED_OUT, Call
from services.web.signing_in.guard import form_word
from shared.i18n import Language

HEADERS = {
    "Cache-Control": "no-store",
    # Under "no-referrer" browsers send forms without saying from where.
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
}


def staff_page(parts: Parts, call: Call, template: str, *, status: int = 200, **shown: object) -> Response:
    """A page of a tournament for who is signed in; `form` is what its forms bring."""
    sign_in = sign_in_of(call)
    word = form_word(parts, sign_in.grant_id)
    return answer(parts, call, template, status=status, sign_in=sign_in, form=word, **shown)


NO_REFERRER = {**HEADERS, "Referrer-Policy": "no-referrer"}
"""Of a page whose address is a secret: no request for its files says where it came from."""


def answer(parts: Parts, call: Call, template: str, *, status: int = 200, **shown: object) -> Response:
    """A page with the frame of its tournament, and the headers of all of them."""
    made = _made(parts, call, template, shown)
    secret = "link" in call.path
    headers = NO_REFERRER if secret else HEADERS
    return Response(made.body, status, [*made.headers, *headers.items()])


def answer_of_log(parts: Parts, call: Call, template: str, **shown: object) -> Answer:
    """A page that follows from the log, for who is signed in; with their sign-in for its key it is kept."""
    sign_in = sign_in_of(call)
    word = form_word(parts, sign_in.grant_id)
    made = _made(parts, call, template, {"sign_in": sign_in, "form": word, **shown})
    return Answer(made.body, (*made.headers, *HEADERS.items()))


def _made(parts: Parts, call: Call, template: str, shown: Mapping[str, object]) -> Answer:
    return page(
        template,
        call.language,
        indexed=False,
        frame=frame(parts, call, "staff"),
        kept=kept_for(parts, call),
        **shown,
    )


def sign_in_of(call: Call) -> Grant:
    """Who is signed in in this browser; a token opens the API and pages that only show.

    Raises:
        Problem: signed-out.
    """
    if call.sign_in is None:
        raise SIGNED_OUT()
    return call.sign_in


def name_of(parts: Parts, call: Call) -> str:
    """Who is signed in, by name; "" where the tournament knows none."""
    known: WhoAmI = parts.desk.ask(
        call.tournament, "whoami", NoParams(), call.visibility, language=call.language
    )
    return known.name or ""


def zone_of(parts: Parts, call: Call) -> ZoneInfo:
    """The time zone of the tournament."""
    return ZoneInfo(frame(parts, call, "staff").plan.zone)


def to_page(path: str, language: Language, **query: str) -> Response:
    """The way on after a form, so that loading the page again sends nothing again."""
    return Response(
        status=303, headers={**HEADERS, "Location": f"{path}?{urlencode({**query, 'lang': language})}"}
    )
