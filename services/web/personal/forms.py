"""Reading the forms of a page, strictly: known fields alone, each once, none long."""

from typing import TypeVar
from urllib.parse import parse_qsl

import msgspec
from flask import request

from services.web.bodies import BODY_MALFORMED, body_of
from shared.limits import Limit
from shared.strict_json import first_twice

FORM = "application/x-www-form-urlencoded"
LONGEST = Limit("page-form", 4 << 10, "bytes", "a form of a personal page", refused="body-too-large")
_MOST_FIELDS = 10

T = TypeVar("T", bound=msgspec.Struct)


def read_form(kind: type[T]) -> T:
    """The request's form as a `kind` of texts.

    Raises:
        Problem: what `body_of` raises, or body-malformed.
    """
    body, _ = body_of(request, FORM)
    try:
        pairs = parse_qsl(
            body.decode(),
            keep_blank_values=True,
            strict_parsing=True,
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
        if first_twice(name for name, _ in pairs) is not None:
            raise ValueError("a field stands there twice")
        return msgspec.convert(dict(pairs), kind)
    except ValueError as error:
        # Also what msgspec and the decoding of UTF-8 say.
        raise BODY_MALFORMED(format="HTML form", detail=type(error).__name__) from None
