"""What people type: days and moments, also as a browser sends them; whether a text is in its language."""

import re
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from shared.catalogue import Phrase
from shared.i18n import Language
from shared.plain_text import narrow
from shared.problems import INVALID_INPUT
from shared.zones import moments_in

_TYPED = re.compile(
    r"(?:(\d{4})-(\d{1,2})-(\d{1,2})[ T]+)?(?P<half>上午|早上|凌晨|中午|下午|晚上)?\s*"
    r"(?P<hour>\d{1,2})\s*[:.时時點点]\s*(?P<minute>\d{2})\s*分?\s*(?P<of_day>am|pm|a\.m\.|p\.m\.)?",
    re.IGNORECASE,
)
_BEFORE_NOON = ("上午", "早上", "凌晨", "am", "a.m.")
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[/.](\d{1,2})[/.](\d{4})")


def moment_typed(text: str, now: datetime, zone: ZoneInfo, *, ahead: bool) -> datetime:
    """A moment as typed: "9:40", "9:40 pm", "下午3時04分" or "2026-03-28 9:40"; or whole, with its zone.

    Args:
        ahead: an hour alone is the next one, else the last one; so is one that the clocks show twice.

    Raises:
        Problem: invalid-input.
    """
    found = _TYPED.fullmatch(narrow(text))
    if found is None:
        with suppress(ValueError):
            whole = datetime.fromisoformat(text)
            if whole.tzinfo is not None:
                return whole
        raise INVALID_INPUT(detail=Phrase("part-hour-unread"))
    local = now.astimezone(zone)
    try:
        day = date(*map(int, found.groups()[:3])) if found[1] else local.date()
        at = time(_hour(found), int(found["minute"]))
        days = [day] if found[1] else [day - timedelta(days=1), day, day + timedelta(days=1)]
        moments = [moment for each in days for moment in moments_in(zone, each, at)]
    except (ValueError, OverflowError):
        # Also a moment that no clock in UTC shows any more: the first hours of the year 1.
        raise INVALID_INPUT(detail=Phrase("part-hour-unread")) from None
    if ahead:
        return next((moment for moment in moments if moment > now), moments[-1])
    return next((moment for moment in reversed(moments) if moment <= now), moments[0])


def _hour(found: re.Match[str]) -> int:
    hour, half = int(found["hour"]), (found["half"] or found["of_day"] or "").casefold()
    if not half or not 1 <= hour <= 12:
        return hour
    return hour % 12 + (0 if half in _BEFORE_NOON else 12)


def day_typed(text: str) -> date:
    """A day as typed: "2026-04-08" or "8/4/2026"; raises Problem: invalid-input."""
    found = _DAY.fullmatch(narrow(text))
    try:
        if found is not None and found[1]:
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found is not None:
            return date(int(found[6]), int(found[5]), int(found[4]))
    except ValueError:
        pass
    raise INVALID_INPUT(detail=Phrase("part-day-unread"))


_LETTERS = {"en": re.compile("[A-Za-z]"), "zh": re.compile("[\u3400-\u9fff]")}
"""What a text in a language has at least one of."""


def is_written_in(language: Language, text: str) -> bool:
    """Whether the text can be in that language, by its letters."""
    letters = _LETTERS.get(language)
    return letters is None or letters.search(text) is not None
