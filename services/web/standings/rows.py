"""The lines of a table of standings as HTML, made in one go: 1,200 of them are asked for again and again.

A template of a dozen expressions a line takes several times as long. All that people or files say is escaped.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import quote

import msgspec
from markupsafe import Markup, escape

from services.desk.views import UNSET, CutView, StandingsAnswer, StandingView
from services.rules.exact import figure_shown
from services.web.standings.finding import NO_OTHER_NAMES, OtherNames
from services.web.texts import Texts
from shared.chinese_variants import one_writing
from shared.i18n import Language

MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
_SHORT = {"games_won": "won", "tiles": "left"}
_FIGURES = 8192
_IN_ONE_LINE = 4
"""As many figures stand beside one another on a phone, below the heads of their columns."""


class Column(msgspec.Struct, frozen=True):
    """A column of figures: its name in the answer, and the class of its cells in the style sheet."""

    name: str
    kind: str = "figure"

    @property
    def label(self) -> str:
        """The key of what stands at its head."""
        return _SHORT.get(self.name, self.name)


class Title(msgspec.Struct, frozen=True):
    """What somebody won: its words, and the place it was for."""

    words: str
    place: int


Titles = Mapping[str, Sequence[Title]]
"""By entrant number what was won in a stage."""
NO_TITLES: Titles = {}
CategoryNames = Mapping[str, str]
"""By id what each category is called in the language of the page."""
NO_CATEGORIES: CategoryNames = {}


def columns_shown(answer: StandingsAnswer) -> tuple[Column, ...]:
    """The columns of a stage: where more decides than games and score, that first, and no average."""
    deciding = () if answer.columns is UNSET else answer.columns
    known = figure_columns(deciding, *(() if deciding else ("average",)))
    groups = [Column(name, "group") for name in ("team", "category") if _given(answer.rows, name)]
    return (*groups, *known)


def are_labelled(columns: Sequence[Column]) -> bool:
    """Whether each figure bears what it is called on a phone: there are too many to stand below the heads."""
    return sum(column.kind == "figure" for column in columns) > _IN_ONE_LINE


def figure_columns(deciding: Iterable[str], *more: str) -> tuple[Column, ...]:
    """The columns of what decides first, games and score, more, and tiles."""
    return tuple(Column(name) for name in (*deciding, "games_won", "score", *more, "tiles"))


def _given(rows: Sequence[StandingView], name: str) -> bool:
    return any(getattr(row, name) is not UNSET for row in rows)


class Lines:
    """Makes the lines of one table in the words of one language, each number leading to its entrant's page.

    It leads there from a page beside the tournament's own, by an address that is short a thousand times.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        texts: Texts,
        *,
        language: Language,
        goes_on: bool,
        cuts: Sequence[CutView] = (),
        titles: Titles = NO_TITLES,
        others: OtherNames = NO_OTHER_NAMES,
        categories: CategoryNames = NO_CATEGORIES,
    ) -> None:
        self._columns, self._titles, self._texts, self._goes_on = columns, titles, texts, goes_on
        self._others, self._categories = others, categories
        self._query = f"?lang={language}"
        self._equal = f" <small>{escape(texts['tied'])}</small>"
        self._tied_across = frozenset(number for cut in cuts for number in cut.tied)
        self._in, self._out = _word("in", texts["goes_in"]), _word("out", texts["goes_out"])
        self._across, self._open = _word("tied", texts["goes_tied"]), _word("open", texts["goes_open"])
        maker = self._labelled if are_labelled(columns) else self._maker
        self._makers = tuple(maker(column) for column in columns)

    def __call__(self, rows: Sequence[StandingView], cut_at: int | None = None, cut: str = "") -> Markup:
        """The lines; before that of the index `cut_at` the words on the cut."""
        lines = [self._line(row) for row in rows]
        if cut_at is not None:
            width = 2 + len(self._columns) + self._goes_on
            words = f'<tr class="cut" id="cut"><td colspan="{width}">{escape(cut)}</td></tr>\n'
            lines.insert(cut_at, words)
        return Markup("".join(lines))  # every part of it is escaped

    def _line(self, row: StandingView) -> str:
        number = escape(row.entrant_no)
        titles = self._titles.get(row.entrant_no, ())
        cells = "".join([make(row) for make in self._makers])
        goes = self._goes(row) if self._goes_on else ""
        name = f" {escape(row.name)}" if row.name else ""
        awarded = "".join([f' <small class="title">{escape(title.words)}</small>' for title in titles])
        return (
            f'<tr data-key="{number}"{self._also(row)}><td>{self._place(row, titles)}</td>'
            f'<th scope="row"><a href="entrants/{quote(row.entrant_no, "")}{self._query}">{number}</a>'
            f"{name}{awarded}</th>{cells}{goes}</tr>\n"
        )

    def _also(self, row: StandingView) -> str:
        """The name in the other language and in other characters, by which a script finds the line, too."""
        names = [row.name or "", self._others.get(row.entrant_no, "")]
        also = [names[1], *(one_writing(name) for name in names)]
        others = dict.fromkeys(name for name in also if name and name != names[0])
        return f' data-also="{escape(" ".join(others))}"' if others else ""

    def _place(self, row: StandingView, titles: Sequence[Title]) -> str:
        if row.place is None:
            return "–"
        shown = str(row.place)
        if row.place in MEDALS and any(title.place == row.place for title in titles):
            shown = f'<b class="medal {MEDALS[row.place]}">{row.place}</b>'
        return f"{shown}{self._equal}" if row.tied else shown

    def _goes(self, row: StandingView) -> str:
        if row.qualified is not None:
            return self._in if row.qualified else self._out
        return self._across if row.entrant_no in self._tied_across else self._open

    def _labelled(self, column: Column) -> Callable[[StandingView], str]:
        make, label = self._maker(column), escape(self._texts[column.label])
        if column.kind == "group":
            return make
        return lambda row: f'<td data-label="{label}"{make(row).removeprefix("<td")}'

    def _maker(self, column: Column) -> Callable[[StandingView], str]:
        name = column.name
        if name == "category":
            return lambda row: f'<td class="group">{escape(self._category(row))}</td>'
        if column.kind == "group":
            return lambda row: f'<td class="group">{escape(getattr(row, name) or "")}</td>'
        if name == "medal":
            return lambda row: self._medal(_figure_of(row, name))
        if name in ("games_won", "tiles"):
            return lambda row: f"<td>{getattr(row, name)}</td>"
        if name in ("score", "average"):
            return lambda row: figure(getattr(row, name))
        return lambda row: figure(_figure_of(row, name))

    def _category(self, row: StandingView) -> str:
        id = row.category or ""
        return self._categories.get(id, id)

    def _medal(self, metal: str) -> str:
        if not metal:
            return "<td></td>"
        return f'<td><span class="metal {escape(metal)}">{escape(self._texts[metal])}</span></td>'


def _word(kind: str, word: str) -> str:
    return f'<td class="goes {kind}">{escape(word)}</td>'


def _figure_of(row: StandingView, name: str) -> str:
    return "" if row.figures is UNSET else row.figures[name]


@lru_cache(_FIGURES)
def figure(exact: str) -> str:
    """A cell with a figure as people write it, 50⅔, and the exact text beside it where that differs."""
    shown = figure_shown(exact)
    if shown == exact or shown.replace("−", "-") == exact:
        return f"<td>{escape(shown)}</td>"
    return f"<td>{escape(shown)}<i> ({escape(exact.replace('-', '−'))})</i></td>"


def cut_index(rows: Sequence[StandingView], cuts: Sequence[CutView]) -> int | None:
    """Before which line the cut lies; None where no single line parts those who go on from the others."""
    if len(cuts) != 1 or cuts[0].per_table is not None:
        return None
    last = max(_going_on(rows, cuts[0]), default=None)
    return None if last is None or last + 1 == len(rows) else last + 1


def _going_on(rows: Sequence[StandingView], cut: CutView) -> Iterator[int]:
    """The lines of those who go on as far as it is decided; before that those on the places that do."""
    for index, row in enumerate(rows):
        decided = cut.status == "concluded"
        if row.qualified if decided else _within(row.place, cut.places):
            yield index


def _within(place: int | None, places: int | None) -> bool:
    return place is not None and places is not None and place <= places
