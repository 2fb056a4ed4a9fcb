"""A moment as the pages print it, in any language, read back: as a seq or an ISO time."""

import re
from datetime import datetime, timedelta

from shared.plain_text import narrow

_COUNT = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_EVENT = re.compile(r"(?:event|第)? ?([0-9]+) ?(?:項(?:事件)?)?", re.IGNORECASE)
_OFFSET = r"(?: UTC(?P<offset>[+-][0-9]{1,2}(?::[0-9]{2})?))?"
_ENGLISH = re.compile(
    r"(?:[a-z]+, )?(?P<day>[0-9]{1,2}) (?P<month>[a-z]{3,9})\.? (?P<year>[0-9]{4}),? "
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?"
    r"(?: ?(?P<half>[ap])\.?m\.?| ?(?P<twelve>noon|midnight))?" + _OFFSET,
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?P<year>[0-9]{4})年(?P<month>[0-9]{1,2})月(?P<day>[0-9]{1,2})日(?:星期.)? ?"
    r"(?P<part>凌晨|早上|上午|中午|下午|晚上)?(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?"
    + _OFFSET
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_BLANK_ZONE = re.compile(r"([T ][0-9]{2}:[0-9:.]+) ([0-9]{2}:?[0-9]{2})")
_LATER = ("p", "下午", "晚上")
END_OF_SECOND = timedelta(microseconds=999_999)
END_OF_MINUTE = timedelta(seconds=59) + END_OF_SECOND
"""A second or minute that is printed means its end: what was recorded within it counts."""


def moment_printed(text: str) -> str:
    """What somebody wrote of a moment as a seq or an ISO time; as it is where it is neither as printed."""
    plain = " ".join(narrow(text).split())
    grouped = _COUNT.sub(lambda found: found[0].replace(",", ""), plain)
    if event := _EVENT.fullmatch(grouped):
        return event[1]
    for pattern in (_ENGLISH, _CHINESE):
        if found := pattern.fullmatch(plain):
            return _iso(found.groupdict()) or text
    # In an address a plus that was not escaped reads as a blank.
    return _BLANK_ZONE.sub(r"\1+\2", text)


def _iso(found: dict[str, str | None]) -> str | None:
    month = str(found["month"])
    if not month.isdigit():
        short = month[:3].lower()
        if short not in _MONTHS:
            return None
        month = str(_MONTHS.index(short) + 1)
    hour, half = int(found["hour"] or 0), (found.get("half") or found.get("part") or "").lower()
    midnight = found.get("twelve") == "midnight" or half in ("a", "凌晨", "早上", "上午")
    if hour == 12 and midnight:
        hour = 0
    elif hour < 12 and half in _LATER:
        hour += 12
    day, second = f"{found['year']}-{month:0>2}-{found['day']:0>2}", found["second"]
    offset = found["offset"] or ""
    if offset:
        hours, _, minutes = offset[1:].partition(":")
        offset = f"{offset[0]}{hours:0>2}:{minutes or '00'}"
    try:
        moment = datetime.fromisoformat(f"{day}T{hour:02}:{found['minute']}:{second or '00'}{offset}")
    except ValueError:
        return None
    return (moment + (END_OF_MINUTE if second is None else END_OF_SECOND)).isoformat()
