"""Whether the hall is free on the day on which a session is to be played."""

from collections.abc import Sequence
from datetime import date

from services.tournament.definition.places_called import session_called
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType

NEW_DATE_CLASHES = ProblemType("new-date-clashes", 409)


def date_clashes(day: date, why: Phrase, first: object = None) -> Problem:
    """The refusal of a new date.

    Args:
        first: the session that has to move before any date will do; None where another date does.
    """
    return NEW_DATE_CLASHES(day=day, why=why, first=first, way="another" if first is None else "first")


def check_hall(state: State, session: Session, day: date, together: Sequence[str]) -> None:
    """Refuse a day on which another session, there already or coming along, has the hall at that time.

    A session that has ended has left the hall. Two that were planned for one day have the hours that they
    were planned with, such as check-in beside play.
    """
    for other in state.sessions.values():
        if other.plan.id == session.plan.id or _follow_each_other(state, session, other):
            continue
        if other.plan.id not in together and (other.day != day or other.status in ("ended", "suspended")):
            continue
        if other.plan.day == session.plan.day:
            continue
        begins, ends = state.plan.opens(day, session.plan), state.plan.ends(day, session.plan)
        if begins < state.plan.ends(day, other.plan) and state.plan.opens(day, other.plan) < ends:
            called = session_called(other.plan.id, state.plan, lambda id: day)
            planned = None if other.plan.day in (None, day) else other.plan.day
            values = {"id": called, "planned": planned}
            why = Phrase("part-suspension-session-hall-at-time", values)
            raise date_clashes(day, why)


def _follow_each_other(state: State, session: Session, other: Session) -> bool:
    """Whether they are rounds of a stage, the later of which begins when the earlier is over."""
    if session.stage != other.stage or state.stage_plan(session.stage).attend != "all":
        return False
    return any(None in (either.plan.start, either.plan.end) for either in (session, other))
