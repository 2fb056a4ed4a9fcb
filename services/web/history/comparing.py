"""Two moments side by side: who moved, by which events, what became of the cut and the awards."""

from collections.abc import Sequence

import msgspec
from flask import Response

from services.desk.comparing import DiffAnswer, Difference, Move
from services.desk.params import DiffParams
from services.tournament.definition.stages import Stage
from services.web.history.shown import looking, show
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
    """The difference between the moment looked at and another."""
    look = looking(parts, call)
    before = look.view.before or str(max(1, look.seq - 1))
    answer: DiffAnswer = parts.desk.ask(
        call.tournament,
        "diff",
        DiffParams(before=before, after=str(look.seq)),
        call.visibility,
        language=call.language,
    )
    moments = [look.entry(seq) for seq in (answer.before, answer.after)]
    return show(
        look,
        "history/compare.html",
        answer=answer,
        stages=moved_lines(answer.difference),
        names=look.names(),
        moments=moments,
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
