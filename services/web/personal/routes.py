"""The addresses of personal pages. What reads is open to whoever has the link; what changes takes more."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from flask import Response

from services.web.etags import Answer
from services.web.forms import LONGEST
from services.web.page_routes import form_route, page_of_now
from services.web.parts import Parts
from services.web.personal.consents import ask_by_whom
from services.web.personal.devices import choose, receipt, subscribe, try_device, unsubscribe
from services.web.personal.reading import back_to_page, calendar_of_entrant, manifest, show
from services.web.personal.verified_actions import act, ask_for_code
from services.web.reads import JSON as _JSON
from services.web.reads import read_of_content
from services.web.routes import Call, Content, Open, Route

PAGE = "/me/{link}"
_LINK = Open("the link is the key: it opens what is one entrant's or one family's, and changes nothing")
_CODE = Open("the link, a form of its page, and for what counts a code sent to the chat or address on file")
_FILES = Path(__file__).parents[1] / "static"
_WORKER = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
_STATIC = (
    ("personal-worker", "/me/worker.js", "worker.js", "text/javascript; charset=utf-8", _WORKER),
    ("personal-icon-png", "/me/icon.png", "icon.png", "image/png", None),
)


def personal_routes(parts: Parts) -> Iterator[Route]:
    """The page, its forms, and what its script needs."""
    for name, path, handle in (
        ("personal-page", PAGE, show),
        ("personal-manifest", f"{PAGE}/manifest.webmanifest", manifest),
        ("personal-consent", f"{PAGE}/consent", ask_by_whom),
        ("personal-calendar", f"{PAGE}/calendar/{{number}}", calendar_of_entrant),
        # Where phones come back to that were left at a form, or that open the address again.
        ("personal-code-again", f"{PAGE}/code", back_to_page),
        ("personal-act-again", f"{PAGE}/act", back_to_page),
    ):
        yield page_of_now(parts, name, path, _LINK, handle)
    for name, path, handle in (
        ("personal-code", f"{PAGE}/code", ask_for_code),
        ("personal-act", f"{PAGE}/act", act),
        ("personal-device-off", f"{PAGE}/devices/off", unsubscribe),
        ("personal-device-test", f"{PAGE}/devices/test", try_device),
        ("personal-device-choices", f"{PAGE}/devices/choices", choose),
    ):
        yield form_route(parts, name, path, _CODE, handle)
    yield form_route(parts, "personal-device", f"{PAGE}/devices", _CODE, subscribe, media_type=_JSON)
    yield Route(
        name="personal-receipt",
        method="POST",
        path="/me/receipt",
        access=Open("the word in it was made for one message, and tells only that it came"),
        handle=partial(receipt, parts),
        bodies=(Content(_JSON),),
        longest_body=LONGEST,
        # Counted as a read: where a hall of phones behind one address gets a message, all say so at once.
        work="read",
    )
    for name, path, file, kind, policy in _STATIC:
        headers = (("Content-Type", kind), *((("Content-Security-Policy", policy),) if policy else ()))
        made = Answer((_FILES / file).read_bytes(), headers)
        yield Route(name=name, path=path, access=Open("the same for everyone"), handle=partial(_file, made))


def _file(made: Answer, call: Call) -> Response:
    return read_of_content(call, made)
