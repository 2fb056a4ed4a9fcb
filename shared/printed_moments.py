"""A moment as the pages print it, in any language, read back: as a seq or an ISO time."""

import re
from datetime import date, datetime, timedelta

from shared.plain_text import narrow

_COUNT = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_EVENT = re.compile(r"(?:event|第)? ?([0-9]+) ?(?:項(?:事件)?)?", re.IGNORECASE)
_OFFSET = r"(?: UTC(?P<offset>[+-][0-9]{1,2}(?::[0-9]{2})?))?"
# What stands behind a moment where the event that it shows is named, too, says the same and more.
_WITH_EVENT = re.compile(r".*\d.*, ?(?:event |第 ?)([0-9]+)(?: ?項事件)?", re.IGNORECASE)
_UTC = re.compile(r"([T ][0-9]{2}:[0-9:.]+) ?UTC")
_ENGLISH = re.compile(
    r"(?:(?P<weekday>[a-z]+), )?(?P<day>[0-9]{1,2}) (?P<month>[a-z]{3,9})\.? (?P<year>[0-9]{4}),? "
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?"
    r"(?: ?(?P<half>[ap])\.?m\.?| ?(?P<twelve>noon|midnight))?" + _OFFSET,
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?P<year>[0-9]{4})年(?P<month>[0-9]{1,2})月(?P<day>[0-9]{1,2})日(?:星期(?P<weekday>.))? ?"
    r"(?P<part>凌晨|早上|上午|中午|下午|晚上)?(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?"
    + _OFFSET
)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_BLANK_ZONE = re.compile(r"([T ][0-9]{2}:[0-9:.]+) ([0-9]{2}:?[0-9]{2})")
_DAY = re.compile(
    r"(?:(?P<weekday>[a-z]+),? )?(?:(?P<day>[0-9]{1,2}) (?P<month>[a-z]{3,9})\.?"
    r"|(?P<month_first>[a-z]{3,9})\.? (?P<day_last>[0-9]{1,2})),? (?P<year>[0-9]{4})"
    r"|(?P<year_first>[0-9]{4})年(?P<number>[0-9]{1,2})月(?P<day_of>[0-9]{1,2})日(?:星期(?P<called>.))?",
    re.IGNORECASE,
)
_FIRST, _SECOND = range(12), range(12, 24)
_PARTS = {
    **dict.fromkeys(("a", "am", "a.m.", "上午"), _FIRST),
    **dict.fromkeys(("p", "pm", "p.m."), _SECOND),
    "凌晨": range(6),
    "早上": range(4, 12),
    "中午": range(11, 14),
    "下午": _SECOND,
    "晚上": range(17, 24),
    "midnight": range(1),
    "noon": range(12, 13),
}
"""The hours that people call so."""
END_OF_SECOND = timedelta(microseconds=999_999)
END_OF_MINUTE = timedelta(seconds=59) + END_OF_SECOND
"""A second or minute that is printed means its end: what was recorded within it counts."""


def moment_printed(text: str) -> str:
    """What somebody wrote of a moment as a seq or an ISO time; as it is where it is neither as printed."""
    plain = " ".join(narrow(text).split())
    grouped = _COUNT.sub(lambda found: found[0].replace(",", ""), plain)
    if event := _EVENT.fullmatch(grouped) or _WITH_EVENT.fullmatch(grouped.replace("，", ", ")):
        return event[1]
    for pattern in (_ENGLISH, _CHINESE):
        if found := pattern.fullmatch(plain):
            return _iso(found.groupdict()) or text
    # In an address a plus that was not escaped reads as a blank.
    return _UTC.sub(r"\1+00:00", _BLANK_ZONE.sub(r"\1+\2", text))


def hour_meant(hour: int, half: str) -> int:
    """An hour from 0 to 24 as it is called in a part of the day; "" where none is said.

    Raises:
        ValueError: there is no such hour in it, or nobody knows which is meant.
    """
    if not half:
        return hour
    there = _PARTS[half]
    if hour in there:
        return hour
    (found,) = [each for each in there if 1 <= hour <= 12 and each % 12 == hour % 12]
    return found


def day_printed(text: str) -> date | None:
    """A day of any year as the pages print it, with its weekday or without; None for any other text."""
    found = _DAY.fullmatch(text)
    if found is None:
        return None
    month = found["number"] or _month(found["month"] or found["month_first"])
    year, day = found["year"] or found["year_first"], found["day"] or found["day_last"] or found["day_of"]
    try:
        printed = date(int(year), int(month or 0), int(day))
    except ValueError:
        return None
    return printed if _is_weekday(printed, found["weekday"] or found["called"]) else None


def _month(called: str) -> str | None:
    """The month that begins with these letters, three at least."""
    months = [number for number, name in enumerate(_MONTHS, 1) if name.startswith(called.casefold())]
    return str(months[0]) if len(called) > 2 and months else None


def _is_weekday(day: date, called: str | None) -> bool:
    """Whether a day may be called so: of a day and another weekday nobody knows which was meant."""
    if called is None:
        return True
    english, chinese = _WEEKDAYS[day.weekday()], "一二三四五六日"[day.weekday()]
    return called == chinese or (len(called) > 2 and english.startswith(called.casefold()))


def _iso(found: dict[str, str | None]) -> str | None:
    month: str | None = str(found["month"])
    if not str(month).isdigit() and (month := _month(str(month))) is None:
        return None
    half = found["half"] if "half" in found else found["part"]
    try:
        hour = hour_meant(int(found["hour"] or 0), (found.get("twelve") or half or "").casefold())
    except ValueError:
        return None
    day, second = f"{found['year']}-{month:0>2}-{found['day']:0>2}", found["second"]
    offset = found["offset"] or ""
    if offset:
        hours, _, minutes = offset[1:].partition(":")
        offset = f"{offset[0]}{hours:0>2}:{minutes or '00'}"
    try:
        moment = datetime.fromisoformat(f"{day}T{hour:02}:{found['minute']}:{second or '00'}{offset}")
    except ValueError:
        return None
    if not _is_weekday(moment.date(), found["weekday"]):
        return None
    return (moment + (END_OF_MINUTE if second is None else END_OF_SECOND)).isoformat()
