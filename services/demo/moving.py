"""A demo moved to these days, and placed around now: everything happens within minutes.

A tournament of last spring is dead: no reminder falls due, and no signal stops a day that is long over.
Moved, it is a tournament like any other, by the clock of this machine. Days move by whole days. The venue
is put into a time zone in which it is the right hour now.

Of a tournament like Hong Kong 2026 the third day is today, and it is afternoon; its sessions get hours around
now: the second is about to end, so that results come; the third is played for two hours more; of the fourth
people are about to be reminded. Any other keeps its programme: the session in its middle is being played, and
all hours are some minutes later. What has no day or no hours stays without.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from services.demo.days import FIRST, MORNING, Calendar
from services.demo.scenario import scenario_of
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.texts import Text

T = TypeVar("T", bound=msgspec.Struct)

MARK = Text(" (demo)", "（示範）")
"""Ends the title, so that everyone who reads of it knows what it is."""
_AFTERNOON = 14 * 60
"""The minute of the day that it is now, or some more, at the venue of a tournament like Hong Kong 2026: the
first registration of the day lies after ten, the last end before seven."""

_NAMED = ("registration", "seating", "start", "end")
_HOURS = ((-212, -182, -167, -107), (-107, -77, -62, -2), (-46, -16, -1, 129), (62, 92, 107, 167))
"""These moments of the sessions of the third day, in minutes from now."""

_INTO_PLAY = timedelta(minutes=20)
"""How long the session in the middle of any other has been played: games are on record."""
_LEFT = timedelta(minutes=30)
"""How much of a long session is left, for the venue to stay in its zone."""
_WITHOUT_HOURS = timedelta(minutes=8)
"""How long after its check-in opens a session without hours is surely played, and not over."""


class _Place(msgspec.Struct, frozen=True):
    """Where now lies in a tournament.

    Attributes:
        zone: of the venue.
        by: by how much its days move.
        later: by how much its hours do.
    """

    zone: str
    by: timedelta
    later: timedelta = timedelta()


def moved_to(definition: Competition, now: datetime) -> Competition:
    """The tournament as if `now` lay between the sessions of its last preliminary day, or in one session."""
    at = _place(definition, now)
    there = now.astimezone(ZoneInfo(at.zone)).replace(second=0, microsecond=0)
    today = [
        plan.id for plan in definition.stages[0].sessions if plan.day and plan.day + at.by == there.date()
    ]
    around = dict(zip(today, _HOURS, strict=True)) if scenario_of(definition) is not None else {}

    def moved(plan: SessionPlan) -> SessionPlan:
        return _moved(plan, at, there, around.get(plan.id))

    published, title = definition.results_published_on, definition.title
    return structs.replace(
        definition,
        zone=at.zone,
        title=Text(title.in_language("en") + MARK.en, title.in_language("zh") + MARK.zh),
        categories=tuple(_with_ages(category, at.by) for category in definition.categories),
        results_published_on=published + at.by if published is not None else None,
        stages=tuple(
            structs.replace(stage, sessions=tuple(map(moved, stage.sessions))) for stage in definition.stages
        ),
        awards=tuple(_with_ages(award, at.by) for award in definition.awards),
    )


def calendar_of(definition: Competition, now: datetime) -> Calendar:
    """When it is played, moved so, also what has no day or no hours."""
    at = _place(definition, now)
    morning = (datetime.combine(FIRST, MORNING) + at.later).time()
    return Calendar(moved_to(definition, now), FIRST + at.by, morning, paced=True)


def is_moved(definition: Competition) -> bool:
    """Whether a tournament is a demo that was moved."""
    return definition.title.en.endswith(MARK.en)


def _place(definition: Competition, now: datetime) -> _Place:
    if scenario_of(definition) is not None:
        zone, today, _ = _zone(definition, now, _AFTERNOON)
        return _Place(zone, today - definition.days(definition.first_stage)[-1])
    calendar = Calendar(definition)
    order = sorted(definition.sessions, key=calendar.begins)
    middle = order[(len(order) - 1) // 2]
    day, opens = calendar.days[middle.id], calendar.begins(middle).replace(tzinfo=None)
    wanted = opens + _WITHOUT_HOURS
    if middle.start is not None:
        wanted = datetime.combine(opens, middle.start) + _INTO_PLAY
    there = now.astimezone(ZoneInfo(definition.zone)).replace(tzinfo=None)
    as_today = datetime.combine(wanted, there.time())
    if middle.end is not None and wanted <= as_today <= datetime.combine(wanted, middle.end) - _LEFT:
        return _Place(definition.zone, there.date() - day)
    zone, today, over = _zone(definition, now, wanted.hour * 60 + wanted.minute)
    return _Place(zone, today - wanted.date(), over if _may_be_later(definition, over) else timedelta())


def _zone(definition: Competition, now: datetime, minute: int) -> tuple[str, date, timedelta]:
    """A zone where it is that minute of the day or less than an hour more, its day, and how much more."""
    utc = now.astimezone(UTC).replace(second=0, microsecond=0, tzinfo=None)
    # At most half a day away from UTC, so that there is a zone for it.
    ahead = (-(-(minute - utc.hour * 60 - utc.minute) // 60) + 12) % 24 - 12
    there = utc + timedelta(hours=ahead)
    over = timedelta(minutes=(there.hour * 60 + there.minute - minute) % (24 * 60))
    at_home = now.astimezone(ZoneInfo(definition.zone)).replace(second=0, microsecond=0, tzinfo=None)
    # These names count westwards: Etc/GMT-8 is eight hours ahead.
    zone = definition.zone if at_home == there else f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"
    return zone, (there - over).date(), over


def _hours(plan: SessionPlan) -> dict[str, time]:
    hours = zip(_NAMED, (plan.registration, plan.seating, plan.start, plan.end), strict=True)
    return {name: hour for name, hour in hours if hour is not None}


def _may_be_later(definition: Competition, by: timedelta) -> bool:
    """Whether all hours stay in their day."""
    latest = max((at for session in definition.sessions for at in _hours(session).values()), default=time())
    return datetime.combine(FIRST, latest) + by < datetime.combine(FIRST + timedelta(days=1), time())


def _moved(
    plan: SessionPlan, at: _Place, there: datetime, around: tuple[int, int, int, int] | None
) -> SessionPlan:
    """The session on its new day, with its hours later, or so many minutes `around` what is now there."""
    hours = {name: datetime.combine(FIRST, hour) + at.later for name, hour in _hours(plan).items()}
    if around is not None:
        hours = {name: there + timedelta(minutes=by) for name, by in zip(_NAMED, around, strict=True)}
    moved = structs.replace(plan, **{name: moment.time() for name, moment in hours.items()})
    if plan.day is None:
        return moved
    day = plan.day + at.by
    # Many are called by their day.
    return structs.replace(moved, day=day, id=plan.id.replace(f"{plan.day}", f"{day}"))


def _with_ages(counted: T, by: timedelta) -> T:
    """With the day on which ages count, if it has one, moved as well."""
    on = getattr(counted, "ages_on", None)
    return counted if on is None else structs.replace(counted, ages_on=on + by)
