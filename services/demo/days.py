"""The days on which a demo plays: those of the plan, and one that follows where a session has none."""

from datetime import date, timedelta

from services.tournament.definition.plan import Competition

FIRST = date(2027, 3, 6)
"""The day of the first session where the plan names no day at all."""


def days_played(definition: Competition) -> dict[str, date]:
    """By session, the day on which the demo plays it.

    Without a day it is played on the day of the session before it, a later stage on the day after. A stage
    that people register for beside another begins on the first day too.
    """
    found: dict[str, date] = {}
    first = min((plan.day for plan in definition.sessions if plan.day is not None), default=FIRST)
    played: dict[str, date] = {}
    for stage in definition.stages:
        branch = definition.registered_for(stage.id)
        last = played[branch] + timedelta(days=1) if branch in played else first
        for plan in stage.sessions:
            last = plan.day or last
            found[plan.id] = last
        played[branch] = last
    return found


def first_day(definition: Competition, *stages: str) -> date:
    """The first day on which the demo plays any of these stages."""
    days = days_played(definition)
    return min(days[session.id] for stage in stages for session in definition.by_id[stage].sessions)
