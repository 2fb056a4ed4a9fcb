"""What holds the bounds of `shared.bounds`: checks made once for each type from its annotations."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, get_origin

import msgspec
from msgspec import inspect

from shared.bounds import DIRECTION_MARKS, LINES, MOST_DIGITS, ONE_LINE
from shared.catalogue import Phrase, Word, languages
from shared.limits import BEYOND_LIMIT
from shared.problems import INVALID_INPUT, Problem

Found = tuple[tuple[str, ...], Phrase]
"""Where, as steps of a path, and what is wrong."""
_MOST_WHOLE = 10**MOST_DIGITS - 1
_SURROGATES = "\ud800-\udfff"
_BARRED = {
    ONE_LINE: re.compile(f"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069{_SURROGATES}]"),
    LINES: re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069{_SURROGATES}]"),
}
_TURNS = re.compile(f"[{DIRECTION_MARKS}]")


_WRITTEN = frozenset(
    ("en", "zh", "reason", "finding", "statement", "breach", "description", "question", "answer", "cites")
)
"""What people write in boxes and chats: they know it by its words (`word-written-…`), not by its field."""


_NOT_OF_LENGTH = frozenset(
    ("part-bound-language", "part-bound-control-character", "part-bound-direction-mark")
)
"""What shortening does not put right."""


class Fault(msgspec.Struct, frozen=True):
    """The first part of a document that goes beyond a bound: where, and what is wrong.

    Attributes:
        too_much: whether it is too long or too many; else it is no choice there is, or a sign no text has.
    """

    field: str
    phrase: Phrase
    too_much: bool


def check(value: msgspec.Struct) -> None:
    """Refuse a struct in which something goes beyond its bounds.

    Raises:
        Problem: beyond-limit or invalid-input, naming the field.
    """
    fault = fault_in(value, type(value))
    if fault is not None:
        raise refusal(fault)


def refusal(fault: Fault) -> Problem:
    """The problem that refuses what goes beyond a bound."""
    kind = BEYOND_LIMIT if fault.too_much else INVALID_INPUT
    return kind(detail=fault.phrase).at(field=fault.field)


def fault_in(value: Any, kind: Any) -> Fault | None:
    """What goes beyond the bounds that `kind` declares, the first of it; None if nothing does."""
    found = _checker(kind)(value)
    if found is None:
        return None
    path, phrase = found
    field, too_much = "".join(path).removeprefix("."), phrase.key not in _NOT_OF_LENGTH
    if not field:
        return Fault(field, Phrase("part-bound-of-it", {"said": phrase}), too_much)
    named = Word("written", field) if field in _WRITTEN else field
    return Fault(field, Phrase("part-bound-of", {"field": named, "said": phrase}), too_much)


def beyond(value: Any, schema: Mapping[str, Any]) -> Iterator[Phrase]:
    """How a value goes beyond the bounds declared for it; its parts are not looked at."""
    if isinstance(value, str):
        # A text can break both of its bounds.
        found = [_check_text({name: bound})(value) for name, bound in schema.items()]
    elif isinstance(value, Mapping):
        found = [_check_entries(_nothing, _nothing, schema)(value)]
    else:
        # A list that was read is not a tuple yet.
        items = tuple(value) if isinstance(value, list) else value
        found = [_check_items(_nothing, schema)(items), _check_whole(value)]
    for fault in found:
        if fault is not None:
            yield fault[1]


def longest(cls: Any) -> Mapping[str, str]:
    """By field of a struct, the most that it takes, in words; what has no bound is left out."""
    found = ((field.name, _longest(inspect.type_info(field.type))) for field in msgspec.structs.fields(cls))
    return {name: words for name, words in found if words}


_Check = Callable[[Any], Found | None]
"""Finds the first fault in a value. Nearly always there is none, so that has to be quick."""


@cache
def _checker(kind: Any) -> _Check:
    return _check_of(inspect.type_info(kind))


def _check_of(kind: inspect.Type, schema: Mapping[str, Any] | None = None) -> _Check:
    """What finds faults in values of a type; `schema` has the bounds declared for it."""
    bounds = schema or {}
    match kind:
        case inspect.Metadata():
            return _check_of(kind.type, {**bounds, **(kind.extra_json_schema or {})})
        case inspect.StrType():
            return _check_text(bounds)
        case inspect.IntType():
            return _check_whole
        case inspect.UnionType():
            return _check_each([_check_of(member, bounds) for member in kind.types])
        case inspect.StructType():
            return _check_struct(kind.cls)
        case inspect.DictType():
            return _check_entries(_check_of(kind.key_type), _check_of(kind.value_type), bounds)
        case inspect.TupleType():
            return _check_items(_check_each([_check_of(item_type) for item_type in kind.item_types]), bounds)
        case inspect.CollectionType():
            return _check_items(_check_of(kind.item_type), bounds)
        case _:
            return _nothing


def _nothing(value: Any) -> Found | None:
    return None


def _check_each(checks: Sequence[_Check]) -> _Check:
    needed = [other for other in checks if other is not _nothing]
    if len(needed) < 2:
        return needed[0] if needed else _nothing

    def check(value: Any) -> Found | None:
        for check_part in needed:
            found = check_part(value)
            if found is not None:
                return found
        return None

    return check


def _check_text(schema: Mapping[str, Any]) -> _Check:
    most, barred = schema.get("maxLength"), _BARRED.get(schema.get("pattern", ""))
    is_spoken = "enum" in schema

    def check(value: Any) -> Found | None:
        if not isinstance(value, str):
            return None
        if most is not None and len(value) > most:
            return (), Phrase("part-bound-characters", {"most": most})
        if barred is not None and (found := barred.search(value)):
            return (), _said_of(found[0])
        if is_spoken and value not in languages():
            return (), Phrase("part-bound-language", {"known": [*languages()]})
        return None

    return check


def _said_of(character: str) -> Phrase:
    """What is wrong with a character that cannot stand in a text."""
    if _TURNS.match(character):
        return Phrase("part-bound-direction-mark", {"mark": f"U+{ord(character):04X}"})
    return Phrase("part-bound-control-character")


def _check_whole(value: Any) -> Found | None:
    if isinstance(value, int) and not -_MOST_WHOLE <= value <= _MOST_WHOLE:
        return (), Phrase("part-bound-digits", {"most": MOST_DIGITS})
    return None


def _check_struct(cls: Any) -> _Check:
    origin = get_origin(cls) or cls

    def check(value: Any) -> Found | None:
        if isinstance(value, origin):
            parts_of, fields = _fields(cls)
            for part, (name, check_part) in zip(parts_of(value), fields, strict=True):
                # What is empty or left out, as most parts are, goes beyond no bound.
                if part and (found := check_part(part)) is not None:
                    return _within(f".{name}", found)
        return None

    return check


@cache
def _fields(cls: Any) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[tuple[str, _Check], ...]]:
    """The fields of a struct that have anything to check, and what reads them all at once."""
    made = ((field.name, _check_of(inspect.type_info(field.type))) for field in msgspec.structs.fields(cls))
    fields = tuple((name, check) for name, check in made if check is not _nothing)
    return _reader([name for name, _ in fields]), fields


def _reader(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) < 2:
        # attrgetter makes no tuple of a single value.
        return lambda value: tuple(getattr(value, name) for name in names)
    return attrgetter(*names)


def _check_items(item: _Check, schema: Mapping[str, Any]) -> _Check:
    most = schema.get("maxItems")

    def check(value: Any) -> Found | None:
        if not isinstance(value, tuple | list | set | frozenset):
            return None
        if most is not None and len(value) > most:
            return (), Phrase("part-bound-items", {"most": most})
        for place, entry in enumerate(value):
            found = item(entry)
            if found is not None:
                return _within(f"[{place}]", found)
        return None

    return check


def _check_entries(key: _Check, item: _Check, schema: Mapping[str, Any]) -> _Check:
    most = schema.get("maxProperties")

    def check(value: Any) -> Found | None:
        if not isinstance(value, Mapping):
            return None
        if most is not None and len(value) > most:
            return (), Phrase("part-bound-entries", {"most": most})
        for place, (name, entry) in enumerate(value.items()):
            found = key(name) or item(entry)
            if found is not None:
                return _within(f"[{place}]", found)
        return None

    return check


def _within(step: str, found: Found) -> Found:
    """A fault in a part, as one of the whole."""
    path, phrase = found
    return (step, *path), phrase


def _longest(kind: inspect.Type) -> str:
    match kind:
        case inspect.UnionType():
            return next(filter(None, map(_longest, kind.types)), "")
        case inspect.Metadata():
            bounds = kind.extra_json_schema or {}
            units = {"maxLength": "characters", "maxItems": "items", "maxProperties": "entries"}
            return next((f"{bounds[name]} {unit}" for name, unit in units.items() if name in bounds), "")
        case _:
            return ""
