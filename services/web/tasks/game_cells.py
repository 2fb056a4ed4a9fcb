"""The figures of a game asked for in a row of cells for each seat, where the table is known already."""

from collections.abc import Mapping

import msgspec

from services.desk.views import SheetView
from services.officials.cases import sheet_of, tournament_of
from services.officials.figures import with_ending
from services.officials.reader import Reader
from services.officials.sheets import ending_recorded, endings_left
from services.personal.person import Person
from services.rules.ruleset import Ruleset
from services.web.docket.figure_cells import CELLS, SeatCells, cells_of, cells_sent, figures_of
from shared.catalogue import Word
from shared.i18n import Language
from shared.problems import Problem


class GameCells(msgspec.Struct, frozen=True):
    """A game of a sheet that the reader may see; `game` is 0 for one that is not named."""

    view: SheetView
    game: int
    rules: Ruleset

    def rows(self, sent: Mapping[str, str], typed: str) -> list[SeatCells]:
        """A row for each seat: as it was sent, else as typed before, else as the game stands."""
        if is_sent(sent):
            return cells_sent(self.view, sent)
        return cells_of(self.view, self.game, typed or None, self.rules)

    def typed(self, sent: Mapping[str, str]) -> str:
        """What was sent as figures that are typed, ended as the game stands where they do not say it.

        Raises:
            Problem: at a cell.
        """
        text = figures_of(cells_sent(self.view, sent), sent.get("ended_by", ""))
        return with_ending(text, self.ended_by)

    @property
    def ended_by(self) -> str:
        """How the game ended as it stands; "" for one that is not recorded."""
        return ending_recorded(self.view, self.game)

    def endings(self, language: Language) -> list[tuple[str, str]]:
        """How it can have ended, by code and in words."""
        known = ["cleared", *endings_left(self.rules), *([self.ended_by] if self.ended_by else [])]
        return [(code, Word("ending", code).in_language(language)) for code in dict.fromkeys(known)]


def cells_for(reader: Reader, person: Person, answers: Mapping[str, str]) -> GameCells | None:
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
    return GameCells(view, number, tournament_of(reader, person).rules_in(view.sheet.stage))


def is_sent(sent: Mapping[str, str]) -> bool:
    """Whether a form had such cells."""
    return any(cell in sent for cell in CELLS)
