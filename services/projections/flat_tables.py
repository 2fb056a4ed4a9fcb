"""Rows as flat tables: what lies inside a row, such as the games of a sheet, is a table of its own beside it.

Yes and no are 1 and 0, lists of words are JSON arrays. An exact score is there twice: as text, and as two
whole numbers.
"""

import types
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType

from services.rules.exact import from_sixths, score_text
from shared.codec import canonical

Cells = dict[str, Any]
SCORE = {"score": "TEXT", "score_numerator": "INTEGER", "score_denominator": "INTEGER"}
_SCORES = ("score", "sixths")
_KEYS = {"standing": ("stage", "entrant_no"), "publication_rows": ("entrant_no",)}
"""The columns that name a row in what it lies in, where the first alone does not."""


class FlatTable(msgspec.Struct, frozen=True):
    """A table of plain cells.

    Attributes:
        columns: their types in SQL, by name; first those that name the row it lies in.
        key: the columns that name a row.
        nested: the tables of what lies in its rows, by field.
    """

    name: str
    columns: Mapping[str, str]
    key: tuple[str, ...]
    nested: Mapping[str, "FlatTable"]

    def all(self) -> Iterator["FlatTable"]:
        """The table and those below it."""
        yield self
        for table in self.nested.values():
            yield from table.all()


def flat_table(name: str, kind: type[msgspec.Struct], above: Mapping[str, str] | None = None) -> FlatTable:
    """The table of rows of a struct.

    Args:
        above: the columns that name the row it lies in.
    """
    columns, inside = {**(above or {})}, {}
    for field in msgspec.structs.fields(kind):
        nested = _listed(field.type)
        if nested is not None:
            inside[field.name] = nested
        elif field.name in _SCORES:
            columns |= SCORE
        else:
            columns[field.name] = "INTEGER" if _plain(field.type) in (int, bool) else "TEXT"
    keys = _KEYS.get(name, kind.__struct_fields__[:1])
    key = (*(above or ()), *keys)
    below = {column: columns[column] for column in key}
    return FlatTable(
        name,
        columns,
        key,
        {field: flat_table(f"{name}_{field}", nested, below) for field, nested in inside.items()},
    )


def flattened(
    table: FlatTable, row: msgspec.Struct, above: Mapping[str, Any] | None = None
) -> Iterator[tuple[str, Cells]]:
    """A row and what lies in it, each as cells with the name of its table."""
    cells: Cells = {**(above or {})}
    inside = []
    for field in row.__struct_fields__:
        value = getattr(row, field)
        if field in table.nested:
            inside.append((table.nested[field], value))
        elif field in _SCORES:
            score = from_sixths(value) if field == "sixths" else Fraction(value)
            cells |= {
                "score": score_text(score),
                "score_numerator": score.numerator,
                "score_denominator": score.denominator,
            }
        else:
            cells[field] = _cell(value)
    yield table.name, cells
    names = {column: cells[column] for column in table.key}
    for nested, rows in inside:
        for lower in rows:
            if lower is not None:
                yield from flattened(nested, lower, names)


def _cell(value: Any) -> Any:
    if value is None or value is UNSET:
        return None
    if isinstance(value, bool):
        return int(value)
    return value if isinstance(value, int | str) else canonical(value).decode()


def _plain(annotation: Any) -> Any:
    """A type without None, and without what is left out."""
    if get_origin(annotation) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(annotation) if kind not in (types.NoneType, UnsetType)]
        return kinds[0]
    return annotation


def _listed(annotation: Any) -> type[msgspec.Struct] | None:
    """The struct that a field holds several of; None for any other field."""
    if get_origin(annotation) is not tuple:
        return None
    inner = _plain(get_args(annotation)[0])
    return inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None
