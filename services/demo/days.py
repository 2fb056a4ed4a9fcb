"""When a demo plays what: as planned, on days and hours of its own where a session has none, or around now.

A tournament of last spring is dead: no reminder falls due, and no signal stops a day that is long over.
Moved, it is a tournament like any other, by the clock of this machine. Days move by whole days. The venue
is put into a time zone in which it is the right hour now.

Of a tournament like Hong Kong 2026 the third day is today, and it is afternoon; its sessions get hours around
now: the second is about to end, so that results come; the third is played for two hours more; of the fourth
people are about to be reminded. Any other keeps its programme: the session in its middle is being played, and
all hours are some minutes later. What has no day or no hours stays without.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from services.demo.scenario import scenario_of
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.texts import Text

FIRST = date(2027, 3, 6)
"""The day of the first session where the plan names no day at all."""

MORNING = time(9)
"""When the first session of a day begins that has no hours."""

SESSION_MINUTES = 50
"""About how long a session without a planned end takes."""


class Calendar:
    """When a demo plays what.

    Without a day a session is played on the day of the session before it, a later stage on the day after. A
    stage that people register for beside another begins on the first day too.

    Args:
        first: the first day where the plan names no day at all.
        morning: when the first session of a day begins that has no hours.
        paced: whether rounds without hours keep to their time here; else one follows as soon as the one
            before is over.
    """

    def __init__(
        self,
        definition: Competition,
        first: date = FIRST,
        morning: time = MORNING,
        *,
        paced: bool = False,
    ) -> None:
        self._definition = definition
        self.morning = morning
        self.paced = paced
        self.days: dict[str, date] = {}
        """By session, the day on which it is played."""
        self._begin: dict[str, datetime] = {}
        first = min((plan.day for plan in definition.sessions if plan.day is not None), default=first)
        last: dict[str, date] = {}
        for stage in definition.stages:
            branch = definition.registered_for(stage.id)
            day = last[branch] + timedelta(days=1) if branch in last else first
            over: datetime | None = None
            for plan in stage.sessions:
                if plan.day is not None and plan.day != day:
                    day, over = plan.day, None
                begins = definition.moment(day, plan.opens_at or morning)
                if plan.opens_at is None and over is not None:
                    begins = over
                self.days[plan.id], self._begin[plan.id] = day, begins
                over = begins + timedelta(minutes=SESSION_MINUTES)
            last[branch] = day

    def first_day(self, *stages: str) -> date:
        """The first day of any of these stages; of all that people register for, if none is named."""
        named = stages or self._definition.registered_stages
        return min(
            self.days[session.id] for stage in named for session in self._definition.by_id[stage].sessions
        )

    def begins(self, plan: SessionPlan) -> datetime:
        """When check-in opens; without hours in the morning, or when the session before is about over."""
        return self._begin[plan.id]


T = TypeVar("T", bound=msgspec.Struct)

MARK = Text(" (demo)", "（示範）")
"""Ends the title, so that everyone who reads of it knows what it is."""
_NAMED = ("registration", "seating", "start", "end")

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
    at, story = _place(definition, now), scenario_of(definition)
    there = now.astimezone(ZoneInfo(at.zone)).replace(second=0, microsecond=0)
    today = [
        plan.id for plan in definition.stages[0].sessions if plan.day and plan.day + at.by == there.date()
    ]
    around = {} if story is None else dict(zip(today, story.around_now, strict=True))

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
    if (story := scenario_of(definition)) is not None:
        zone, today, _ = _zone(definition, now, story.now_is.hour * 60 + story.now_is.minute)
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


def _moved(plan: SessionPlan, at: _Place, there: datetime, around: Sequence[int] | None) -> SessionPlan:
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
