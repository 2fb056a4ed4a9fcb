"""The hours of a day of play, and how fresh what is known of its weather has to be."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.weather.policy import Day, Hours
from shared.catalogue import Listed
from shared.problems import ProblemType
from shared.zones import told_in

CUTOFF_BEFORE = timedelta(hours=2)
NO_PLAY_THAT_DAY = ProblemType("no-play-that-day", 422)


def day_of_play(definition: Competition, day: date, *, like: date | None = None) -> Day:
    """The hours of a day as planned; with `like`, those of another day.

    Raises:
        Problem: no-play-that-day.
    """
    plans = [plan for plan in definition.sessions if plan.day == (like or day)]
    if not plans:
        days = Listed(
            sorted({plan.day for plan in definition.sessions if plan.day}), "list-between-sentences"
        )
        raise NO_PLAY_THAT_DAY(day=like or day, days=days)
    return hours_of(definition, day, plans)


def hours_of(definition: Competition, day: date, plans: Sequence[SessionPlan]) -> Day:
    """The hours of sessions that are played on a day, which need not be the one they were planned for."""
    sessions = tuple(
        Hours(plan.id, definition.number(plan.id), begins, definition.ends(day, plan))
        for begins, plan in in_order(definition, day, plans)
    )
    reading = definition.readings.get("warning_first_in_force_after_registration")
    later: Literal["suspend_remaining", "proceed"] = (
        "proceed" if reading is not None and reading.value == "proceed" else "suspend_remaining"
    )
    zone = ZoneInfo(definition.zone)
    return Day(sessions, told_in(zone, sessions[0].registration - CUTOFF_BEFORE), zone, later)


def in_order(
    definition: Competition, day: date, plans: Iterable[SessionPlan]
) -> list[tuple[datetime, SessionPlan]]:
    """Sessions of a day with when each begins, the earliest first.

    One without hours begins, as far as is known, with the one before it in its stage: a round that is begun
    by command does not make the day begin at midnight.
    """
    planned = {plan.id: place for place, plan in enumerate(definition.sessions)}
    begun: dict[str, datetime] = {}
    found = []
    for plan in sorted(plans, key=lambda session_plan: planned[session_plan.id]):
        stage = definition.stage_of(plan.id)
        assert stage is not None, "every session belongs to a stage"
        opens = definition.opens(day, plan)
        begun[stage.id] = max(opens, begun.get(stage.id, opens))
        found.append((begun[stage.id], plan))
    return sorted(found, key=lambda pair: pair[0])


def fresh_for(definition: Competition) -> timedelta:
    """How old an answer of the Observatory may be and still say what is in force."""
    reading = definition.readings.get("weather_data_fresh_minutes")
    return timedelta(minutes=int(reading.value) if reading is not None else 10)
