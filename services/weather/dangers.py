"""Dangers that can be read in answers of which something is odd or missing.

A warning that stops play counts wherever an object says so by its code, whatever stands beside or around it.
An end counts for nothing here: that no danger is in force is said by whole answers only.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from services.tournament.weather.policy import RAIN_SUSPENDS, SUSPENDS
from services.weather.listed import CANCEL, CODES, IN_FORCE, YEARS, Family, Fetched, Listed, Page, first_seen

_HONG_KONG = timezone(timedelta(hours=8))
"""Of the Observatory's times, where they do not say."""
_SIGNAL = re.compile(r"(TC(?:8|9|10))(?![0-9])")
_NO_QUARTER = {"TC8": "TC8X"}
_EXPECTED = "WTCPRE8"
_A_DAY = len("2026-03-28")
"""Of a time that says no hour."""


class _Fields(tuple[tuple[str, Any], ...]):
    """The fields of an object, also of one in which a name stands twice."""

    def every(self, *names: str) -> Iterator[Any]:
        return (value for name, value in self if name in names)


def dangers(fetched: Fetched, at: datetime) -> tuple[Listed, ...]:
    """The dangers in force that can be read, one of each family, and that signal 8 is expected.

    Args:
        at: when the answers were fetched: since then a danger is in force that has no time.
    """
    found = [
        danger
        for page in (fetched.warnsum, fetched.warning_info)
        for fields in _objects(_document(page))
        for danger in _of(fields, at)
    ]
    by_family = ([danger for danger in found if danger.family == family] for family in CODES)
    return tuple(max(same, key=_says_when) for same in by_family if same)


def _says_when(danger: Listed) -> tuple[bool, datetime]:
    assert danger.begin is not None
    return danger.dated, danger.begin


def _document(page: Page) -> Any:
    """The JSON of a page, as far as there is any; None for what is none."""
    try:
        text = page.content.decode(json.detect_encoding(page.content), "replace")
        return json.loads(text, object_pairs_hook=_Fields, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None


def _objects(document: Any) -> Iterator[_Fields]:
    """Every object of a document."""
    waiting = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, _Fields):
            yield value
            waiting.extend(inner for _, inner in value)
        elif isinstance(value, list):
            waiting.extend(value)


def _of(fields: _Fields, at: datetime) -> Iterator[Listed]:
    if _is_over(fields):
        return
    for code in {_suspending(_word(value)) for value in fields.every("code", "subtype")}:
        if code is not None:
            yield _since("WRAIN" if code in RAIN_SUSPENDS else "WTCSGNL", code, fields, at)
    codes = {_word(value) for value in fields.every("code", "subtype", "warningStatementCode")}
    if _EXPECTED in codes and CANCEL not in codes:
        yield _since("WTCPRE8", _EXPECTED, fields, at)


def _is_over(fields: _Fields) -> bool:
    """Whether an entry was cancelled, or may have been: it was written anew, and nothing says for what."""
    actions = [_word(value) for value in fields.every("actionCode")]
    if any(action in IN_FORCE for action in actions):
        return False
    if actions and all(action.startswith(CANCEL) for action in actions):
        return True
    issued, written = _moments(fields.every("issueTime")), _moments(fields.every("updateTime"))
    return bool(issued and written) and max(written) > max(issued)


def _word(value: Any) -> str:
    return value.strip().upper() if isinstance(value, str) else ""


def _suspending(code: str) -> str | None:
    """The signal that a code is; one with an ending that is not known is signal 8 or above all the same."""
    if code in SUSPENDS:
        return code
    signal = _SIGNAL.match(code)
    return None if signal is None else _NO_QUARTER.get(signal[1], signal[1])


def _since(family: Family, code: str, fields: _Fields, at: datetime) -> Listed:
    """A danger, in force since it was issued, else since it was written of, else since it was seen."""
    issued = _moments(fields.every("issueTime"))
    written = _moments(fields.every("updateTime"))
    begin = min(issued or written, default=at)
    return first_seen(Listed(family, code, begin, dated=bool(issued)), at)


def _moments(values: Iterable[Any]) -> Sequence[datetime]:
    found = []
    for word in map(_word, values):
        try:
            moment = datetime.fromisoformat(word)
        except ValueError:
            continue
        if len(word) > _A_DAY and moment.year in YEARS:
            found.append(moment if moment.tzinfo is not None else moment.replace(tzinfo=_HONG_KONG))
    return found
