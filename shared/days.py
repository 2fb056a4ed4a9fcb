"""Days as people write them in lists: 2017-03-02, 2017/3/2, 2017年3月2日, 25/3/2017 if one day alone fits."""

import re
from datetime import date

from shared.catalogue import Phrase
from shared.plain_text import narrow

_DIGIT, _BETWEEN = "[0-9０-９]", "[-/.－／．]"
DAY = (
    rf"(?:{_DIGIT}{{4}}年{_DIGIT}{{1,2}}月{_DIGIT}{{1,2}}日?"
    rf"|{_DIGIT}{{1,4}}{_BETWEEN}{_DIGIT}{{1,2}}{_BETWEEN}{_DIGIT}{{1,4}})"
)
"""The pattern of what looks like a day; what day it is, if any, is for `day_read`."""
_PART = re.compile("[-/.年月日]")
_WRITE = "part-importing-write-year-month-day-2017"


def day_read(text: str) -> date | Phrase:
    """The day that a text says, or why it says none: also where day and month could be either way round."""
    plain = narrow(text)
    if re.fullmatch(DAY, plain) is None:
        return Phrase(_WRITE)
    first, second, third = (part for part in _PART.split(plain) if part)
    if len(first) == 4:
        found = {(int(first), int(second), int(third))}
    elif len(third) == 4:
        found = {(int(third), int(second), int(first)), (int(third), int(first), int(second))}
    else:
        return Phrase(_WRITE)
    days = sorted({day for parts in found if (day := _day(*parts)) is not None})
    if len(days) > 1:
        return Phrase("part-importing-day-two-ways", {"first": days[0], "second": days[1]})
    return days[0] if days else Phrase("part-importing-there-no-such-day-check")


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
