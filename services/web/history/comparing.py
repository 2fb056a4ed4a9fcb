"""Two moments side by side: who moved, by which events, what became of the cut and the awards."""

from collections.abc import Sequence

import msgspec
from flask import Response, request

from services.desk.comparing import DiffAnswer, Difference, Move
from services.desk.params import DiffParams
from services.tournament.definition.stages import Stage
from services.web.history.look import Looking, looking
from services.web.history.shown import show
from services.web.parts import Parts
from services.web.routes import Call

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
