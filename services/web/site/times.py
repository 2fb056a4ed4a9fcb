"""Days and hours as a page shows them: where the tournament is, and for programs beside it."""

from collections.abc import Iterable
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from babel.dates import get_timezone_name
from markupsafe import Markup

from shared.i18n import (
    Language,
    day_in_short,
    day_shown,
    days_shown,
    days_written,
    locale_of,
    moment_in_short,
    moment_shown,
    time_shown,
)


class Times:
    """How moments read on one page."""

    def __init__(self, zone: str, language: Language) -> None:
        self._zone, self._language = ZoneInfo(zone), language

    def hour(self, at: datetime) -> Markup:
        """The hour of a moment."""
        return self._time(at, time_shown(at, self._zone, self._language))

    def moment(self, at: datetime) -> Markup:
        """The day and hour of a moment, without its year."""
        return self._time(at, moment_in_short(at, self._zone, self._language))

    def dated(self, at: datetime) -> str:
        """The day and hour of a moment, with its year."""
        return moment_shown(at, self._zone, self._language)

    def until(self, at: datetime) -> Markup:
        """A place where a script says how far off a moment is."""
        local = at.astimezone(self._zone)
        return Markup('<span class="away" data-until="{}"></span>').format(local.isoformat())

    def day(self, day: date) -> str:
        """A day with its weekday and year."""
        return day_shown(day, self._language)

    def days(self, first: date, last: date) -> str:
        """From one day to another."""
        return days_shown(first, last, self._language)

    def short(self, day: date) -> str:
        """A day without its year."""
        return day_in_short(day, self._language)

    def weekday(self, day: date) -> str:
        """A day of this week, where there is no room for more."""
        return days_written(day, self._language)[-1]

    def on(self, at: datetime) -> date:
        """The day that a moment lies in."""
        return at.astimezone(self._zone).date()

    def zones(self, days: Iterable[date]) -> tuple[str, ...]:
        """What the time there is called on days, each name once: it may be summer time by then."""
        locale = locale_of(self._language)
        noons = (datetime.combine(day, time(12), self._zone) for day in days)
        return tuple(dict.fromkeys(get_timezone_name(noon, width="long", locale=locale) for noon in noons))

    def _time(self, at: datetime, text: str) -> Markup:
        return Markup('<time datetime="{}">{}</time>').format(at.astimezone(self._zone).isoformat(), text)
