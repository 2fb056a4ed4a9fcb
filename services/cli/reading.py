"""JSON from standard input, read strictly: size, encoding, shape and types, saying what is wrong where."""

import sys
from typing import TypeVar

from shared import strict_json
from shared.problems import INVALID_INPUT, ProblemType

T = TypeVar("T")
MOST_BYTES = 1_000_000

INPUT_TOO_LARGE = ProblemType(
    "input-too-large",
    413,
    "The input is larger than {most} bytes. Send one document at a time.",
    "輸入超過 {most} 位元組。請每次只提交一份文件。",
)


def read_stdin(kind: type[T], most: int = MOST_BYTES) -> T:
    """The document on standard input, as a `kind`.

    Raises:
        Problem: input-too-large, or invalid-input naming line or field.
    """
    if sys.stdin.isatty():
        print("Reading JSON from the terminal; end it with Ctrl-D.", file=sys.stderr)
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        raise INPUT_TOO_LARGE(most=most)
    return read_json(data, kind)


def read_json(data: bytes, kind: type[T]) -> T:
    """Decode one document strictly (`shared.strict_json`).

    Raises:
        Problem: invalid-input naming line or field.
    """
    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        raise INVALID_INPUT(detail="it is empty; a JSON document is expected")
    try:
        return strict_json.read_json(data, kind)
    except strict_json.NotRead as error:
        raise INVALID_INPUT(detail=error.detail).at(**error.where) from None
