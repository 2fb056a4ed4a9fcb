"""Reading JSON strictly, whoever sent it: what is wrong is said with its line or field, in both languages."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

T = TypeVar("T")

_BOM = b"\xef\xbb\xbf"
_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")
_PLACE = re.compile(r" ?\(byte ([0-9]+)\)")
_TYPES_ZH = (
    (re.compile(r"Expected `(.+?)`, got `(.+?)`"), r"應為 `\1`，實為 `\2`"),
    (re.compile(r"Object missing required field `(.+?)`"), r"欠缺必要欄位 `\1`"),
    (re.compile(r"Object contains unknown field `(.+?)`"), r"含有不認識的欄位 `\1`"),
    (re.compile(r"Invalid enum value (.+)"), r"不在選項之內：\1"),
    (re.compile(r"Invalid value (.+)"), r"不在選項之內：\1"),
    (re.compile(r"Invalid RFC3339 encoded (\w+)"), r"不是 RFC 3339 格式的 \1"),
    (re.compile(r"Expected `(.+?)` (>=|<=) (.+)"), r"應為 `\1`，且 \2 \3"),
)


class NotRead(ValueError):
    """A document that cannot be read.

    Attributes:
        misshapen: it is JSON, but not of the shape asked for.
        detail, detail_zh: what is wrong with it.
        where: {"line": …} or {"field": …}, as far as known.
    """

    def __init__(
        self, detail: str, detail_zh: str, where: Mapping[str, Any] | None = None, *, misshapen: bool = False
    ) -> None:
        super().__init__(detail)
        self.detail, self.detail_zh, self.misshapen = detail, detail_zh, misshapen
        self.where = dict(where or {})


def read_json(data: bytes, kind: type[T]) -> T:
    """Decode one JSON document, with or without a byte order mark, as a `kind`.

    Strict: no unknown and no repeated field, no number for a text, no 2.0 for 2 (though JSON Schema admits
    it for an integer), no half of a surrogate pair, and no NUL character, which not every database can keep.

    Raises:
        NotRead: it is not JSON, or not such a document.
    """
    text = data.removeprefix(_BOM)
    try:
        text.decode()
        read: T = _decoder(cast(Any, kind)).decode(text)
        json.loads(text, object_pairs_hook=_once, parse_float=str, parse_int=str)
        return read
    except msgspec.ValidationError as error:
        raise _misshapen(str(error)) from None
    except msgspec.DecodeError as error:
        raise _malformed(text, str(error)) from None
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise NotRead("it is not UTF-8", "並非 UTF-8", {"line": line}) from None
    except RecursionError:
        raise NotRead("it is nested too deeply", "巢狀層次過深") from None


def in_chinese(message: str) -> str:
    """What msgspec says, in Chinese as far as it is a common thing to say."""
    for pattern, words in _TYPES_ZH:
        if pattern.match(message):
            return pattern.sub(words, message)
    return message


def _misshapen(message: str) -> NotRead:
    what, _, path = message.partition(" - at ")
    field = path.strip("`").removeprefix("$").removeprefix(".")
    return NotRead(what, in_chinese(what), {"field": field} if field else None, misshapen=True)


def _malformed(text: bytes, message: str) -> NotRead:
    place = _PLACE.search(message)
    detail = _PLACE.sub("", message).removeprefix("JSON is malformed: ")
    if _HALF_PAIR.search(text):
        detail = "it holds half of a surrogate pair, or it breaks off"
    return NotRead(detail, detail, {"line": text[: int(place[1])].count(b"\n") + 1} if place else None)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object in which a field stands twice: readers on the way may have taken the other one."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        told = ascii(twice[:60]).strip("'")
        raise NotRead(f"the field {told} stands twice in one object", f"欄位 {told} 在同一物件中出現兩次")
    for name, value in pairs:
        texts = value if isinstance(value, list) else (value,)
        if "\0" in name or any(isinstance(text, str) and "\0" in text for text in texts):
            raise NotRead(
                "a text holds the character NUL", "文字含有 NUL 字元", {"field": ascii(name[:60]).strip("'")}
            )
    return found


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
