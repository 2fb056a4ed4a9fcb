"""One thing's own pages: what changed of it and by which event, why a place is whose, the evidence."""

from collections.abc import Mapping

from flask import Response, request

from services.access.kinds import CASE_LINK
from services.desk.explaining import Explanation
from services.desk.history.case_file import CaseFile
from services.desk.history.changes import HistoryAnswer
from services.web.history.asked import View
from services.web.history.look import Looking, looking
from services.web.history.shown import case_shown, show
from services.web.history.words import Words
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import staff_page
from shared.problems import Problem, not_found

_KINDS = ("entrant", "family", "sheet", "session", "dispute")


def thing(parts: Parts, call: Call) -> Response:
    """The history of a place, a figure, a sheet, a session or a case."""
    look = looking(parts, call)
    view = look.view
    if view.of not in _KINDS:
        raise not_found("event-kind", view.of)
    asked: dict[str, object] = {"of": view.of, "id": view.id, "after": view.first, "limit": 100}
    asked |= {name: text for name, text in (("stage", view.stage), ("what", view.what)) if text}
    answer = look.ask("history", **asked)
    assert isinstance(answer, HistoryAnswer)
    return show(look, "history/thing.html", answer=answer, called=_called(look))


def why(parts: Parts, call: Call) -> Response:
    """Why someone stands where they stand, fact by fact."""
    look = looking(parts, call)
    asked = {"entrant": look.view.id, **({"stage": look.view.stage} if look.view.stage else {})}
    answer = look.ask("explain", **asked)
    assert isinstance(answer, Explanation)
    cited = _cited(look, answer)
    return show(look, "history/why.html", answer=answer, called=_called(look), cited=cited)


def _cited(look: Looking, answer: Explanation) -> Mapping[int, object]:
    """The events that a chain names, by seq, for whoever may read them."""
    if look.call.visibility.scope("timeline") is None:
        return {}
    seqs = {reason.seq for reason in answer.chain if reason.seq is not None}
    return {seq: look.entry(seq) for seq in sorted(seqs)}


def _called(look: Looking) -> str:
    """What a thing is called: an entrant by number and name, a sheet by its table, a case by its id."""
    view = look.view
    if view.of == "sheet":
        return Words(look).table(view.id)
    if view.of == "session":
        return Words(look).session(view.id)
    if view.of in ("", "entrant"):
        entrant = look.ask("entrant", entrant=view.id)
        name = getattr(entrant, "name", None)
        return f"{view.id} {name}" if isinstance(name, str) else view.id
    return view.id


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
    return show(look, "history/case.html", names=names, days=CASE_LINK.days, **case_shown(look, answer))


def _answer(look: Looking) -> CaseFile:
    """The case file; a number may be written without the zeros that it begins with."""
    view = look.view
    number = look.number_meant(view.id) if view.id else "–"
    asked = {"entrant": number, "stage": view.stage, "before": view.before}
    answer = look.ask("case-file", **{name: text for name, text in asked.items() if text})
    assert isinstance(answer, CaseFile)
    return answer
