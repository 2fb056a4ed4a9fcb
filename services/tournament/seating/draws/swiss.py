"""The Swiss draw: those who stand close meet, and nobody meets again if it can be helped.

The seed shuffles the entrant numbers, sorted, with `shared.lottery`; that order stands between those equal in
the standing.

In pairs ("swiss-1"): as `services.rules.swiss` says; then for each pair, tables in order, a number below 2
says who has seat A: 0 the better, 1 the other.

With more at a table ("swiss-tables-1"): as few and as even tables as can be, larger ones first, filled so
that as few as possible sit together again; then for each table, in order, those at it, from the best down,
are shuffled into seats.

Up to 12 entrants all ways to seat them are looked at, those with the best at table 1 first, then those with
the best at table 2, and so on; the first with the fewest repeats counts. So no way has fewer.

In larger fields the tables are filled from the best down the order: each entrant takes the first table with
room where they have met nobody; where there is none, the table with room where they have met the fewest,
the first of equals. Then people are exchanged as `exchanges` says, the nearest in the order first. So no
exchange of two would lower the repeats; another way to seat them all might have fewer.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from services.rules.swiss.pairing import Player, pair
from services.tournament.seating.draws.byes import refuse_without_byes
from services.tournament.seating.draws.exchanges import Cost, exchange, total_cost
from services.tournament.seating.draws.order import in_order
from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from services.tournament.seating.draws.sizes import table_sizes
from shared.lottery import Lottery

IN_PAIRS = "swiss-1"
AT_TABLES = "swiss-tables-1"
ALL_TRIED = 12
"""Up to how many entrants all ways are looked at: 5775 for three tables of four, 15400 for four of three."""


@draw("swiss", goes_by="points")
def by_points(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """Pairs, or larger tables, of those who stand close and have not met."""
    return _in_pairs(entries, plan) if plan.pairs else _at_tables(entries, plan)


def _in_pairs(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    refuse_without_byes(len(entries), plan)
    lottery = Lottery(plan.seed)
    order = in_order(entries, lottery)
    drawn = pair(
        [
            Player(entry.number, rank, entry.points, _each_time(entry.opponents), entry.byes, entry.groups)
            for rank, entry in enumerate(order)
        ]
    )
    tables = tuple(both[::-1] if lottery.below(2) else both for both in drawn.pairs)
    return Drawn(tables, () if drawn.bye is None else (drawn.bye,), IN_PAIRS)


def _each_time(met: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(number for number in sorted(met) for _ in range(met[number]))


def _at_tables(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    sizes = table_sizes(len(entries), plan.most, plan.fewest)
    lottery = Lottery(plan.seed)
    order = [entry.number for entry in in_order(entries, lottery)]
    tables = fewest_repeats(order, sizes, cost_of_meeting(entries))
    return Drawn(tuple(tuple(lottery.shuffle(table)) for table in tables), (), AT_TABLES)


def cost_of_meeting(entries: Sequence[Entry]) -> Cost:
    """How often two have met; for each group they share more than all meetings of a field can add up to."""
    met = {entry.number: entry.opponents for entry in entries}
    groups = {entry.number: entry.groups for entry in entries}
    most = max((times for entry in entries for times in entry.opponents.values()), default=0)
    apart = 1 + most * len(entries) ** 2

    def cost(first: str, second: str) -> int:
        return met[first].get(second, 0) + apart * len(groups[first] & groups[second])

    return cost


def fewest_repeats(order: Sequence[str], sizes: Sequence[int], cost: Cost) -> list[list[str]]:
    """The tables for people in order, best first, each table in that order.

    Args:
        sizes: of the tables, larger ones first.
        cost: how often two have met.
    """
    if len(order) <= ALL_TRIED:
        return best_of_all(order, sizes, cost)
    tables = _filled(order, sizes, cost)
    position = {number: rank for rank, number in enumerate(order)}
    exchange(tables, order, cost, lambda mover, other: (abs(position[mover] - position[other]),))
    return [sorted(table, key=position.__getitem__) for table in tables]


def _filled(order: Sequence[str], sizes: Sequence[int], cost: Cost) -> list[list[str]]:
    """The tables filled down the order."""
    tables: list[list[str]] = [[] for _ in sizes]
    for number in order:
        with_room = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        min(with_room, key=lambda table: sum(cost(number, other) for other in table)).append(number)
    return tables


def best_of_all(order: Sequence[str], sizes: Sequence[int], cost: Cost) -> list[list[str]]:
    """The first of all ways to seat people that has the fewest repeats."""
    return _Search(cost).best(tuple(order), tuple(sizes))


class _Search:
    """A search through all ways in order, leaving out what cannot be better than the best so far."""

    def __init__(self, cost: Cost) -> None:
        self._cost = cost
        self._best: list[list[str]] = []
        self._fewest: int | None = None

    def best(self, order: tuple[str, ...], sizes: tuple[int, ...]) -> list[list[str]]:
        self._seat(order, sizes, 0, [], 0)
        return self._best

    def _seat(
        self, rest: tuple[str, ...], sizes: tuple[int, ...], spent: int, tables: list[list[str]], first: int
    ) -> None:
        """Seat the rest at tables of these sizes; the best of the next is at place `first` or after."""
        if self._fewest is not None and spent >= self._fewest:
            return
        if not sizes:
            self._best, self._fewest = tables, spent
            return
        size, following = sizes[0], sizes[1:]
        for chosen in combinations(range(len(rest)), size):
            if chosen[0] < first:
                continue
            if chosen[0] and size == sizes[-1]:
                # All tables left are alike: the best of the rest sits at the next of them.
                break
            table = [rest[place] for place in chosen]
            left = tuple(number for place, number in enumerate(rest) if place not in chosen)
            # Tables of one size differ only in who sits there: of two, the first is the one with the better.
            after = chosen[0] if following and following[0] == size else 0
            self._seat(left, following, spent + total_cost([table], self._cost), [*tables, table], after)
