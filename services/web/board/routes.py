"""The addresses of the board, and the page on which the organizer sets up a screen in the hall.

Nothing is kept of a screen: its link itself says what was chosen.
"""

from collections.abc import Iterator
from functools import partial

from flask import Response, request

from services.access.board_links import LANGUAGES, PACES, USUAL, VIEWS, board_choice
from services.web.board.page import BoardParameters, LinkParameters, board_links, open_board, open_link
from services.web.link_sharing import handed_over
from services.web.page_routes import page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Call, Route
from services.web.signing_in.page import staff_page

BOARD = "/t/{tournament}/board"


def set_up(parts: Parts, call: Call) -> Response:
    """The form, and beneath it the link to what is chosen.

    Raises:
        Problem: board-choice-wrong.
    """
    asked = request.args
    choice = board_choice(asked.getlist("views"), asked.get("langs", "both"), asked.get("pace", USUAL))
    link = board_links(parts).make(call.tournament, choice)
    return staff_page(
        parts,
        call,
        "board/set_up.html",
        choice=choice,
        views=VIEWS,
        languages=LANGUAGES,
        paces=PACES,
        link=handed_over(parts, f"/t/{call.tournament}/board/{link}"),
    )


def board_routes(parts: Parts) -> Iterator[Route]:
    """The board, as its address or a link says, and the page that makes such links."""
    for name, path, handle, parameters in (
        ("board-page", BOARD, open_board, BoardParameters),
        ("board-link", f"{BOARD}/{{link}}", open_link, LinkParameters),
    ):
        yield Route(
            name=name,
            path=path,
            access=Action("sessions"),
            handle=partial(handle, parts),
            parameters=parameters,
        )
    yield page_of_now(parts, "board-set-up-page", "/t/{tournament}/staff/board", Action("board-link"), set_up)
