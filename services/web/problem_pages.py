"""A problem as a page, where a browser met it; programs get problem+json (`services.web.problems`)."""

import re
from urllib.parse import quote

import msgspec
from flask import Request, current_app, g

from services.tournament.kernel.ids import TableId
from services.web.etags import Answer
from services.web.forms import FORM, UPLOAD, fields_sent, texts_of
from services.web.rendering import whole_page
from shared.catalogue import say
from shared.i18n import Language
from shared.plain_text import narrow
from shared.problems import Problem

_OF_TOURNAMENT = re.compile(r"/t/(?P<id>[^/]+)(?:/.*)?")
_TO_SIGN_IN = ("signed-out", "founding-link-needed")
_KEEPS = (*_TO_SIGN_IN, "form-outdated")
_KEEPING = ("/t/", "/staff/found")
"""What a form sent there stays on the page that says so, to be sent once more."""
_LINK_REFUSED = ("sign-in-link-invalid", "sign-in-link-used", "sign-in-code-alone")
_OF_TABLE = re.compile(r"/t/[^/]+/tables/(?P<sheet>.+)/[a-z-]+")
_NOT_THEIRS = 403
_UNASKED = 429
"""From this status on nothing further is asked of the log for a page that says why there is none."""


class WayOut(msgspec.Struct, frozen=True):
    """Where a page that could not be given leads to.

    Attributes:
        site: the tournament that it is of.
        staff: the page of its officials, for whoever is signed in there or was.
        table: the page of the table that it is about, which anyone may see.
    """

    site: str
    staff: str | None
    table: str | None = None


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page, or sent a form; what lies under /api answers programs only."""
    return (
        (request.method in ("GET", "HEAD") or request.mimetype in (FORM, UPLOAD))
        and not request.path.startswith("/api/v")
        and "text/html" in request.headers.get("Accept", "")
    )


def problem_page(problem: Problem, status: int, title: str, language: Language, request: Request) -> Answer:
    """The page: the sentence in the reader's language, and the way on."""
    is_kept = problem.code in _KEEPS and request.method == "POST" and request.path.startswith(_KEEPING)
    kept = fields_sent(request) if is_kept else {}
    word = {"form": g.form_word} if kept and "form_word" in g else {}
    page = whole_page(
        "refused.html",
        language,
        title=title,
        code=problem.code,
        status=status,
        sentence=_sentence(problem, language),
        way_out=_way_out(request, status),
        asked=_asked(problem, request),
        kept={**kept, **word},
        typed=texts_of(kept),
        again=request.full_path,
        coding=request.mimetype,
        signed_in=bool(word),
    )
    # Under "no-referrer" browsers send forms without saying from where.
    policy = (("Referrer-Policy", "same-origin"),) if kept else ()
    return Answer(page.body, (*page.headers, *policy))


def _sentence(problem: Problem, language: Language) -> str:
    """What is wrong; a used link of no tournament was made by whoever runs the site, who has another."""
    if problem.code == "sign-in-link-used" and problem.where.get("tournament", "") is None:
        return say("page-founding-link-used", language)
    return problem.for_people(language)


def _asked(problem: Problem, request: Request) -> str | None:
    """Where to go on with the sign-in link that the page takes; None for a page that takes none."""
    if problem.code in _TO_SIGN_IN:
        return request.path
    return str(problem.where.get("to", "")) if problem.code in _LINK_REFUSED else None


def _way_out(request: Request, status: int) -> WayOut | None:
    """The way back to the tournament of the address; None where there is none."""
    found = _OF_TOURNAMENT.fullmatch(request.path)
    if found is None:
        return None
    tournament = narrow(found["id"])  # as routes read it
    if status < _UNASKED:
        try:
            current_app.moment_of(tournament)  # type: ignore[attr-defined]
        except Problem:
            return None
    site = f"/t/{quote(tournament)}"
    signed_in = any(name.endswith(f"staff-{tournament}") for name in request.cookies)
    # Where a sign-in is missing the page asks for one; that of officials would ask for the same.
    table = _OF_TABLE.fullmatch(request.path)
    sheet = request.args.get("sheet", "") if table is None else table["sheet"]
    known = TableId.read(narrow(sheet)) if status == _NOT_THEIRS else None
    return WayOut(
        site,
        f"{site}/staff" if signed_in and status != 401 else None,
        None if known is None else f"{site}/tables/{known}",
    )
