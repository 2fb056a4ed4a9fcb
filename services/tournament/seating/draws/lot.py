"""The draw by lot: a seeded shuffle, and members of a group moved apart.

Anyone can repeat it: sort the entrant numbers, shuffle them with `shared.lottery` under the seed, deal them
from the end of the shuffled order to the tables (larger tables first), then go through the tables in order
and exchange whoever shares a table with a member of a group of theirs for the first seat, in shuffled
order, where neither exchange makes a new pair. Where more share a table than must, as with families about
as large as there are tables, shuffle on, with the numbers that follow, up to 50 times in all; of these the
first draw with the fewest sharing counts.

Where an odd number plays in pairs, the numbers are shuffled once before all this: the last of that order, of
those who sat out least often, sits out, and the others are drawn with the numbers that follow.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from services.tournament.seating.draws.byes import sitting_out
from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from services.tournament.seating.draws.sizes import table_sizes
from shared.lottery import Lottery

METHOD = "lot-1"
SHUFFLES = 50

Groups = Mapping[str, frozenset[str]]
"""By entrant number, the groups whose members are kept apart."""
_NONE: frozenset[str] = frozenset()


@draw("lot", goes_by="lot")
def by_lot(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    lottery = Lottery(plan.seed)
    out = None
    if plan.pairs and len(entries) % 2:
        out = sitting_out(lottery.shuffle(entries), plan)
    playing = [entry for entry in entries if entry is not out]
    groups = {entry.number: entry.groups for entry in playing}
    tables = _dealt([entry.number for entry in playing], groups, lottery, plan.most, plan.fewest)
    return Drawn(tuple(tables), () if out is None else (out.number,), METHOD)


def draw_tables(
    present: Sequence[str], families: Mapping[str, str], seed: str, most: int = 4, fewest: int = 3
) -> list[tuple[str, ...]]:
    """Tables in order, each with its entrants in seat order; families apart as far as there is room.

    Args:
        present: entrant numbers; their order does not matter.
        families: the family of each entrant, "" or missing for none.
    """
    groups = {number: frozenset((family,)) for number, family in families.items() if family}
    return _dealt(present, groups, Lottery(seed), most, fewest)


def _dealt(
    present: Sequence[str], groups: Groups, lottery: Lottery, most: int, fewest: int
) -> list[tuple[str, ...]]:
    sizes = table_sizes(len(present), most, fewest)
    must_share = _fewest_sharing(present, groups, len(sizes))
    best: list[list[str]] = []
    for _ in range(SHUFFLES):
        order = lottery.shuffle(sorted(present))
        tables = [[order.pop() for _ in range(size)] for size in sizes]
        _part_groups(tables, groups)
        if not best or sharing(tables, groups) < sharing(best, groups):
            best = tables
        if sharing(best, groups) <= must_share:
            break
    return [tuple(table) for table in best]


def sharing(tables: Sequence[Sequence[str]], groups: Groups) -> int:
    """How many sit at a table with an earlier seated member of a group, for each group."""
    return sum(members - 1 for table in tables for members in _members(table, groups).values())


def _members(numbers: Iterable[str], groups: Groups) -> Counter[str]:
    return Counter(group for number in numbers for group in groups.get(number, _NONE))


def _fewest_sharing(present: Sequence[str], groups: Groups, tables: int) -> int:
    """How many share at least: of a group, those beyond one at each table."""
    return sum(max(0, size - tables) for size in _members(present, groups).values())


def _part_groups(tables: list[list[str]], groups: Groups) -> None:
    for here, table in enumerate(tables):
        for position in range(len(table)):
            if _clashes(table, position, table[position], groups):
                _exchange(tables, here, position, groups)


def _exchange(tables: list[list[str]], here: int, position: int, groups: Groups) -> None:
    leaver = tables[here][position]
    for there, other in enumerate(tables):
        if there == here:
            continue
        for seat, candidate in enumerate(other):
            if not _clashes(other, seat, leaver, groups) and not _clashes(
                tables[here], position, candidate, groups
            ):
                tables[here][position], other[seat] = candidate, leaver
                return


def _clashes(table: list[str], position: int, number: str, groups: Groups) -> bool:
    """Whether `number`, sitting at `position`, would share the table with a member of a group of theirs."""
    kept_apart = groups.get(number, _NONE)
    return bool(kept_apart) and any(
        not kept_apart.isdisjoint(groups.get(other, _NONE))
        for seat, other in enumerate(table)
        if seat != position
    )
