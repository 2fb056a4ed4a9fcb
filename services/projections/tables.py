"""The tables that store read models: one a model, its columns from its row struct, keyed by generation.

Cells that are lists or structs are JSON text; yes and no are 1 and 0; None is NULL.
"""

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from sqlalchemy import BigInteger, Column, MetaData, Table, Text

from services.projections.models import MODELS, ReadModel
from services.projections.rows import Row

metadata = MetaData()
_encode = msgspec.json.Encoder().encode

KEY_COLUMNS = ("tournament_id", "generation", "key")


def _plain(annotation: Any) -> Any:
    """The annotation without None."""
    if get_origin(annotation) in (Union, types.UnionType):
        return next(argument for argument in get_args(annotation) if argument is not type(None))
    return annotation


def _table(model: ReadModel) -> Table:
    hints = get_type_hints(model.row_type)
    columns = [
        Column(
            name if name not in KEY_COLUMNS else f"{name}_",
            BigInteger if _plain(hints[name]) in (int, bool) else Text,
        )
        for name in model.row_type.__struct_fields__
    ]
    return Table(
        f"read_{model.name}",
        metadata,
        Column("tournament_id", Text, primary_key=True),
        Column("generation", BigInteger, primary_key=True, autoincrement=False),
        Column("key", Text, primary_key=True),
        *columns,
    )


TABLES: Mapping[str, Table] = {model.name: _table(model) for model in MODELS}


def cells(model: ReadModel) -> Callable[[Row], tuple[Any, ...]]:
    """A function from a row to the values of its columns."""
    makers = [_maker(annotation) for annotation in get_type_hints(model.row_type).values()]
    # Most columns take the value as it is.
    made_anew = [(place, make) for place, make in enumerate(makers) if make is not None]

    def values(row: Row) -> tuple[Any, ...]:
        found = [*msgspec.structs.astuple(row)]
        for place, make in made_anew:
            if found[place] is not None:
                found[place] = make(found[place])
        return tuple(found)

    return values


def row_of(model: ReadModel, values: Sequence[Any]) -> Row:
    """The row back from the values of its columns."""
    read = (
        value if back is None or value is None else back(value)
        for back, value in zip(_BACK[model.name], values, strict=True)
    )
    return model.row_type(*read)


def _maker(annotation: Any) -> Callable[[Any], Any] | None:
    kind = _plain(annotation)
    if kind is bool:
        return int
    if kind in (int, str):
        return None
    return lambda value: _encode(value).decode()


def _back(annotation: Any) -> Callable[[Any], Any] | None:
    kind = _plain(annotation)
    if kind is bool:
        return bool
    if kind in (int, str):
        return None
    return msgspec.json.Decoder(kind).decode


_BACK = {model.name: [_back(hint) for hint in get_type_hints(model.row_type).values()] for model in MODELS}
"""How the cells of each model's columns are read back. Once for all rows: type hints are slow to come by."""
