"""The cross table as a grid: a line for each place, a column for each session, or for each opponent."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from services.desk.cross_table import CrossAnswer, CrossRow, Meeting
from services.desk.views import UNSET
from services.rules.exact import score_shown

MOST_OPPONENTS = 24
"""Beyond so many a table by opponents is mostly blank, and wider than any screen."""

Kind = Literal["won", "drawn", "lost", "several", "open", "bye", "unpaired", "none", "self"]
_RESULTS: Mapping[str, Kind] = {"1": "won", "1/2": "drawn", "0": "lost"}


class Cell(msgspec.Struct, frozen=True):
    """What happened in a session, or against an opponent.

    Attributes:
        kind: how it ended; `several` at a table of more than two, `none` for who was not there, `self` where
            a line meets its column.
        figure: the points as people write them, or at a table of more than two the games won; "" for none.
        opponents: who was met there; none where the column says it.
    """

    kind: Kind
    figure: str = ""
    opponents: tuple[str, ...] = ()


class Column(msgspec.Struct, frozen=True):
    """A column: what stands at its head, and what it is called in full."""

    head: str
    words: str


class Line(msgspec.Struct, frozen=True):
    """A line; by opponents a cell holds each meeting of the two.

    Attributes:
        points: the sum over all sessions; "" where no points are given.
    """

    row: CrossRow
    cells: tuple[tuple[Cell, ...], ...]
    points: str


class Grid(msgspec.Struct, frozen=True):
    """The cross table; `pointed` where points are given for sessions."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    pointed: bool


def by_round(answer: CrossAnswer, labels: Mapping[str, str]) -> Grid:
    """A column for each session that has begun; `labels` is what each is called."""
    columns = tuple(
        Column(str(number), labels[session.session]) for number, session in enumerate(answer.sessions, 1)
    )
    return _grid(answer, columns, [_rounds(answer, row) for row in answer.rows])


def by_opponent(answer: CrossAnswer) -> Grid:
    """A column for each line, in the same order."""
    columns = tuple(Column(row.entrant_no, row.name or row.entrant_no) for row in answer.rows)
    return _grid(answer, columns, [_opponents(answer, row) for row in answer.rows])


def _grid(
    answer: CrossAnswer, columns: tuple[Column, ...], cells: Sequence[tuple[tuple[Cell, ...], ...]]
) -> Grid:
    pointed = any(meeting.points is not UNSET for row in answer.rows for meeting in row.meetings)
    lines = (
        Line(row, line, _sum(row.meetings) if pointed else "")
        for row, line in zip(answer.rows, cells, strict=True)
    )
    return Grid(columns, tuple(lines), pointed)


def _rounds(answer: CrossAnswer, row: CrossRow) -> tuple[tuple[Cell, ...], ...]:
    met = {meeting.session: meeting for meeting in row.meetings}
    return tuple((_cell(met.get(session.session)),) for session in answer.sessions)


def _opponents(answer: CrossAnswer, row: CrossRow) -> tuple[tuple[Cell, ...], ...]:
    met: dict[str, list[Cell]] = {row.entrant_no: [Cell("self")]}
    for meeting in row.meetings:
        cell = msgspec.structs.replace(_cell(meeting), opponents=())
        for number in meeting.opponents:
            met.setdefault(number, []).append(cell)
    return tuple(tuple(met.get(other.entrant_no, [Cell("none")])) for other in answer.rows)


def _cell(meeting: Meeting | None) -> Cell:
    if meeting is None:
        return Cell("none")
    points = "" if meeting.points is UNSET else score_shown(Fraction(meeting.points))
    if meeting.what != "played":
        return Cell(meeting.what, points, meeting.opponents)
    if meeting.points is UNSET:
        return Cell("several", str(meeting.games_won), meeting.opponents)
    return Cell(_RESULTS[meeting.points], points, meeting.opponents)


def _sum(meetings: Iterable[Meeting]) -> str:
    points = (Fraction(meeting.points) for meeting in meetings if meeting.points is not UNSET)
    return score_shown(sum(points, Fraction(0)))
