"""One case: what happened, who says so, the evidence, the sheet, the rulings, and what can be done."""

from collections.abc import Iterator

from flask import Response

from services.desk.docket_views import DocketView
from services.desk.views import SheetView
from services.officials.cases import (
    case,
    ended_shown,
    entrant_shown,
    leaver_shown,
    made_shown,
    raised_shown,
    ruled_shown,
    ruling_shown,
    sheet_in,
    tournament_of,
)
from services.officials.citing import rules_read
from services.officials.exhibits import listed
from services.officials.sheets import sheet_shown
from services.tournament.definition.points import Point, points_at
from services.web.docket.cases_page import Listing
from services.web.docket.page_reader import PageReader
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.just_done import just_done
from services.web.signing_in.page import staff_page, zone_of
from services.web.site.times import Times
from shared.catalogue import say

_RULED = ("table", "elsewhere", "over", "case")
ENDED = "ended"
"""Of a draft whose case ended without a ruling."""
_WITHOUT_RULING = {"already": "page-docket-ruled-already", "dropped": "page-docket-draft-dropped"}
"""Of a press that made no ruling: what is said of it."""


def case_page(parts: Parts, call: Call) -> Response:
    """The case of the address, as far as whoever is signed in may see it.

    Raises:
        Problem: not-found.
    """
    listing = Listing(parts, call)
    reader = listing.reader
    view = case(reader, reader.person, call.path["case"])
    row, person = view.case, reader.person
    about, done = (*just_done(parts, call), "", "")[:2]
    done = done if about == row.dispute else ""
    sheet = sheet_in(reader, person, view)
    return staff_page(
        parts,
        call,
        "docket/case.html",
        case=listing.case(view),
        state=row.status,
        game=row.game,
        raised=raised_shown(reader, person, view),
        left=leaver_shown(reader, person, view),
        statement=view.statement,
        concerned=[entrant_shown(reader, person, number) for number in row.entrants],
        evidence=list(listed(reader, view.evidence)),
        sheet_void=row.sheet is not None and sheet is None,
        sheet=[]
        if sheet is None
        else sheet_shown(
            sheet,
            call.language,
            tournament_of(reader, person),
            whole_names=True,
        ),
        strokes=list(_strokes(parts, call, reader, sheet)),
        rulings=_rulings(reader, view),
        players=_players(reader, view) if person.may("case-file") else [],
        done=_done(reader, view, done),
        nothing_done=_nothing_done(reader, row.status, done),
        ended=ended_shown(reader, person, view),
        may_rule=row.status in ("open", "ruled") and person.may("make-ruling"),
        may_present=row.status == "open" and person.may("present-evidence"),
    )


def _strokes(
    parts: Parts, call: Call, reader: PageReader, sheet: SheetView | None
) -> Iterator[tuple[str, str]]:
    """Who signed on the screen and when, with what was drawn as the path of a drawing."""
    if sheet is None:
        return
    times = Times(str(zone_of(parts, call)), call.language)
    drawn = parts.desk.strokes.of_sheet(call.tournament, sheet.sheet.sheet)
    last = {stroke.entrant: stroke.seq for stroke in drawn}
    signed = {each.entrant_no for each in sheet.sheet.signatures if each.medium == "device"}
    for stroke in drawn:
        if stroke.at is None:
            yield say("page-docket-stroke-unreadable", call.language), ""
            continue
        who = entrant_shown(reader, reader.person, stroke.entrant)
        binds = stroke.entrant in signed and last[stroke.entrant] == stroke.seq
        key = "page-docket-stroke" if binds else "page-docket-stroke-earlier"
        lines = (f"M{line.replace(' ', 'L')}" for line in stroke.lines.split(";"))
        yield say(key, call.language, who=who, at=times.dated(stroke.at)), "".join(lines)


def _players(reader: PageReader, view: DocketView) -> list[tuple[str, str]]:
    """Who sits at the table of the case, or whom it names: number, and with the name."""
    sheet = sheet_in(reader, reader.person, view)
    seats = () if sheet is None else sheet.sheet.seats
    numbers = dict.fromkeys((*seats, *view.case.entrants))
    return [(number, entrant_shown(reader, reader.person, number)) for number in numbers]


def _done(reader: PageReader, view: DocketView, done: str) -> str:
    """What was done just now."""
    return ruled_shown(reader, reader.person, view, done) if done in _RULED and view.case.rulings else ""


def _nothing_done(reader: PageReader, status: str, done: str) -> str:
    """Why a press made no ruling."""
    if done == ENDED:
        return reader.text("ruling_of_ended") if status in ("withdrawn", "moot") else ""
    key = _WITHOUT_RULING.get(done)
    return "" if key is None else say(key, reader.language)


def _rulings(reader: PageReader, view: DocketView) -> list[tuple[str, str, tuple[Point, ...]]]:
    """Who made the ruling that stands, what it says and what it rests on; earlier ones are named in it."""
    if not view.case.rulings:
        return []
    last, person = view.case.rulings[-1], reader.person
    clause = points_at(last.cites, rules_read(reader, person, view.case.dispute), reader.language)
    return [(made_shown(reader, person, last), ruling_shown(reader, person, view, whole=True), clause)]
