"""Reading bodies strictly: type, size, encoding, shape; what is wrong is said with its field or line."""

from typing import TypeVar

from flask import Request

from shared import strict_json
from shared.problems import ProblemType

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
    """The request's JSON body as a `kind`, read strictly (`shared.strict_json`).

    Raises:
        Problem: what `body_of` raises, body-malformed or body-misshapen.
    """
    body, _ = body_of(request, JSON)
    return decode_json(body, kind)


def toml_text(body: bytes) -> str:
    """A TOML body as text; raises body-malformed naming the line that is not UTF-8."""
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise BODY_MALFORMED(format="TOML", detail="it is not UTF-8", detail_zh="並非 UTF-8").at(
            line=line
        ) from None


def decode_json(body: bytes, kind: type[T]) -> T:
    """Decode one JSON document; raises body-malformed or body-misshapen."""
    try:
        return strict_json.read_json(body, kind)
    except strict_json.NotRead as error:
        if error.misshapen:
            problem = BODY_MISSHAPEN(detail=error.detail, detail_zh=error.detail_zh)
        else:
            problem = BODY_MALFORMED(format="JSON", detail=error.detail, detail_zh=error.detail_zh)
        raise problem.at(**error.where) from None
