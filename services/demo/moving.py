"""The demo moved to where its third day is today and its second session is being played now.

A tournament of last spring is dead: no reminder falls due, and no signal stops a day that is long over.
Moved, it is a tournament like any other, by the clock of this machine. Days move by whole days; the hour of
the day fits because the venue is put into a time zone where it is the afternoon now.
"""

from datetime import UTC, date, datetime, timedelta

import msgspec

from services.tournament.definition import Definition, SessionPlan, Text

MARK = Text(" (demo)", "（示範）")
"""Ends the title, so that everyone who reads of it knows what it is."""
_EARLY, _LATE = 14, 15
_PLAY_BEGINS = 30
"""The second session of a day is played from 14:30 to 15:30."""


def moved_to(definition: Definition, now: datetime) -> Definition:
    """The tournament as if `now` lay in the second session of its last preliminary day."""
    zone, today = _zone_and_day(definition, now)
    last = max(plan.day for plan in definition.sessions if plan.stage == "preliminary")
    by = today - last
    return msgspec.structs.replace(
        definition,
        zone=zone,
        title=Text(definition.title.en + MARK.en, definition.title.zh + MARK.zh),
        sessions=tuple(_moved(plan, by) for plan in definition.sessions),
        results_published_on=definition.results_published_on + by,
    )


def is_moved(definition: Definition) -> bool:
    """Whether a tournament is a demo that was moved."""
    return definition.title.en.endswith(MARK.en)


def _zone_and_day(definition: Definition, now: datetime) -> tuple[str, date]:
    utc = now.astimezone(UTC)
    hour = _EARLY if utc.minute >= _PLAY_BEGINS else _LATE
    # At most half a day away from UTC, so that there is a zone for it.
    ahead = (hour - utc.hour + 12) % 24 - 12
    today = (utc + timedelta(hours=ahead)).date()
    there = now.astimezone(definition.moment(today, datetime.min.time()).tzinfo)
    if (there.date(), there.hour) == (today, hour):
        return definition.zone, today
    # These names count westwards: Etc/GMT-8 is eight hours ahead.
    return (f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"), today


def _moved(plan: SessionPlan, by: timedelta) -> SessionPlan:
    day = plan.day + by
    return msgspec.structs.replace(plan, day=day, id=f"{day.isoformat()}/{plan.number}")
