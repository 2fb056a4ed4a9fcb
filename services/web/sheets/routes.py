"""The address of a table's page."""

from collections.abc import Iterator

from services.web.page_routes import page_of_log
from services.web.parts import Parts
from services.web.routes import Route
from services.web.sheets.page import TableParameters, table_page


def sheet_routes(parts: Parts) -> Iterator[Route]:
    """The page of a table; what of it is for officials and those at the table, the desk decides."""
    # The id of a session may have strokes of its own.
    path = "/tables/{path:sheet}"
    yield page_of_log(parts, "table-page", path, "sessions", table_page, parameters=TableParameters)
