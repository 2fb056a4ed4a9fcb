"""The days on which a demo plays: those of the plan, and one that follows where a session has none."""

from datetime import date, timedelta

from services.tournament.definition.plan import Competition

FIRST = date(2027, 3, 6)
"""The day of the first session where the plan names no day at all."""


def days_played(definition: Competition) -> dict[str, date]:
    """By session, the day on which the demo plays it.

    Without a day it is played on the day of the session before it, a later stage on the day after.
    """
    found: dict[str, date] = {}
    last = min((plan.day for plan in definition.sessions if plan.day is not None), default=FIRST)
    for stage in definition.stages:
        for index, plan in enumerate(stage.sessions):
            follows = bool(found) and index == 0
            last = plan.day or last + timedelta(days=follows)
            found[plan.id] = last
    return found


def first_day(definition: Competition, stage: str) -> date:
    """The first day on which the demo plays a stage."""
    days = days_played(definition)
    return min(days[session.id] for session in definition.by_id[stage].sessions)
