"""What people call a session: by its day and its name, or its number on that day; ids are for machines.

Where that could be a session of another stage the stage is said as well: "… session 3 (Final)".
"""

from collections.abc import Sequence
from datetime import date
from itertools import groupby

from services.tournament.definition.plan import Competition
from services.tournament.seating.sessions import BEGUN, Session
from shared.catalogue import Listed, Phrase


def session_named(session: Session, plan: Competition | None) -> Phrase:
    """A session by day and name: "Saturday, 28 March 2026, session 1".

    Args:
        plan: what tells its stages apart; None where the text says the stage anyhow.
    """
    return sessions_named([session], session.day, plan)


def sessions_named(sessions: Sequence[Session], day: date | None, plan: Competition | None) -> Phrase:
    """Several sessions of one day: "Saturday, 28 March 2026, sessions 1, 2".

    Of those without a day it is said that it follows, unless play has begun: then everybody knows.
    """
    values = {
        "day": day,
        "begun": all(session.status in BEGUN for session in sessions),
        "sessions": several_called(sessions, plan),
    }
    return Phrase("notice-sessions-of-day", values)


def of_days(sessions: Sequence[Session], plan: Competition) -> Listed:
    """Several sessions with the day of each, unless that is the same for all."""
    days = [(day, list(several)) for day, several in groupby(sessions, lambda session: session.day)]
    if len(days) == 1:
        return several_called(sessions, plan)
    return Listed([sessions_named(several, day, plan) for day, several in days], "list-between-sentences")


def several_called(sessions: Sequence[Session], plan: Competition | None) -> Listed:
    """Several sessions without their day: "the qualifier, sessions 1, 2"."""

    def of_stage(session: Session) -> str:
        needed = plan is not None and plan.session_needs_stage(session.plan.id)
        return session.stage if needed else ""

    called: list[object] = []
    for stage, several in groupby(sessions, of_stage):
        named = _named(list(several))
        if plan is None or not stage:
            called += named
            continue
        values = {"session_label": Listed(named), "stage": plan.stage_name(stage)}
        called.append(Phrase("notice-session-of-stage", values))
    return Listed(called)


def _named(sessions: Sequence[Session]) -> list[object]:
    named: list[object] = [session.plan.name for session in sessions if session.plan.name is not None]
    numbers = [session.number for session in sessions if session.plan.name is None]
    if numbers:
        values = {"count": len(numbers), "numbers": [str(number) for number in numbers]}
        named.append(Phrase("notice-sessions-numbered", values))
    return named
