"""What stood on a sheet before a game was corrected."""

from collections.abc import Iterator

from services.tournament.kernel.facts import Event
from services.tournament.play.results import GameCorrected
from services.tournament.play.scores import Game
from services.tournament.play.sheets import game_on
from services.tournament.state import State


def corrected_from(state: State, event: Event, seq: int) -> Game | None:
    """The game as it stood before this event, where that is a correction; None where it is not kept."""
    if not isinstance(event, GameCorrected) or event.sheet not in state.sheets:
        return None
    for game in versions(state, game_on(state.sheets[event.sheet], event.game)):
        if game.seq == seq:
            return game.before
    return None


def versions(state: State, game: Game | None) -> Iterator[Game]:
    """A game as it stands, as it stood before that, and so on."""
    while game is not None:
        yield game
        ruled = state.rulings[game.ruling].stood.get(game.number) if game.ruling is not None else None
        game = ruled if ruled is not None else game.before
