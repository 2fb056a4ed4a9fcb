"""The organizer's page for a screen in the hall: what it shows is chosen here, and the screen opens a link.

Nothing is kept: the link itself says what was chosen.
"""

from flask import Response, request

from services.access.board_links import LANGUAGES, PACES, USUAL, VIEWS, board_choice
from services.web.board.page import board_links
from services.web.link_sharing import handed_over
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import staff_page


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
