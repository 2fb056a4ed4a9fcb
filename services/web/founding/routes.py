"""The addresses of founding a tournament, and of changing its plan."""

from collections.abc import Iterator

from services.web.forms import LONGEST_LIST
from services.web.founding.amend_page import AMEND, amend_answered, amend_draft_page, amend_page
from services.web.founding.found_page import FOUND, found_answered, found_page
from services.web.page_routes import form_route, page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Route

DEFINE = "define-tournament"


def founding_routes(parts: Parts) -> Iterator[Route]:
    """The page that founds, for whoever is signed in to all tournaments; and that changes a plan."""
    yield page_of_now(parts, "found-page", FOUND, Action(DEFINE), found_page)
    yield form_route(
        parts, "found-answer", FOUND, Action(DEFINE), found_answered, longest=LONGEST_LIST, uploads=True
    )
    path = f"/t/{{tournament}}/tasks/{AMEND}"
    yield page_of_now(parts, "amend-page", path, Action(AMEND), amend_page)
    yield page_of_now(parts, "amend-draft-page", f"{path}/{{draft}}", Action(AMEND), amend_draft_page)
    yield form_route(
        parts, "amend-answer", path, Action(AMEND), amend_answered, longest=LONGEST_LIST, uploads=True
    )
