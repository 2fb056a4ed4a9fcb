"""SQLAlchemy Core statements compiled once to driver text, at their first use."""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.dml import UpdateBase

Row = Sequence[Any] | Mapping[str, Any]


def array_of(members: Iterable[object]) -> str:
    """What a statement takes for the members of a `Database.listed`: a JSON array."""
    return msgspec.json.encode(list(members)).decode()


class Statement:
    """A statement as the driver wants it.

    Attributes:
        text: SQL with the driver's positional placeholders.
        parameters: the name of each value that a row has to bring, in the order of a row given as a tuple.
        named: makes of a row as the driver returns it a tuple whose members have the names of its columns;
            what is no column needs a label to have one.
        table: what it changes; None where it reads.

    Values reach the driver as they are: int, str, bytes or None. Python-side column defaults and type
    conversions of Core do not happen. Rows as tuples are the fast way; mappings are put in order first.
    """

    __slots__ = ("_clause", "_dialect", "_fixed", "_places", "_plain", "named", "parameters", "table", "text")

    text: str
    parameters: tuple[str, ...]
    named: Callable[[Iterable[Any]], Any]
    _fixed: tuple[Any, ...]
    _places: tuple[int, ...]
    _plain: bool

    def __init__(self, clause: ClauseElement, dialect: Dialect) -> None:
        self._clause, self._dialect = clause, dialect
        self.table = clause.table if isinstance(clause, UpdateBase) else None

    def __getattr__(self, name: str) -> Any:
        # Reached only while an attribute is missing, so what is compiled is as quick to use as any other. A
        # program prepares a hundred statements and a call of it uses a few.
        if name not in Statement.__slots__:
            raise AttributeError(f"a statement has no {name}")
        self._compile()
        return getattr(self, name)

    def _compile(self) -> None:
        compiled = self._clause.compile(dialect=self._dialect, compile_kwargs={"render_postcompile": True})
        names: Sequence[str] = compiled.positiontup or ()  # type: ignore[attr-defined]
        values = compiled.params
        required = [name in compiled.binds and compiled.binds[name].required for name in names]  # type: ignore[attr-defined]
        self.text = str(compiled)
        self.parameters = tuple(name for name, asked in zip(names, required, strict=True) if asked)
        # A value written into the statement itself keeps its place among those of the row.
        self._fixed = tuple(values[name] for name in names)
        self._places = tuple(place for place, asked in enumerate(required) if asked)
        self._plain = all(required)
        names_read = [column.key for column in getattr(self._clause, "exported_columns", ())]
        self.named = namedtuple("Returned", names_read, rename=True)._make if names_read else tuple  # type: ignore[attr-defined]

    def row(self, row: Row = ()) -> Sequence[Any]:
        """The driver's parameters for one row.

        Raises:
            KeyError: a mapping lacks a parameter.
            ValueError: a tuple is too short or too long.
        """
        if isinstance(row, Mapping):
            row = tuple(row[name] for name in self.parameters)
        if self._plain:
            return row
        values = list(self._fixed)
        for place, value in zip(self._places, row, strict=True):
            values[place] = value
        return values

    def rows(self, rows: Sequence[Row]) -> Sequence[Sequence[Any]]:
        """The driver's parameters for many rows; tuples pass untouched when nothing has to be put in."""
        if self._plain and (not rows or type(rows[0]) is tuple):
            return rows  # type: ignore[return-value]
        return [self.row(row) for row in rows]

    def __repr__(self) -> str:
        return f"Statement({self.text!r})"
