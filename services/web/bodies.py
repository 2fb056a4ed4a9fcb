"""Reading bodies strictly: type, size, encoding, shape; what is wrong is said with its field or line."""

import json
import re
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from flask import Request

from shared.problems import Problem, ProblemType

T = TypeVar("T")

MOST_BYTES = 1 << 20
"""The longest body that is read; a session of 1,200 entrants takes a third of it."""

BODY_TOO_LARGE = ProblemType(
    "body-too-large",
    413,
    "The body is longer than {most} bytes. Send it in parts.",
    "內容超過 {most} 位元組。請分批提交。",
)
BODY_EMPTY = ProblemType(
    "body-empty",
    400,
    "The body is empty. Send {expected}; an empty object {{}} where nothing has to be said.",
    "內容為空。請提交 {expected}；無須填寫時請提交空物件 {{}}。",
)
BODY_TYPE = ProblemType(
    "body-type-unsupported",
    415,
    "A body of type {given} is not understood here. Send {expected} and say so in Content-Type.",
    "此處不接受類型為 {given} 的內容。請提交 {expected}，並在 Content-Type 註明。",
)
BODY_MALFORMED = ProblemType(
    "body-malformed",
    400,
    "The body is not valid {format}: {detail}. Check how it was written.",
    "內容並非有效的 {format}：{detail_zh}。請檢查其寫法。",
)
BODY_MISSHAPEN = ProblemType(
    "body-misshapen",
    400,
    "The body does not fit: {detail}. Compare it with the schema in /api/docs.",
    "內容不符要求：{detail_zh}。請對照 /api/docs 的格式。",
)

JSON = "application/json"
TOML = "application/toml"

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


def body_of(request: Request, *types: str) -> tuple[bytes, str]:
    """The body and which of `types` it is of.

    Raises:
        Problem: body-too-large, body-empty or body-type-unsupported.
    """
    length = request.content_length
    if length is not None and length > MOST_BYTES:
        raise BODY_TOO_LARGE(most=MOST_BYTES)
    body = request.get_data(cache=False)
    if len(body) > MOST_BYTES:
        raise BODY_TOO_LARGE(most=MOST_BYTES)
    expected = " / ".join(types)
    if not body.strip():
        raise BODY_EMPTY(expected=expected)
    if request.mimetype not in types:
        given = ascii(request.mimetype[:60]).strip("'") or "unknown"
        raise BODY_TYPE(given=given, expected=expected)
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in ("utf-8", "utf8", "us-ascii"):
        raise BODY_TYPE(
            given=ascii(f"{request.mimetype}; charset={charset[:20]}").strip("'"), expected="UTF-8"
        )
    return body, request.mimetype


def read_json(request: Request, kind: type[T]) -> T:
    """The request's JSON body as a `kind`.

    Strict: no unknown and no repeated field, no number for a text, no 2.0 for 2 (though JSON Schema admits
    it for an integer), no half of a surrogate pair, and no NUL character, which not every database can keep.

    Raises:
        Problem: what `body_of` raises, body-malformed or body-misshapen.
    """
    body, _ = body_of(request, JSON)
    return decode_json(body, kind)


def decode_json(body: bytes, kind: type[T]) -> T:
    """Decode one JSON document; raises body-malformed or body-misshapen."""
    try:
        body.removeprefix(_BOM).decode()
        read: T = _decoder(cast(Any, kind)).decode(body.removeprefix(_BOM))
        json.loads(body.removeprefix(_BOM), object_pairs_hook=_once, parse_float=str, parse_int=str)
        return read
    except msgspec.ValidationError as error:
        raise misshapen(str(error)) from None
    except msgspec.DecodeError as error:
        raise _malformed_json(body, str(error)) from None
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise BODY_MALFORMED(format="JSON", detail="it is not UTF-8", detail_zh="並非 UTF-8").at(
            line=line
        ) from None
    except RecursionError:
        raise BODY_MALFORMED(
            format="JSON", detail="it is nested too deeply", detail_zh="巢狀層次過深"
        ) from None


def misshapen(message: str) -> Problem:
    """The problem for what msgspec says of a document of the wrong shape."""
    what, _, path = message.partition(" - at ")
    field = path.strip("`").removeprefix("$").removeprefix(".")
    problem = BODY_MISSHAPEN(detail=what, detail_zh=in_chinese(what))
    return problem.at(field=field) if field else problem


def in_chinese(message: str) -> str:
    """What msgspec says, in Chinese as far as it is a common thing to say."""
    for pattern, words in _TYPES_ZH:
        if pattern.match(message):
            return pattern.sub(words, message)
    return message


def _malformed_json(body: bytes, message: str) -> Problem:
    place = _PLACE.search(message)
    detail = _PLACE.sub("", message).removeprefix("JSON is malformed: ")
    if _HALF_PAIR.search(body):
        detail = "it holds half of a surrogate pair, or it breaks off"
    problem = BODY_MALFORMED(format="JSON", detail=detail, detail_zh=detail)
    return problem.at(line=body[: int(place[1])].count(b"\n") + 1) if place else problem


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object in which a field stands twice: readers on the way may have taken the other one."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        told = ascii(twice[:60]).strip("'")
        raise BODY_MALFORMED(
            format="JSON",
            detail=f"the field {told} stands twice in one object",
            detail_zh=f"欄位 {told} 在同一物件中出現兩次",
        )
    for name, value in pairs:
        texts = value if isinstance(value, list) else (value,)
        if "\0" in name or any(isinstance(text, str) and "\0" in text for text in texts):
            raise BODY_MALFORMED(
                format="JSON",
                detail="a text holds the character NUL",
                detail_zh="文字含有 NUL 字元",
            ).at(field=ascii(name[:60]).strip("'"))
    return found


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
