"""The what-if basket: events supposed not to have happened, results to have been others, rulings made.

It stands in the address, so that it can be kept and shown to somebody; nothing is written.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response, request

from services.desk.answers import EventView
from services.desk.docket_views import DocketView
from services.desk.params import PageParams
from services.desk.views import EventsAnswer
from services.desk.what_if import Question, Supposed, WhatIf, what_if
from services.web.history.comparing import moved_lines
from services.web.history.ruling_supposed import RulingSupposed, case_named, docket_of, form_for
from services.web.history.shown import Looking, looking, show
from services.web.history.supposing import Basket, result_sent
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import to_page
from shared.problems import Problem, not_found

_RESULT = "game-result-recorded"
_LONGEST_SEQ = 12


def basket_page(parts: Parts, call: Call) -> Response:
    """What would be, beside what is; or the way to the address of a basket that a form has changed."""
    look = looking(parts, call)
    basket = Basket.read(look.view)
    docket = docket_of(look)
    changed = _changed(look, basket, docket)
    if changed is not None:
        return to_page(
            f"/t/{call.tournament}/history/what-if",
            call.language,
            **look.view.query(**changed.query()),
        )
    answer, problem = _answered(look, basket, docket)
    result, case = request.args.get("result", ""), request.args.get("ruling", "")
    return show(
        look,
        "history/basket.html",
        basket=basket,
        answer=answer,
        problem=problem.text(call.language) if problem is not None else "",
        items=[
            (look.entry(seq), seq in basket.without) for seq in sorted(basket.seqs) if 0 < seq <= look.last
        ],
        stages=[] if answer is None else moved_lines(answer.difference),
        names=look.names() if answer is not None else {},
        result=_recorded(look, result) if result else None,
        rulings=look.events(kind="ruling-made", limit=100),
        cases=docket.values(),
        ruling=form_for(look, case_named(docket, case)) if case else None,
    )


def _answered(
    look: Looking, basket: Basket, docket: Mapping[str, DocketView]
) -> tuple[WhatIf | None, Problem | None]:
    """What would be, or why that cannot be told."""
    if basket == Basket():
        return None, None
    try:
        answer = what_if(
            look.parts.desk,
            look.tournament,
            _question(look, basket, docket),
            look.call.principal,
            as_of=str(look.seq) if look.past else None,
            language=look.language,
        )
    except Problem as problem:
        return None, problem
    return answer, None


def _question(look: Looking, basket: Basket, docket: Mapping[str, DocketView]) -> Question:
    """What is supposed together. The ruling in whose place another is supposed need not be left out, too."""
    replaced = [
        result.command(msgspec.json.decode(_event(look, result.seq).data)) for result in basket.changed
    ]
    put_in: list[Supposed] = []
    for ruling in basket.rulings:
        supposed, in_place = ruling.supposed(look, case_named(docket, ruling.case))
        (replaced if in_place else put_in).append(supposed)
    seqs = {supposed.seq for supposed in replaced}
    without = tuple(seq for seq in basket.without if seq not in seqs)
    return Question(without=without, replace=tuple(replaced), insert=tuple(put_in))


def _changed(look: Looking, basket: Basket, docket: Mapping[str, DocketView]) -> Basket | None:
    """The basket as a form asks for it; None where it asks for no change."""
    for name, change in (("out", basket.with_left_out), ("back", basket.without_any)):
        given = request.args.get(name, "")
        if given:
            return change(_seq(look, given))
    if given := request.args.get("suppose", ""):
        return basket.with_result(result_sent(_seq(look, given), request.args))
    if given := request.args.get("rule", ""):
        return basket.with_ruling(RulingSupposed.sent(case_named(docket, given).case.dispute, request.args))
    given = request.args.get("unrule", "")
    return basket.without_ruling(given) if given else None


def _seq(look: Looking, text: str) -> int:
    seq = int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_SEQ else 0
    if not 0 < seq <= look.last:
        raise not_found("seq", text[:40])
    return seq


def _recorded(look: Looking, text: str) -> Mapping[str, Any]:
    """A recorded result as it stands, for a form to begin with."""
    seq = _seq(look, text)
    event = _event(look, seq)
    if event.type != _RESULT:
        raise not_found("recorded-game", seq)
    return {"seq": seq, "entry": look.entry(seq), **msgspec.json.decode(event.data)}


def _event(look: Looking, seq: int) -> EventView:
    answer: EventsAnswer = look.parts.desk.ask(
        look.tournament, "events", PageParams(after=str(seq - 1), limit=1), look.call.visibility
    )
    return answer.rows[0]
