"""What msgspec says of a document, in words of ours: what is wrong and what to write, in both languages."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import inspect

from shared.problems import Worded, quoted

_DAY = Worded("a day, as 2026-03-28", "日期，例如 2026-03-28")
_TIME = Worded(
    "a time with its zone, as 2026-03-28T12:45:00+08:00", "附時區的時間，例如 2026-03-28T12:45:00+08:00"
)
_TYPES = {
    "str": Worded("a text", "文字"),
    "int": Worded("a whole number", "整數"),
    "float": Worded("a number with decimals", "小數"),
    "bool": Worded("true or false", "true 或 false"),
    "null": Worded("null", "null"),
    "array": Worded("a list", "列表"),
    "object": Worded("an object", "物件"),
    "date": _DAY,
    "datetime": _TIME,
    "time": Worded("a time of day, as 13:00", "時間，例如 13:00"),
}
_MALFORMED = {
    "Input data was truncated": Worded(
        "it breaks off before its end; close what is open", "內容未完即止；請補上結尾的括號或引號"
    ),
    "trailing characters": Worded(
        "something follows its end; send one document", "結尾之後仍有內容；請只提交一份文件"
    ),
    "invalid character": Worded(
        "a character is not possible there; texts stand in double quotation marks",
        "有字元不應在此出現；文字須以雙引號括住",
    ),
    "object keys must be strings": Worded(
        "names of fields stand in double quotation marks", "欄位名稱須以雙引號括住"
    ),
    "trailing comma in object": Worded("a comma stands before the end of an object", "物件末尾多了逗號"),
    "trailing comma in array": Worded("a comma stands before the end of a list", "列表末尾多了逗號"),
    "expected ':'": Worded("a colon is missing behind the name of a field", "欄位名稱之後欠冒號"),
    "expected ',' or '}'": Worded("a comma or } is missing", "欠逗號或 }"),
    "expected ',' or ']'": Worded("a comma or ] is missing", "欠逗號或 ]"),
    "invalid number": Worded(
        "a number is not written as JSON has them, as in 12 or -3", "數字寫法不符 JSON，應如 12 或 -3"
    ),
    "invalid escape character in string": Worded(
        "a backslash in a text needs another before it", "文字中的反斜線之前須再加一個反斜線"
    ),
}
_NO_JSON = Worded("it is not JSON", "並非 JSON")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def malformed(message: str) -> Worded:
    """What the reader says of something that is no JSON, without its place."""
    return _MALFORMED.get(message, _NO_JSON)


def misfit(message: str, kind: Any, document: Any = None) -> tuple[Worded, str]:
    """What the reader says of a document that is not of the shape asked for; and the field, "" for the whole.

    Args:
        kind: the type asked for; it names what is known and allowed where that is in question.
        document: as far as it could be read, to see which of several shapes was meant.
    """
    what, _, path = message.partition(" - at ")
    path = path.strip("`").removeprefix("$")
    kinds = [inspect.type_info(kind)] if kind is not None else []
    return _in_words(what, path, kinds, document), path.removeprefix(".")


def _in_words(what: str, path: str, kinds: Sequence[inspect.Type], document: Any) -> Worded:
    if found := re.match(r"Expected `(.+?)`, got `(.+?)`", what):
        wanted, got = _either(found[1]), _either(found[2])
        return Worded(f"it must be {wanted.en}, not {got.en}", f"須為{wanted.zh}，而不是{got.zh}")
    if found := re.match(r"Object missing required field `(.+)`", what):
        return _missing(found[1], [own for own, _ in _at(kinds, path, document)])
    if found := re.match(r"Object contains unknown field `(.+)`", what, re.DOTALL):
        return _unknown(found[1], [own for own, _ in _at(kinds, path, document)])
    if found := re.match(r"Invalid (?:enum )?value (.+)", what, re.DOTALL):
        return _not_allowed(found[1], _words(kinds, path, document))
    if found := re.match(r"Expected `(\w+)` (>=|<=) (.+)", what):
        least = found[2] == ">="
        wanted = _either(found[1])
        return Worded(
            f"it must be {wanted.en}, {'at least' if least else 'at most'} {found[3]}",
            f"須為{wanted.zh}，{'最少' if least else '最多'} {found[3]}",
        )
    if "RFC3339 encoded date" in what or "timezone component" in what:
        wanted = _DAY if what.endswith("date") else _TIME
        return Worded(f"it must be {wanted.en}", f"須為{wanted.zh}")
    if "out of range" in what:
        return Worded("the number is too large", "數字過大")
    return Worded(what, "格式不符")


def _either(types: str) -> Worded:
    words = [_TYPES.get(name, Worded(name, name)) for name in types.split(" | ")]
    return Worded(" or ".join(word.en for word in words), "或".join(word.zh for word in words))


def _missing(name: str, structs: Sequence[inspect.StructType]) -> Worded:
    tags = [str(own.tag) for own in structs if own.tag_field == name]
    en, zh = _listed(tags)
    return Worded(
        f"the field {name} is missing" + (f"; it is one of {en}" if tags else "; add it"),
        f"欠缺欄位 {name}" + (f"；可用：{zh}" if tags else "，請補上"),
    )


def _unknown(name: str, structs: Sequence[inspect.StructType]) -> Worded:
    tags = [own.tag_field for own in structs if own.tag_field is not None]
    fields = [field.encode_name for own in structs for field in own.fields]
    known = list(dict.fromkeys([*tags, *fields]))
    shown, (en, zh) = quoted(name), _listed(known)
    return Worded(
        f"there is no field {shown.en}" + (f"; known are {en}" if known else "; none is taken"),
        f"沒有欄位{shown.zh}" + (f"；可用：{zh}" if known else "；此處沒有欄位"),
    )


def _not_allowed(value: str, allowed: Sequence[str]) -> Worded:
    shown, (en, zh) = quoted(value.strip("'\"")), _listed(allowed)
    return Worded(
        f"it cannot be {shown.en}" + (f"; it is one of {en}" if allowed else ""),
        f"不可為{shown.zh}" + (f"；可用：{zh}" if allowed else ""),
    )


def _listed(words: Sequence[str]) -> tuple[str, str]:
    return ", ".join(words), "、".join(words)


def _words(kinds: Sequence[inspect.Type], path: str, document: Any) -> list[str]:
    """The words allowed at a path: those of a literal, or the tags of the shapes there are."""
    parent, _, last = path.rpartition(".")
    structs = [own for own, _ in _at(kinds, parent, document, chosen=False)]
    tags = [str(own.tag) for own in structs if own.tag_field == last]
    found = [
        str(word)
        for own, _ in _reached(kinds, path, document)
        if isinstance(own, inspect.LiteralType)
        for word in own.values
    ]
    return list(dict.fromkeys([*tags, *found]))


def _at(
    kinds: Sequence[inspect.Type], path: str, document: Any, *, chosen: bool = True
) -> list[tuple[inspect.StructType, Any]]:
    """The structs that may stand at a path; of several by a tag the one that the document names."""
    found = [
        (own, value) for own, value in _reached(kinds, path, document) if isinstance(own, inspect.StructType)
    ]
    named = [(own, value) for own, value in found if chosen and _is_tagged(own, value)]
    return named or found


def _is_tagged(own: inspect.Type, value: Any) -> bool:
    if not isinstance(own, inspect.StructType) or own.tag_field is None:
        return False
    return isinstance(value, dict) and value.get(own.tag_field) == own.tag


def _reached(kinds: Sequence[inspect.Type], path: str, document: Any) -> list[tuple[inspect.Type, Any]]:
    """The types that may stand at a path, unions taken apart, with what the document has there."""
    here = [(own, document) for kind in kinds for own in _choices(kind)]
    for step in _STEP.finditer(path):
        named = [place for place in here if _is_tagged(*place)]
        here = [
            (own, value)
            for kind, held in named or here
            for inner, value in _inside(kind, held, step)
            for own in _choices(inner)
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
            yield from ((own, None) for own in kind.item_types[int(index) :][:1])
        case inspect.CollectionType() if index is not None and index.isdigit():
            items = held if isinstance(held, list) else []
            yield kind.item_type, items[int(index)] if int(index) < len(items) else None


def _choices(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.Metadata():
            yield from _choices(kind.type)
        case inspect.UnionType():
            for own in kind.types:
                yield from _choices(own)
        case _:
            yield kind
