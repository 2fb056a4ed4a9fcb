"""Days and hours by the clocks of a zone, which some zones put forward and back."""

from datetime import UTC, date, datetime, time, timezone, tzinfo
from functools import lru_cache


@lru_cache(maxsize=1024)
def moment_in(zone: tzinfo, day: date, at: time) -> datetime:
    """The moment at which the clocks of a zone show a time on a day.

    Of a time that they show twice it is the first. One that they never show, as they go forward, is as long
    after the change as it would have been (RFC 5545, 3.3.5).
    """
    return told_in(zone, datetime.combine(day, at, zone).astimezone(UTC))


def moments_in(zone: tzinfo, day: date, at: time) -> tuple[datetime, ...]:
    """The moments at which the clocks of a zone show a time on a day: one, or two where they go back."""
    local = datetime.combine(day, at)
    first = moment_in(zone, day, at)
    if not is_shown_twice(zone, local):
        return (first,)
    return first, told_in(zone, local.replace(tzinfo=zone, fold=1).astimezone(UTC))


def told_in(zone: tzinfo, moment: datetime) -> datetime:
    """A moment as the clocks of a zone show it, with the offset of its hour in the place of the zone.

    So what lies before or after it is found by the time that passes, not by what clocks show.
    """
    shown = moment.astimezone(zone)
    offset = shown.utcoffset()
    assert offset is not None, "a moment in a zone has an offset"
    return shown.replace(tzinfo=timezone(offset), fold=0)


def is_shown_twice(zone: tzinfo, local: datetime) -> bool:
    """Whether the clocks of a zone show this local time twice, as they go back."""
    first, second = (local.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    assert first is not None, "a moment in a zone has an offset"
    assert second is not None, "a moment in a zone has an offset"
    return first > second
