"""A rating over several tournaments: their games one after the other, as one long season.

Nothing is stored: the answer follows from the logs at the moment it is asked. Tournaments count in the order
given, and within one the games in the order in which they were first recorded. An entrant number stands for
the same player in all of them, as the membership number of a club or the account of a site does.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from services.rules.ranking import places
from services.rules.rating import Model, Rated, rate
from services.tournament.definition.stages import Rating
from services.tournament.standings.columns import millionths_text
from services.tournament.standings.ratings import finished, model_of, rated_games, rated_stage

if TYPE_CHECKING:
    from services.desk.desk import Desk

_USUAL = Model(Rating().mu, Rating().sigma, Rating().beta, Rating().tau)


class RatingLine(msgspec.Struct, frozen=True):
    """A rated player; `rating` is what ranks: `mu` less three times `sigma`. Exact decimals as text."""

    place: int
    entrant_no: str
    rating: str
    mu: str
    sigma: str
    games: int
    tournaments: int


class RatingsAnswer(msgspec.Struct, frozen=True):
    """The ratings, and up to which seq of each tournament they go."""

    tournaments: dict[str, int]
    rows: tuple[RatingLine, ...]


def ratings_over(desk: "Desk", tournaments: Sequence[str]) -> RatingsAnswer:
    """Rate everyone over these tournaments, in this order; a tournament named twice counts once.

    Raises:
        Problem: tournament-unknown.
    """
    ratings: dict[str, Rated] = {}
    seqs: dict[str, int] = {}
    took_part: dict[str, int] = {}
    model: Model | None = None
    for id in dict.fromkeys(tournaments):
        state = desk.state(id)
        # The first season says how a newcomer begins; a later one goes on from there.
        if model is None:
            rated = rated_stage(state)
            model = model_of(state, rated) if rated is not None else _USUAL
        games = [game for stage in state.stages for game in rated_games(state, stage)]
        ratings = rate(model, ratings, map(finished, games))
        seqs[id] = state.seq
        for number in {figure.entrant for game in games for figure in game.figures}:
            took_part[number] = took_part.get(number, 0) + 1
    order = sorted(ratings, key=lambda number: (-ratings[number].ordinal, number))
    given = places([-ratings[number].ordinal for number in order])
    return RatingsAnswer(
        seqs,
        tuple(
            RatingLine(
                place,
                number,
                millionths_text(other.ordinal),
                millionths_text(other.mu),
                millionths_text(other.sigma),
                other.games,
                took_part[number],
            )
            for place, number in zip(given, order, strict=True)
            for other in (ratings[number],)
        ),
    )
