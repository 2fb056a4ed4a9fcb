"""The lines of the standings as a board has room for them: place, number, name, and what decides first."""

from collections.abc import Sequence

import msgspec

from services.desk.views import UNSET, StandingsAnswer, StandingView
from services.rules.exact import figure_shown
from services.web.standings.rows import Column, columns_shown

_WITHOUT_DECIDING = 2
"""Games and score; where more decides, what decides first has the room alone."""


class PlaceLine(msgspec.Struct, frozen=True):
    """A line; `who` is the name or team, "" for none, and a metal is a key of the catalogue."""

    place: int | None
    tied: bool
    number: str
    who: str
    figures: tuple[str, ...]
    goes_on: bool | None


class PlaceLines(msgspec.Struct, frozen=True):
    """All lines, and the columns of their figures."""

    columns: tuple[Column, ...]
    lines: Sequence[PlaceLine]


def place_lines(answer: StandingsAnswer) -> PlaceLines:
    """The lines of the standings."""
    known = (column for column in columns_shown(answer) if column.kind == "figure")
    most = _WITHOUT_DECIDING if answer.columns is UNSET else 1
    columns = tuple(column for column in known if column.name != "medal")[:most]
    return PlaceLines(columns, [_line(row, columns) for row in answer.rows])


def _line(row: StandingView, columns: Sequence[Column]) -> PlaceLine:
    return PlaceLine(
        row.place,
        bool(row.tied),
        row.entrant_no,
        row.name or row.team or "",
        tuple(_figure(row, column.name) for column in columns),
        row.qualified,
    )


def _figure(row: StandingView, name: str) -> str:
    exact = row.figures[name] if row.figures is not UNSET and name in row.figures else getattr(row, name, "")
    return figure_shown(str(exact))
