"""What people type: days and moments, also as a browser sends them; whether a text is in its language."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo

from shared.catalogue import Phrase, languages, say
from shared.days import day_read
from shared.finding import folded
from shared.i18n import Language, days_written
from shared.plain_text import narrow
from shared.printed_moments import END_OF_MINUTE, END_OF_SECOND, day_printed, hour_meant
from shared.problems import INVALID_INPUT, Problem
from shared.zones import moment_in, moments_in

_HALF = "上午|早上|凌晨|中午|下午|晚上"
_HOUR = (
    rf"(?:(?P<half>{_HALF})?\s*(?P<hour>\d{{1,2}})"
    r"(?:\s*[:.时時點点]\s*(?P<minute>\d{2})(?::(?P<second>\d{2}))?\s*分?|\s*(?P<sharp>[时時點点]))?"
    r"\s*(?P<of_day>am|pm|a\.m\.|p\.m\.|noon|midnight)?|(?P<noon>noon|正午))"
)
_TYPED = re.compile(rf"(?:(\d{{4}})-(\d{{1,2}})-(\d{{1,2}})[ T]+)?{_HOUR}", re.IGNORECASE)
_DAY_AND_HOUR = re.compile(
    rf"(?P<said>.*?\S)(?:[,，]?\s+(?:at\s+)?|(?<=[日號号天一二三四五六]))(?P<at>{_HOUR})", re.IGNORECASE
)
_SHORT = re.compile(r"(?P<first>\d{1,2})\s*(?:[/.]|-|(?P<month>月))\s*(?P<second>\d{1,2})\s*[日號号.]?")
_AWAY = {-1: "yesterday", 0: "today", 1: "tomorrow", 2: "after-tomorrow"}
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[/.](\d{1,2})[/.](\d{4})")


def moment_typed(text: str, now: datetime, zone: ZoneInfo, *, ahead: bool) -> datetime:
    """A moment as typed: "9:40", "9 pm", "下午3時04分" or "2026-03-28 9:40"; "now"; or whole, with its zone.

    Args:
        ahead: an hour alone is the next one, else the last one; so is one that the clocks show twice.

    Raises:
        Problem: invalid-input.
    """
    plain = narrow(text)
    if folded(plain) in _words("moment-said-now"):
        return now
    found = _TYPED.fullmatch(plain)
    if found is None or not _is_hour(found):
        with suppress(ValueError):
            whole = datetime.fromisoformat(text)
            if whole.tzinfo is not None:
                return whole
        raise INVALID_INPUT(detail=Phrase("part-hour-unread"))
    local = now.astimezone(zone)
    try:
        day = date(*map(int, found.groups()[:3])) if found[1] else local.date()
        days = [day] if found[1] else [day - timedelta(days=1), day, day + timedelta(days=1)]
        moments = [moment for each in days for moment in moments_in(zone, *_day_and_time(each, found))]
    except (ValueError, OverflowError):
        # Also a moment that no clock in UTC shows any more: the first hours of the year 1.
        raise INVALID_INPUT(detail=Phrase("part-hour-unread")) from None
    if ahead:
        return next((moment for moment in moments if moment > now), moments[-1])
    return next((moment for moment in reversed(moments) if moment <= now), moments[0])


def _is_hour(found: re.Match[str]) -> bool:
    """Whether it says an hour: digits alone may be anything."""
    return any(found[part] for part in ("minute", "sharp", "half", "of_day", "noon"))


def _day_and_time(day: date, found: re.Match[str]) -> tuple[date, time]:
    """An hour of a day; 24:00 is when it ends."""
    if found["noon"]:
        return day, time(12)
    half = (found["half"] or found["of_day"] or "").casefold()
    minute, second = int(found["minute"] or 0), int(found["second"] or 0)
    hour = hour_meant(int(found["hour"]), half)
    if (hour, minute, second) == (24, 0, 0):
        return day + timedelta(days=1), time()
    return day, time(hour, minute, second)


def moment_meant(text: str, now: datetime, zone: ZoneInfo, days: Iterable[date] = ()) -> datetime:
    """A moment as people write it: an hour, the last one; a day, its beginning; or a day and an hour.

    An hour means the end of its minute, as where it is printed: what was recorded within it counts.

    Args:
        days: those there are to choose from; else a day without a year, and a weekday, is the last one.

    Raises:
        Problem: invalid-input.
    """
    plain = narrow(text)
    with suppress(Problem):
        return _end_of(moment_typed(plain, now, zone, ahead=False), _TYPED.fullmatch(plain))
    found = _DAY_AND_HOUR.fullmatch(plain)
    if found is not None and not _is_hour(found):
        found = None
    said = plain if found is None else found["said"]
    today, dated = now.astimezone(zone).date(), any(map(str.isdigit, said))
    past = [today - timedelta(days=each) for each in range(365 if dated else 7)]
    try:
        day = day_typed(said, today, [*days] or past)
        if found is None:
            return moment_in(zone, day, time())
        return _end_of(moment_in(zone, *_day_and_time(day, found)), found)
    except (ValueError, OverflowError):
        raise INVALID_INPUT(detail=Phrase("part-hour-unread")) from None


def _end_of(moment: datetime, typed: re.Match[str] | None) -> datetime:
    """The end of the minute or second that was typed; "now", and a whole time, is the moment itself."""
    if typed is None:
        return moment
    return moment + (END_OF_SECOND if typed["second"] else END_OF_MINUTE)


def day_typed(text: str, today: date, days: Iterable[date] = ()) -> date:
    """A day as `days_typed` reads it; raises Problem: invalid-input, also where it could be several."""
    meant = days_typed(text, today, days)
    if len(meant) > 1:
        two = {"first": meant[0], "second": meant[1]}
        raise INVALID_INPUT(detail=Phrase("part-importing-day-two-ways", two))
    return meant[0]


def days_typed(text: str, today: date, days: Iterable[date] = ()) -> Sequence[date]:
    """The days that may be meant: "2026-04-08", "8/4/2026", "8/4", "8 April", "Saturday", "tomorrow".

    So they are in any language.

    Args:
        today: the day at the venue.
        days: those there are to choose from, which are meant before others; else the next one is.

    Raises:
        Problem: invalid-input, where none is.
    """
    plain = narrow(text).strip()
    found = _DAY.fullmatch(plain)
    try:
        if found is not None and found[1]:
            return [date(int(found[1]), int(found[2]), int(found[3]))]
        if found is not None:
            return [date(int(found[6]), int(found[5]), int(found[4]))]
    except ValueError:
        pass
    if isinstance(whole := day_read(plain), date):
        return [whole]
    if (printed := day_printed(plain)) is not None:
        return [printed]
    wanted = folded(plain.replace("禮拜", "星期").replace("周", "週"))
    for away, word in _AWAY.items():
        if wanted in _words(f"day-said-{word}"):
            return [today + timedelta(days=away)]
    known = sorted(set(days))
    dated = any(map(str.isdigit, plain))
    following = [today + timedelta(days=each) for each in range(366 if dated else 7)]
    short = _SHORT.fullmatch(plain)
    for among in (known, following):
        if short is not None:
            # As it is written in Hong Kong, the day first; the other way round where it can be no other.
            first, second = int(short["first"]), int(short["second"])
            ways = [(second, first)] if short["month"] else [(first, second), (second, first)]
            fits = [[each for each in among if (each.day, each.month) == way] for way in ways]
            meant = next(filter(None, fits), [])
        else:
            meant = [each for each in among if wanted in _ways(each)]
        if meant:
            return meant if among is known else meant[:1]
    raise INVALID_INPUT(detail=Phrase("part-day-unread"))


@lru_cache(1000)
def _ways(day: date) -> frozenset[str]:
    """How a day is written in any language."""
    return frozenset(folded(way) for language in languages() for way in days_written(day, language))


@cache
def _words(key: str) -> frozenset[str]:
    """The words that a text lists, of any language."""
    return frozenset(
        folded(word) for language in languages() for word in re.split(r",\s*|、", say(key, language))
    )


_LETTERS = {"en": re.compile("[A-Za-z]"), "zh": re.compile("[\u3400-\u9fff]")}
"""What a text in a language has at least one of."""


def is_written_in(language: Language, text: str) -> bool:
    """Whether the text can be in that language, by its letters."""
    letters = _LETTERS.get(language)
    return letters is None or letters.search(text) is not None
