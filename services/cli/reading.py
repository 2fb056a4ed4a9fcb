"""JSON from standard input, read strictly: size, encoding, shape and types, saying what is wrong where."""

import re
import sys
from typing import TypeVar

import msgspec

from shared.problems import INVALID_INPUT, Problem, ProblemType

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
    """Decode one document strictly; floats, NaN and lone surrogates are none of the types asked for."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    if not text.strip():
        raise INVALID_INPUT(detail="it is empty; a JSON document is expected")
    try:
        text.decode()
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise _misshapen(str(error)) from None
    except msgspec.DecodeError as error:
        raise INVALID_INPUT(detail=str(error)).at(**_line(text, str(error))) from None
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise INVALID_INPUT(detail="it is not UTF-8").at(line=line) from None
    except RecursionError:
        raise INVALID_INPUT(detail="it is nested too deeply") from None


def _misshapen(message: str) -> Problem:
    what, _, path = message.partition(" - at ")
    field = path.strip("`").removeprefix("$").removeprefix(".")
    problem = INVALID_INPUT(detail=what)
    return problem.at(field=field) if field else problem


def _line(text: bytes, message: str) -> dict[str, int]:
    place = re.search(r"\(byte ([0-9]+)\)", message)
    return {"line": text[: int(place[1])].count(b"\n") + 1} if place else {}
