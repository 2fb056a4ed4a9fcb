"""The addresses of the docket."""

from collections.abc import Iterator
from functools import partial

from services.web.docket.case_page import case_page
from services.web.docket.cases_page import cases_page, set_out
from services.web.docket.evidence_page import evidence_answered, evidence_page
from services.web.docket.ruling_page import ruling_answered, ruling_page
from services.web.forms import LONGEST_WRITTEN
from services.web.parts import Parts
from services.web.routes import Action, Route
from services.web.signing_in.routes import form_route

DOCKET = "/t/{tournament}/docket"
CASE = f"{DOCKET}/{{case}}"


def docket_routes(parts: Parts) -> Iterator[Route]:
    """The list, one case, and what is done there."""
    for name, path, handle in (("docket-page", DOCKET, cases_page), ("case-page", CASE, case_page)):
        yield Route(
            name=name,
            method="GET",
            path=path,
            access=Action("docket"),
            handle=partial(handle, parts),
            any_query=True,
        )
    yield Route(
        name="ruling-page",
        method="GET",
        path=f"{CASE}/ruling",
        access=Action("make-ruling"),
        handle=partial(ruling_page, parts),
        any_query=True,
    )
    yield Route(
        name="evidence-page",
        method="GET",
        path=f"{CASE}/evidence",
        access=Action("present-evidence"),
        handle=partial(evidence_page, parts),
        any_query=True,
    )
    judged = partial(evidence_answered, parts)
    yield form_route(
        "evidence-answer", f"{CASE}/evidence", Action("present-evidence"), judged, LONGEST_WRITTEN
    )
    answered = partial(ruling_answered, parts)
    yield form_route("ruling-answer", f"{CASE}/ruling", Action("make-ruling"), answered, LONGEST_WRITTEN)
    yield form_route("set-out", f"{DOCKET}/on-my-way", Action("set-out-for-table"), partial(set_out, parts))
