"""The order in which sessions are played: by day and hour, else as they are planned."""

from collections.abc import Mapping

from services.tournament.definition.plan import Competition

Turn = tuple[str, str, int]
"""What sessions are sorted by."""
LAST: Turn = ("~", "", 0)
"""After all that have a day."""


def turns(plan: Competition, known: Mapping[str, tuple[str | None, str | None]]) -> dict[str, Turn]:
    """When it is the turn of each session.

    A round without hours follows those before it on its day, one without a day those of its stage.

    Args:
        known: day and hour of the start by session, as texts that sort like the times; None for none.
    """
    places = {session.id: place for place, session in enumerate(plan.sessions)}
    found: dict[str, Turn] = {}
    for stage in plan.stages:
        before, hour = "", ""
        for id in (session.id for session in stage.sessions if session.id in known):
            day, start = known[id]
            if day is not None and day != before:
                before, hour = day, ""
            hour = start or hour
            # What has neither a day nor one before it comes last.
            found[id] = (before or LAST[0], hour, places[id])
    return found
