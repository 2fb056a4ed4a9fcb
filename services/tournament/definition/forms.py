"""The forms of values in a tournament file: how each is told, read and shown in a message.

A time is "13:00", "13:00:30" or a time of TOML; a day is 2027-03-06, as a text or as a day of TOML.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from typing import Any

import msgspec
from msgspec import inspect

from services.tournament.definition.faults import shown
from shared.bounds import MOST_DIGITS
from shared.catalogue import Listed, Phrase
from shared.plain_text import narrow

BAD: Any = object()
"""Stands for what could not be read."""
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Form(msgspec.Struct, frozen=True):
    """One form of value.

    Attributes:
        called: what it is called in a message.
        example: how it is written.
        holds: whether what was written looks like it, be it right or wrong.
        read: the value, or BAD.
        harmless: a value to go on with where it could not be read.
    """

    called: Phrase
    example: str
    holds: Callable[[Any], bool]
    read: Callable[[Any], Any]
    harmless: Any


def _whole(written: Any) -> Any:
    return written if type(written) is int and abs(written) < 10**MOST_DIGITS else BAD


def _time(written: Any) -> Any:
    if isinstance(written, time):
        return written if written.tzinfo is None and written.microsecond == 0 else BAD
    found = _TIME.fullmatch(narrow(written)) if isinstance(written, str) else None
    return time(int(found[1]), int(found[2]), int(found[3] or 0)) if found else BAD


def _day(written: Any) -> Any:
    if isinstance(written, date):
        return BAD if isinstance(written, datetime) else written
    try:
        plain = narrow(written) if isinstance(written, str) else ""
        return date.fromisoformat(plain) if _DAY.fullmatch(plain) else BAD
    except ValueError:
        return BAD


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda written: type(written) in kinds


_TEXT = Form(
    Phrase("part-form-text"), '"…"', _is(str), lambda written: written if type(written) is str else BAD, "?"
)
_TABLE = Form(Phrase("part-form-table"), "{ … }", _is(dict), lambda written: BAD, None)
_FORMS: dict[type[inspect.Type], Form] = {
    inspect.StrType: _TEXT,
    inspect.IntType: Form(Phrase("part-form-whole-number"), "3", _is(int), _whole, 1),
    inspect.BoolType: Form(
        Phrase("part-form-true-false"), "", _is(bool), lambda it: it if type(it) is bool else BAD, False
    ),
    inspect.DateType: Form(Phrase("part-form-day"), "2027-03-06", _is(date, str, datetime), _day, None),
    inspect.TimeType: Form(Phrase("part-form-time"), '"13:00"', _is(time, str), _time, None),
    inspect.StructType: _TABLE,
    inspect.DictType: _TABLE,
    inspect.VarTupleType: Form(Phrase("part-form-list"), "[ … ]", _is(list), lambda written: BAD, ()),
    inspect.NoneType: Form(Phrase("part-form-nothing"), "", lambda it: it is None, lambda it: None, None),
}


def form_of(kind: inspect.Type) -> Form:
    """The form of a type that is neither a union nor bounded."""
    return _FORMS[type(bare(kind))]


def bare(kind: inspect.Type) -> inspect.Type:
    """A type without the bounds declared for it."""
    return bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def expected(kinds: Sequence[inspect.Type], written: Any) -> Phrase:
    """What is said of a value that has none of the forms it can have."""
    forms = [form_of(kind) for kind in kinds if not isinstance(kind, inspect.NoneType)]
    named = [
        Phrase("part-form-like", {"form": form.called, "example": form.example})
        if form.example
        else form.called
        for form in forms
    ]
    return Phrase("part-form-expected", {"forms": Listed(named, "list-either"), "given": shown(written)})
