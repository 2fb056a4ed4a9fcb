"""docs/commands.md, written from the structs of the commands: fields, parts they are made of, examples."""

import re
from collections.abc import Iterator, Mapping, Sequence
from inspect import getdoc
from typing import Any

import msgspec
from msgspec import UNSET, inspect

from services.rules.ruleset import Ruleset
from services.tournament.definition.meanings import attributes_of, plain_default
from services.tournament.definition.plan import Competition
from shared.bound_checks import longest

ELSEWHERE: Mapping[Any, str] = {
    Competition: "[tournament file](tournament-file.md)",
    Ruleset: "[ruleset](rules.md)",
}
"""What has a page of its own."""
_PLAIN: Mapping[Any, str] = {
    inspect.StrType: "text",
    inspect.IntType: "whole number",
    inspect.BoolType: "true or false",
    inspect.DateType: "day, `2026-03-28`",
    inspect.DateTimeType: "time, `2026-03-28T12:45:00+08:00`",
    inspect.NoneType: "`null`",
}


def lines() -> Iterator[str]:
    """The lines of the page below its title and lead."""
    from services.tournament.catalogue import AREAS, commands

    for area in AREAS:
        here = {name: cls for name, cls in commands().items() if cls.__module__ == area.__name__}
        if not here:
            continue
        yield f"## {area.__name__.rpartition('.')[2].replace('_', ' ').capitalize()}"
        yield ""
        for name, cls in here.items():
            yield from _command(name, cls)
    yield "## Parts"
    yield ""
    yield "What fields of commands are made of."
    yield ""
    for part in parts():
        yield from _part(part)


def parts() -> Sequence[inspect.StructType]:
    """The structs that commands hold, each once, in order of their names; commands themselves left out."""
    from services.tournament.catalogue import commands

    found: dict[Any, inspect.StructType] = {}
    kinds = tuple(commands().values())
    for cls in kinds:
        for field in _struct(cls).fields:
            _gather(field.type, found)
    return sorted(
        (part for cls, part in found.items() if cls not in kinds), key=lambda part: part.cls.__name__
    )


def lead_of(cls: Any) -> str:
    """What the docstring of a struct says before its attributes, each paragraph in a line."""
    text, _, _ = (getdoc(cls) or "").partition("Attributes:\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text.strip()))


def _command(name: str, cls: Any) -> Iterator[str]:
    from services.web.api.examples import EXAMPLES

    yield f"### `{name}`"
    yield ""
    yield lead_of(cls)
    yield ""
    yield from _fields(_struct(cls))
    yield ""
    if name in EXAMPLES:
        yield "```json"
        yield from msgspec.json.format(msgspec.json.encode(EXAMPLES[name]), indent=2).decode().splitlines()
        yield "```"
        yield ""


def _part(part: inspect.StructType) -> Iterator[str]:
    yield f"### {part.cls.__name__}"
    yield ""
    yield lead_of(part.cls)
    yield ""
    yield from _fields(part)
    yield ""


def _fields(kind: inspect.StructType) -> Iterator[str]:
    if not kind.fields and kind.tag is None:
        yield "No fields."
        return
    most, meanings = longest(kind.cls), attributes_of(kind.cls)
    columns = ["field", "type", "default"]
    columns += ["at most"] if most else []
    columns += ["meaning"] if meanings else []
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "---|" * len(columns)
    if kind.tag is not None:
        yield _row(
            columns, {"field": f"`{kind.tag_field}`", "type": f'`"{kind.tag}"`', "default": "required"}
        )
    for field in msgspec.structs.fields(kind.cls):
        cells = {
            "field": f"`{field.encode_name}`",
            "type": type_of(inspect.type_info(field.type)),
            "default": _default(field),
            "at most": most.get(field.name, ""),
            "meaning": meanings.get(field.name, ""),
        }
        yield _row(columns, cells)


def _row(columns: Sequence[str], cells: Mapping[str, str]) -> str:
    return "| " + " | ".join(cells.get(column, "") for column in columns) + " |"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "required"
    if field.default is UNSET:
        return "left out"
    default = plain_default(field)
    return f"`{msgspec.json.encode(default).decode()}`"


def type_of(kind: inspect.Type) -> str:
    """A type in words, its allowed words named and the parts it is made of linked."""
    match kind:
        case inspect.Metadata() if words := (kind.extra_json_schema or {}).get("enum"):
            return ", ".join(f'`"{word}"`' for word in words)
        case inspect.Metadata():
            return type_of(kind.type)
        case inspect.LiteralType():
            return ", ".join(f'`"{word}"`' if isinstance(word, str) else f"`{word}`" for word in kind.values)
        case inspect.UnionType():
            words = [type_of(choice) for choice in kind.types]
            return " or ".join(words)
        case inspect.StructType():
            return ELSEWHERE.get(kind.cls) or f"[{kind.cls.__name__}](#{_anchor(kind.cls)})"
        case inspect.DictType():
            return f"object of {type_of(kind.value_type)}, by {type_of(kind.key_type)}"
        case inspect.TupleType():
            return f"[{', '.join(type_of(item) for item in kind.item_types)}]"
        case inspect.CollectionType():
            return f"list of {type_of(kind.item_type)}"
        case _:
            return _PLAIN[type(kind)]


def _anchor(cls: Any) -> str:
    from services.tournament.catalogue import commands

    names = {command: name for name, command in commands().items()}
    return names.get(cls) or str(cls.__name__).lower()


def _struct(cls: Any) -> inspect.StructType:
    found = inspect.type_info(cls)
    assert isinstance(found, inspect.StructType)
    return found


def _gather(kind: inspect.Type, found: dict[Any, inspect.StructType]) -> None:
    match kind:
        case inspect.Metadata():
            _gather(kind.type, found)
        case inspect.UnionType():
            for choice in kind.types:
                _gather(choice, found)
        case inspect.StructType() if kind.cls not in found and kind.cls not in ELSEWHERE:
            found[kind.cls] = kind
            for field in kind.fields:
                _gather(field.type, found)
        case inspect.DictType():
            _gather(kind.value_type, found)
        case inspect.TupleType():
            for item in kind.item_types:
                _gather(item, found)
        case inspect.CollectionType():
            _gather(kind.item_type, found)
