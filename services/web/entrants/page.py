"""The page of an entrant: the way through the tournament, event by event; family, titles."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from services.desk.cross_table import CrossAnswer, CrossParams, Meeting
from services.desk.history.curves import CurvesAnswer, CurvesParams
from services.desk.params import EntrantParams, NoParams, Params, SheetParams, StandingsParams
from services.desk.programme import TablesAnswer
from services.desk.views import (
    UNSET,
    AwardsAnswer,
    EntrantView,
    FamiliesAnswer,
    FamilyView,
    SessionsAnswer,
    SheetsAnswer,
    StandingsAnswer,
    StandingView,
)
from services.personal.schedule import entries_of
from services.rules.exact import figure_shown
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.seating.sessions import GIVES_PLACES
from services.web.etags import Answer
from services.web.framing import Frame, frame
from services.web.page_routes import page_of_log
from services.web.parts import Parts
from services.web.rendering import PageParameters, in_page, page
from services.web.routes import Call, Route
from services.web.sheets.paper import figure, signed_score
from services.web.standings.rows import Column, figure_columns
from services.web.standings.table import titles_in
from shared.catalogue import Word, shown

Point = tuple[int, int | None]
"""A point of a curve: how far along, and the place there; None where nobody is ranked."""


class Met(msgspec.Struct, frozen=True):
    """Somebody at the same table; without a name where that is not shown."""

    number: str
    name: str


class Step(msgspec.Struct, frozen=True):
    """A session.

    Attributes:
        table: the number; None for who sat out.
        sheet: the id of the table.
        what: played, open, bye or unpaired.
        result: games won at the table, or its points; "" for nothing yet.
        games: the score of each game, where the sheet is open to the reader.
        place: in the stage once the session was over; None where that is not known.
    """

    called: str
    table: int | None
    sheet: str
    seat: str
    what: str
    met: tuple[Met, ...]
    result: str
    pointed: bool
    games: tuple[str, ...]
    place: int | None


class Part(msgspec.Struct, frozen=True):
    """What happened in a stage.

    Attributes:
        hidden: the sentence on places that are not seen yet; "" where they are.
        row: the line of the standings; None for who is not ranked.
        ranked: how many are.
        leads_on: whether somebody goes on from here.
        curve: the places as they went; `by_event` along the events of the log, else along the sessions.
    """

    stage: Stage
    called: str
    hidden: str
    row: StandingView | None
    ranked: int
    leads_on: bool
    steps: tuple[Step, ...]
    curve: tuple[Point, ...]
    by_event: bool

    @property
    def figures(self) -> Sequence[tuple[Column, str]]:
        """What was reached, in the order in which it decides, each under the label of its column."""
        row = self.row
        if row is None:
            return ()
        deciding: Mapping[str, str] = {} if row.figures is UNSET else row.figures
        known = {**deciding, "games_won": str(row.games_won), "score": row.score, "tiles": str(row.tiles)}
        return [(column, known[column.name]) for column in figure_columns(deciding)]


class Way:
    """Asks the desk for one entrant, as whoever asks for the page.

    Raises:
        Problem: not-found.
    """

    def __init__(self, parts: Parts, call: Call, around: Frame) -> None:
        self._parts, self._call, self._frame, self._plan = parts, call, around, around.plan
        self.number = call.path["entrant"]
        sessions: SessionsAnswer = self.ask("sessions", NoParams())
        self._seats = {
            (view.session.session, table.number, seat.entrant_no): seat.seat
            for view in sessions.rows
            for table in view.tables
            for seat in table.seats
        }
        self._stages = {view.session.session: view.session.stage for view in sessions.rows}
        self._give_places = {
            view.session.session for view in sessions.rows if view.session.status in GIVES_PLACES
        }
        self._open = self._opened()

    def ask(self, query: str, params: Params) -> Any:
        """What the desk answers whoever asks, at the moment asked for."""
        call = self._call
        return self._parts.desk.ask(
            call.tournament, query, params, call.visibility, as_of=call.as_of, language=call.language
        )

    def parts(self) -> Iterator[Part]:
        """The stages in order of play; those of which nothing is to be said are left out."""
        for stage in self._plan.stages:
            part = self._part(stage.id)
            if part.row is not None or part.steps or part.hidden:
                yield part

    def waits(self, session: str) -> Word:
        """Whether who waits for a session may still get a place in it, in words."""
        return Word("entrant", "waiting" if session in self._give_places else "waited")

    def called(self, value: object) -> str:
        """A value in the language of the page, beginning with a capital."""
        words = str(shown(value, self._call.language))
        return words[:1].upper() + words[1:]

    def _part(self, stage: Stage) -> Part:
        table: StandingsAnswer = self.ask("standings", StandingsParams(stage=stage))
        crossed: CrossAnswer = self.ask("cross-table", CrossParams(stage=stage, entrant=self.number))
        names = {row.entrant_no: row.name or "" for row in table.rows}
        here = {session.session for session in crossed.sessions if session.stage == stage}
        meetings = [met for row in crossed.rows for met in row.meetings if met.session in here]
        if not meetings:
            # Who is not ranked yet has no line in the cross table, though games may be on the sheet.
            meetings = list(self._under_way(stage))
        row = next((row for row in table.rows if row.entrant_no == self.number), None)
        steps = tuple(self._step(met, names) for met in meetings)
        hidden = table.places_hidden
        by_event = self._call.visibility.scope("curves") is not None
        curve = self._curve(stage) if by_event else _by_session(steps)
        return Part(
            stage,
            self.called(self._plan.stage_name(stage)),
            hidden.text if hidden else "",
            row,
            len(table.rows),
            bool(table.cuts),
            steps,
            tuple(curve),
            by_event,
        )

    def _step(self, met: Meeting, names: Mapping[str, str]) -> Step:
        table = None if met.table is UNSET else met.table
        sheet = "" if table is None else str(TableId(met.session, table))
        result = figure_shown(met.points) if met.points is not UNSET else ""
        if not result and met.what == "played":
            result = str(met.games_won)
        return Step(
            self.called(self._frame.session_called(met.session)),
            table,
            sheet,
            "" if table is None else self._seats.get((met.session, table, self.number), ""),
            met.what,
            tuple(Met(number, names.get(number, "")) for number in met.opponents),
            result,
            met.points is not UNSET,
            tuple(self._games(sheet)),
            None if met.place is UNSET else met.place,
        )

    def _opened(self) -> frozenset[str]:
        """The sheets that the reader may open."""
        if self._call.visibility.scope("tables") is None:
            return frozenset()
        answer: TablesAnswer = self.ask("tables", NoParams())
        return frozenset(str(TableId(row.session, number)) for row in answer.rows for number in row.tables)

    def _under_way(self, stage: Stage) -> Iterator[Meeting]:
        """The tables of a stage with games on the sheet, as far as the reader may open them."""
        for session, table, number in self._seats:
            sheet = str(TableId(session, table))
            if number != self.number or self._stages[session] != stage:
                continue
            if any(score != "–" for score in self._games(sheet)):
                others = [key[2] for key in self._seats if key[:2] == (session, table) and key[2] != number]
                yield Meeting(session, "open", tuple(others), table=table)

    def _games(self, sheet: str) -> Iterator[str]:
        """The score of each game of a sheet; a dash for one without."""
        if sheet not in self._open:
            return
        answer: SheetsAnswer = self.ask("sheets", SheetParams(sheet=sheet))
        for game in answer.rows[0].sheet.games:
            cells = () if game is None else game.figures
            score = next((cell.score for cell in cells if cell.entrant_no == self.number), None)
            yield "–" if score is None else signed_score(score)

    def _curve(self, stage: Stage) -> Iterator[Point]:
        answer: CurvesAnswer = self.ask("curves", CurvesParams(stage=stage, entrants=self.number))
        return ((point.seq, point.place) for curve in answer.entrants for point in curve.points)


def _by_session(steps: Sequence[Step]) -> Iterator[Point]:
    """The places after the sessions, counted from the first."""
    return ((number, step.place) for number, step in enumerate(steps, 1) if step.place is not None)


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
