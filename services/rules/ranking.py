"""Ranking: results become keys, and keys become places.

A key is a tuple of integers, smaller being better, built from the strategies that the ruleset's data names.
Equal keys share a place and the next places are skipped: 1, 1, 3. Chance decides no place.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Protocol, Self, TypeVar

import msgspec

from services.rules.exact import score_of
from services.rules.ruleset import Ruleset

Key = tuple[int, ...]


class Totals(msgspec.Struct, frozen=True):
    """What one entrant, or one unit of several, has reached. Only what the ruleset's keys name is needed.

    Attributes:
        games_won: won games; several can win one game.
        score_sixths: the sum of the scores, in sixths; a tie-break score likewise.
        tiles: tiles left, summed over the games.
        rounds_won: rounds won, where a round is several games.
        match_points, median_buchholz, buchholz, progressive: Swiss figures, in halves of a point.
        rating: the rating in millionths.
        head_to_head: 1 for who beat all they are tied with, -1 for who lost to all, else 0.
        spread_sixths: the sum of the scores without the best one.
        sonneborn_berger: in quarters of a point.
    """

    games_won: int = 0
    score_sixths: int = 0
    tiles: int = 0
    rounds_won: int = 0
    match_points: int = 0
    median_buchholz: int = 0
    buchholz: int = 0
    progressive: int = 0
    tie_break_sixths: int = 0
    rating: int = 0
    head_to_head: int = 0
    spread_sixths: int = 0
    sonneborn_berger: int = 0

    @property
    def figures(self) -> tuple[int, int, int]:
        """Games won, score in sixths, tiles."""
        return self.games_won, self.score_sixths, self.tiles

    @property
    def score(self) -> str:
        """The sum of the scores, exact."""
        return score_of(self.score_sixths)

    def __add__(self, other: "Totals") -> "Totals":
        """The sums of both, as for a family unit (HK awards: ranked on the results added together)."""
        return Totals(*(mine + its for mine, its in zip(_values(self), _values(other), strict=True)))


class Comparable(Protocol):
    """Whatever can be put in order."""

    def __lt__(self, other: Self, /) -> bool: ...


K = TypeVar("K", bound=Comparable)

# Each gives an integer of which the smaller is the better.
KEYS: dict[str, Callable[[Totals], int]] = {
    "games_won": lambda totals: -totals.games_won,
    # Always over the same number of games (HK: 3), so the average orders as the total does.
    "average_score": lambda totals: -totals.score_sixths,
    "total_score": lambda totals: -totals.score_sixths,
    "tiles_left": lambda totals: totals.tiles,
    "rounds_won": lambda totals: -totals.rounds_won,
    "match_points": lambda totals: -totals.match_points,
    "median_buchholz": lambda totals: -totals.median_buchholz,
    "buchholz": lambda totals: -totals.buchholz,
    "progressive": lambda totals: -totals.progressive,
    "tie_break_score": lambda totals: -totals.tie_break_sixths,
    "rating": lambda totals: -totals.rating,
    "head_to_head": lambda totals: -totals.head_to_head,
    "results_spread": lambda totals: -totals.spread_sixths,
    "sonneborn_berger": lambda totals: -totals.sonneborn_berger,
}


def ranking_key(ruleset: Ruleset) -> Callable[[Totals], Key]:
    """The function from totals to the ruleset's ranking key; look it up once, apply it to all."""
    return key_of(ruleset.ranking.keys.value)


def key_of(names: Sequence[str]) -> Callable[[Totals], Key]:
    """The key function of the named strategies, the most important first."""
    parts = tuple(KEYS[name] for name in names)
    return lambda totals: tuple([part(totals) for part in parts])


def in_order(names: Sequence[str], field: Sequence[Totals], labels: Sequence[str]) -> list[tuple[int, int]]:
    """Everyone of a field, best first, equals by label: the place and where in the field they stand.

    Places are as `places` gives them for the keys of `key_of`; a long standing is mostly this work.
    """
    columns = (map(KEYS[name], field) for name in names)
    ordered: list[tuple[int, int]] = []
    place, before = 0, None
    # Parts of a key lie side by side: nested in a tuple they compare at a third of the speed.
    for rank, (*key, _, index) in enumerate(sorted(zip(*columns, labels, range(len(field)), strict=True)), 1):
        if key != before:
            place, before = rank, key
        ordered.append((place, index))
    return ordered


def places(keys: Sequence[K]) -> list[int]:
    """The place of each key, in the order given; the smallest is first, equal ones share: 1, 1, 3."""
    in_order = sorted(range(len(keys)), key=keys.__getitem__)
    result = [0] * len(keys)
    place = 0
    for rank, index in enumerate(in_order, start=1):
        if rank == 1 or keys[in_order[rank - 2]] < keys[index]:
            place = rank
        result[index] = place
    return result


def shared(given: Sequence[int]) -> frozenset[int]:
    """The places, of those given best first, that several share."""
    return frozenset(place for place, after in pairwise(given) if place == after)


def _values(totals: Totals) -> tuple[int, ...]:
    return msgspec.structs.astuple(totals)
