"""Drawn games: at a table of two, where points rank, a game that both have won is a win of neither."""

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.play.scores import Game, Sheet, Total
from services.tournament.standings.reached import both_won, points_rank, ranking_of
from services.tournament.state import State


def is_drawn(state: State, sheet: Sheet, game: Game | None) -> bool:
    """Whether standings count half a point of the game for both."""
    return (
        game is not None
        and len(sheet.seats) == 2
        and both_won(figure.game_won for figure in game.figures)
        and points_rank(ranking_of(state, sheet.stage))
    )


def without_drawn(state: State, stage: Stage, total: Total) -> Total:
    """What someone has reached in a stage, without the drawn games among those won."""
    if not total.shared or not points_rank(ranking_of(state, stage)):
        return total
    return structs.replace(total, games_won=total.games_won - total.shared)
