"""Reading what an address and its headers say, strictly: nothing unknown, nothing twice, nothing guessed."""

import re
from collections.abc import Container
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Request
from werkzeug.datastructures import MultiDict

from services.desk.submission import Expected, expected_head
from services.desk.views import MOST
from shared.catalogue import Phrase
from shared.language_choice import language
from shared.misfits import misfit
from shared.plain_text import legible, narrow
from shared.problems import Problem, ProblemType
from shared.strict_json import first_twice
from shared.structs import understand

PARAMETER_WRONG = ProblemType("parameter-wrong", 400)
PARAMETER_UNKNOWN = ProblemType("parameter-unknown", 400)
NO_PAST_HERE = ProblemType("no-past-here", 400)
HEADER_WRONG = ProblemType("header-wrong", 400)

IDEMPOTENCY_KEY = "Idempotency-Key"
OCCURRED_AT = "Occurred-At"
IF_MATCH = "If-Match"
CONDITIONS = (IF_MATCH, "If-None-Match", "If-Unmodified-Since")
_MOST_TAGS = 10

_WHOLE = re.compile(r"-?[0-9]{1,15}")
_KEY = re.compile(r"[\x20-\x7e]{1,200}")
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_LATEST = datetime(9998, 1, 1, tzinfo=UTC)
_LONGEST = 200


class NoParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An address that takes none of its own."""


class SliceParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a list that is not paged by keys: `limit` rows (all, if not said) after so many."""

    after: int = 0
    limit: int | None = None


class Reader:
    """Reads the query string of one route into its parameters.

    Args:
        kind: what the route takes, one field a parameter. Whole numbers may not be negative; `limit` lies
            between 1 and 1,000.
        of_log: whether `as_of` may be said.
        lets_be: whether what the route does not take is let be, as on pages, and a language said twice or an
            empty `as_of`: apps hang words onto addresses that are sent, and nobody who follows such a link
            can do anything about them.
    """

    def __init__(self, kind: type[msgspec.Struct], *, of_log: bool = False, lets_be: bool = False) -> None:
        self.kind = kind
        understand(kind)
        self.of_log, self.lets_be = of_log, lets_be
        fields = msgspec.structs.fields(kind)
        self._whole = {field.name for field in fields if _is_whole(field.type)}
        self._names = {field.name for field in fields}
        self._taken = {*self._names, "as_of"}
        self._default = None if any(field.required for field in fields) else kind()

    @property
    def known(self) -> list[str]:
        """The parameters that may be said, in order."""
        names = [field.name for field in msgspec.structs.fields(self.kind)]
        return [*names, *(["as_of"] if self.of_log else []), "lang"]

    def read(self, request: Request) -> tuple[Any, str | None]:
        """The parameters, and `as_of` as written.

        Raises:
            Problem: parameter-wrong, parameter-unknown or no-past-here.
        """
        if not request.query_string and self._default is not None:
            return self._default, None
        values: dict[str, Any] = {}
        as_of = None
        for name, text in _each_once(request.args, self._taken if self.lets_be else None):
            if name == "lang":
                if language(text) is None:
                    raise parameter_wrong("lang", Phrase("part-parameters-neither-en-nor-zh"))
            elif name == "as_of" and self.lets_be and not text.strip():
                continue
            elif name == "as_of":
                if not self.of_log:
                    raise NO_PAST_HERE()
                as_of = self._value(name, text).strip()
            elif name in self._names:
                values[name] = self._value(name, text)
            else:
                raise PARAMETER_UNKNOWN(name=name_shown(name), known=[*self.known])
        try:
            return msgspec.convert(values, self.kind), as_of
        except msgspec.ValidationError as error:
            raise _misfit(str(error), self.kind) from None

    def _value(self, name: str, text: str) -> Any:
        if len(text) > _LONGEST or "\0" in text:
            raise parameter_wrong(
                name, Phrase("part-parameters-longer-than-characters-holds-nul", {"longest": _LONGEST})
            )
        if name not in self._whole:
            return text
        text = narrow(text)
        if _WHOLE.fullmatch(text) is None or int(text) < 0:
            raise parameter_wrong(name, Phrase("part-parameters-not-whole-number"))
        if name == "limit" and not 1 <= int(text) <= MOST:
            raise parameter_wrong(name, Phrase("part-parameters-lies-between-1", {"most": MOST}))
        return int(text)


def idempotency_key(request: Request) -> str | None:
    """The sender's own id of the command, None if they gave none; raises header-wrong."""
    key = request.headers.get(IDEMPOTENCY_KEY)
    if key is None:
        return None
    if _KEY.fullmatch(key) is None or not key.strip():
        raise HEADER_WRONG(
            name=IDEMPOTENCY_KEY,
            detail=Phrase("part-parameters-1-200-printable-ascii-characters"),
        ).at(field=IDEMPOTENCY_KEY)
    return key


def occurred_at(request: Request) -> datetime | None:
    """Business time, if the sender says that it happened earlier; raises header-wrong."""
    text = request.headers.get(OCCURRED_AT)
    if text is None:
        return None
    try:
        moment = msgspec.convert(text, datetime)
    except msgspec.ValidationError:
        moment = None
    if moment is None or moment.tzinfo is None or not _EARLIEST <= moment <= _LATEST:
        raise HEADER_WRONG(
            name=OCCURRED_AT,
            detail=Phrase("part-parameters-time-with-zone-2026-03"),
        ).at(field=OCCURRED_AT)
    return moment.astimezone(UTC)


def if_match(request: Request) -> Expected | None:
    """Where the sender expects the log to end, None if nowhere in particular; raises header-wrong."""
    text = request.headers.get(IF_MATCH)
    if text is None:
        return None
    if text.strip() == "*":
        return Expected(None)
    heads = [expected_head(tag.strip()) for tag in text.split(",", _MOST_TAGS)]
    if len(heads) > _MOST_TAGS or None in heads:
        raise HEADER_WRONG(
            name=IF_MATCH,
            detail=Phrase("part-parameters-names-where-log-ends-812"),
        ).at(field=IF_MATCH)
    return Expected(tuple(head for head in heads if head is not None))


def refuse_conditions(request: Request, taken: Container[str]) -> None:
    """Refuse a condition on what changes something where it would not be looked at; raises header-wrong."""
    for name in CONDITIONS:
        if name in request.headers and name not in taken:
            raise HEADER_WRONG(
                name=name,
                detail=Phrase("part-parameters-no-such-condition-looked-at"),
            ).at(field=name)


def _each_once(arguments: MultiDict[str, str], taken: Container[str] | None) -> list[tuple[str, str]]:
    """What is said, each once; of a page only what it takes."""
    pairs = [pair for pair in arguments.items(multi=True) if taken is None or pair[0] in taken]
    twice = first_twice(name for name, _ in pairs)
    if twice is not None:
        raise parameter_wrong(name_shown(twice), Phrase("part-parameters-said-twice"))
    return pairs


def _misfit(message: str, kind: type[msgspec.Struct]) -> Problem:
    what, _, _ = message.partition(" - at ")
    if missing := re.match(r"Object missing required field `(.+)`", what):
        return parameter_wrong(missing[1], Phrase("part-parameters-needed-here"))
    phrase, field = misfit(message, kind)
    return parameter_wrong(field, phrase)


def parameter_wrong(name: str, detail: Phrase) -> Problem:
    """The refusal of a parameter's value."""
    return PARAMETER_WRONG(name=name, detail=detail).at(field=name)


def name_shown(name: str) -> str:
    """A parameter's name as it was written, short."""
    return legible(name)


def _is_whole(kind: Any) -> bool:
    return kind is int or kind == int | None
