"""Standings as columns and exact cells, without names: what CSV and JSON hold wherever they are asked for."""

import io
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from services.desk.views import FamiliesAnswer, StandingsAnswer
from shared.csv_out import write_rows

COLUMNS = ("place", "entrant_no", "games_won", "score", "average", "tiles", "qualified", "tied")
FAMILY_COLUMNS = ("place", "unit", "child", "parent", "games_won", "score", "tiles", "tied")
_KNOWN = ("opponents", "team", "category")


def columns_of_answer(answer: StandingsAnswer | FamiliesAnswer) -> tuple[str, ...]:
    """The names of the columns: where more decides than games, score and tiles, that first."""
    if isinstance(answer, FamiliesAnswer):
        return FAMILY_COLUMNS
    if answer.columns is UNSET:
        return COLUMNS
    known = [name for name in _KNOWN if any(getattr(row, name) is not UNSET for row in answer.rows)]
    return ("place", "entrant_no", *answer.columns, "games_won", "games", "score", "tiles", *known, "tied")


def cells(answer: StandingsAnswer | FamiliesAnswer) -> list[list[Any]]:
    """The lines of an answer, a value for each column; None where there is none."""
    columns = columns_of_answer(answer)
    return [[cell(row, column) for column in columns] for row in answer.rows]


def lines_of_answer(answer: StandingsAnswer | FamiliesAnswer) -> list[dict[str, Any]]:
    """The lines of an answer by name: what every ranking has, and what decides in this one."""
    of_all = FAMILY_COLUMNS if isinstance(answer, FamiliesAnswer) else COLUMNS
    columns = dict.fromkeys((*columns_of_answer(answer), *of_all))
    return [{column: cell(row, column) for column in columns} for row in answer.rows]


def cell(row: Any, column: str) -> Any:
    """A field of a line, or one of the figures that decide in its stage; None for no team."""
    figures = getattr(row, "figures", UNSET)
    if figures is not UNSET and column in figures:
        return figures[column]
    value = getattr(row, column)
    if isinstance(value, tuple):
        return list(value)
    return None if value is UNSET else value


def standings_csv(answer: StandingsAnswer | FamiliesAnswer) -> str:
    """The answer as CSV with a heading."""
    out = io.StringIO()
    write_rows(out, columns_of_answer(answer), [_texts(line) for line in cells(answer)])
    return out.getvalue()


def _texts(line: Sequence[Any]) -> list[Any]:
    return [_text(value) for value in line]


def _text(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(value)
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value
