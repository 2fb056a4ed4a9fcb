"""What the page of an entrant shows: the way through the tournament, family, titles; more for officials."""

from collections.abc import Iterator, Sequence

import msgspec
from markupsafe import Markup

from services.desk.params import EntrantParams, NoParams
from services.desk.views import UNSET, AwardsAnswer, EntrantView, FamiliesAnswer, FamilyView
from services.personal.schedule import entries_of
from services.rules.exact import figure_shown
from services.tournament.kernel.ids import TableId
from services.web.entrants.entrant_history import Part, Point, Way
from services.web.etags import Answer
from services.web.framing import Frame, frame
from services.web.page_routes import page_of_log
from services.web.parts import Parts
from services.web.rendering import PageParameters, in_page, page
from services.web.routes import Call, Route
from services.web.sheets.paper import figure
from services.web.standings.table import titles_in
from shared.catalogue import Word

_FEWEST = 2
"""Points that make a curve."""


class EntrantParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Nothing beside the entrant that the address names."""


class Entry(msgspec.Struct, frozen=True):
    """A stage that somebody is in, as officials read it."""

    stage: str
    session: str
    presence: Word
    table: int | None
    sheet: str
    seat: str
    out: Word | None


class Drawn(msgspec.Struct, frozen=True):
    """A part of the way with its curve as data of the page."""

    part: Part
    data: Markup


def entrant_page(parts: Parts, call: Call) -> Answer:
    """The page; raises Problem: not-found."""
    around = frame(parts, call, "entrants")
    way = Way(parts, call, around)
    drawn = [Drawn(part, _data(part.curve, way.number)) for part in way.parts()]
    held = _held(way, call)
    shown_in_tables = next((line.part.row.name for line in drawn if line.part.row is not None), UNSET)
    name = held.name if held is not None else shown_in_tables
    sees = call.visibility
    return page(
        "entrants/page.html",
        call.language,
        frame=around,
        number=way.number,
        name=name or "",
        way=drawn,
        figure=figure_words,
        families=list(_families(way)),
        titles=list(_titles(way, [line.part for line in drawn], call)),
        held=held,
        entries=[] if held is None else list(_entries(way, around, held)),
        status=None if held is None else _status(way, held),
        may_explain=sees.reaches("explain", way.number),
        may_look_back=sees.scope("timeline") is not None,
        may_open_case=sees.scope("case-file") == "any",
    )


def _held(way: Way, call: Call) -> EntrantView | None:
    """What is held on the entrant, for whoever may read that; None for anyone else."""
    if not call.visibility.reaches("entrant", way.number):
        return None
    found: EntrantView = way.ask("entrant", EntrantParams(entrant=way.number))
    return found


def _entries(way: Way, around: Frame, view: EntrantView) -> Iterator[Entry]:
    plan = around.plan
    for entry in entries_of(view.entrant, plan):
        table = TableId.read(entry.table)
        yield Entry(
            way.called(plan.stage_name(entry.stage)),
            way.called(around.session_called(entry.session)) if entry.session else "",
            way.waits(entry.session) if entry.waits else Word("presence", entry.presence),
            None if table is None else table.number,
            entry.table or "",
            entry.seat or "",
            None if entry.out is None else Word("out", entry.out),
        )


def _status(way: Way, view: EntrantView) -> Word:
    entrant = view.entrant
    return way.waits(entrant.session) if entrant.status == "waiting" else Word("entrant", entrant.status)


def _families(way: Way) -> Iterator[FamilyView]:
    answer: FamiliesAnswer = way.ask("families", NoParams())
    return (row for row in answer.rows if way.number in (row.child, row.parent))


def _titles(way: Way, parts: Sequence[Part], call: Call) -> Iterator[str]:
    """What the entrant won, as it may be seen."""
    given: AwardsAnswer = way.ask("awards", NoParams())
    for part in parts:
        for title in titles_in(part.stage, given, call.language).get(way.number, ()):
            yield title.words


def figure_words(exact: str) -> Markup:
    """A figure as people write it, with the exact text behind it where that differs."""
    return figure(figure_shown(exact), exact)


def _data(points: Sequence[Point], number: str) -> Markup:
    """A curve as data of the page; "" where it would be a point at most."""
    return in_page({"id": number, "points": points}) if len(points) >= _FEWEST else Markup("")


def entrant_routes(parts: Parts) -> Iterator[Route]:
    """The page of an entrant; what of it is for officials, the desk decides."""
    path = "/entrants/{entrant}"
    yield page_of_log(parts, "entrant-page", path, "standings", entrant_page, parameters=EntrantParameters)
