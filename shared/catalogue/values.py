"""How a value reads inside a text: dates, numbers and lists here, scores and the like where they are defined.

`shown` is open: whoever defines a kind of value registers how it reads in a language.
"""

from datetime import date, datetime, time
from functools import singledispatch
from typing import Any

_LARGEST = 10**15
"""From here on numbers cannot be formatted as such; nobody counts so far."""


@singledispatch
def shown(value: object, language: str) -> Any:
    """A value as a text takes it: a string, or a number that a text may select a plural by.

    Raises:
        TypeError: nothing tells how such a value reads.
    """
    raise TypeError(f"nothing tells how {type(value).__name__} reads in a text")


@shown.register
def _text(value: str, language: str) -> str:
    return value


@shown.register
def _nothing(value: None, language: str) -> str:
    return "none"


@shown.register
def _truth(value: bool, language: str) -> str:
    return "true" if value else "false"


@shown.register
def _number(value: int, language: str) -> Any:
    from fluent.runtime.types import fluent_number

    if abs(value) >= _LARGEST:
        return str(value)
    # As people write table and event numbers: without a mark between thousands.
    return fluent_number(value, useGrouping=False)


@shown.register
def _day(value: date, language: str) -> str:
    # Imported here: a command line call that shows no day starts without calendars.
    from shared.i18n import day_shown

    return day_shown(value, language)


@shown.register
def _moment(value: datetime, language: str) -> str:
    """A moment as the clock shows it where it was noted."""
    from shared.i18n import moment_shown

    return moment_shown(value, value.tzinfo, language)


@shown.register
def _hour(value: time, language: str) -> str:
    """An hour as the clock shows it where it was noted."""
    from shared.i18n import time_shown

    return time_shown(value, None, language)
