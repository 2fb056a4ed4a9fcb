"""Whether those who play on a day know that it goes ahead, or have reason to doubt it."""

from datetime import date

from services.tournament.state import State
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


def in_doubt(state: State, day: date) -> bool:
    """Whether anyone had reason to think that a day is not played."""
    others = (proposal for proposal in state.proposals.values() if proposal.day == day)
    return f"watch/{day.isoformat()}" in state.announced or any(
        proposal.outcome != "proceed" for proposal in others
    )
