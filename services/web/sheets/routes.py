"""The address of a table's page."""

from collections.abc import Iterator
from functools import partial

from flask import Response

from services.web.parts import Parts
from services.web.reads import read_of_log
from services.web.routes import Action, Call, Route
from services.web.sheets.page import TableParameters, table_page


def sheet_routes(parts: Parts) -> Iterator[Route]:
    """The page of a table; what of it is for officials and those at the table, the desk decides."""
    yield Route(
        name="table-page",
        method="GET",
        # The id of a session may have strokes of its own.
        path="/t/{tournament}/tables/{path:sheet}",
        access=Action("sessions"),
        handle=partial(_page, parts),
        parameters=TableParameters,
        of_log=True,
    )


def _page(parts: Parts, call: Call) -> Response:
    return read_of_log(parts, call, f"table-page {call.path['sheet']}", partial(table_page, parts, call))
