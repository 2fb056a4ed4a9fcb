"""The case file of a place: the evidence on one question as a page that can be printed."""

from flask import Response, request

from services.access.kinds import CASE_LINK
from services.desk.history.case_file import CaseFile
from services.web.history.asked import View
from services.web.history.look import Looking, looking
from services.web.history.shown import seal_shown, show
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import staff_page
from shared.problems import Problem


def case_page(parts: Parts, call: Call) -> Response:
    """The case file of an entrant, at the moment looked at, compared with an earlier one if that is named.

    What cannot be understood or found is asked for again, with what was written.
    """
    try:
        look = looking(parts, call)
        answer = _answer(look)
    except Problem as problem:
        if problem.status in (401, 403) or problem.is_of_the_machine or call.sign_in is None:
            raise
        return staff_page(
            parts,
            call,
            "history/case_asked.html",
            status=problem.status,
            asked=View.read(request.args),
            wrong=problem.text(call.language),
        )
    names = look.names() if answer.moved else {}
    return show(
        look, "history/case.html", answer=answer, names=names, seal=seal_shown(answer), days=CASE_LINK.days
    )


def _answer(look: Looking) -> CaseFile:
    """The case file; a number may be written without the zeros that it begins with."""
    view = look.view
    number = look.number_meant(view.id) if view.id else "–"
    asked = {"entrant": number, "stage": view.stage, "before": view.before}
    answer = look.ask("case-file", **{name: text for name, text in asked.items() if text})
    assert isinstance(answer, CaseFile)
    return answer
