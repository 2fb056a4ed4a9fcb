"""JSON from standard input, read strictly: size, encoding, shape and types, saying what is wrong where."""

import sys
from pathlib import Path
from typing import TypeVar

from services.cli.disk import INPUT_TOO_LARGE, read_within
from services.cli.printing import worded
from services.limits import BODY, TOML_FILE
from shared import strict_json
from shared.catalogue import Phrase
from shared.limits import BEYOND_LIMIT
from shared.problems import INVALID_INPUT

T = TypeVar("T")


def read_stdin(kind: type[T]) -> T:
    """The document on standard input, as a `kind`.

    Raises:
        Problem: input-too-large, or invalid-input naming line or field.
    """
    if sys.stdin.isatty():
        print(worded("reading-json"), file=sys.stderr)
    data = sys.stdin.buffer.read(BODY + 1)
    if len(data) > BODY:
        raise INPUT_TOO_LARGE(most=BODY)
    return read_json(data, kind)


def read_json(data: bytes, kind: type[T]) -> T:
    """Decode one document strictly (`shared.strict_json`).

    Raises:
        Problem: invalid-input or beyond-limit, naming line or field.
    """
    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        raise INVALID_INPUT(detail=Phrase("part-reading-empty-json-document-expected"))
    try:
        return strict_json.read_json(data, kind)
    except strict_json.NotRead as error:
        if error.why == "beyond":
            raise BEYOND_LIMIT(detail=error.phrase).at(**error.where) from None
        raise INVALID_INPUT(detail=error.phrase).at(**error.where) from None


def read_document(file: Path) -> bytes:
    """The bytes of a file that holds one document, if it is not too long to be read.

    Raises:
        Problem: file-unreadable or input-too-large.
    """
    return read_within(file, TOML_FILE)
