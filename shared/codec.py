"""Canonical JSON: one value, one sequence of bytes.

Keys are sorted, there is no white space, text is UTF-8 without escapes, and floats do not exist: exact
numbers travel as integers or strings. What is hashed, signed or compared goes through here.
"""

import hashlib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="sorted")


class NotCanonical(ValueError):
    """The value has no canonical form: it holds a lone surrogate or a type JSON does not know."""


def canonical(value: Any) -> bytes:
    """Encode a value that is known to hold no floats, such as a struct whose fields are none.

    Raises:
        NotCanonical: text with a lone surrogate, or a type JSON does not know.
    """
    try:
        return _encoder.encode(value)
    except (UnicodeEncodeError, TypeError) as error:
        raise NotCanonical(str(error)) from error


def digest(value: Any) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()
