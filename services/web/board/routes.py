"""The addresses of the board, and of the page on which a screen is set up."""

from collections.abc import Iterator
from functools import partial

from services.web.board.page import BoardParameters, LinkParameters, open_board, open_link
from services.web.board.setting_up import set_up
from services.web.parts import Parts
from services.web.routes import Action, Route

BOARD = "/t/{tournament}/board"


def board_routes(parts: Parts) -> Iterator[Route]:
    """The board, as its address or a link says, and the page that makes such links."""
    yield Route(
        name="board-page",
        method="GET",
        path=BOARD,
        access=Action("sessions"),
        handle=partial(open_board, parts),
        parameters=BoardParameters,
    )
    yield Route(
        name="board-link",
        method="GET",
        path=f"{BOARD}/{{link}}",
        access=Action("sessions"),
        handle=partial(open_link, parts),
        parameters=LinkParameters,
    )
    yield Route(
        name="board-set-up-page",
        method="GET",
        path="/t/{tournament}/staff/board",
        access=Action("board-link"),
        handle=partial(set_up, parts),
        any_query=True,
    )
