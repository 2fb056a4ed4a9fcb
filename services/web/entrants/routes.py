"""The address of an entrant's page."""

from collections.abc import Iterator

from services.web.entrants.page import EntrantParameters, entrant_page
from services.web.page_routes import page_of_log
from services.web.parts import Parts
from services.web.routes import Route


def entrant_routes(parts: Parts) -> Iterator[Route]:
    """The page of an entrant; what of it is for officials, the desk decides."""
    path = "/entrants/{entrant}"
    yield page_of_log(parts, "entrant-page", path, "standings", entrant_page, parameters=EntrantParameters)
