"""Ratings over many games of two to four: the Plackett-Luce model of Weng and Lin, as OpenSkill has it.

Ratings are whole millionths outside and between games; only within one game the model computes with floats,
and what it says is rounded before it counts. So the same games in the same order always rate the same.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

MILLION = 1_000_000


class Rated(msgspec.Struct, frozen=True):
    """A rating and its uncertainty in millionths, after so many games."""

    mu: int
    sigma: int
    games: int = 0

    @property
    def ordinal(self) -> int:
        """What players are ranked by: the rating less three times its uncertainty, in millionths."""
        return self.mu - 3 * self.sigma


class Model(msgspec.Struct, frozen=True):
    """A newcomer's `mu` and `sigma`; `beta` is the luck in a game, `tau` how much strength may change."""

    mu: int
    sigma: int
    beta: int
    tau: int


class Finished(msgspec.Struct, frozen=True):
    """Who played a game, and the place of each in it: 1 is best, equal places are level."""

    players: tuple[str, ...]
    places: tuple[int, ...]


def rate(model: Model, before: Mapping[str, Rated], games: Iterable[Finished]) -> dict[str, Rated]:
    """The ratings of everyone after these games, one after the other; who is new begins as a newcomer."""
    # Imported here: it takes long to load, and most commands rate nobody.
    from openskill.models import PlackettLuce

    weng_lin = PlackettLuce(
        mu=model.mu / MILLION, sigma=model.sigma / MILLION, beta=model.beta / MILLION, tau=model.tau / MILLION
    )
    ratings = dict(before)
    newcomer = Rated(model.mu, model.sigma)
    for game in games:
        ratings_before = [ratings.get(number, newcomer) for number in game.players]
        teams = [
            [weng_lin.rating(mu=rating.mu / MILLION, sigma=rating.sigma / MILLION)]
            for rating in ratings_before
        ]
        after = weng_lin.rate(teams, ranks=[float(place) for place in game.places])
        for number, rated, (new,) in zip(game.players, ratings_before, after, strict=True):
            ratings[number] = Rated(round(new.mu * MILLION), round(new.sigma * MILLION), rated.games + 1)
    return ratings


def places_in_game(figures: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The places in one game from game won and score of each: winners first, then the higher score."""
    keys = [(-won, -score) for won, score in figures]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
