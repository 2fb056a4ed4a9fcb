"""The pages of a board, one after the other: of each view that is shown now, in one language or both."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from services.access.board_links import View
from services.desk.board.board import Board
from services.desk.board.leaves import leaves
from services.desk.views import UNSET, StandingsAnswer, StandingView
from services.rules.exact import figure_shown
from services.tournament.definition.stages import Stage
from services.web.standings.rows import Column, columns_shown
from shared.i18n import LANGUAGES, Language

ROWS = 10
"""Rows on a page beneath its head; with it, at most twelve on the screen."""
SEAT_COLUMNS = 4
PLACE_COLUMNS = 2
MISSING = 40
"""So many tables that are missing are named."""
_WITHOUT_DECIDING = 2
"""Of the standings games and score; where more decides, what decides first has the room alone."""
_NOTHING: Mapping[View, str] = {
    "alarm": "board_no_alarm",
    "news": "no_news",
    "now": "no_day_yet",
    "seats": "board_no_seats",
    "results": "board_no_results",
    "standings": "board_no_places",
    "day": "no_day_yet",
}
"""By view the key of what stands there while there is nothing to show."""
_SPOKEN: frozenset[View] = frozenset(("alarm", "news"))
"""Views of sentences: what they say is shown in each language, one after the other."""

T = TypeVar("T")
Places = Callable[[Stage, Language], StandingsAnswer]


class Slide(msgspec.Struct, frozen=True):
    """One page of the board.

    Attributes:
        look: which template of `board/slides.html` shows it.
        about: which of several things of a view it is about: a session, a stage, a piece of news.
        page, pages: of this thing.
        shown: what the template shows.
    """

    view: View
    look: str
    language: Language
    about: str = ""
    page: int = 1
    pages: int = 1
    shown: Any = None

    @property
    def key(self) -> str:
        """Names the page while others come and go."""
        return f"{self.view} {self.about} {self.page} {self.language}"

    @property
    def spoken(self) -> bool:
        """Whether it is read, and so shown for longer."""
        return self.view in _SPOKEN


def slides(
    board: Board, views: Sequence[View], languages: Sequence[Language], places: Places
) -> tuple[Slide, ...]:
    """The pages of the board in the order in which they are shown; there is always one.

    In two languages what is read comes in each; what is looked up, such as one's number, comes in one and
    the next time around in the other, so that nobody waits twice as long for it.
    """
    found: list[Slide] = []
    rest: dict[Language, list[Slide]] = {language: [] for language in languages}
    for view in views:
        for language in languages:
            pages = list(_OF[view](board, language, places))
            nothing = Slide(view, "nothing", language, shown=_NOTHING[view])
            (found if view in _SPOKEN else rest[language]).extend(pages or [nothing])
    if len(languages) == 1:
        return (*found, *rest[languages[0]])
    first, second = (rest[language] for language in languages)
    pairs = list(zip(first, second, strict=True))
    for turn in (0, 1):
        found += [pair[(index + turn) % 2] for index, pair in enumerate(pairs)]
    return tuple(found)


def _alarm(board: Board, language: Language, places: Places) -> Iterator[Slide]:
    for number, alarm in enumerate(board.alarms, 1):
        yield Slide("alarm", "alarm", language, f"{alarm.day} {alarm.grounds}", number, 1, alarm)
        parts = leaves(alarm.words.in_language(language)) if alarm.words is not None else ()
        for page, leaf in enumerate(parts, 1):
            about = f"{alarm.day} {alarm.grounds} {alarm.told_seq}"
            yield Slide("alarm", "told", language, about, page, len(parts), (alarm, leaf))


def _news(board: Board, language: Language, places: Places) -> Iterator[Slide]:
    items = board.fresh or board.news[:1]
    for item in items:
        parts = leaves(item.text.in_language(language) or _elsewhere(item.text, language))
        for number, leaf in enumerate(parts, 1):
            yield Slide("news", "news", language, str(item.seq), number, len(parts), (item, leaf))


def _elsewhere(text: Any, language: Language) -> str:
    """A text in another language, where it was not given in this one."""
    return next(filter(None, (text.in_language(other) for other in LANGUAGES if other != language)), "")


def _now(board: Board, language: Language, places: Places) -> Iterator[Slide]:
    tables = {known.session: known for known in board.coming_in}
    # Of several that are on what is played comes first, and each is called before its state.
    alone = len(board.on) == 1
    for session in sorted(board.on, key=lambda session: session.phase != "playing"):
        shown = (session, tables.get(session.session), alone)
        yield Slide("now", "now", language, session.session, shown=shown)
    if not board.on:
        yield from _day(board, language, places)


def _seats(board: Board, language: Language, places: Places) -> Iterator[Slide]:
    for plan in board.seats:
        session = board.session(plan.session)
        if plan.hidden is not None:
            yield Slide("seats", "hidden", language, plan.session, shown=(session, plan.hidden.sentence))
            continue
        parts = _pages(plan.seats, ROWS * SEAT_COLUMNS)
        for number, part in enumerate(parts, 1):
            shown = (session, _pages(part, ROWS), part[0].number, part[-1].number)
            yield Slide("seats", "seats", language, plan.session, number, len(parts), shown)


def _results(board: Board, language: Language, places: Places) -> Iterator[Slide]:
    for tables in board.coming_in:
        shown = (board.session(tables.session), tables, tables.missing[:MISSING])
        yield Slide("results", "results", language, tables.session, shown=shown)


def _standings(board: Board, language: Language, places: Places) -> Iterator[Slide]:
    plan = board.programme.plan
    for stage in board.stages:
        answer, name = places(stage, language), plan.stage_name(stage)
        if answer.places_hidden is not UNSET:
            hidden = answer.places_hidden
            when = board.announced.get(hidden.stage)
            yield Slide("standings", "unseen", language, stage, shown=(name, hidden.text, when))
            continue
        known = _place_lines(answer)
        parts = _pages(known.lines, ROWS * PLACE_COLUMNS)
        for number, part in enumerate(parts, 1):
            shown = (name, known.columns, _pages(part, ROWS))
            yield Slide("standings", "standings", language, stage, number, len(parts), shown)


class PlaceLine(msgspec.Struct, frozen=True):
    """A line of the standings as a board has room for it: what decides first alone.

    `who` is the name or team, "" for none, and a metal is a key of the catalogue.
    """

    place: int | None
    tied: bool
    number: str
    who: str
    figures: tuple[str, ...]
    goes_on: bool | None


class PlaceLines(msgspec.Struct, frozen=True):
    """All lines of the standings, and the columns of their figures."""

    columns: tuple[Column, ...]
    lines: Sequence[PlaceLine]


def _place_lines(answer: StandingsAnswer) -> PlaceLines:
    """The lines of the standings."""
    known = (column for column in columns_shown(answer) if column.kind == "figure")
    most = _WITHOUT_DECIDING if answer.columns is UNSET else 1
    columns = tuple(column for column in known if column.name != "medal")[:most]
    return PlaceLines(columns, [_line(row, columns) for row in answer.rows])


def _line(row: StandingView, columns: Sequence[Column]) -> PlaceLine:
    return PlaceLine(
        row.place,
        bool(row.tied),
        row.entrant_no,
        row.name or row.team or "",
        tuple(_figure(row, column.name) for column in columns),
        row.qualified,
    )


def _figure(row: StandingView, name: str) -> str:
    exact = row.figures[name] if row.figures is not UNSET and name in row.figures else getattr(row, name, "")
    return figure_shown(str(exact))


def _day(board: Board, language: Language, places: Places) -> Iterator[Slide]:
    parts = _pages(board.sessions, ROWS)
    for number, part in enumerate(parts, 1):
        yield Slide("day", "day", language, str(board.day), number, len(parts), part)


def _pages(rows: Sequence[T], most: int) -> list[Sequence[T]]:
    return [rows[start : start + most] for start in range(0, len(rows), most)]


_OF: Mapping[View, Callable[[Board, Language, Places], Iterator[Slide]]] = {
    "alarm": _alarm,
    "news": _news,
    "now": _now,
    "seats": _seats,
    "results": _results,
    "standings": _standings,
    "day": _day,
}
