"""Reading bodies strictly: type, size, encoding, shape; what is wrong is said with its field or line."""

from typing import TypeVar

from flask import Request

from services.limits import BODY
from shared import strict_json
from shared.limits import BEYOND_LIMIT
from shared.plain_text import legible
from shared.problems import ProblemType

T = TypeVar("T")

BODY_TOO_LARGE = ProblemType("body-too-large", 413)
BODY_EMPTY = ProblemType("body-empty", 400)
BODY_TYPE = ProblemType("body-type-unsupported", 415)
BODY_ENCODED = ProblemType("body-encoded", 415)
BODY_MALFORMED = ProblemType("body-malformed", 400)
BODY_MISSHAPEN = ProblemType("body-misshapen", 400)

JSON = "application/json"
TOML = "application/toml"


def most_of(request: Request) -> int:
    """The longest body that is taken with this request; of a longer one a byte more is read, and shows it."""
    return (request.max_content_length or BODY + 1) - 1


def refuse_encoded(request: Request) -> None:
    """Refuse a body that is compressed or encoded in another way; `identity` says that it is not.

    Raises:
        Problem: body-encoded.
    """
    encodings = [
        encoding.strip().lower() for encoding in request.headers.get("Content-Encoding", "").split(",")
    ]
    if any(encoding not in ("", "identity") for encoding in encodings):
        raise BODY_ENCODED(given=legible(", ".join(encodings)))


def body_of(request: Request, *types: str) -> tuple[bytes, str]:
    """The body and which of `types` it is of.

    Raises:
        Problem: body-too-large, body-empty or body-type-unsupported.
    """
    most = most_of(request)
    length = request.content_length
    if length is not None and length > most:
        raise BODY_TOO_LARGE(most=most)
    body = request.get_data(cache=False)
    if len(body) > most:
        raise BODY_TOO_LARGE(most=most)
    expected = " / ".join(types)
    if not body.strip():
        raise BODY_EMPTY(expected=expected)
    if request.mimetype not in types:
        given = legible(request.mimetype) or "unknown"
        raise BODY_TYPE(given=given, expected=expected)
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in ("utf-8", "utf8", "us-ascii"):
        raise BODY_TYPE(given=legible(f"{request.mimetype}; charset={charset}"), expected="UTF-8")
    return body, request.mimetype


def read_json(request: Request, kind: type[T]) -> T:
    """The request's JSON body as a `kind`, read strictly (`shared.strict_json`).

    Raises:
        Problem: what `body_of` raises, body-malformed, body-misshapen or beyond-limit.
    """
    body, _ = body_of(request, JSON)
    return decode_json(body, kind)


def decode_json(body: bytes, kind: type[T]) -> T:
    """Decode one JSON document; raises body-malformed, body-misshapen or beyond-limit."""
    try:
        return strict_json.read_json(body, kind)
    except strict_json.NotRead as error:
        fields = {"detail": error.phrase}
        match error.why:
            case "misshapen":
                problem = BODY_MISSHAPEN(**fields)
            case "beyond":
                problem = BEYOND_LIMIT(**fields)
            case "malformed":
                problem = BODY_MALFORMED(format="JSON", **fields)
        raise problem.at(**error.where) from None
