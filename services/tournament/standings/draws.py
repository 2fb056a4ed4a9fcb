"""Drawn games: at a table of two, where points rank, a game that both have won is a win of neither."""

from services.tournament.play.scores import Game, Sheet, Total
from services.tournament.standings.reached import both_won, points_rank, ranking_of, shared_on
from services.tournament.state import State


def is_drawn(state: State, sheet: Sheet, game: Game | None) -> bool:
    """Whether standings count half a point of the game for both."""
    return (
        game is not None
        and len(sheet.seats) == 2
        and both_won(figure.game_won for figure in game.figures)
        and points_rank(ranking_of(state, sheet.stage))
    )


def drawn_on(state: State, sheet: Sheet) -> int:
    """How many games of the sheet are drawn."""
    shared = shared_on(sheet)
    return shared if shared and points_rank(ranking_of(state, sheet.stage)) else 0


def won_at(state: State, sheet: Sheet, total: Total) -> int:
    """How many games of a sheet someone has won, and not only drawn."""
    return total.games_won - drawn_on(state, sheet)
