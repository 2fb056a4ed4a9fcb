"""The day on which results are announced, and play that was moved behind it."""

from datetime import date

from services.tournament.definition.stages import Stage
from services.tournament.state import State


def is_played_after(state: State, stage: Stage, day: date) -> bool:
    """Whether a stage is played on a later day, so that its results do not come out on this one."""
    return any(session.day is not None and session.day > day for session in state.sessions_of(stage))
