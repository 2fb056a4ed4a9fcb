"""The cookie of whoever is signed in: one for each tournament, so that two can be open side by side.

One more is of whoever may found tournaments, and counts where none is named.

It is sent along from links in chats (`Lax`), never read by script, and where the site is reached by https
never sent in clear nor set by another host (`__Host-`).
"""

from flask import Request, Response

from services.access import sign_ins
from services.access.grant_rows import Grant
from services.access.grants import Grants
from services.access.kinds import SIGN_IN
from services.tournament.definition.checks.known import TOURNAMENT_ID

_PAGES = ("/t/", "/staff/")
_LONGEST = 64


def counts_at(path: str) -> bool:
    """Whether a sign-in counts at an address: on pages, never on what answers programs."""
    return path.startswith(_PAGES)


def signed_in(grants: Grants, request: Request, tournament: str | None, *, secure: bool) -> Grant | None:
    """Who is signed in to a tournament in this browser; None for nobody, or nobody any more."""
    text = text_of(request, tournament, secure=secure)
    return sign_ins.signed_in(grants, text, tournament) if text else None


def text_of(request: Request, tournament: str | None, *, secure: bool) -> str:
    """What the cookie of a tournament, or of all, holds; "" where there is none."""
    if not request.cookies or (tournament is not None and TOURNAMENT_ID.fullmatch(tournament) is None):
        return ""
    return request.cookies.get(_name(tournament, secure), "")[:_LONGEST]


def keep(response: Response, tournament: str | None, text: str, *, secure: bool) -> None:
    """Have the browser keep a sign-in."""
    response.set_cookie(
        _name(tournament, secure),
        text,
        max_age=SIGN_IN.holds,
        path="/",
        secure=secure,
        httponly=True,
        samesite="Lax",
    )


def drop(response: Response, tournament: str | None, *, secure: bool) -> None:
    """Have the browser forget it."""
    response.delete_cookie(_name(tournament, secure), path="/", secure=secure, httponly=True, samesite="Lax")


def _name(tournament: str | None, secure: bool) -> str:
    return f"{'__Host-' if secure else ''}{'staff' if tournament is None else f'staff-{tournament}'}"
