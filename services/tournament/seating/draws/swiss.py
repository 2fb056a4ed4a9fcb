"""The Swiss draw: those who stand close meet, and nobody meets again if it can be helped.

The seed shuffles the entrant numbers, sorted, with `shared.lottery`; that order stands between those equal in
the standing.

In pairs ("swiss-1"): as `services.rules.swiss` says; then for each pair, tables in order, a number below 2
says who has seat A: 0 the better, 1 the other.

With more at a table ("swiss-tables-1"): as few and as even tables as can be, larger ones first, filled as
`fewest_repeats` says; then for each table, in order, those at it, from the best down, are shuffled into
seats.
"""

from collections.abc import Mapping, Sequence

from services.rules.swiss.pairing import Player, pair
from services.tournament.seating.draws.byes import refuse_without_byes
from services.tournament.seating.draws.fewest_repeats import fewest_repeats
from services.tournament.seating.draws.meetings import cost_of_meeting
from services.tournament.seating.draws.order import in_order
from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from services.tournament.seating.draws.sizes import table_sizes
from shared.lottery import Lottery

IN_PAIRS = "swiss-1"
AT_TABLES = "swiss-tables-1"


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
