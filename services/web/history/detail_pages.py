"""Pages of one thing: what changed of it and by which event, why a place is whose, two moments compared."""

from collections.abc import Mapping, Sequence

import msgspec
from flask import Response, request

from services.access.kinds import CASE_LINK
from services.desk.comparing import DiffAnswer, Difference, Move
from services.desk.explaining import Explanation
from services.desk.history.case_file import CaseFile
from services.desk.history.changes import HistoryAnswer
from services.desk.params import DiffParams
from services.tournament.definition.stages import Stage
from services.web.history.asked import View
from services.web.history.look import Looking, looking
from services.web.history.words import Words, case_shown, show
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
        if problem.no_answer_helps or call.sign_in is None:
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


MOVERS = 100
"""Movers of a stage on a page: those asked for, those whose own figures changed, then who moved furthest."""


class Moved(msgspec.Struct, frozen=True):
    """A line of the movers.

    Attributes:
        up: how many places; negative for down, null for who came in or fell out.
        wanted: whether the view names or looks for them.
    """

    move: Move
    up: int | None
    wanted: bool


class Movers(msgspec.Struct, frozen=True):
    """Who moved in a stage, as far as a page shows it.

    Attributes:
        first: how many come before those shown; `count` how many there are.
        found: whether somebody whom the view looks for is among all of them; true where it looks for nobody.
    """

    stage: Stage
    lines: Sequence[Moved]
    first: int
    count: int
    found: bool

    @property
    def through(self) -> int:
        return self.first + len(self.lines)

    @property
    def earlier(self) -> str | None:
        """Where the page before begins."""
        return str(max(0, self.first - MOVERS)) if self.first else None

    @property
    def later(self) -> str | None:
        """Where the next page begins."""
        return str(self.through) if self.through < self.count else None


def compare(parts: Parts, call: Call) -> Response:
    """The difference between the moment looked at and another; a moment that is wrong is asked for again."""
    look = looking(parts, call, kept=True)
    before = look.view.before or str(max(1, look.seq - 1))
    answer: DiffAnswer | None = None
    with look.wrong.beside("before"):
        parts.desk.moment(call.tournament, before)
    if not look.wrong.sentences:
        answer = parts.desk.ask(
            call.tournament,
            "diff",
            DiffParams(before=before, after=str(look.seq)),
            call.visibility,
            language=call.language,
        )
    names = {} if answer is None else look.names()
    return show(
        look,
        "history/compare.html",
        answer=answer,
        stages=[] if answer is None else moved_lines(look, answer.difference),
        names=names,
        moments=[] if answer is None else [look.entry(seq) for seq in (answer.before, answer.after)],
        written={name: request.args.get(name, "") for name in ("before", "as_of")},
    )


def moved_lines(look: Looking, difference: Difference) -> list[Movers]:
    """By stage who moved: the page that the view asks for of its stage, of others the first one."""
    wanted = _asked_for(look)
    stages = difference.stages
    turned = look.view.stage or (stages[0].stage if len(stages) == 1 else "")
    return [
        _movers(stage.stage, stage.moves, wanted, look.view.offset if stage.stage == turned else 0)
        for stage in stages
    ]


def _movers(stage: Stage, moves: Sequence[Move], wanted: frozenset[str] | None, offset: int) -> Movers:
    found = [Moved(move, _up(move), wanted is not None and move.entrant_no in wanted) for move in moves]
    found.sort(key=lambda moved: (not moved.wanted, not moved.move.because, -abs(moved.up or 0)))
    first = offset // MOVERS * MOVERS if offset < len(found) else 0
    among = wanted is None or any(moved.wanted for moved in found)
    return Movers(stage, found[first : first + MOVERS], first, len(found), among)


def _asked_for(look: Looking) -> frozenset[str] | None:
    """The numbers of those whom the view names or looks for; None where it asks for nobody."""
    view = look.view
    numbers = {*view.chosen, *([view.person] if view.person else [])}
    if view.find:
        return frozenset(numbers | look.found(view.find))
    return frozenset(numbers) or None


def _up(move: Move) -> int | None:
    return None if move.before is None or move.after is None else move.before.place - move.after.place
