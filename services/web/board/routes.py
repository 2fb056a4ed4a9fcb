"""The addresses of the board, and of the page on which a screen is set up."""

from collections.abc import Iterator
from functools import partial

from services.web.board.page import BoardParameters, LinkParameters, open_board, open_link
from services.web.board.setting_up import set_up
from services.web.page_routes import page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Route

BOARD = "/t/{tournament}/board"


def board_routes(parts: Parts) -> Iterator[Route]:
    """The board, as its address or a link says, and the page that makes such links."""
    for name, path, handle, parameters in (
        ("board-page", BOARD, open_board, BoardParameters),
        ("board-link", f"{BOARD}/{{link}}", open_link, LinkParameters),
    ):
        yield Route(
            name=name,
            method="GET",
            path=path,
            access=Action("sessions"),
            handle=partial(handle, parts),
            parameters=parameters,
        )
    yield page_of_now(parts, "board-set-up-page", "/t/{tournament}/staff/board", Action("board-link"), set_up)
