"""The days and hours at which a demo plays: those of the plan, and others where a session has none."""

from datetime import date, datetime, time, timedelta

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan

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
