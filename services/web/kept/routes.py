"""The addresses of what is kept on a device: what its script asks, and the worker of the browser."""

from collections.abc import Iterator
from pathlib import Path

from flask import Response

from services.access.sign_ins import SIGN_IN_RIGHT
from services.web.etags import Answer
from services.web.kept.entries import entries_page
from services.web.page_routes import page_of_now
from services.web.parts import Parts
from services.web.reads import read_of_content
from services.web.routes import Action, Call, Open, Route

_WORKER = Path(__file__).parents[1] / "static" / "kept-worker.js"
_HEADERS = (
    ("Content-Type", "text/javascript; charset=utf-8"),
    ("Content-Security-Policy", "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"),
)


def kept_routes(parts: Parts) -> Iterator[Route]:
    """The worker lies where browsers let it look after the pages of a tournament."""
    made = Answer(_WORKER.read_bytes(), _HEADERS)

    def worker(call: Call) -> Response:
        return read_of_content(call, made)

    yield Route(name="kept-worker", path="/t/worker.js", access=Open("the same for everyone"), handle=worker)
    yield page_of_now(parts, "entries", "/t/{tournament}/entries", Action(SIGN_IN_RIGHT), entries_page)
