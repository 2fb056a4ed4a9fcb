"""Input of a command, read strictly: JSON, documents, CSV files; what is wrong with it, and where."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from services.cli.disk import INPUT_TOO_LARGE, read_within
from services.cli.printing import worded
from services.limits import BODY, CSV_FILE, TOML_FILE
from services.spreadsheets import csv_files
from services.spreadsheets.csv_files import Row, text_in
from shared import strict_json
from shared.catalogue import Phrase
from shared.limits import BEYOND_LIMIT
from shared.problems import INVALID_INPUT, Problem

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


def read_rows(file: Path, required: Sequence[str], optional: Sequence[str] = ()) -> list[Row]:
    """The lines of a CSV file below its heading; raises Problem: naming file, line and field."""
    with in_file(file):
        return csv_files.read_rows(text_in(read_within(file, CSV_FILE)), required, optional)


@contextmanager
def in_file(file: Path) -> Iterator[None]:
    """Whatever problem the block meets lies in this file."""
    try:
        yield
    except Problem as problem:
        raise problem.at(file=str(file)) from None
