"""The demo moved to where its third day is today and its second session is being played now.

A tournament of last spring is dead: no reminder falls due, and no signal stops a day that is long over.
Moved, it is a tournament like any other, by the clock of this machine. Days move by whole days; the hour of
the day fits because the venue is put into a time zone where it is the afternoon now.
"""

from datetime import UTC, date, datetime, timedelta

import msgspec

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.definition.texts import Text

MARK = Text(" (demo)", "（示範）")
"""Ends the title, so that everyone who reads of it knows what it is."""
_EARLY, _LATE = 14, 15
_PLAY_BEGINS = 30
"""The second session of a day is played from 14:30 to 15:30."""


def moved_to(definition: Competition, now: datetime) -> Competition:
    """The tournament as if `now` lay in the second session of its last preliminary day."""
    zone, today = _zone_and_day(definition, now)
    last = definition.days(definition.first_stage)[-1]
    by = today - last
    published = definition.results_published_on
    return msgspec.structs.replace(
        definition,
        zone=zone,
        title=Text(
            definition.title.in_language("en") + MARK.en, definition.title.in_language("zh") + MARK.zh
        ),
        stages=tuple(_stage(definition, stage, by) for stage in definition.stages),
        results_published_on=published + by if published is not None else None,
    )


def is_moved(definition: Competition) -> bool:
    """Whether a tournament is a demo that was moved."""
    return definition.title.en.endswith(MARK.en)


def _zone_and_day(definition: Competition, now: datetime) -> tuple[str, date]:
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


def _stage(definition: Competition, stage: StagePlan, by: timedelta) -> StagePlan:
    sessions = (_moved(session, definition.number(session.id), by) for session in stage.sessions)
    return msgspec.structs.replace(stage, sessions=tuple(sessions))


def _moved(plan: SessionPlan, number: int, by: timedelta) -> SessionPlan:
    assert plan.day is not None, "the demo's sessions have days"
    day = plan.day + by
    return msgspec.structs.replace(plan, day=day, id=f"{day.isoformat()}/{number}")
