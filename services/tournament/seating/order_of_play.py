"""The order in which sessions are played and listed: by day and hour as now planned, else as in the plan."""

from collections.abc import Collection

from services.tournament.seating.sessions import Session
from services.tournament.state import State

_LAST = "~"
"""After every day."""


def in_order_of_play(state: State, among: Collection[str] | None = None) -> list[Session]:
    """The sessions in the order of play: all of them, or those among these ids that there are.

    A round without hours follows those before it on its day, one without a day those of its stage.
    """
    found: list[tuple[tuple[str, str], Session]] = []
    for stage in state.stages:
        before, hour = "", ""
        for session in state.sessions_of(stage):
            day, start = session.day, session.plan.start
            if day is not None and day.isoformat() != before:
                before, hour = day.isoformat(), ""
            hour = start.isoformat() if start is not None else hour
            # What has neither a day nor one before it comes last.
            found.append(((before or _LAST, hour), session))
    in_order = (session for _, session in sorted(found, key=lambda turn: turn[0]))
    return [session for session in in_order if among is None or session.plan.id in among]
