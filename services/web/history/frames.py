"""What is seen of a moment: standings, sessions, sheets, docket or families as they were."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from services.desk.docket_views import DocketAnswer
from services.desk.programme import TournamentAnswer
from services.desk.views import (
    UNSET,
    FamiliesAnswer,
    SessionsAnswer,
    SheetsAnswer,
    StandingsAnswer,
)
from services.tournament.kernel.ids import TableId
from services.web.history.look import Looking

ROWS = 40
"""Rows of a long table that are shown at once: a frame is asked for with every movement of the slider."""

Shown = dict[str, Any]


def framed(look: Looking) -> Shown:
    """What the view shows of its moment."""
    return _FRAMES[look.view.show](look)


def _standings(look: Looking) -> Shown:
    stages = look.plan.stage_names
    stage = look.view.stage if look.view.stage in stages else look.plan.first_stage
    answer = look.ask("standings", stage=stage)
    assert isinstance(answer, StandingsAnswer)
    wanted = look.found(look.view.find)
    found = _found(wanted, answer.rows, lambda row: (row.entrant_no,))
    first = _first(look, found, len(answer.rows))
    numbers = look.view.chosen
    chosen = {row.entrant_no: row for row in answer.rows if row.entrant_no in numbers}
    return {
        "stage": stage,
        "stages": stages,
        "rows": answer.rows[first : first + ROWS],
        "followed": [chosen[number] for number in numbers if number in chosen],
        "columns": () if answer.columns is UNSET else answer.columns,
        "wanted": wanted,
        "nobody_found": _is_nobody(look, found),
        "leads_on": bool(look.plan.stages_after(stage)),
        **_paged(first, len(answer.rows)),
    }


def _families(look: Looking) -> Shown:
    answer = look.ask("families")
    assert isinstance(answer, FamiliesAnswer)
    wanted = look.found(look.view.find) | {look.parts.desk.unit_known(look.tournament, look.view.find)}
    found = _found(wanted, answer.rows, lambda row: (row.unit, row.child, row.parent))
    first = _first(look, found, len(answer.rows))
    return {
        "rows": answer.rows[first : first + ROWS],
        "nobody_found": _is_nobody(look, found),
        **_paged(first, len(answer.rows)),
    }


def _sessions(look: Looking) -> Shown:
    answer = look.ask("sessions")
    assert isinstance(answer, SessionsAnswer)
    return {"rows": answer.rows}


def _sheets(look: Looking) -> Shown:
    """The sheets of a session: the one named, else the one that began last."""
    sessions = look.ask("sessions")
    assert isinstance(sessions, SessionsAnswer)
    begun = [row.session.session for row in sessions.rows if row.session.tables]
    named = look.view.session or (begun[-1] if begun else "")
    answer = look.ask("sheets", session=named, limit=1000) if named else None
    rows = answer.rows if isinstance(answer, SheetsAnswer) else ()
    defined = look.ask("tournament")
    assert isinstance(defined, TournamentAnswer)
    return {
        "is_drawn": defined.is_drawn,
        "sessions": [row.session for row in sessions.rows],
        "session": named,
        "rows": rows,
        "table_of": {row.sheet.sheet: TableId.of(row.sheet.sheet).number for row in rows},
    }


def _docket(look: Looking) -> Shown:
    answer = look.ask("docket")
    assert isinstance(answer, DocketAnswer)
    return {"rows": answer.rows}


_FRAMES: Mapping[str, Callable[[Looking], Shown]] = {
    "standings": _standings,
    "sessions": _sessions,
    "sheets": _sheets,
    "docket": _docket,
    "families": _families,
}


def _found(
    wanted: frozenset[str], rows: Sequence[Any], numbers: Callable[[Any], tuple[str, ...]]
) -> int | None:
    """The first row of who is looked for; None where nobody is, or nobody is found."""
    return next((place for place, row in enumerate(rows) if not wanted.isdisjoint(numbers(row))), None)


def _first(look: Looking, found: int | None, count: int) -> int:
    """How many rows come before those that are shown: as asked for, or up to who was found."""
    if found is not None:
        return found // ROWS * ROWS
    return look.view.offset // ROWS * ROWS if look.view.offset < count else 0


def _is_nobody(look: Looking, found: int | None) -> bool:
    """Whether somebody is looked for and nobody is found."""
    return bool(look.view.find) and found is None


def _paged(first: int, count: int) -> Shown:
    return {
        "first": first,
        "count": count,
        "earlier": str(first - ROWS) if first > ROWS else ("0" if first else None),
        "later": str(first + ROWS) if first + ROWS < count else None,
        "through": min(first + ROWS, count),
    }
