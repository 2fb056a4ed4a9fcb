"""Serving what pages load beside themselves (`services.web.assets`): once for each browser and release."""

from collections.abc import Iterator

from flask import Response

from services.web.assets import ASSETS
from services.web.reads import read_of_content
from services.web.routes import Call, Open, Route
from shared.problems import not_found

FOREVER = "public, max-age=31536000, immutable"


def asset_routes() -> Iterator[Route]:
    """The files that pages load."""
    yield Route(
        name="asset",
        path="/assets/{digest}/{file}",
        access=Open("the same for everyone"),
        handle=_answer,
        work="instant",
    )


def _answer(call: Call) -> Response:
    found = ASSETS.get(call.path["file"])
    if found is None:
        raise not_found("file", call.path["file"])
    response = read_of_content(call, found.answer)
    # A page of an earlier release still gets its file, as it is now, and asks again next time.
    if call.path["digest"] == found.digest:
        response.headers["Cache-Control"] = FOREVER
        response.headers.pop("Vary", None)
    return response
