"""Quiet hours: at night nobody is told anything but what is about safety; an address may choose longer."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from shared.zones import moment_in


class Hours(msgspec.Struct, frozen=True):
    """From an hour of the evening to one of the next morning, where the tournament is."""

    begin: time
    end: time


BEGIN, END = time(22), time(8)
NIGHT = Hours(BEGIN, END)
CHOICES: Mapping[str, Hours] = {
    "22-8": NIGHT,
    "21-8": Hours(time(21), END),
    "20-9": Hours(time(20), time(9)),
}
"""What an address may choose, by name; the first is what holds for everyone."""
EVERYONE = "22-8"


def quiet_until(moment: datetime, zone: ZoneInfo, hours: Hours = NIGHT) -> datetime | None:
    """When the quiet hours that `moment` falls into are over; None by day."""
    local = moment.astimezone(zone)
    if hours.end <= local.time() < hours.begin:
        return None
    day = local.date() if local.time() < hours.end else local.date() + timedelta(days=1)
    return moment_in(zone, day, hours.end)
