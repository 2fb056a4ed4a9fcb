"""Hours of a session on a day on which the clocks of its zone go forward or back."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from services.tournament.definition.faults import Finding
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from shared.catalogue import Phrase
from shared.toml_lines import Path
from shared.zones import is_shown_twice


def clock_changes(plan: Competition, path: Path, session: SessionPlan) -> Iterator[Finding]:
    """Hours that clocks never show, or twice, with what is taken; else how long play lasts over a change."""
    if session.day is None:
        return
    odd = False
    for name in ("registration", "seating", "start", "end"):
        at: time | None = getattr(session, name)
        phrase = None if at is None else _taken(plan, session.day, at)
        if phrase is not None:
            odd = True
            yield Finding((*path, name), phrase)
    lasts = plan.lasts(session.day, session)
    if not odd and session.start is not None and session.end is not None and lasts is not None:
        written = datetime.combine(session.day, session.end) - datetime.combine(session.day, session.start)
        if lasts != written:
            minutes = lasts // timedelta(minutes=1)
            yield Finding((*path, "end"), Phrase("part-clocks-change-during-play", {"minutes": minutes}))


def _taken(plan: Competition, day: date, at: time) -> Phrase | None:
    """What is taken for an hour of a day that is not shown just once; None for any other."""
    local, moment = datetime.combine(day, at), plan.moment(day, at)
    values = {"at": f"{at:%H:%M}", "zone": plan.zone, "day": day}
    if local != moment.replace(tzinfo=None):
        return Phrase("part-clocks-go-forward", {**values, "taken": f"{moment:%H:%M}"})
    zone = ZoneInfo(plan.zone)
    if is_shown_twice(zone, local):
        return Phrase("part-clocks-go-back", {**values, "taken": moment.astimezone(zone).tzname()})
    return None
