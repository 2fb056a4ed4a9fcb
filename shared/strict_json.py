"""Reading JSON strictly and within limits: what is wrong is said with its line or field, in both languages.

A byte order mark is passed over: RFC 8259 forbids to write one and lets a reader ignore it, and some
programs on desks write one all the same.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec

from shared import bound_checks, limits
from shared.catalogue import Phrase
from shared.misfits import malformed, misfit
from shared.plain_text import legible
from shared.problems import quoted
from shared.text_forms import plain

Why = Literal["malformed", "misshapen", "beyond"]
T = TypeVar("T")

_BOM = b"\xef\xbb\xbf"
_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_LONG_NUMBER = re.compile(rb"[0-9.eE+-]{%d}" % (limits.JSON_NUMBER + 1))
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_PLACE = re.compile(r" ?\(byte ([0-9]+)\)")


class NotRead(ValueError):
    """A document that cannot be read.

    Attributes:
        why: it is not of the format at all, not of the shape asked for, or beyond a limit.
        said: what is wrong with it; `detail` is the same in English.
        where: {"line": …} or {"field": …}, as far as known.
    """

    def __init__(
        self,
        phrase: Phrase,
        where: Mapping[str, Any] | None = None,
        *,
        why: Why = "malformed",
    ) -> None:
        super().__init__(phrase)
        self.phrase, self.why = phrase, why
        self.where = dict(where or {})

    @property
    def detail(self) -> str:
        return str(self.phrase)

    @property
    def placed(self) -> str:
        """The detail with its line or field, for where the sentence stands alone."""
        place = " ".join(f"{what} {which}" for what, which in self.where.items())
        return f"{self.detail} ({place})" if place else self.detail


def read_json(data: bytes, kind: type[T]) -> T:
    """Decode one JSON document, with or without a byte order mark, as a `kind`.

    Strict: no unknown and no repeated field, no number for a text, no 2.0 for 2 (though JSON Schema admits
    it for an integer), no half of a surrogate pair, and no NUL character, which not every database can keep.
    Texts are read in the form that their field declares (`shared.text_forms`), dates in plain digits.

    Raises:
        NotRead: it is not JSON, not such a document, or beyond a limit.
    """
    text = data.removeprefix(_BOM)
    _keep_within(text)
    try:
        text.decode()
        read: T = plain(_decoded(text, kind), kind)
        json.loads(text, object_pairs_hook=_once, parse_float=str, parse_int=str)
    except msgspec.ValidationError as error:
        raise misshapen(str(error), kind, _as_far_as_read(text)) from None
    except msgspec.DecodeError as error:
        raise _malformed(text, str(error)) from None
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise NotRead(Phrase("part-strict-json-not-utf-8"), {"line": line}) from None
    check_read(read, kind)
    return read


def _decoded(text: bytes, kind: Any) -> Any:
    """The document; where a date or a word in it is not one as it stands, as those are in plain form."""
    try:
        return _decoder(kind).decode(text)
    except msgspec.ValidationError:
        document = _as_far_as_read(text)
        in_plain_form = plain(document, kind)
        if in_plain_form == document:
            raise
        return _decoder(kind).decode(json.dumps(in_plain_form))


def check_read(read: Any, kind: Any) -> None:
    """Refuse a document in which something is longer than its field takes, or no choice that it has.

    Raises:
        NotRead: naming the field.
    """
    fault = bound_checks.fault_in(read, kind)
    if fault is not None:
        why: Why = "beyond" if fault.too_much else "misshapen"
        raise NotRead(fault.phrase, {"field": fault.field}, why=why)


def misshapen(message: str, kind: Any, document: Any = None) -> NotRead:
    """What is wrong with a document that is not of the shape asked for, by what msgspec says of it."""
    phrase, field = misfit(message, kind, document)
    return NotRead(phrase, {"field": field} if field else None, why="misshapen")


def _as_far_as_read(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _keep_within(text: bytes) -> None:
    """Refuse what is nested too deeply or holds a long number, in linear time and before any parser."""
    bare = _STRING.sub(b'""', text)
    if _LONG_NUMBER.search(bare):
        raise NotRead(
            Phrase("part-strict-json-number-more-than-characters", {"json_number": limits.JSON_NUMBER}),
            why="beyond",
        )
    depth = 0
    for bracket in bare.translate(None, _NOT_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > limits.JSON_DEPTH:
            raise NotRead(Phrase("part-strict-json-nested-too-deeply"), why="beyond")


def _malformed(text: bytes, message: str) -> NotRead:
    place = _PLACE.search(message)
    phrase = malformed(message)
    if _HALF_PAIR.search(text):
        phrase = Phrase("part-strict-json-holds-half-surrogate-pair-breaks")
    return NotRead(phrase, {"line": text[: int(place[1])].count(b"\n") + 1} if place else None)


def first_twice(names: Iterable[str]) -> str | None:
    """The first name that was there before."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object in which a field stands twice: readers on the way may have taken the other one."""
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = first_twice(name for name, _ in pairs)
        shown = quoted(twice or "")
        raise NotRead(Phrase("part-strict-json-field-stands-twice-one-object", {"shown": shown}))
    for name, value in pairs:
        texts = value if isinstance(value, list) else (value,)
        if "\0" in name or any(isinstance(text, str) and "\0" in text for text in texts):
            raise NotRead(Phrase("part-strict-json-text-holds-character-nul"), {"field": legible(name)})
    return found


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
