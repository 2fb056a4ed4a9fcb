"""Which parts of a type say no longest length."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect


def unbounded(kind: Any) -> list[str]:
    """The places in `kind` where a text or collection has no bound."""
    return sorted(set(_unbounded(inspect.type_info(kind), "", ())))


def _unbounded(
    kind: inspect.Type, path: str, within: tuple[Any, ...], schema: Mapping[str, Any] | None = None
) -> Iterator[str]:
    fields = schema or {}
    match kind:
        case inspect.Metadata():
            yield from _unbounded(kind.type, path, within, {**fields, **(kind.extra_json_schema or {})})
        case inspect.StrType() if not {"maxLength", "enum"} & fields.keys():
            yield path
        case inspect.UnionType():
            for member in kind.types:
                yield from _unbounded(member, path, within, fields)
        case inspect.StructType() if kind.cls not in within:
            for field in msgspec.structs.fields(kind.cls):
                shape = inspect.type_info(field.type)
                yield from _unbounded(shape, f"{path}.{field.name}", (*within, kind.cls))
        case inspect.DictType():
            if "maxProperties" not in fields:
                yield path
            yield from _unbounded(kind.key_type, f"{path}[key]", within)
            yield from _unbounded(kind.value_type, f"{path}[]", within)
        case inspect.TupleType():
            for item_type in kind.item_types:
                yield from _unbounded(item_type, f"{path}[]", within)
        case inspect.CollectionType():
            if "maxItems" not in fields:
                yield path
            yield from _unbounded(kind.item_type, f"{path}[]", within)
