"""Whether those who play on a day know that it goes ahead, or have reason to doubt it."""

from collections.abc import Iterable
from datetime import date, datetime

from msgspec import structs

from services.rules.online import is_online
from services.tournament.kernel.facts import Stamp
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.dangers import Danger, in_force, in_the_way
from shared.problems import ProblemType

PLAY_SUSPENDED = ProblemType("play-suspended", 409)


def check_none_suspended(state: State, day: date) -> None:
    """Nobody is told that play goes ahead on a day of which a session is suspended.

    Raises:
        Problem: play-suspended.
    """
    if any(session.day == day and session.status == "suspended" for session in state.sessions.values()):
        raise PLAY_SUSPENDED(day=day)


def goes_ahead_stands(state: State, day: date) -> bool:
    """Whether it was told that play goes ahead on a day, and nothing since that speaks against it.

    That is a word that a warning may stop it, or that a session is played on that day which was not before. A
    suspension, its lifting and a new date are each told by themselves.
    """
    announced = state.announced.get(f"ahead/{day.isoformat()}")
    if announced is None:
        return False
    came = [
        session.moves[-1][0] for session in state.sessions.values() if session.day == day and session.moves
    ]
    doubts = (state.announced.get(f"watch/{day.isoformat()}", 0), *came)
    return all(doubt < announced for doubt in doubts)


def with_play_on(state: State, days: Iterable[date], stamp: Stamp) -> State:
    """The state in which an organizer let play of these days go on, whatever is in force."""
    on = {f"on/{day.isoformat()}": stamp.seq for day in days if in_the_way(state, day, stamp.occurred_at)}
    return structs.replace(state, announced=state.announced.update(on)) if on else state


def played_under(state: State, session: Session) -> list[Danger]:
    """The dangers in force under which a session is played all the same, as an organizer decided."""
    is_off = session.day is None or session.status in ("suspended", "ended")
    if is_off or is_online(state.plan.ruleset_of(state.stage_plan(session.stage))):
        return []
    return in_force(state) if f"on/{session.known_day.isoformat()}" in state.announced else []


def decided_under(state: State, day: date, now: datetime) -> bool:
    """Whether an organizer let a day go on under every danger that is in its way."""
    decided = state.announced.get(f"on/{day.isoformat()}", 0)
    return all(danger.seen < decided for danger in in_the_way(state, day, now))


def is_told(state: State, day: date, now: datetime) -> bool:
    """Whether those of a day know that it goes ahead, and of every danger in its way since they were told."""
    announced = state.announced.get(f"ahead/{day.isoformat()}", 0)
    known = all(danger.seen < announced for danger in in_the_way(state, day, now))
    return known and goes_ahead_stands(state, day)


def in_doubt(state: State, day: date) -> bool:
    """Whether anyone had reason to think that a day is not played."""
    others = (proposal for proposal in state.proposals.values() if proposal.day == day)
    return f"watch/{day.isoformat()}" in state.announced or any(
        proposal.outcome != "proceed" for proposal in others
    )
