"""The row of a score sheet."""

from collections.abc import Sequence
from functools import lru_cache

from services.projections import rows
from services.rules.exact import score_of
from services.tournament.play.scores import Game
from services.tournament.play.sheets import open_points
from services.tournament.standings.draws import without_drawn
from services.tournament.state import State
from shared.catalogue import Phrase


def sheet_row(state: State, key: str) -> rows.SheetRow | None:
    """The sheet as read, None if there is none of that id."""
    sheet = state.sheets.get(key)
    if sheet is None:
        return None
    return rows.SheetRow(
        sheet.sheet,
        sheet.session,
        sheet.stage,
        sheet.source,
        sheet.closed_seq is not None,
        sheet.seats,
        _games(sheet.games),
        tuple(
            [
                rows.TotalCell(
                    total.entrant, total.games, total.games_won, score_of(total.sixths), total.tiles
                )
                for total in (without_drawn(state, sheet.stage, total) for total in sheet.totals)
            ]
        ),
        tuple(
            rows.SignatureCell(number, signature.medium, signature.closed, signature.digest)
            for number, signature in sorted(sheet.signatures.items())
        ),
        tuple(
            rows.ConflictCell(
                conflict.number,
                conflict.settled,
                tuple(game for game in _games(conflict.games) if game is not None),
            )
            for conflict in sheet.conflicts
        ),
        tuple(_in_words(point.key, tuple(point.values.items())) for point in open_points(state, sheet)),
        tuple(rows.FirstPlayerCell(game, first) for game, first in sorted(sheet.first_players.items())),
        sheet.turn_seconds,
    )


@lru_cache(maxsize=8192)
def _in_words(key: str, values: tuple[tuple[str, object], ...]) -> str:
    """An open point in words. The same few are said again with every game of every table."""
    return str(Phrase(key, dict(values)))


def _games(games: Sequence[Game | None]) -> tuple[rows.GameCell | None, ...]:
    return tuple([None if game is None else game_cell(game) for game in games])


def game_cell(game: Game) -> rows.GameCell:
    """A game as the row of its sheet shows it."""
    figures = tuple(
        [
            rows.FigureCell(
                figure.entrant,
                figure.game_won,
                figure.score,
                figure.tiles,
                figure.count,
                figure.charge,
                figure.clock,
            )
            for figure in game.figures
        ]
    )
    return rows.GameCell(game.number, game.status, game.ended_by, game.source, game.ruling, game.seq, figures)
