"""Reading the forms of a page, strictly: known fields alone, each once, none long."""

from collections.abc import Collection
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec
from flask import Request, request

from services.web.bodies import BODY_MALFORMED, body_of
from shared.limits import Limit
from shared.plain_text import narrow_figures, paragraphs
from shared.problems import Problem
from shared.strict_json import first_twice

FORM = "application/x-www-form-urlencoded"
LONGEST = Limit("page-form", 4 << 10, "bytes", "a form of a page", refused="body-too-large")
LONGEST_WRITTEN = Limit(
    "written-form", 64 << 10, "bytes", "a form of a page that takes sentences", refused="body-too-large"
)
_MOST_FIELDS = 30

T = TypeVar("T", bound=msgspec.Struct)


def read_form(kind: type[T]) -> T:
    """The request's form as a `kind` of texts, in plain form (`shared.plain_text`).

    Raises:
        Problem: what `body_of` raises, or body-malformed.
    """
    fields = _fields(_MOST_FIELDS)
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise _malformed(error) from None


def read_fields(known: Collection[str]) -> dict[str, str]:
    """The fields of the request's form by name, of these alone; line breaks as they are kept.

    Raises:
        Problem: what `body_of` raises, or body-malformed.
    """
    fields = _fields(len(known))
    if not fields.keys() <= set(known):
        raise _malformed(ValueError("a field that the form does not have"))
    return fields


def texts_typed(sent: Request) -> list[str]:
    """What somebody wrote in a form of this site that is not taken, so that it is not lost."""
    if urlsplit(sent.headers.get("Origin", "")).netloc != sent.host:
        return []
    try:
        fields = _fields(_MOST_FIELDS)
    except Problem:
        return []
    return [text for text in fields.values() if not text.isascii() or len(text.split()) > 1]


def _fields(most: int) -> dict[str, str]:
    body, _ = body_of(request, FORM)
    try:
        pairs = parse_qsl(
            body.decode(), keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=most
        )
        if first_twice(name for name, _ in pairs) is not None:
            raise ValueError("a field stands there twice")
    except ValueError as error:
        # Also what the decoding of UTF-8 says.
        raise _malformed(error) from None
    return {name: narrow_figures(paragraphs(text)) for name, text in pairs}


def _malformed(error: Exception) -> Problem:
    return BODY_MALFORMED(format="HTML form", detail=type(error).__name__)
