"""What msgspec says of a document, in words of ours: what is wrong and what to write, in both languages."""

import re
from ast import literal_eval
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import DecodeError, ValidationError, inspect

from shared.catalogue import Listed, Phrase
from shared.plain_text import legible
from shared.problems import quoted

_DAY = Phrase("part-misfit-day-2026-03-28")
_TIME = Phrase("part-misfit-time-with-zone-2026-03")
_TYPES = {
    "str": Phrase("part-misfit-text"),
    "int": Phrase("part-misfit-whole-number"),
    "float": Phrase("part-misfit-number-with-decimals"),
    "bool": Phrase("part-misfit-true-false"),
    "null": Phrase("part-misfit-null"),
    "array": Phrase("part-misfit-list"),
    "object": Phrase("part-misfit-object"),
    "date": _DAY,
    "datetime": _TIME,
    "time": Phrase("part-misfit-time-day-13-00"),
}
_MALFORMED = {
    "Input data was truncated": Phrase("part-misfit-breaks-off-before-end-close"),
    "trailing characters": Phrase("part-misfit-something-follows-end-send-one"),
    "invalid character": Phrase("part-misfit-character-not-possible-there-texts"),
    "object keys must be strings": Phrase("part-misfit-names-fields-stand-double-quotation"),
    "trailing comma in object": Phrase("part-misfit-comma-stands-before-end-object"),
    "trailing comma in array": Phrase("part-misfit-comma-stands-before-end-list"),
    "expected ':'": Phrase("part-misfit-colon-missing-behind-name-field"),
    "expected ',' or '}'": Phrase("part-misfit-comma-missing"),
    "expected ',' or ']'": Phrase("part-misfit-comma-missing-2"),
    "invalid number": Phrase("part-misfit-number-not-written-json-them"),
    "invalid escape character in string": Phrase("part-misfit-backslash-text-needs-another-before"),
}
_NO_JSON = Phrase("part-misfit-not-json")
_PLACE = re.compile(r" ?\(byte [0-9]+\)")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def malformed(message: str) -> Phrase:
    """What the reader says of something that is no JSON, without its place."""
    return _MALFORMED.get(_PLACE.sub("", message).removeprefix("JSON is malformed: "), _NO_JSON)


def misfit(message: str, kind: Any, document: Any = None) -> tuple[Phrase, str]:
    """What the reader says of a document that is not of the shape asked for; and the field, "" for the whole.

    Args:
        kind: the type asked for; it names what is known and allowed where that is in question.
        document: as far as it could be read, to see which of several shapes was meant.
    """
    what, _, path = message.partition(" - at ")
    path = path.strip("`").removeprefix("$")
    # Of a field that is missing, or that there is none, the place is that of what holds it.
    named = re.match(r"Object (?:missing required|contains unknown) field `(.+)`", what, re.DOTALL)
    field = f"{path}.{legible(named[1])}" if named is not None else path
    kinds = [inspect.type_info(kind)] if kind is not None else []
    return _in_words(what, path, kinds, document), field.removeprefix(".")


def why_unread(error: Exception, kind: Any) -> Phrase:
    """Why something could not be read as a `kind`, from what its reader raised.

    A `ValueError` that was raised with a phrase says it itself.
    """
    if error.args and isinstance(error.args[0], Phrase):
        return error.args[0]
    if isinstance(error, ValidationError):
        phrase, field = misfit(str(error), kind)
        return (
            Phrase("part-misfit-in-field", {"field": field, "what": phrase})
            if " - at " in str(error)
            else phrase
        )
    if isinstance(error, DecodeError):
        return malformed(str(error))
    return Phrase("part-misfit-value-does-not-fit")


def _in_words(what: str, path: str, kinds: Sequence[inspect.Type], document: Any) -> Phrase:
    wanted: Phrase | Listed
    if found := re.match(r"Expected `(.+?)`, got `(.+?)`", what):
        wanted, got = _either(found[1]), _either(found[2])
        return Phrase("part-misfit-must-not", {"wanted": wanted, "got": got})
    if found := re.match(r"Object missing required field `(.+)`", what):
        return _missing(found[1], [struct_type for struct_type, _ in _at(kinds, path, document)])
    if found := re.match(r"Object contains unknown field `(.+)`", what, re.DOTALL):
        return _unknown(found[1], [struct_type for struct_type, _ in _at(kinds, path, document)])
    if found := re.match(r"Invalid (?:enum )?value (.+)", what, re.DOTALL):
        return _not_allowed(found[1], _words(kinds, path, document))
    if found := re.match(r"Expected `(\w+)` (>=|<=) (.+)", what):
        least = found[2] == ">="
        wanted = _either(found[1])
        key = "part-misfit-at-least" if least else "part-misfit-at-most"
        return Phrase(key, {"wanted": wanted, "bound": found[3]})
    if "RFC3339 encoded date" in what or "timezone component" in what:
        wanted = _DAY if what.endswith("date") else _TIME
        return Phrase("part-misfit-must", {"wanted": wanted})
    if "out of range" in what:
        return Phrase("part-misfit-number-too-large")
    return Phrase("part-misfit-other")


def _either(types: str) -> Listed:
    return Listed([_TYPES.get(name, name) for name in types.split(" | ")], "list-either")


def _missing(name: str, structs: Sequence[inspect.StructType]) -> Phrase:
    tags = [str(struct.tag) for struct in structs if struct.tag_field == name]
    if tags:
        return Phrase("part-misfit-missing-one-of", {"name": name, "known": tags})
    return Phrase("part-misfit-missing", {"name": name})


def _unknown(name: str, structs: Sequence[inspect.StructType]) -> Phrase:
    tags = [struct.tag_field for struct in structs if struct.tag_field is not None]
    fields = [field.encode_name for struct in structs for field in struct.fields]
    known = list(dict.fromkeys([*tags, *fields]))
    if known:
        return Phrase("part-misfit-unknown", {"name": quoted(name), "known": known})
    return Phrase("part-misfit-no-fields", {"name": quoted(name)})


def _not_allowed(value: str, allowed: Sequence[str]) -> Phrase:
    given = quoted(str(literal_eval(value)) if value[:1] in "'\"" else value)
    if allowed:
        return Phrase("part-misfit-cannot-be-one-of", {"given": given, "known": allowed})
    return Phrase("part-misfit-cannot-be", {"given": given})


def _words(kinds: Sequence[inspect.Type], path: str, document: Any) -> list[str]:
    """The words allowed at a path: those of a literal, or the tags of the shapes there are."""
    parent, _, last = path.rpartition(".")
    structs = [struct_type for struct_type, _ in _at(kinds, parent, document, chosen=False)]
    tags = [str(struct.tag) for struct in structs if struct.tag_field == last]
    found = [
        str(word)
        for shape, _ in _reached(kinds, path, document)
        if isinstance(shape, inspect.LiteralType)
        for word in shape.values
    ]
    return list(dict.fromkeys([*tags, *found]))


def _at(
    kinds: Sequence[inspect.Type], path: str, document: Any, *, chosen: bool = True
) -> list[tuple[inspect.StructType, Any]]:
    """The structs that may stand at a path; of several by a tag the one that the document names."""
    found = [
        (shape, value)
        for shape, value in _reached(kinds, path, document)
        if isinstance(shape, inspect.StructType)
    ]
    named = [
        (struct_type, value) for struct_type, value in found if chosen and _is_tagged(struct_type, value)
    ]
    return named or found


def _is_tagged(shape: inspect.Type, value: Any) -> bool:
    if not isinstance(shape, inspect.StructType) or shape.tag_field is None:
        return False
    return isinstance(value, dict) and value.get(shape.tag_field) == shape.tag


def _reached(kinds: Sequence[inspect.Type], path: str, document: Any) -> list[tuple[inspect.Type, Any]]:
    """The types that may stand at a path, unions taken apart, with what the document has there."""
    here = [(choice, document) for kind in kinds for choice in _choices(kind)]
    for step in _STEP.finditer(path):
        named = [place for place in here if _is_tagged(*place)]
        here = [
            (choice, value)
            for kind, held in named or here
            for inner, value in _inside(kind, held, step)
            for choice in _choices(inner)
        ]
    return here


def _inside(kind: inspect.Type, held: Any, step: re.Match[str]) -> Iterator[tuple[inspect.Type, Any]]:
    name, index = step[1], step[2]
    match kind:
        case inspect.StructType() if name is not None:
            value = held.get(name) if isinstance(held, dict) else None
            yield from ((field.type, value) for field in kind.fields if field.encode_name == name)
        case inspect.DictType() if index == "...":
            yield kind.value_type, None
        case inspect.TupleType() if index is not None and index.isdigit():
            yield from ((item_type, None) for item_type in kind.item_types[int(index) :][:1])
        case inspect.CollectionType() if index is not None and index.isdigit():
            items = held if isinstance(held, list) else []
            yield kind.item_type, items[int(index)] if int(index) < len(items) else None


def _choices(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.Metadata():
            yield from _choices(kind.type)
        case inspect.UnionType():
            for choice in kind.types:
                yield from _choices(choice)
        case _:
            yield kind
