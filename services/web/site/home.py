"""Home: the tournaments there are, those under way first, then those to come, then those that are over."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from flask import Response

from services.desk.site.tournaments import tournament_list
from services.web.api.tournaments import ListParameters
from services.web.parts import Parts
from services.web.reads import read_of_content
from services.web.rendering import page
from services.web.routes import Action, Call, Route
from services.web.site.times import Times


def home_routes(parts: Parts) -> Iterator[Route]:
    """Home."""
    yield Route(
        name="home",
        method="GET",
        path="/",
        access=Action("tournaments"),
        handle=partial(_home, parts),
        parameters=ListParameters,
    )


def _home(parts: Parts, call: Call) -> Response:
    parameters = call.parameters
    shown = tournament_list(parts.desk, parameters.after, parameters.limit)
    courses = {course: list(lines) for course, lines in groupby(shown.rows, lambda line: line.course)}
    answer = page(
        "site/home.html",
        call.language,
        indexed=True,
        courses=courses,
        following=shown.following,
        damaged=[
            called if isinstance(called, str) else called.in_language(call.language)
            for called in shown.damaged
        ],
        times=Times,
    )
    return read_of_content(call, answer)
