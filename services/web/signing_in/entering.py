"""A one-time link: looking at it shows a button, pressing the button signs in."""

from datetime import timedelta
from secrets import token_urlsafe

import msgspec
from flask import Response, request
from msgspec import structs

from services.access.devices import device_of
from services.access.sign_in_links import MINUTES, SIGN_IN_LINK_USED, SignInLink, SignInLinks
from services.access.sign_ins import SIGN_IN
from services.web.forms import read_form
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.cookies import keep, signed_in, text_of
from services.web.signing_in.guard import check_form, form_word
from services.web.signing_in.page import answer, to_page
from shared.logs import logger
from shared.problems import Problem

COOKIE = "sign-in-page"
"""Which browser looked at the link: the page's form counts in it alone."""
_BROWSER_BYTES = 16
_log = logger(__name__)


class EnterForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The button of the page that a link shows."""

    form: str


def look(parts: Parts, call: Call) -> Response:
    """Show whom the link signs in, and a button. Apps that show previews of links get here, too."""
    text = call.path["link"]
    try:
        link = _link(parts, text)
    except Problem as problem:
        if problem.kind is SIGN_IN_LINK_USED and (inside := _inside(parts, problem, call)):
            return inside
        raise
    browser = token_urlsafe(_BROWSER_BYTES)
    response = answer(
        parts,
        structs.replace(call, path={**call.path, "tournament": link.tournament_id}),
        "signing_in/enter.html",
        role=link.role,
        subject="" if link.role == "organizer" else link.subject,
        path=request.path,
        form=form_word(parts, f"{text} {browser}"),
    )
    response.set_cookie(
        COOKIE,
        browser,
        max_age=timedelta(minutes=MINUTES),
        path=request.path,
        secure=parts.pages.are_secure,
        httponly=True,
        samesite="Strict",
    )
    return response


def enter(parts: Parts, call: Call) -> Response:
    """Sign in, once, with a cookie that this answer makes; one that was sent along is never taken over."""
    text = call.path["link"]
    browser = request.cookies.get(COOKIE, "")
    check_form(parts, request, f"{text} {browser}", read_form(EnterForm).form, by_cookie=bool(browser))
    link = _link(parts, text)
    secure = parts.pages.are_secure
    before = text_of(request, link.tournament_id, secure=secure)
    device = device_of(request.headers.get("User-Agent", ""))
    _, cookie = SignInLinks(parts.desk.sign_ins).use(text, device, before)
    _log.info("signed_in", tournament=link.tournament_id, role=link.role, subject=link.subject)
    response = to_page(f"/t/{link.tournament_id}/staff", call.language)
    keep(response, link.tournament_id, cookie, secure=secure)
    return response


def _link(parts: Parts, text: str) -> SignInLink:
    """The link, while its office is held."""
    link = SignInLinks(parts.desk.sign_ins).read(text)
    parts.desk.admit(link.tournament_id, link.principal, SIGN_IN)
    return link


def _inside(parts: Parts, problem: Problem, call: Call) -> Response | None:
    """The way in for who presses the same link again in the browser that it signed in."""
    tournament = str(problem.where["tournament"])
    secure = parts.pages.are_secure
    if signed_in(parts.desk.sign_ins, request, tournament, secure=secure) is None:
        return None
    return to_page(f"/t/{tournament}/staff", call.language)
