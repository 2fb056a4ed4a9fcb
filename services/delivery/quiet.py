"""Quiet hours: at night nobody is told anything but what is about safety."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

BEGIN, END = time(22), time(8)


def quiet_until(moment: datetime, zone: ZoneInfo) -> datetime | None:
    """When the quiet hours that `moment` falls into are over; None by day."""
    local = moment.astimezone(zone)
    if END <= local.time() < BEGIN:
        return None
    day = local.date() if local.time() < END else local.date() + timedelta(days=1)
    return datetime.combine(day, END, zone)
