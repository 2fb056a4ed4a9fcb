"""The addresses of signing in, and of the page of an official."""

from collections.abc import Iterator

from services.access.sign_ins import SIGN_IN_RIGHT
from services.web.page_routes import form_route, page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Open, Route
from services.web.signing_in.entering import enter, find, look
from services.web.signing_in.proving import ask_for_proof, prove
from services.web.signing_in.staff import (
    back_to_staff,
    everyone,
    landing,
    make_link,
    sign_out,
)

LINK = "/staff/sign-in/{link}"
STAFF = "/t/{tournament}/staff"
_LINK = Open("the link is the key: it was made for one official, holds for minutes, and is used once")


def signing_in_routes(parts: Parts) -> Iterator[Route]:
    """The link, the page it leads to, and its forms."""
    yield form_route(parts, "sign-in-find", "/staff/sign-in", _LINK, find)
    yield page_of_now(parts, "sign-in-link", LINK, _LINK, look)
    yield form_route(parts, "sign-in-enter", LINK, _LINK, enter)
    for name, path, action, handle in (
        ("staff-page", STAFF, SIGN_IN_RIGHT, landing),
        ("sign-ins-page", f"{STAFF}/sign-ins", "sign-ins", everyone),
        ("prove-page", f"{STAFF}/prove", SIGN_IN_RIGHT, ask_for_proof),
        # Where phones come back to that were left at a form, or that load its answer again.
        ("sign-out-again", f"{STAFF}/sign-out", SIGN_IN_RIGHT, back_to_staff),
        ("staff-link-again", f"{STAFF}/link", SIGN_IN_RIGHT, back_to_staff),
    ):
        yield page_of_now(parts, name, path, Action(action), handle)
    for name, path, handle in (
        ("sign-out", f"{STAFF}/sign-out", sign_out),
        ("staff-link", f"{STAFF}/link", make_link),
        ("prove", f"{STAFF}/prove", prove),
    ):
        yield form_route(parts, name, path, Action(SIGN_IN_RIGHT), handle)
