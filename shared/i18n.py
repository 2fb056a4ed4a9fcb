"""Languages: which one to use, and how dates and times read in it.

Two are spoken: "en", and "zh", which is Traditional Chinese as written in Hong Kong.
"""

import re
from datetime import date, datetime, time, tzinfo
from typing import Literal, cast

from babel import Locale, negotiate_locale
from babel.dates import format_date, format_time

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
DEFAULT: Language = "en"

_LOCALES: dict[Language, Locale] = {"en": Locale("en", "HK"), "zh": Locale("zh", "HK", "Hant")}
_SPOKEN = {"yue": "zh", "cmn": "zh"}  # Cantonese and Mandarin as some browsers name them
_MOST_TAGS = 20


def language(text: str | None) -> Language | None:
    """The language a tag such as "zh-HK", "zh_TW" or "en" means, None if none of ours."""
    if not text:
        return None
    primary = re.split(r"[-_]", text.strip().lower(), maxsplit=1)[0]
    found = negotiate_locale([_SPOKEN.get(primary, primary)], LANGUAGES)
    return cast(Language, found) if found else None


def spoken_as(text: str) -> Language:
    """The language whose dates and numbers a text in some language has: English where it is none of ours."""
    return next((language for language in LANGUAGES if language == text), DEFAULT)


def choose_language(chosen: str | None = None, accept_language: str | None = None) -> Language:
    """The language to answer in: the one chosen, else the best of an Accept-Language header, else English."""
    if spoken := language(chosen):
        return spoken
    for tag in preferred_tags(accept_language or ""):
        if spoken := language(tag):
            return spoken
    return DEFAULT


def preferred_tags(accept_language: str) -> list[str]:
    """The tags of an Accept-Language header, best first; what does not read is left out."""
    weighed = []
    for part in accept_language.split(",")[:_MOST_TAGS]:
        match = re.fullmatch(
            r"\s*(?P<tag>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=(?P<q>[01](?:\.[0-9]{0,3})?)\s*)?",
            part,
        )
        if match and (quality := float(match["q"] or 1)) > 0:
            weighed.append((quality, match["tag"]))
    return [tag for _, tag in sorted(weighed, key=lambda weighed_tag: -weighed_tag[0])]


def day_shown(day: date, spoken: Language) -> str:
    """A day with its weekday: "Saturday, 28 March 2026"."""
    return format_date(day, "full", locale=_LOCALES[spoken])


def day_in_short(day: date, spoken: Language) -> str:
    """A day without its year, where room is short: "Saturday, 28 March"."""
    return format_date(day, "EEEE, d MMMM" if spoken == "en" else "M月d日EEEE", locale=_LOCALES[spoken])


def time_shown(moment: time | datetime, zone: tzinfo | None, spoken: Language) -> str:
    """A time of day in `zone`: "12:45 pm". A bare time is taken as being of that zone already."""
    local = moment.astimezone(zone) if isinstance(moment, datetime) else moment
    # CLDR puts a narrow no-break space before "pm", which text messages and old terminals show as a box.
    return format_time(local, "short", tzinfo=zone, locale=_LOCALES[spoken]).replace("\u202f", " ")


def moment_shown(moment: datetime, zone: tzinfo | None, spoken: Language) -> str:
    """A moment in `zone`: "28 Mar 2026, 12:45 pm"."""
    between = ", " if spoken == "en" else " "
    day = format_date(moment.astimezone(zone), "medium", locale=_LOCALES[spoken])
    return f"{day}{between}{time_shown(moment, zone, spoken)}"


def counted(number: int, one: str, many: str) -> str:
    """A number with its English noun: "1 tile", "2 tiles"."""
    return f"{number} {one if number == 1 else many}"
