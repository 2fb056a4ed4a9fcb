"""Sessions as participants read of them: in the words of notices; ids are for machines."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from services.desk.programme import SessionTables
from services.personal.reader import Reader
from services.projections.rows import SessionRow
from services.tournament.definition.plan import Competition
from services.tournament.seating.sessions import BEGUN
from shared.catalogue import Phrase
from shared.i18n import time_shown

UNDER_WAY = ("playing", "time_called")
"""States of a session that has begun and is not over."""


def session_called(plan: Competition, row: SessionRow | SessionTables) -> Phrase:
    """A session by its day and its name or number, and its stage where there are several."""
    label = by_day(plan, row)
    if len(plan.stages) == 1:
        return label
    return Phrase("notice-session-of-stage", {"session_label": label, "stage": plan.stage_name(row.stage)})


def by_day(plan: Competition, row: SessionRow | SessionTables) -> Phrase:
    """A session by its day and its name or number."""
    planned = plan.session(row.session)
    name: object = planned.name if planned is not None else None
    numbered = Phrase("notice-sessions-numbered", {"count": 1, "numbers": str(row.number)})
    day = date.fromisoformat(row.day) if isinstance(row.day, str) else row.day
    values = {"day": day, "begun": row.status in BEGUN, "sessions": name or numbered}
    return Phrase("notice-sessions-of-day", values)


def hours(
    reader: Reader,
    plan: Competition,
    row: SessionRow,
    began: datetime | None = None,
    ends: datetime | None = None,
) -> dict[str, str | None]:
    """Its hours as a text takes them, None for each that it has not; check-in only where people check in.

    Args:
        began, ends: once it has begun, when that was and the end that follows; these alone are named then.
    """
    zone, day = ZoneInfo(plan.zone), None if row.day is None else date.fromisoformat(row.day)
    if began is not None:
        until = None if ends is None else time_shown(ends, zone, reader.language)
        start = time_shown(began, zone, reader.language)
        return {"registration": None, "seating": None, "start": start, "end": until}

    def shown(at: str | None) -> str | None:
        if at is None:
            return None
        planned = time.fromisoformat(at)
        return time_shown(planned if day is None else plan.moment(day, planned), zone, reader.language)

    known = {name: shown(getattr(row, name)) for name in ("registration", "seating", "start", "end")}
    if checks_in(plan, row) and not row.registration == row.seating == row.start:
        return known
    # Where play begins at once, that says all.
    seating = None if row.seating == row.start else known["seating"]
    return {**known, "registration": None, "seating": seating}


def checks_in(plan: Competition, row: SessionRow) -> bool:
    """Whether people check in for a session."""
    planned, stage = plan.session(row.session), plan.stage_of(row.session)
    return planned is None or stage is None or stage.checks_in(planned)
