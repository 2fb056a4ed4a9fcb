"""The addresses of tables: their page, and where their sheets are signed."""

from collections.abc import Iterator
from functools import partial

from services.access.sign_ins import SIGN_IN_RIGHT
from services.web.forms import LONGEST_WRITTEN
from services.web.page_routes import form_route, page_of_log, page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Route
from services.web.sheets.page import TableParameters, table_page
from services.web.sheets.signing import sign_answered, sign_page
from services.web.signing_in.just_done import follows_from_done


def sheet_routes(parts: Parts) -> Iterator[Route]:
    """The page of a table; what of it is for officials and those at the table, the desk decides."""
    # The id of a session may have strokes of its own.
    path = "/tables/{path:sheet}"
    yield page_of_log(
        parts,
        "table-page",
        path,
        "sessions",
        table_page,
        parameters=TableParameters,
        also=partial(follows_from_done, parts),
    )
    signing, action = f"/t/{{tournament}}{path}/sign", Action(SIGN_IN_RIGHT)
    yield page_of_now(parts, "table-sign-page", signing, action, sign_page)
    yield form_route(parts, "table-sign", signing, action, sign_answered, longest=LONGEST_WRITTEN)
