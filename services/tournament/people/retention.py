"""Retention: a tournament that is over keeps its people no longer than needed, and somebody has to say so."""

from datetime import date

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.state import State
from shared.problems import ProblemType

TOURNAMENT_NOT_OVER = ProblemType("tournament-not-over", 409)


@event("retention-due")
class RetentionDue(Event, frozen=True):
    """The time came to ask whether the people of a tournament are still needed; `day` was its last."""

    day: date


class RemindOfRetention(Command, frozen=True, kw_only=True):
    """Remind the organizer that personal data is still kept; once after a last day, and of someone only."""


@decides(RemindOfRetention, RetentionDue)
def remind_of_retention(draft: Draft, command: RemindOfRetention) -> None:
    state = draft.state
    day = last_day(state)
    if day is None:
        return
    if day >= state.plan.local_day(draft.context.occurred_at):
        raise TOURNAMENT_NOT_OVER(day=day)
    if retention_key(day) not in state.reminders and people_kept(state):
        draft.record(RetentionDue(day))


def last_day(state: State) -> date | None:
    """The last day of play as of now; None for a tournament without days."""
    return max((session.day for session in state.sessions.values() if session.day is not None), default=None)


def people_kept(state: State) -> tuple[str, ...]:
    """The vault subjects of entrants and referees who were not forgotten."""
    subjects = {participant.person for participant in (*state.entrants.values(), *state.referees.values())}
    return tuple(sorted(subjects - set(state.forgotten)))


def retention_key(day: date) -> str:
    """What a reminder of that day is remembered by, so that it comes once."""
    return f"retention {day.isoformat()}"


@evolves(RetentionDue)
def _due(state: State, event: RetentionDue, stamp: Stamp) -> State:
    return structs.replace(state, reminders=state.reminders.set(retention_key(event.day), stamp.seq))
