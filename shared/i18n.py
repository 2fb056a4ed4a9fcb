"""How dates and times read in a language: "en", or "zh", which is Traditional Chinese as in Hong Kong."""

from datetime import date, datetime, time, tzinfo
from functools import cache

from babel import Locale, localedata
from babel.dates import format_date, format_interval, format_time, get_period_id

from shared.zones import is_shown_twice

Language = str
LANGUAGES: tuple[Language, ...] = ("en", "zh")
"""Those in which a tournament has texts of its own: its title, announcements, names."""
DEFAULT: Language = "en"

_LOCALES = {"en": Locale("en", "HK"), "zh": Locale("zh", "HK", "Hant")}
_TAGS = {"zh": "zh-Hant-HK"}
# Hong Kong says which part of the day it is; CLDR's short form has two, so that midnight is "上午12:00".
_PARTS_OF_THE_DAY = {
    "midnight": "凌晨",
    "night1": "凌晨",
    "morning1": "早上",
    "morning2": "上午",
    "afternoon1": "中午",
    "afternoon2": "下午",
    "evening1": "晚上",
}


def tag(spoken: Language) -> str:
    """The tag of a language in pages and letters."""
    return _TAGS.get(spoken, spoken)


@cache
def locale_of(spoken: Language) -> Locale:
    """How days and hours are written in a language; as in English where nothing is known of it."""
    known = _LOCALES.get(spoken)
    if known is not None:
        return known
    return Locale.parse(spoken) if localedata.exists(spoken) else _LOCALES[DEFAULT]


def day_shown(day: date, spoken: Language) -> str:
    """A day with its weekday: "Saturday, 28 March 2026"."""
    return format_date(day, "full", locale=locale_of(spoken))


def day_in_short(day: date, spoken: Language) -> str:
    """A day without its year, where room is short: "Saturday, 28 March"."""
    return format_date(day, "M月d日EEEE" if spoken == "zh" else "EEEE, d MMMM", locale=locale_of(spoken))


def days_written(day: date, spoken: Language) -> tuple[str, ...]:
    """The ways in which people write a day, the fullest first and the weekday alone last."""
    months = ("MMMM", "MMM")
    english = [
        way for month in months for way in (f"d {month} y", f"d {month}", f"{month} d, y", f"{month} d")
    ]
    dated = ("y年M月d日", "M月d日") if spoken == "zh" else english
    shorter = [format_date(day, way, locale=locale_of(spoken)) for way in (*dated, "EEEE", "EEE")]
    return day_shown(day, spoken), day_in_short(day, spoken), *shorter


def days_shown(first: date, last: date, spoken: Language) -> str:
    """From one day to another: "28 Mar – 12 Apr 2026"; of a single day, that day."""
    if first == last:
        return day_shown(first, spoken)
    shown: str = format_interval(first, last, "yMMMd", locale=locale_of(spoken))
    return shown.replace("\u2009", " ")


def time_shown(moment: time | datetime, zone: tzinfo | None, spoken: Language) -> str:
    """A time of day in `zone`: "12:45 pm". A bare time is taken as being of that zone already.

    Where the clocks show the hour of a moment twice, its offset says which of the two it is: "1:30 am UTC-5".
    """
    if not isinstance(moment, datetime):
        return _hour_shown(moment, zone, spoken)
    local = moment.astimezone(zone)
    return f"{_hour_shown(local, zone, spoken)}{_which_of_two(local, zone)}"


def _which_of_two(local: datetime, zone: tzinfo | None) -> str:
    """The offset of an hour that the clocks of a zone show twice; "" for any other."""
    if zone is None or not is_shown_twice(zone, local):
        return ""
    hours, minutes = int(f"{local:%z}"[:3]), f"{local:%z}"[3:5]
    return f" UTC{hours:+}" if minutes == "00" else f" UTC{hours:+}:{minutes}"


def _hour_shown(local: time | datetime, zone: tzinfo | None, spoken: Language) -> str:
    if spoken == "zh":
        part = _PARTS_OF_THE_DAY[get_period_id(local, tzinfo=zone, locale=_LOCALES["zh"])]
        return f"{part}{format_time(local, 'h:mm', tzinfo=zone, locale=_LOCALES['zh'])}"
    if spoken == "en" and (local.hour % 12, local.minute) == (0, 0):
        # Which of the two "12:00 pm" is, many do not know.
        return "12:00 noon" if local.hour else "12:00 midnight"
    # CLDR puts a narrow no-break space before "pm", which text messages and old terminals show as a box.
    return format_time(local, "short", tzinfo=zone, locale=locale_of(spoken)).replace("\u202f", " ")


def second_shown(moment: datetime, zone: tzinfo | None, spoken: Language) -> str:
    """A moment in `zone` to the second: "28 Mar 2026, 13:05:09", "2026年3月28日 13:05:09"."""
    local = moment.astimezone(zone)
    between = " " if spoken == "zh" else ", "
    day = format_date(local, "medium", locale=locale_of(spoken))
    return f"{day}{between}{local:%H:%M:%S}{_which_of_two(local, zone)}"


def moment_shown(moment: datetime, zone: tzinfo | None, spoken: Language) -> str:
    """A moment in `zone`: "28 March 2026, 12:45 pm", "2026年3月28日中午12:45"."""
    between = "" if spoken == "zh" else ", "
    day = format_date(moment.astimezone(zone), "long", locale=locale_of(spoken))
    return f"{day}{between}{time_shown(moment, zone, spoken)}"


def moment_in_short(moment: datetime, zone: tzinfo | None, spoken: Language) -> str:
    """A moment in `zone` without its year: "Saturday, 28 March, 12:45 pm"."""
    between = "" if spoken == "zh" else ", "
    day = day_in_short(moment.astimezone(zone).date(), spoken)
    return f"{day}{between}{time_shown(moment, zone, spoken)}"
