"""Pairing a Swiss round, and networkx on the same fields.

Every figure is over the five rounds of one tournament, the slowest round counting. Targets: 1,000 players in
0.2 s, 5,000 in 3 s. networkx finds the heaviest pairing of the same edges, of the whole field at once.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from time import perf_counter

import networkx as nx

from services.rules.swiss.pairing import NEAR, Pairing, Player, edges_of, pair
from tests.bench.rounds import Settings

ROUNDS = 5
TARGETS = {1_000: 0.2, 1_001: 0.2, 5_000: 3.0}
BESIDE = 1_000


def run(settings: Settings) -> None:
    print(f"\nseconds for one round, the slowest of {ROUNDS}")
    for size, most in TARGETS.items():
        players = settings.amount(size)
        slowest = max(_seconds(partial(pair, field)) for field in _fields(players))
        verdict = "met" if slowest < most else "NOT MET"
        print(f"  {players:>6,} players {slowest:8.3f} s, target {most:g} s: {verdict}")
    _beside_networkx(_fields(settings.amount(BESIDE))[-1])


def _beside_networkx(field: Sequence[Player]) -> None:
    """The last round of a field, paired by both: how long it takes, and how far apart the pairs are."""
    edges = [(edge.first, edge.other, edge.weight) for edge in edges_of(field, NEAR)]
    found: set[tuple[int, int]] = set()

    def other() -> None:
        graph: nx.Graph[int] = nx.Graph()
        graph.add_weighted_edges_from(edges)
        found.update(nx.max_weight_matching(graph, maxcardinality=True))

    theirs, ours = _seconds(other), _seconds(partial(pair, field))
    points = [player.points for player in field]
    apart = sum((points[first] - points[two]) ** 2 for first, two in found)
    by_number = {player.number: player.points for player in field}
    own_apart = sum((by_number[first] - by_number[two]) ** 2 for first, two in pair(field).pairs)
    print(
        f"  {len(field):>6,} players: networkx {theirs:.2f} s, here {ours:.3f} s, {theirs / ours:.0f} times "
        f"as fast; differences of points, squared and added: {apart} and {own_apart}"
    )


def _fields(size: int) -> list[list[Player]]:
    """The field before each round of a tournament; who wins is left to chance."""
    dice = Random(f"swiss {size}")
    field = [Player(f"{place:05d}", place) for place in range(size)]
    fields = []
    for _ in range(ROUNDS):
        fields.append(field)
        field = _after(field, pair(field), dice)
    return fields


def _after(field: Sequence[Player], drawn: Pairing, dice: Random) -> list[Player]:
    won = {dice.choice(both) for both in drawn.pairs}
    met = {first: other for both in drawn.pairs for first, other in (both, both[::-1])}
    after = [
        Player(
            player.number,
            0,
            player.points + 2 * (player.number in won or player.number == drawn.bye),
            player.opponents + ((met[player.number],) if player.number in met else ()),
            player.byes + (player.number == drawn.bye),
        )
        for player in field
    ]
    after.sort(key=lambda player: (-player.points, player.number))
    return [
        Player(player.number, place, player.points, player.opponents, player.byes)
        for place, player in enumerate(after)
    ]


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started
