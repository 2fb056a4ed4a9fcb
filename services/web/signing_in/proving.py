"""Showing once more that it is them, before what cannot be undone, where signing in was long ago.

On a screen that stays signed in all day the code of a fresh link is typed; the phone asks for the link.
"""

import re

import msgspec
from flask import Response, request

from services.access.sign_ins import confirm
from services.web.forms import read_form
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from shared.logs import logger

_log = logger(__name__)
_TO = re.compile(r"staff|deliveries|docket(/[A-Za-z0-9-]{1,40})?")


class ProveForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a link, typed; and the page that asked for it."""

    form: str
    code: str
    to: str = ""


def to_prove_first(parts: Parts, call: Call, to: str) -> Response | None:
    """The way to the page that asks for a code; None where signing in was not long ago.

    Args:
        to: the page to go on with, below that of the tournament: "docket/D-0001".
    """
    if sign_in_of(call).is_fresh(parts.clock.now()):
        return None
    return to_page(f"/t/{call.tournament}/staff/prove", call.language, to=to)


def ask_for_proof(parts: Parts, call: Call) -> Response:
    """Ask for the code of a link."""
    fresh = sign_in_of(call).is_fresh(parts.clock.now())
    to = _known(request.args.get("to", ""))
    return staff_page(parts, call, "signing_in/prove.html", fresh=fresh, to=to)


def prove(parts: Parts, call: Call) -> Response:
    """Take the code."""
    here, sent = sign_in_of(call), read_form(ProveForm)
    check_form(parts, request, here.grant_id, sent.form)
    confirm(parts.desk.grants, here, sent.code)
    _log.info("sign_in_proven", tournament=call.tournament, sign_in=here.grant_id)
    return to_page(f"/t/{call.tournament}/staff/prove", call.language, to=_known(sent.to))


def _known(to: str) -> str:
    """A page of the tournament to go on with: nothing that a stranger wrote into an address."""
    return to if _TO.fullmatch(to) else "staff"
