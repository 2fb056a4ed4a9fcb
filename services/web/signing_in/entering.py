"""A one-time link: looking at it shows a button, pressing the button signs in."""

import re
from secrets import token_urlsafe
from typing import Any

import msgspec
from flask import Response, request
from msgspec import structs

from services.access import sign_ins
from services.access.devices import device_of
from services.access.grant_rows import Grant
from services.access.kinds import SIGN_IN_LINK, SIGN_IN_LINK_USED
from services.access.rights import require
from services.web.forms import read_form
from services.web.parts import Parts
from services.web.rendering import whole_page
from services.web.routes import Call
from services.web.signing_in.cookies import keep, signed_in, text_of
from services.web.signing_in.guard import check_form, form_word
from services.web.signing_in.page import NO_REFERRER, answer, to_page
from shared.logs import logger
from shared.pasted import secret_pasted
from shared.problems import Problem

_FOUND, _FOUNDING = "/staff/found", "define-tournament"
COOKIE = "sign-in-page"
"""Which browser looked at the link: the page's form counts in it alone."""
_BROWSER_BYTES = 16
_PLAIN_PATH = re.compile(r"(?:/[\w-][\w.-]*)+")
_log = logger(__name__)


class LinkForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page that asks for a sign-in takes: the link, as it was sent or its end, and where to go on."""

    link: str
    to: str = ""


class EnterForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The button of the page that a link shows, and where to go on."""

    form: str
    to: str = ""


def find(parts: Parts, call: Call) -> Response:
    """Lead to the page of a link that somebody typed or pasted.

    Raises:
        Problem: sign-in-link-invalid, sign-in-link-used, sign-in-code-alone; each where to go on after all.
    """
    form = read_form(LinkForm)
    try:
        text = secret_pasted(form.link) or ""
        if sign_ins.is_code(form.link):
            raise sign_ins.SIGN_IN_CODE_ALONE()
        parts.desk.grants.open(SIGN_IN_LINK, text)
    except Problem as problem:
        raise problem.at(to=form.to) from None
    return to_page(f"/staff/sign-in/{text}", call.language, to=form.to)


def _on(tournament: str | None, to: str) -> str:
    """Where somebody goes on who has signed in: the page that asked for it, if it is of that tournament.

    Whoever signs in to all of them goes on to where one is founded.
    """
    if tournament is None:
        return _FOUND
    home = f"/t/{tournament}/"
    return to if to.startswith(home) and _PLAIN_PATH.fullmatch(to) else f"{home}staff"


def look(parts: Parts, call: Call) -> Response:
    """Show whom the link signs in, and a button. Apps that show previews of links get here, too."""
    text = call.path["link"]
    try:
        link, tournament = _link(parts, text)
    except Problem as problem:
        if problem.kind is SIGN_IN_LINK_USED and (inside := _inside(parts, problem, call)):
            return inside
        raise
    browser = token_urlsafe(_BROWSER_BYTES)
    shown: dict[str, Any] = {
        "path": request.path,
        "to": _on(tournament, request.args.get("to", "")),
        "form": form_word(parts, f"{text} {browser}"),
    }
    if tournament is None:
        made = whole_page("signing_in/enter_all.html", call.language, **shown)
        response = Response(made.body, 200, [*made.headers, *NO_REFERRER.items()])
    else:
        response = answer(
            parts,
            structs.replace(call, path={**call.path, "tournament": tournament}),
            "signing_in/enter.html",
            role=link.scope,
            subject="" if link.scope == "organizer" else link.whose,
            **shown,
        )
    response.set_cookie(
        COOKIE,
        browser,
        max_age=SIGN_IN_LINK.holds,
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
    form = read_form(EnterForm)
    check_form(parts, request, f"{text} {browser}", form.form, by_cookie=bool(browser))
    link, tournament = _link(parts, text)
    secure = parts.pages.are_secure
    before = text_of(request, tournament, secure=secure)
    device = device_of(request.headers.get("User-Agent", ""))
    cookie = sign_ins.enter(parts.desk.grants, text, device, before)
    _log.info("signed_in", tournament=tournament, role=link.scope, subject=link.whose)
    response = to_page(_on(tournament, form.to), call.language)
    keep(response, tournament, cookie, secure=secure)
    return response


def _link(parts: Parts, text: str) -> tuple[Grant, str | None]:
    """The link and its tournament, while its office is held; None for the link of who may found one."""
    (link,) = parts.desk.grants.open(SIGN_IN_LINK, text)
    if link.tournament_id is None:
        require(link.scope, _FOUNDING)
    else:
        parts.desk.admit(link.tournament_id, link.principal, sign_ins.SIGN_IN_RIGHT)
    return link, link.tournament_id


def _inside(parts: Parts, problem: Problem, call: Call) -> Response | None:
    """The way in for who presses the same link again in the browser that it signed in."""
    tournament = problem.where["tournament"]
    secure = parts.pages.are_secure
    if signed_in(parts.desk.grants, request, tournament, secure=secure) is None:
        return None
    return to_page(_on(tournament, request.args.get("to", "")), call.language)
