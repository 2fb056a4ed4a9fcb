"""Reading TOML within a budget, whoever sent it: what is wrong is said with its line or field.

The reader in the standard library takes time and memory that grow with the square of a key's length, and
fails on long numbers in a way of its own. So a document is looked through once, in linear time, before it
gets there: strings and comments are passed over, and what is left must keep to `shared.limits`.
"""

import re
import tomllib
from datetime import date, datetime, time
from typing import Any, TypeVar

import msgspec

from shared import limits
from shared.catalogue import Phrase
from shared.strict_json import NotRead, check_read, misshapen

T = TypeVar("T")

_BOM = b"\xef\xbb\xbf"
_PLACE = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$")
# Possessive throughout, so that no text makes the scanner go back.
_TOKENS = re.compile(
    r"""
      (?P<line>\n)
    | (?P<passed>
          \#[^\n]*+
        | \"\"\"(?:[^"\\]++|\\.|""?(?!"))*+(?:"{3,5}|\Z)
        | '''(?:[^']++|''?(?!'))*+(?:'{3,5}|\Z)
        | "(?:[^"\\\n]++|\\[^\n])*+"?
        | '[^'\n]*+'?
      )
    | (?P<word>[A-Za-z0-9_+:-]++)
    | (?P<dot>\.)
    | (?P<opening>[\[{])
    | (?P<closing>[\]}])
    | (?P<between>[=,])
    """,
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"[+-]?[0-9][0-9A-Za-z_]*+(?![:-])")


def read_toml(document: bytes | str) -> dict[str, Any]:
    """Read one TOML document, with or without a byte order mark.

    Raises:
        NotRead: it is not UTF-8, not TOML, or beyond a limit; with the line where that is known.
    """
    data = document.encode("utf-8", "surrogatepass") if isinstance(document, str) else document
    try:
        text = data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise NotRead(Phrase("part-strict-toml-not-utf-8"), {"line": line}) from None
    _keep_within(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        detail = str(error)
        place = _PLACE.search(detail)
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        detail = _PLACE.sub("", detail)
        raise NotRead(Phrase("part-as-written", {"text": detail}), {"line": line}) from None


def read_toml_as(document: bytes | str, kind: type[T]) -> T:
    """Read one TOML document as a `kind`.

    Raises:
        NotRead: as `read_toml`, or it is not of that shape.
    """
    written = read_toml(document)
    try:
        read = msgspec.convert(written, kind, builtin_types=(datetime, date, time), str_keys=True)
    except msgspec.ValidationError as error:
        raise misshapen(str(error), kind, written) from None
    check_read(read, kind)
    return read


def _keep_within(text: str) -> None:
    """Refuse what would cost the parser more than a document of this size is worth."""
    line, depth, dots = 1, 0, 0
    for found in _TOKENS.finditer(text):
        match found.lastgroup:
            case "line":
                line, dots = line + 1, 0
            case "passed":
                line += found.group().count("\n")
            case "word":
                _check_word(found.group(), line)
            case "dot":
                dots += 1
                if dots >= limits.TOML_KEY_PARTS:
                    raise _beyond(
                        Phrase(
                            "part-strict-toml-key-more-than-parts", {"toml_key_parts": limits.TOML_KEY_PARTS}
                        ),
                        line,
                    )
            case "opening":
                depth, dots = depth + 1, 0
                if depth > limits.TOML_DEPTH:
                    raise _beyond(Phrase("part-strict-toml-nested-too-deeply"), line)
            case "closing":
                depth, dots = max(0, depth - 1), 0
            case _:
                dots = 0


def _check_word(word: str, line: int) -> None:
    if len(word) > limits.TOML_WORD:
        raise _beyond(
            Phrase("part-strict-toml-bare-word-more-than-characters", {"toml_word": limits.TOML_WORD}),
            line,
        )
    if len(word) > limits.TOML_NUMBER and _NUMBER.fullmatch(word):
        raise _beyond(
            Phrase("part-strict-toml-number-more-than-characters", {"toml_number": limits.TOML_NUMBER}),
            line,
        )


def _beyond(phrase: Phrase, line: int) -> NotRead:
    return NotRead(phrase, {"line": line}, why="beyond")
