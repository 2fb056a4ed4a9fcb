"""A row of a list of results, as it was kept on paper."""

from services.spreadsheets.cells import needed, within_bounds
from services.spreadsheets.csv_files import CellWrong, Row
from services.tournament.play.paper import ResultRow
from shared.catalogue import Phrase
from shared.plain_text import narrow


def result_of(row: Row) -> ResultRow:
    """What a row says of a seat in a game."""
    return within_bounds(
        row,
        ResultRow(
            session=row.cell("session", needed),
            table=row.cell("table", _whole),
            game=row.cell("game", _whole),
            seat=row.cell("seat", lambda text: needed(text).upper()),
            entrant_no=row.cell("entrant_no", needed),
            game_won=row.cell("game_won", _flag),
            score=row.cell("score", needed),
            tiles=row.cell("tiles", _whole),
            line=row.line,
        ),
    )


def _whole(text: str) -> int:
    text = narrow(text)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise CellWrong(Phrase("part-importing-write-whole-number-12"))
    return int(text)


def _flag(text: str) -> int:
    text = narrow(text)
    if text not in ("0", "1"):
        raise CellWrong(Phrase("part-importing-write-1-game-won-else"))
    return int(text)
