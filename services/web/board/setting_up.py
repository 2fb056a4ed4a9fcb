"""The organizer's page for a screen in the hall: what it shows is chosen here, and the screen opens a link.

Nothing is kept: the link itself says what was chosen.
"""

import segno
from flask import Response, request
from markupsafe import Markup

from services.access.board_links import LANGUAGES, PACES, USUAL, VIEWS, board_choice
from services.web.board.page import board_links
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
    site = parts.pages.site or request.root_url.rstrip("/")
    link = board_links(parts).make(call.tournament, choice)
    address = f"{site}/t/{call.tournament}/board/{link}"
    return staff_page(
        parts,
        call,
        "board/set_up.html",
        choice=choice,
        views=VIEWS,
        languages=LANGUAGES,
        paces=PACES,
        address=address,
        path=f"/t/{call.tournament}/board/{link}",
        picture=Markup(segno.make(address, error="m", micro=False).svg_inline(border=2, omitsize=True)),
    )
