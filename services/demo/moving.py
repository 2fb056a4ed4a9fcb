"""The demo moved to where its third day is today, and placed around now: everything happens within minutes.

A tournament of last spring is dead: no reminder falls due, and no signal stops a day that is long over.
Moved, it is a tournament like any other, by the clock of this machine. Days move by whole days. The venue
is put into a time zone where it is the afternoon now, and the sessions of the third day get hours around now:
the second is about to end, so that results come; the third is played for two hours more; of the fourth
people are about to be reminded.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.definition.texts import Text

MARK = Text(" (demo)", "（示範）")
"""Ends the title, so that everyone who reads of it knows what it is."""
_HOUR = 14
"""The hour that it is now at the venue: the first registration of the day lies after ten, the last end before
seven."""

_HOURS = ((-212, -182, -167, -107), (-107, -77, -62, -2), (-46, -16, -1, 129), (62, 92, 107, 167))
"""Registration, seating, start and end of the sessions of the third day, in minutes from now."""


def moved_to(definition: Competition, now: datetime) -> Competition:
    """The tournament as if `now` lay between the sessions of its last preliminary day."""
    zone, today = _zone_and_day(definition, now)
    last = definition.days(definition.first_stage)[-1]
    by = today - last
    there = now.astimezone(ZoneInfo(zone)).replace(second=0, microsecond=0)
    published = definition.results_published_on
    return msgspec.structs.replace(
        definition,
        zone=zone,
        title=Text(
            definition.title.in_language("en") + MARK.en, definition.title.in_language("zh") + MARK.zh
        ),
        stages=tuple(_stage(definition, stage, by, there) for stage in definition.stages),
        results_published_on=published + by if published is not None else None,
    )


def is_moved(definition: Competition) -> bool:
    """Whether a tournament is a demo that was moved."""
    return definition.title.en.endswith(MARK.en)


def _zone_and_day(definition: Competition, now: datetime) -> tuple[str, date]:
    utc = now.astimezone(UTC)
    # At most half a day away from UTC, so that there is a zone for it.
    ahead = (_HOUR - utc.hour + 12) % 24 - 12
    today = (utc + timedelta(hours=ahead)).date()
    there = now.astimezone(definition.moment(today, time()).tzinfo)
    if (there.date(), there.hour) == (today, _HOUR):
        return definition.zone, today
    # These names count westwards: Etc/GMT-8 is eight hours ahead.
    return (f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"), today


def _stage(definition: Competition, stage: StagePlan, by: timedelta, now: datetime) -> StagePlan:
    sessions = [_moved(session, definition.number(session.id), by) for session in stage.sessions]
    today = [place for place, own in enumerate(sessions) if own.day == now.date()]
    for place, minutes in zip(today, _HOURS, strict=bool(today)):
        sessions[place] = _around(sessions[place], now, minutes)
    return msgspec.structs.replace(stage, sessions=tuple(sessions))


def _moved(plan: SessionPlan, number: int, by: timedelta) -> SessionPlan:
    assert plan.day is not None, "the demo's sessions have days"
    day = plan.day + by
    return msgspec.structs.replace(plan, day=day, id=f"{day.isoformat()}/{number}")


def _around(plan: SessionPlan, now: datetime, minutes: tuple[int, int, int, int]) -> SessionPlan:
    """The session with its hours around now, at the venue."""
    opens, seated, start, end = ((now + timedelta(minutes=own)).time() for own in minutes)
    return msgspec.structs.replace(plan, registration=opens, seating=seated, start=start, end=end)
