"""Drawn games: at a table of two, where points rank, a game that both have won is a win of neither."""

from services.tournament.play.scores import Game, Sheet
from services.tournament.standings.reached import both_won, points_rank, ranking_of
from services.tournament.state import State


def is_drawn(state: State, sheet: Sheet, game: Game | None) -> bool:
    """Whether standings count half a point of the game for both."""
    return (
        game is not None
        and len(sheet.seats) == 2
        and points_rank(ranking_of(state, sheet.stage))
        and both_won(figure.game_won for figure in game.figures)
    )


def drawn_on(state: State, sheet: Sheet) -> int:
    """How many games of the sheet are drawn."""
    return sum(is_drawn(state, sheet, game) for game in sheet.games)
