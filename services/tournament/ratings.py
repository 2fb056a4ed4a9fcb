"""Ratings: in rooms every game changes those of who played it.

A rating follows from all games in the order in which they were first recorded, so a correction draws later
ratings anew; what they came to stands in an event.
"""

from immutables import Map
from msgspec import structs

from services.rules.rating import Finished, Model, Rated, places_in_game, rate
from services.tournament.field import Rating, RoundGame, RoundTable
from services.tournament.formats import Rooms, rounds_format
from services.tournament.kernel import Draft, Event, Part, Stamp, event, evolves
from services.tournament.round_standing import tables_of
from services.tournament.state import State


class Rerated(Part, frozen=True):
    """A player's rating and its uncertainty in millionths, after so many games."""

    entrant: str
    mu: int
    sigma: int
    games: int


@event("ratings-changed", "conclusion")
class RatingsChanged(Event, frozen=True):
    """What the games so far make of the ratings that changed."""

    ratings: tuple[Rerated, ...]


def rerate(draft: Draft, caused_by: int | None, *, newest: RoundTable | None = None) -> None:
    """Draw the ratings anew where there are any, and record those that changed.

    Args:
        newest: only the last game of this table is new, so that the others need not be gone through again.
    """
    state = draft.state
    format = rounds_format(state.plan)
    if not isinstance(format, Rooms):
        return
    if newest is not None:
        games = [state.rounds[newest.round].tables[newest.number].games[-1]]
        before = {number: Rated(own.mu, own.sigma, own.games) for number, own in state.ratings.items()}
    else:
        games = [game for table in tables_of(state) for game in table.games]
        games.sort(key=lambda own: own.first_seq)
        before = {}
    after = rate(model_of(format), before, map(finished, games))
    changed = tuple(
        Rerated(number, own.mu, own.sigma, own.games)
        for number, own in sorted(after.items())
        if state.ratings.get(number) != Rating(own.mu, own.sigma, own.games)
    )
    if changed:
        draft.record(RatingsChanged(changed), caused_by=caused_by)


def model_of(format: Rooms) -> Model:
    """The rating model with the figures of the format."""
    return Model(format.mu, format.sigma, format.beta, format.tau)


def finished(game: RoundGame) -> Finished:
    """A game as ratings see it: who played, and on which place of it."""
    players = tuple(figure.entrant for figure in game.figures)
    return Finished(players, places_in_game([(own.game_won, own.sixths) for own in game.figures]))


@evolves(RatingsChanged)
def _rerated(state: State, event: RatingsChanged, stamp: Stamp) -> State:
    ratings: Map[str, Rating] = state.ratings.update(
        {own.entrant: Rating(own.mu, own.sigma, own.games) for own in event.ratings}
    )
    state = structs.replace(state, ratings=ratings)
    for own in event.ratings:
        state = state.touching("rating", own.entrant)
    return state
