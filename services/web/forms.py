"""Reading the forms of a page, strictly: known fields, each once, none long; and a file sent with one."""

from collections.abc import Collection, Mapping
from contextlib import closing
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec
from flask import Request, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from services.web.bodies import BODY_MALFORMED, BODY_TOO_LARGE, body_of, most_of
from shared.limits import Limit
from shared.plain_text import narrow_figures, paragraphs
from shared.problems import Problem
from shared.strict_json import first_twice

FORM = "application/x-www-form-urlencoded"
UPLOAD = "multipart/form-data"
"""As browsers send a form that takes a file; the others of a page may come so, too."""
LONGEST = Limit("page-form", 4 << 10, "bytes", "a form of a page", refused="body-too-large")
LONGEST_WRITTEN = Limit(
    "written-form", 64 << 10, "bytes", "a form of a page that takes sentences", refused="body-too-large"
)
LONGEST_LIST = Limit(
    "list-form", 1 << 20, "bytes", "a form of a page that takes a list or a file", refused="body-too-large"
)
_MOST_FIELDS, _MOST_SENT = 30, 100

T = TypeVar("T", bound=msgspec.Struct)


def read_form(kind: type[T]) -> T:
    """The request's form as a `kind` of texts, in plain form (`shared.plain_text`).

    Raises:
        Problem: what `body_of` raises, or body-malformed.
    """
    fields = _fields(_MOST_FIELDS, uploads=False)
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


def read_upload(known: Collection[str], raw: str) -> dict[str, str | bytes]:
    """As `read_fields`, of a form that may bring a file.

    Args:
        raw: the name of the field that a file stands in for if one was chosen, and of that file; it is taken
            as it is.
    """
    fields = _fields(len(known) + 1, raw)
    if not fields.keys() <= set(known):
        raise _malformed(ValueError("a field that the form does not have"))
    sent = request.files.get(f"{raw}-file") if request.mimetype == UPLOAD else None
    content = b""
    if sent is not None:
        with closing(sent):
            content = sent.read() if sent.filename else b""
    return {**fields, **({raw: content} if content else {})}


def fields_sent(sent: Request) -> dict[str, str]:
    """What somebody sent by a form of this site that is not taken, so that it is not lost."""
    if urlsplit(sent.headers.get("Origin", "")).netloc != sent.host:
        return {}
    if "form_sent" in g:
        return dict(g.form_sent)  # its body was read before it was refused
    try:
        return _fields(_MOST_SENT)
    except Problem:
        return {}


def texts_of(fields: Mapping[str, str]) -> list[str]:
    """What somebody wrote, of all that a form sent."""
    return [text for text in fields.values() if not text.isascii() or len(text.split()) > 1]


def _fields(most: int, raw: str = "", *, uploads: bool = True) -> dict[str, str]:
    try:
        pairs = _uploaded() if uploads and request.mimetype == UPLOAD else _urlencoded(most)
        if len(pairs) > most or first_twice(name for name, _ in pairs) is not None:
            raise ValueError("a field stands there twice, or there are too many")
    except ValueError as error:
        # Also what the decoding of UTF-8 says.
        raise _malformed(error) from None
    g.form_sent = {name: text if name == raw else narrow_figures(paragraphs(text)) for name, text in pairs}
    return dict(g.form_sent)


def _urlencoded(most: int) -> list[tuple[str, str]]:
    body, _ = body_of(request, FORM)
    return parse_qsl(
        body.decode(), keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=most
    )


def _uploaded() -> list[tuple[str, str]]:
    most = request.max_form_memory_size = most_of(request)
    if (request.content_length or 0) > most:
        raise BODY_TOO_LARGE(most=most)
    try:
        return list(request.form.items(multi=True))
    except RequestEntityTooLarge:
        raise BODY_TOO_LARGE(most=most) from None


def _malformed(error: Exception) -> Problem:
    return BODY_MALFORMED(format="HTML form", detail=type(error).__name__)
