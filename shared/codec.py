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
    """The value has no canonical form: a float, a lone surrogate or a type JSON does not know."""


def canonical(value: Any) -> bytes:
    """Encode a value that is known to hold no floats, such as a struct whose fields are none.

    Raises:
        NotCanonical: text with a lone surrogate, or a type JSON does not know.
    """
    try:
        return _encoder.encode(value)
    except (UnicodeEncodeError, TypeError) as error:
        raise NotCanonical(str(error)) from error


def canonical_checked(value: Any) -> bytes:
    """Encode a value from outside, refusing floats wherever they hide.

    Raises:
        NotCanonical: as `canonical`, and for any float.
    """
    _refuse_floats(value)
    return canonical(value)


def digest(value: Any) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def decode(data: bytes, kind: type[T]) -> T:
    """Decode canonical JSON into `kind`; raises msgspec.ValidationError or DecodeError."""
    return msgspec.json.decode(data, type=kind)


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        raise NotCanonical(f"{value!r} is a float; send an integer or an exact string")
    if isinstance(value, dict):
        for key, item in value.items():
            _refuse_floats(key)
            _refuse_floats(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _refuse_floats(item)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            _refuse_floats(getattr(value, name))
