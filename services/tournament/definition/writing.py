"""A plan as a tournament file: what was founded or changed otherwise than by a file is edited as one, too."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any

import msgspec

from services.tournament.definition.plan import Competition

_TABLES = ("stage", "award")
_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_BOTH = "both"


def file_of(plan: Competition) -> str:
    """The TOML that reads as this plan; what has a default is left out, and there are no comments."""
    written = msgspec.to_builtins(plan, builtin_types=(date, time))
    lines = [*_lines({key: value for key, value in written.items() if key not in _TABLES})]
    for heading in _TABLES:
        for table in written.get(heading, ()):
            lines += ["", f"[[{heading}]]", *_lines(table)]
    return "\n".join((*lines, ""))


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value):
            yield f"{_key(key)} = ["
            yield from (f"    {_value(each)}," for each in value)
            yield "]"
        else:
            yield f"{_key(key)} = {_value(value)}"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: Any) -> str:
    match value:
        case bool() | int():
            return str(value).lower()
        case time():
            return _text(
                value.isoformat("minutes" if value == value.replace(second=0, microsecond=0) else "auto")
            )
        case date():
            return value.isoformat()
        case str():
            return _text(value)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case {"both": str(text)} if len(value) == 1:
            return _text(text)
        case Mapping():
            return f"{{ {', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())} }}"
    raise TypeError(f"a plan holds no {type(value).__name__}")


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
