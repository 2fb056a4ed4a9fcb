"""The addresses of what is printed, and of the codes on it."""

from collections.abc import Iterator
from functools import partial

from services.access.sign_ins import SIGN_IN_RIGHT
from services.web.codes import ARRIVALS
from services.web.handouts.arrivals import arrived
from services.web.handouts.page import HandoutParameters, handouts_page
from services.web.page_routes import page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Route


def handout_routes(parts: Parts) -> Iterator[Route]:
    """A code leads everyone somewhere; what is printed is for officials."""
    yield page_of_now(parts, "arrival", ARRIVALS, Action("standings"), arrived)
    yield Route(
        name="handouts-page",
        method="GET",
        path="/t/{tournament}/sessions/{path:session}/handouts",
        access=Action(SIGN_IN_RIGHT),
        handle=partial(handouts_page, parts),
        parameters=HandoutParameters,
    )
