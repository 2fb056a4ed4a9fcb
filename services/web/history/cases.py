"""The case file of a place: the evidence on one question as a page that can be printed."""

from contextlib import suppress

from flask import Response, request

from services.access.case_links import DAYS
from services.desk.history.case_file import CaseFile
from services.web.history.asked import View
from services.web.history.shown import Looking, looking, seal_shown, show
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import staff_page
from shared.problems import NOT_FOUND, Problem

_LONGEST_NUMBER = 6


def case_page(parts: Parts, call: Call) -> Response:
    """The case file of an entrant, at the moment looked at, compared with an earlier one if that is named.

    What cannot be understood or found is asked for again, with what was written.
    """
    try:
        look = looking(parts, call)
        answer = _answer(look)
    except Problem as problem:
        if problem.status in (401, 403, 503) or call.sign_in is None:
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
    return show(look, "history/case.html", answer=answer, names=names, seal=seal_shown(answer), days=DAYS)


def _answer(look: Looking) -> CaseFile:
    """The case file; a number may be written without the zeros that it begins with."""
    view = look.view
    asked = {"entrant": view.id or "–", "stage": view.stage, "before": view.before}
    params = {name: text for name, text in asked.items() if text}
    try:
        return _asked(look, params)
    except Problem as problem:
        if problem.kind != NOT_FOUND or not view.id.isdigit():
            raise
        for length in range(len(view.id) + 1, _LONGEST_NUMBER + 1):
            with suppress(Problem):
                return _asked(look, {**params, "entrant": view.id.zfill(length)})
        raise


def _asked(look: Looking, params: dict[str, str]) -> CaseFile:
    answer = look.ask("case-file", **params)
    assert isinstance(answer, CaseFile)
    return answer
