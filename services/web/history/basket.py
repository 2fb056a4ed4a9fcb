"""The what-if basket: events supposed not to have happened, results to have been others, rulings made.

It stands in the address, so that it can be kept and shown to somebody; nothing is written.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self

import msgspec
from flask import Response, request
from msgspec import structs

from services.desk.answers import EventsAnswer, EventView, TimelineEntry
from services.desk.docket_views import DocketView
from services.desk.moments import EVENT_LATER, MOMENT_AFTER_END
from services.desk.params import PageParams
from services.desk.what_if import Question, Supposed, WhatIf, what_if
from services.web.history.asked import View, listed
from services.web.history.detail_pages import moved_lines
from services.web.history.look import Looking, looking
from services.web.history.result_supposed import (
    SEQ,
    Otherwise,
    ResultSupposed,
    SeatSupposed,
    figures_in_form,
    otherwise,
    result_sent,
    results_read,
)
from services.web.history.ruling_supposed import (
    CaseForm,
    RulingSupposed,
    case_named,
    docket_of,
    form_for,
    rulings_read,
)
from services.web.history.words import show
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import to_page
from shared.catalogue import Word
from shared.printed_moments import moment_printed
from shared.problems import Problem, ProblemType, not_found, quoted


class Basket(msgspec.Struct, frozen=True):
    """Everything that is supposed together."""

    without: tuple[int, ...] = ()
    changed: tuple[ResultSupposed, ...] = ()
    rulings: tuple[RulingSupposed, ...] = ()

    @classmethod
    def read(cls, view: View) -> Self:
        """The basket of an address; what does not read is left aside."""
        without = tuple(int(text) for text in listed(view.without) if SEQ.fullmatch(text))
        changed = {result.seq: result for result in results_read(view.changed)}
        results = tuple(result for seq, result in changed.items() if seq not in without)
        return cls(without, results, rulings_read(view.rulings))

    @property
    def seqs(self) -> frozenset[int]:
        """The seqs of the events that are left out or had other figures."""
        return frozenset((*self.without, *(result.seq for result in self.changed)))

    def with_left_out(self, seq: int) -> Self:
        return structs.replace(self.without_any(seq), without=(*self.without_any(seq).without, seq))

    def with_result(self, result: ResultSupposed) -> Self:
        kept = self.without_any(result.seq)
        return structs.replace(kept, changed=(*kept.changed, result))

    def with_ruling(self, ruling: RulingSupposed) -> Self:
        kept = self.without_ruling(ruling.case)
        return structs.replace(kept, rulings=(*kept.rulings, ruling))

    def without_ruling(self, case: str) -> Self:
        """Without the ruling that is supposed on one case."""
        return structs.replace(self, rulings=tuple(other for other in self.rulings if other.case != case))

    def without_any(self, seq: int) -> Self:
        """Without what is supposed of one event."""
        return structs.replace(
            self,
            without=tuple(other for other in self.without if other != seq),
            changed=tuple(result for result in self.changed if result.seq != seq),
        )

    def query(self) -> dict[str, str]:
        """How an address says it."""
        return {
            "without": ",".join(map(str, self.without)),
            "changed": "|".join(map(str, self.changed)),
            "rulings": "|".join(map(str, self.rulings)),
        }


_RESULT = "game-result-recorded"
_TAKEN = (
    *("out", "back", "suppose", "rule", "unrule", "result", "ruling"),
    *("effect", "game", "entrant", "charge", "score-", "won-", "tiles-"),
)
"""What the forms of the basket send beside the view."""
NO_RESULT_THERE = ProblemType("no-result-there", 404)
_LONGEST_SEQ = 12


class Item(msgspec.Struct, frozen=True):
    """An event in the basket.

    Attributes:
        left_out: whether it is supposed not to have happened; else its figures to have been others.
    """

    entry: TimelineEntry
    left_out: bool
    otherwise: Sequence[Otherwise]


class ResultForm(msgspec.Struct, frozen=True):
    """A recorded result with the figures that its form begins with."""

    entry: TimelineEntry
    seats: Sequence[SeatSupposed]


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
            **look.view.query(**changed.query(), first=None),
        )
    answer, problem = _answered(look, basket, docket)
    result = _result_form(look, basket, refused=problem is not None)
    form: CaseForm | None = None
    if case := request.args.get("ruling", ""):
        with look.wrong.beside("ruling"):
            form = form_for(look, case_named(docket, case))
    names = look.names() if answer is not None else {}
    return show(
        look,
        "history/basket.html",
        basket=basket,
        answer=answer,
        problem=problem.text(call.language) if problem is not None else "",
        items=list(_items(look, basket)),
        stages=[] if answer is None else moved_lines(look, answer.difference),
        names=names,
        result=result,
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
    replaced = [result.command(_recorded(look, _seq(look, str(result.seq)))) for result in basket.changed]
    put_in: list[Supposed] = []
    for ruling in basket.rulings:
        supposed, in_place = ruling.supposed(look, case_named(docket, ruling.case))
        (replaced if in_place else put_in).append(supposed)
    seqs = {supposed.seq for supposed in replaced}
    without = tuple(seq for seq in basket.without if seq not in seqs)
    return Question(without=without, replace=tuple(replaced), insert=tuple(put_in))


def _changed(look: Looking, basket: Basket, docket: Mapping[str, DocketView]) -> Basket | None:
    """The basket as a form asks for it; None where it asks for no change, or for one that cannot be."""
    changes: Sequence[tuple[str, str, Callable[[str], Basket | None]]] = (
        ("out", "out", lambda text: basket.with_left_out(_seq(look, text))),
        ("back", "back", lambda text: basket.without_any(_seq(look, text))),
        ("suppose", "result", lambda text: _with_result(look, basket, text)),
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
    plain = moment_printed(text)
    if not (plain.isascii() and plain.isdigit() and int(plain[:_LONGEST_SEQ])):
        raise not_found("seq", quoted(text))
    seq = int(plain[:_LONGEST_SEQ])
    if seq > look.last:
        raise MOMENT_AFTER_END(text=plain[:_LONGEST_SEQ], last=look.last)
    if seq > look.seq:
        raise EVENT_LATER(seq=seq, moment=look.seq)
    return seq


def _with_result(look: Looking, basket: Basket, text: str) -> Basket | None:
    """The basket with the result that a form says; None where its figures cannot be read."""
    sent = _result_sent(look, text)
    try:
        return basket.with_result(sent.checked())
    except Problem as problem:
        look.wrong.add("suppose", problem)
        return None


def _result_sent(look: Looking, text: str) -> ResultSupposed:
    return result_sent(_seq(look, text), request.args)


def _items(look: Looking, basket: Basket) -> Iterator[Item]:
    supposed = {result.seq: result for result in basket.changed}
    for seq in sorted(basket.seqs):
        if 0 < seq <= look.last:
            event = _event(look, seq)
            figures: Sequence[Otherwise] = ()
            if seq in supposed and event.type == _RESULT:
                figures = otherwise(msgspec.json.decode(event.data), supposed[seq])
            yield Item(look.entry(seq), seq in basket.without, figures)


def _result_form(look: Looking, basket: Basket, *, refused: bool) -> ResultForm | None:
    """The form for the figures of a result: as typed or supposed, else as recorded.

    Where what is supposed is refused, it is that of the figures that were supposed last.
    """
    sent: ResultSupposed | None = None
    with suppress(Problem):
        if typed := request.args.get("suppose", ""):
            sent = _result_sent(look, typed)
    asked = request.args.get("result", "")
    if sent is not None:
        asked = str(sent.seq)
    elif not asked and refused and basket.changed:
        asked = str(basket.changed[-1].seq)
    if not asked:
        return None
    try:
        seq = _seq(look, asked)
        recorded = _recorded(look, seq)
    except Problem as problem:
        # What the address supposes of an event that is no result is said where what is supposed is told.
        if request.args.get("result") or sent is not None:
            look.wrong.add("result", problem)
        return None
    supposed = sent or next((result for result in basket.changed if result.seq == seq), None)
    return ResultForm(look.entry(seq), figures_in_form(recorded, supposed))


def _recorded(look: Looking, seq: int) -> Mapping[str, Any]:
    """A recorded result as it stands."""
    event = _event(look, seq)
    if event.type != _RESULT:
        raise NO_RESULT_THERE(seq=seq, event=Word("event", event.type))
    recorded: Mapping[str, Any] = msgspec.json.decode(event.data)
    return recorded


def _event(look: Looking, seq: int) -> EventView:
    answer: EventsAnswer = look.parts.desk.ask(
        look.tournament, "events", PageParams(after=str(seq - 1), limit=1), look.call.visibility
    )
    return answer.rows[0]
