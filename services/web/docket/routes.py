"""The addresses of the docket."""

from collections.abc import Iterator

from flask import Response

from services.web.docket.case_page import case_page
from services.web.docket.cases_page import cases_page, set_out
from services.web.docket.evidence_page import evidence_answered, evidence_page
from services.web.docket.ruling_page import ruling_answered, ruling_page
from services.web.forms import LONGEST, LONGEST_WRITTEN
from services.web.page_routes import form_route, page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Call, Route
from services.web.signing_in.page import to_page

DOCKET = "/t/{tournament}/docket"
CASE = f"{DOCKET}/{{case}}"
# The id of a session may have strokes of its own.
CORRECTION = "/t/{tournament}/correct/{game}/{path:sheet}"


def docket_routes(parts: Parts) -> Iterator[Route]:
    """The list, one case, and what is done there."""
    for name, path, action, handle in (
        ("docket-page", DOCKET, "docket", cases_page),
        ("case-page", CASE, "docket", case_page),
        ("ruling-page", f"{CASE}/ruling", "make-ruling", ruling_page),
        ("correction-page", CORRECTION, "correct-game", to_correction),
        ("evidence-page", f"{CASE}/evidence", "present-evidence", evidence_page),
    ):
        yield page_of_now(parts, name, path, Action(action), handle)
    for name, path, action, handle, longest in (
        ("evidence-answer", f"{CASE}/evidence", "present-evidence", evidence_answered, LONGEST_WRITTEN),
        ("ruling-answer", f"{CASE}/ruling", "make-ruling", ruling_answered, LONGEST_WRITTEN),
        ("set-out", f"{DOCKET}/on-my-way", "set-out-for-table", set_out, LONGEST),
    ):
        yield form_route(parts, name, path, Action(action), handle, longest=longest)


def to_correction(parts: Parts, call: Call) -> Response:
    """The way to the task that puts a game right, from the address that it had."""
    home, sheet = f"/t/{call.tournament}", call.path["sheet"]
    known = {"sheet": sheet, "game": call.path["game"], "back": f"{home}/tables/{sheet}"}
    return to_page(f"{home}/tasks/correct-game", call.language, **known)
