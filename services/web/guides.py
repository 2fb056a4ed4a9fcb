"""The guide to the timer, where a tournament has it as a file: one address, in the language asked for."""

from collections.abc import Iterator
from functools import partial
from urllib.parse import quote

from flask import Response

from services.desk.guides import timer_guide
from services.tournament.definition.attachments import PLAIN
from services.web.etags import Answer
from services.web.parts import Parts
from services.web.reads import read_of_content
from services.web.routes import Action, Call, Route

_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Nothing in it runs or is loaded; browsers show a picture or a text with a style of their own."""


def guide_routes(parts: Parts) -> Iterator[Route]:
    """The guide to the timer."""
    yield Route(
        name="timer-guide",
        method="GET",
        path="/t/{tournament}/timer-guide",
        access=Action("tournament"),
        handle=partial(_guide, parts),
    )


def _guide(parts: Parts, call: Call) -> Response:
    guide = timer_guide(parts.desk, call.tournament, call.language)
    charset = "; charset=utf-8" if guide.of.media_type == PLAIN else ""
    headers = (
        ("Content-Type", guide.of.media_type + charset),
        ("Content-Disposition", f"inline; filename*=UTF-8''{quote(guide.name)}"),
        ("Content-Security-Policy", _POLICY),
    )
    return read_of_content(call, Answer(guide.content, headers))
