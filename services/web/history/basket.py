"""The what-if basket: events supposed not to have happened, results to have been others, rulings made.

It stands in the address, so that it can be kept and shown to somebody; nothing is written.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from flask import Response, request

from services.desk.answers import EventView
from services.desk.docket_views import DocketView
from services.desk.moments import EVENT_LATER, MOMENT_AFTER_END
from services.desk.params import PageParams
from services.desk.views import EventsAnswer
from services.desk.what_if import Question, Supposed, WhatIf, what_if
from services.web.history.comparing import moved_lines
from services.web.history.look import Looking, looking
from services.web.history.printed import moment_typed
from services.web.history.ruling_supposed import CaseForm, RulingSupposed, case_named, docket_of, form_for
from services.web.history.shown import show
from services.web.history.supposing import Basket, result_sent
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import to_page
from shared.catalogue import Word
from shared.problems import Problem, ProblemType, not_found, quoted

_RESULT = "game-result-recorded"
_TAKEN = (
    *("out", "back", "suppose", "rule", "unrule", "result", "ruling"),
    *("effect", "game", "entrant", "charge", "score-", "won-", "tiles-"),
)
"""What the forms of the basket send beside the view."""
NO_RESULT_THERE = ProblemType("no-result-there", 404)
_LONGEST_SEQ = 12


def basket_page(parts: Parts, call: Call) -> Response:
    """What would be, beside what is; or the way to the address of a basket that a form has changed.

    An event or a case that is not there is asked for again, beside the basket as it was.
    """
    look = looking(parts, call, _TAKEN, kept=True)
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
    recorded: Mapping[str, Any] | None = None
    if result := request.args.get("result", ""):
        with look.wrong.beside("result"):
            recorded = _recorded(look, result)
    form: CaseForm | None = None
    if case := request.args.get("ruling", ""):
        with look.wrong.beside("ruling"):
            form = form_for(look, case_named(docket, case))
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
        result=recorded,
        rulings=look.events(kind="ruling-made", limit=100),
        cases=docket.values(),
        ruling=form,
        written={name: request.args.get(name, "") for name in ("out", "result")},
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
    """The basket as a form asks for it; None where it asks for no change, or for one that cannot be."""
    changes: Sequence[tuple[str, str, Callable[[str], Basket]]] = (
        ("out", "out", lambda text: basket.with_left_out(_seq(look, text))),
        ("back", "back", lambda text: basket.without_any(_seq(look, text))),
        ("suppose", "result", lambda text: basket.with_result(result_sent(_seq(look, text), request.args))),
        ("rule", "ruling", lambda text: basket.with_ruling(_ruling_sent(docket, text))),
        ("unrule", "ruling", basket.without_ruling),
    )
    changed: Basket | None = None
    for name, field, change in changes:
        given = request.args.get(name, "")
        if given and changed is None:
            with look.wrong.beside(field):
                changed = change(given)
    return changed


def _ruling_sent(docket: Mapping[str, DocketView], case: str) -> RulingSupposed:
    return RulingSupposed.sent(case_named(docket, case).case.dispute, request.args)


def _seq(look: Looking, text: str) -> int:
    """An event up to the moment looked at, by its number as the pages print it.

    Raises:
        Problem: not-found, moment-after-end, event-later.
    """
    plain = moment_typed(text)
    if not (plain.isascii() and plain.isdigit() and int(plain[:_LONGEST_SEQ])):
        raise not_found("seq", quoted(text))
    seq = int(plain[:_LONGEST_SEQ])
    if seq > look.last:
        raise MOMENT_AFTER_END(text=plain[:_LONGEST_SEQ], last=look.last)
    if seq > look.seq:
        raise EVENT_LATER(seq=seq, moment=look.seq)
    return seq


def _recorded(look: Looking, text: str) -> Mapping[str, Any]:
    """A recorded result as it stands, for a form to begin with."""
    seq = _seq(look, text)
    event = _event(look, seq)
    if event.type != _RESULT:
        raise NO_RESULT_THERE(seq=seq, event=Word("event", event.type))
    return {"seq": seq, "entry": look.entry(seq), **msgspec.json.decode(event.data)}


def _event(look: Looking, seq: int) -> EventView:
    answer: EventsAnswer = look.parts.desk.ask(
        look.tournament, "events", PageParams(after=str(seq - 1), limit=1), look.call.visibility
    )
    return answer.rows[0]
