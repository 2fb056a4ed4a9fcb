"""Two moments side by side: who moved, by which events, what became of the cut and the awards."""

from collections.abc import Sequence

import msgspec
from flask import Response, request

from services.desk.comparing import DiffAnswer, Difference, Move
from services.desk.params import DiffParams
from services.tournament.definition.stages import Stage
from services.web.history.look import looking
from services.web.history.shown import show
from services.web.parts import Parts
from services.web.routes import Call

MOVERS = 100
"""Movers of a stage that are shown: those whose own figures changed first, then those who moved furthest."""


class Moved(msgspec.Struct, frozen=True):
    """A line of the movers.

    Attributes:
        up: how many places; negative for down, null for who came in or fell out.
    """

    move: Move
    up: int | None


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
    return show(
        look,
        "history/compare.html",
        answer=answer,
        stages=[] if answer is None else moved_lines(answer.difference),
        names={} if answer is None else look.names(),
        moments=[] if answer is None else [look.entry(seq) for seq in (answer.before, answer.after)],
        written={name: request.args.get(name, "") for name in ("before", "as_of")},
    )


def moved_lines(difference: Difference) -> list[tuple[Stage, list[Moved], int]]:
    """By stage who moved, as far as it is shown, and how many there are."""
    return [(stage.stage, _moves(stage.moves), len(stage.moves)) for stage in difference.stages]


def _moves(moves: Sequence[Move]) -> list[Moved]:
    found = [Moved(move, _up(move)) for move in moves]
    found.sort(key=lambda moved: (not moved.move.because, -abs(moved.up or 0)))
    return found[:MOVERS]


def _up(move: Move) -> int | None:
    return None if move.before is None or move.after is None else move.before.place - move.after.place
