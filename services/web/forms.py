"""Reading the forms of a page, strictly: known fields, each once, none long; and a file sent with one."""

from collections.abc import Collection, Mapping
from contextlib import closing
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec
from flask import Request, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from services.web.bodies import BODY_MALFORMED, BODY_MISSHAPEN, BODY_TOO_LARGE, body_of, most_of
from shared.catalogue import Phrase
from shared.limits import Limit
from shared.misfits import misfit
from shared.plain_text import legible, narrow_figures, paragraphs
from shared.problems import Problem, quoted
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
_MOST_FIELDS, _MOST_SENT, _MOST_NAMED = 30, 100, 40

T = TypeVar("T", bound=msgspec.Struct)


def read_form(kind: type[T]) -> T:
    """The request's form as a `kind` of texts, in plain form (`shared.plain_text`).

    Raises:
        Problem: what `body_of` raises, body-malformed or body-misshapen.
    """
    fields = _fields(_MOST_FIELDS, uploads=False)
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        phrase, field = misfit(str(error), kind)
        raise BODY_MISSHAPEN(detail=phrase).at(**({"field": field} if field else {})) from None


def read_fields(known: Collection[str]) -> dict[str, str]:
    """The fields of the request's form by name, of these alone; line breaks as they are kept.

    Raises:
        Problem: what `body_of` raises, body-malformed or body-misshapen.
    """
    fields = _fields(_MOST_FIELDS + len(known))
    _check_known(fields, known)
    return fields


def read_upload(known: Collection[str], raw: str) -> dict[str, str | bytes]:
    """As `read_fields`, of a form that may bring a file.

    Args:
        raw: the name of the field that a file stands in for if one was chosen, and of that file; it is taken
            as it is.
    """
    fields = _fields(_MOST_FIELDS + len(known), raw)
    _check_known(fields, known)
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


def _check_known(fields: Collection[str], known: Collection[str]) -> None:
    """Refuse a field that a form does not have, as a body in JSON is refused."""
    for name in fields:
        if name not in known:
            shown = [*known][:_MOST_NAMED] + ["…"] * (len(known) > _MOST_NAMED)
            detail = Phrase("part-misfit-unknown", {"name": quoted(name), "known": shown})
            raise BODY_MISSHAPEN(detail=detail).at(field=legible(name))


def _fields(most: int, raw: str = "", *, uploads: bool = True) -> dict[str, str]:
    pairs = _uploaded() if uploads and request.mimetype == UPLOAD else _urlencoded(most)
    if len(pairs) > most:
        raise _malformed(Phrase("part-form-too-many", {"given": len(pairs), "most": most}))
    if (twice := first_twice(name for name, _ in pairs)) is not None:
        raise _malformed(Phrase("part-form-twice", {"name": quoted(twice)}))
    g.form_sent = {name: text if name == raw else narrow_figures(paragraphs(text)) for name, text in pairs}
    return dict(g.form_sent)


def _urlencoded(most: int) -> list[tuple[str, str]]:
    body, _ = body_of(request, FORM)
    given = body.count(b"&") + 1
    if given > most:
        raise _malformed(Phrase("part-form-too-many", {"given": given, "most": most}))
    try:
        return parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True, errors="strict")
    except UnicodeDecodeError:
        raise _malformed(Phrase("part-strict-json-not-utf-8")) from None
    except ValueError:
        raise _malformed(Phrase("part-form-not-pairs")) from None


def _uploaded() -> list[tuple[str, str]]:
    most = request.max_form_memory_size = most_of(request)
    if (request.content_length or 0) > most:
        raise BODY_TOO_LARGE(most=most)
    try:
        return list(request.form.items(multi=True))
    except RequestEntityTooLarge:
        raise BODY_TOO_LARGE(most=most) from None


def _malformed(detail: Phrase) -> Problem:
    return BODY_MALFORMED(format="HTML form", detail=detail)
