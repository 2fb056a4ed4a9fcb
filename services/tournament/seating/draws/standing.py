"""The draw by standing: the best sit at table 1, the next at table 2, and so on.

The order is that of `order`. Tables are as few and as even as can be, larger ones first, and filled down
the order. Then for each table, in order, those at it, from the best down, are shuffled into seats with the
numbers that follow. Groups are not moved apart, since that would seat people by something else than their
standing.
"""

from collections.abc import Sequence

from services.tournament.seating.draws.byes import sitting_out
from services.tournament.seating.draws.order import in_order
from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from services.tournament.seating.draws.sizes import table_sizes
from shared.lottery import Lottery

METHOD = "standing-1"


@draw("standing", goes_by="places")
def by_standing(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """Tables of those who stand next to each other."""
    lottery = Lottery(plan.seed)
    order = in_order(entries, lottery)
    out = sitting_out(order, plan)
    rest = [entry.number for entry in order if entry is not out]
    tables = []
    for size in table_sizes(len(rest), plan.most, plan.fewest):
        tables.append(tuple(lottery.shuffle(rest[:size])))
        rest = rest[size:]
    return Drawn(tuple(tables), () if out is None else (out.number,), METHOD)
