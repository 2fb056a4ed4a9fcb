"""The address of an entrant's page."""

from collections.abc import Iterator
from functools import partial

from flask import Response

from services.web.entrants.page import EntrantParameters, entrant_page
from services.web.parts import Parts
from services.web.reads import read_of_log
from services.web.routes import Action, Call, Route


def entrant_routes(parts: Parts) -> Iterator[Route]:
    """The page of an entrant; what of it is for officials, the desk decides."""
    yield Route(
        name="entrant-page",
        method="GET",
        path="/t/{tournament}/entrants/{entrant}",
        access=Action("standings"),
        handle=partial(_page, parts),
        parameters=EntrantParameters,
        of_log=True,
    )


def _page(parts: Parts, call: Call) -> Response:
    return read_of_log(
        parts, call, f"entrant-page {call.path['entrant']}", partial(entrant_page, parts, call)
    )
