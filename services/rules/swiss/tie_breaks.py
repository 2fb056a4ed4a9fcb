"""What separates those who end a Swiss tournament with the same points, exact and without chance.

Two sets are known by name. "mso-2019": median Buchholz (the opponents' points without the best and the worst
of them), Buchholz (all of them), the progressive sum (the points after each round, added up), then the
tie-break score of the rule document. "mso-classic": head to head, the sum of the game scores without the best
one, then Sonneborn-Berger (the points of those beaten). Who is still level shares the place.

A bye counts as an opponent with the player's own points; a round not played counts no opponent and no points.
Opponents count with what they have reached, also those who are not ranked. Head to head looks only at who is
ranked and equal on every key before it, so it is worked out with the ranking.
Points are in halves, Sonneborn-Berger in quarters, scores in sixths, so that everything is a whole number.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from services.rules.ranking import Totals

HEAD_TO_HEAD = "head_to_head"
"""The ranking key that compares people with each other."""
TIE_BREAK_SETS: Mapping[str, tuple[str, ...]] = {
    "mso-2019": ("match_points", "median_buchholz", "buchholz", "progressive", "tie_break_score"),
    "mso-classic": ("match_points", HEAD_TO_HEAD, "results_spread", "sonneborn_berger"),
}
"""Ranking keys by the name of the set, points first."""


class Played(msgspec.Struct, frozen=True):
    """One round of one player.

    Attributes:
        opponent: None for a bye.
        result: what it brought, in halves of a point.
        sixths, tie_break_sixths: the score of the game, and the one kept for tie-breaks.
    """

    round: int
    opponent: str | None
    result: int
    sixths: int = 0
    tie_break_sixths: int = 0


class Opponent(msgspec.Struct, frozen=True):
    """An opponent with the points they count with; `number` is None for a bye."""

    round: int
    number: str | None
    points: int
    result: int


class Figures(msgspec.Struct, frozen=True):
    """Everything a player is compared by, and what it was made of.

    Attributes:
        opponents: in order of rounds.
        best, worst: the opponents left out of the median; None where there were none to leave out.
        running: the points after each round.
        best_sixths: the score left out of the spread.
    """

    totals: Totals
    opponents: tuple[Opponent, ...]
    best: Opponent | None
    worst: Opponent | None
    running: tuple[int, ...]
    best_sixths: int | None


def figures(played: Mapping[str, Sequence[Played]], rounds: int) -> dict[str, Figures]:
    """The figures of everyone after so many rounds.

    Args:
        played: by player, the rounds they took part in; in each at most once.
    """
    points = {number: sum(game.result for game in games) for number, games in played.items()}
    return {number: _figures(number, games, points, rounds) for number, games in played.items()}


def _figures(number: str, games: Sequence[Played], points: Mapping[str, int], rounds: int) -> Figures:
    match_points = points[number]
    opponents = tuple(
        Opponent(
            game.round,
            game.opponent,
            match_points if game.opponent is None else points.get(game.opponent, 0),
            game.result,
        )
        for game in sorted(games, key=lambda played: played.round)
    )
    by_points = sorted(opponents, key=lambda opponent: (opponent.points, opponent.round))
    worst, best = (by_points[0], by_points[-1]) if by_points else (None, None)
    buchholz = sum(opponent.points for opponent in opponents)
    running = tuple(_running(games, rounds))
    scores = [game.sixths for game in games if game.opponent is not None]
    totals = Totals(
        games_won=sum(game.result == 2 for game in games if game.opponent is not None),
        score_sixths=sum(scores),
        match_points=match_points,
        median_buchholz=sum(opponent.points for opponent in by_points[1:-1]),
        buchholz=buchholz,
        progressive=sum(running),
        tie_break_sixths=sum(game.tie_break_sixths for game in games),
        spread_sixths=sum(scores) - max(scores, default=0),
        sonneborn_berger=sum(opponent.result * opponent.points for opponent in opponents),
    )
    return Figures(totals, opponents, best, worst, running, max(scores, default=None))


def _running(games: Sequence[Played], rounds: int) -> Iterator[int]:
    results = {game.round: game.result for game in games}
    total = 0
    for number in range(1, rounds + 1):
        total += results.get(number, 0)
        yield total


def head_to_head(number: str, level: Collection[str], opponents: Sequence[Opponent]) -> int:
    """1 for who met and beat everyone they are level with, at least one; -1 for who lost to them all; else 0.

    Args:
        level: who is ranked and equal on every key before, the player among them.
    """
    if not 1 < len(level) <= len(opponents) + 1:
        # Alone, or with more than they can have met.
        return 0
    results: dict[str, set[int]] = {other: set() for other in level if other != number}
    for met in opponents:
        if met.number in results:
            results[met.number].add(met.result)
    if all(result == {2} for result in results.values()):
        return 1
    return -1 if all(result == {0} for result in results.values()) else 0
