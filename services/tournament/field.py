"""The state of a format played in rounds: what was drawn, what was played, how everyone is rated.

A table of a round is known by its numbers, "3/7" being table 7 of round 3. Where players take rooms as they
come, all rooms are tables of round 1.
"""

from typing import Literal

import msgspec
from immutables import Map

Method = Literal["swiss", "lot", "rooms"]


class RoundFigure(msgspec.Struct, frozen=True, gc=False):
    """What a game was worth for one entrant; `tie_break` is the score kept for tie-breaks, in sixths too."""

    entrant: str
    game_won: int
    sixths: int
    tiles: int
    count: int | None = None
    charge: str | None = None
    tie_break: int | None = None


class RoundGame(msgspec.Struct, frozen=True, gc=False):
    """One game at a table of a round, figures in seat order.

    Attributes:
        first_seq: of the event that first recorded it; ratings take games in this order.
        cites: the rule that the Chief Referee cited, if the game stands as ruled.
    """

    number: int
    ended_by: str
    figures: tuple[RoundFigure, ...]
    seq: int
    first_seq: int
    cites: str | None = None


class RoundTable(msgspec.Struct, frozen=True, gc=False):
    """A table with its entrants in seat order and its games in order; some may be complete without a game."""

    round: int
    number: int
    entrants: tuple[str, ...]
    games: tuple[RoundGame, ...] = ()

    @property
    def id(self) -> str:
        return f"{self.round}/{self.number}"


class Round(msgspec.Struct, frozen=True, gc=False):
    """A round as drawn; who is drawn is never computed again."""

    number: int
    method: Method
    seed: str | None
    tables: Map[int, RoundTable]
    byes: tuple[str, ...]
    seq: int


class Rating(msgspec.Struct, frozen=True, gc=False):
    """A player's rating and its uncertainty in millionths, after so many games."""

    mu: int
    sigma: int
    games: int
