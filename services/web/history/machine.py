"""The time machine: a slider over the whole log, its marks, and what was so at the moment, in frames."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from flask import Response, request
from msgspec import structs

from services.desk.answers import TimelineAnswer
from services.desk.docket_views import DocketAnswer
from services.desk.history.curves import Curve, CurvesAnswer
from services.desk.history.marked import MARK_KINDS
from services.desk.history.marks import Mark, MarksAnswer, MomentsAnswer
from services.desk.params import NoParams
from services.desk.programme import TournamentAnswer
from services.desk.queries import QUERIES
from services.desk.views import (
    UNSET,
    FamiliesAnswer,
    SessionsAnswer,
    SheetsAnswer,
    StandingsAnswer,
)
from services.tournament.kernel.ids import TableId
from services.web.history.asked import SHOWS, STEPS, not_one_of, refuse_strange
from services.web.history.look import Looking, looking
from services.web.history.words import show
from services.web.parts import Parts
from services.web.reads import json_answer, read_of_log
from services.web.rendering import PART_OF, in_page
from services.web.routes import Call
from shared.problems import not_found, quoted

RECENT = 12
"""Events that the timeline below the slider lists."""
WIDTH = 1000
"""Units across the picture of the marks."""


class Lane(msgspec.Struct, frozen=True):
    """The marks of one kind, each with where it is across the picture."""

    kind: str
    marks: Sequence[tuple[Mark, float]]


def machine(parts: Parts, call: Call) -> Response:
    """The page; what was wrong with a field is said beside it, and the rest is shown."""
    look = _as_far_as_known(looking(parts, call, kept=True))
    marks = _marks(look)
    curves: tuple[Curve, ...] = ()
    with look.wrong.beside("entrants"):
        curves = _curves(look)
    recent: TimelineAnswer | None = None
    with look.wrong.beside("kind"):
        recent = _recent(look)
    return show(
        look,
        "history/machine.html",
        shows=SHOWS,
        steps=STEPS,
        lanes=list(_lanes(marks, look.last)),
        around=_around(look, marks),
        curves=curves,
        curves_json=in_page(curves),
        recent=recent,
        written=request.args.get("as_of", "") if "as_of" in look.wrong else "",
        **_seen(look),
    )


def _as_far_as_known(look: Looking) -> Looking:
    """The look without a view, a step or a stage that there is not."""
    wrong, view = look.wrong, look.view
    wrong.add("show", not_one_of("show", request.args, SHOWS))
    wrong.add("step", not_one_of("step", request.args, STEPS))
    if view.stage and view.stage not in look.plan.stage_names:
        wrong.add("stage", not_found("stage", quoted(view.stage)))
        return structs.replace(look, view=structs.replace(view, stage=""))
    return look


def frame_of(parts: Parts, call: Call) -> Response:
    """What is seen of one moment, without the page around it: what the slider asks for as it moves."""
    look = looking(parts, call)
    answer = show(look, "history/frame.html", **_seen(look))
    answer.headers[PART_OF] = "frame"
    return answer


def recent_of(parts: Parts, call: Call) -> Response:
    """What happened up to one moment, without the page around it."""
    look = looking(parts, call)
    return show(look, "history/recent.html", recent=_recent(look))


def moments_of(parts: Parts, call: Call) -> Response:
    """When every event was recorded, for the slider to say it without asking."""

    refuse_strange(request.args)

    def made() -> MomentsAnswer:
        found: MomentsAnswer = parts.desk.ask(
            call.tournament, "moments", NoParams(), call.visibility, language=call.language
        )
        return found

    return read_of_log(parts, call, "history-moments", lambda: json_answer(made()))


def _seen(look: Looking) -> Mapping[str, object]:
    (entry,) = look.events(after=str(look.seq - 1), limit=1)
    return {"entry": entry, **framed(look)}


def _marks(look: Looking) -> tuple[Mark, ...]:
    """Every mark there is, also those after the moment that is looked at."""
    answer = look.parts.desk.ask(
        look.tournament, "marks", QUERIES["marks"].params(), look.call.visibility, language=look.language
    )
    assert isinstance(answer, MarksAnswer)
    return answer.rows


def _lanes(marks: Sequence[Mark], last: int) -> Iterator[Lane]:
    by_kind = {
        kind: tuple(found)
        for kind, found in groupby(sorted(marks, key=lambda mark: MARK_KINDS.index(mark.kind)), _kind)
    }
    for kind, found in by_kind.items():
        placed = [(mark, round(WIDTH * (mark.seq - 1) / max(1, last - 1), 1)) for mark in found]
        yield Lane(kind, placed)


def _kind(mark: Mark) -> str:
    return mark.kind


def _around(look: Looking, marks: Sequence[Mark]) -> Mapping[str, int | None]:
    """Where the buttons lead to: the event before and after, or the mark of the kind that is stepped by."""
    seqs: Sequence[int] = range(1, look.last + 1)
    if look.view.step != "event":
        seqs = [mark.seq for mark in marks if mark.kind == look.view.step]
    before, after = bisect_left(seqs, look.seq), bisect_right(seqs, look.seq)
    return {
        "previous": seqs[before - 1] if before else None,
        "next": seqs[after] if after < len(seqs) else None,
    }


def _recent(look: Looking) -> TimelineAnswer:
    """What happened last up to the moment, or before an event, as far as it is asked for."""
    view = look.view
    asked = {
        "kind": view.kind,
        "entrant": view.person,
        "sheet": view.table,
        "dispute": view.case,
        "after": view.older_than,
    }
    return look.timeline(
        order="falling", limit=RECENT, **{name: text for name, text in asked.items() if text}
    )


def _curves(look: Looking) -> tuple[Curve, ...]:
    """The curves of those chosen, over the whole log, as far as there are such."""
    view = look.view
    if not (view.entrants or view.units):
        return ()
    answer = look.parts.desk.ask(
        look.tournament,
        "curves",
        msgspec.convert(
            {"entrants": view.entrants, "units": view.units, **({"stage": view.stage} if view.stage else {})},
            QUERIES["curves"].params,
        ),
        look.call.visibility,
        language=look.language,
    )
    assert isinstance(answer, CurvesAnswer)
    return (*answer.entrants, *answer.units)


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
