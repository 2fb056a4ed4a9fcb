"""The figures of a game, or of all of a sheet, in a row of cells for each seat, where the table is known."""

from collections.abc import Mapping, Sequence

import msgspec

from services.desk.views import SheetView
from services.officials.cases import sheet_of
from services.officials.figures import with_ending
from services.officials.reader import Reader
from services.officials.sheets import ending_recorded, endings_left, players_of
from services.personal.person import Person
from services.rules.ruleset import Ruleset
from services.tournament.seating.sessions import SEATS
from services.tournament.state import State
from services.web.docket.figure_cells import CELLS, SeatCells, cells_of, cells_sent, figures_of
from shared.catalogue import Word, say
from shared.i18n import Language
from shared.problems import Problem

MOST_IN_CELLS = 8
"""Games of a sheet that are asked for in cells; more are typed, a line each."""


class GameCells(msgspec.Struct, frozen=True):
    """A game of a sheet that the reader may see; `game` is 0 for one that is not named."""

    view: SheetView
    game: int
    rules: Ruleset
    state: State

    @property
    def players(self) -> Sequence[str]:
        """Whom the game concerns."""
        return players_of(self.state, self.view, self.game)

    def rows(self, sent: Mapping[str, str], typed: str) -> list[SeatCells]:
        """A row for each player: as it was sent, else as typed before, else as the game stands."""
        if is_sent(sent):
            return self.sent(sent)
        return cells_of(self.view, self.players, self.game, typed or None, self.rules)

    def sent(self, sent: Mapping[str, str]) -> list[SeatCells]:
        """The rows as they were sent."""
        return cells_sent(self.view, self.players, sent)

    def typed(self, sent: Mapping[str, str]) -> str:
        """What was sent as figures that are typed, ended as the game stands where they do not say it.

        Raises:
            Problem: at a cell.
        """
        text = figures_of(self.sent(sent), sent.get("ended_by", ""))
        return with_ending(text, self.ended_by)

    @property
    def ended_by(self) -> str:
        """How the game ended as it stands; "" for one that is not recorded."""
        return ending_recorded(self.view, self.game)

    def endings(self, language: Language) -> list[tuple[str, str]]:
        """How it can have ended, by code and in words."""
        known = ["cleared", *endings_left(self.rules), *([self.ended_by] if self.ended_by else [])]
        return [(code, Word("ending", code).in_language(language)) for code in dict.fromkeys(known)]


class GameBlock(msgspec.Struct, frozen=True):
    """A game of a sheet on a page."""

    title: str
    prefix: str
    rows: list[SeatCells]
    endings: list[tuple[str, str]]
    ended_by: str


class SheetCells(msgspec.Struct, frozen=True):
    """All games of a sheet, each in cells of its own whose names begin with its number."""

    view: SheetView
    games: tuple[GameCells, ...]

    def blocks(self, sent: Mapping[str, str], typed: str, language: Language) -> list[GameBlock]:
        """The cells of each game: as they were sent, else as typed before, a line each, else as it stands."""
        lines, sent_so = typed.splitlines(), is_sent(sent)
        blocks = []
        for at, cells in enumerate(self.games):
            own = of_game(sent, cells.game) if sent_so else {}
            rows = cells.rows(own, lines[at] if at < len(lines) else "")
            ended_by = own.get("ended_by", cells.ended_by)
            title = say("page-docket-game", language, game=cells.game)
            prefix, endings = prefix_of(cells.game), cells.endings(language)
            blocks.append(GameBlock(title, prefix, rows, endings, ended_by))
        return blocks

    def typed(self, sent: Mapping[str, str]) -> str:
        """What was sent as figures that are typed, a line for each game.

        Raises:
            Problem: at a cell.
        """
        return "\n".join(self._line(sent, cells) for cells in self.games)

    def _line(self, sent: Mapping[str, str], cells: GameCells) -> str:
        try:
            return cells.typed(of_game(sent, cells.game))
        except Problem as problem:
            field = problem.where.get("field")
            raise problem.at(field=f"{prefix_of(cells.game)}{field}") if field else problem from None


def prefix_of(game: int) -> str:
    """What the names of the fields of a game begin with, where there are several."""
    return f"game{game}-"


def of_game(sent: Mapping[str, str], game: int) -> dict[str, str]:
    """What was sent of a game, by the names that its fields have alone."""
    prefix = prefix_of(game)
    return {name.removeprefix(prefix): value for name, value in sent.items() if name.startswith(prefix)}


SHEET_CELLS = tuple(
    f"{prefix_of(game)}{cell}" for game in range(1, MOST_IN_CELLS + 1) for cell in (*CELLS, "ended_by")
)
"""The names of the fields of every game that a sheet in cells can have."""


def sheet_cells_for(
    reader: Reader, person: Person, state: State, answers: Mapping[str, str]
) -> SheetCells | None:
    """The cells of the sheet that is answered so far; None as in `cells_for`, and for very many games."""
    one = cells_for(reader, person, state, answers)
    if one is None or not 0 < len(one.view.sheet.games) <= MOST_IN_CELLS:
        return None
    games = range(1, len(one.view.sheet.games) + 1)
    return SheetCells(one.view, tuple(msgspec.structs.replace(one, game=game) for game in games))


def cells_for(reader: Reader, person: Person, state: State, answers: Mapping[str, str]) -> GameCells | None:
    """The cells of the game that is answered so far; None while no table is, or none that may be read."""
    sheet, game = answers.get("sheet", ""), answers.get("game", "")
    if not sheet:
        return None
    try:
        view = sheet_of(reader, person, sheet)
    except Problem as problem:
        if problem.is_of_the_machine:
            raise
        return None
    number = int(game) if game.isascii() and game.isdigit() and len(game) < 4 else 0
    return GameCells(view, number, state.rules_in(view.sheet.stage), state)


def sent_as_typed(sent: Mapping[str, str]) -> str:
    """Cells of a table that has none any more, as their figures are typed: a line for each game."""
    lines = []
    for prefix in ("", *map(prefix_of, range(1, MOST_IN_CELLS + 1))):
        seats = [seat for seat in SEATS if sent.get(f"{prefix}points_{seat}")]
        figures = (
            f"{sent[f'{prefix}points_{seat}']}/{sent.get(f'{prefix}tiles_{seat}', '')}" for seat in seats
        )
        lines.append(", ".join(map(" ".join, zip(seats, figures, strict=True))))
    return "\n".join(filter(None, lines))


def is_sent(sent: Mapping[str, str]) -> bool:
    """Whether a form had such cells."""
    return any(cell in sent for cell in (*CELLS, *SHEET_CELLS))
