"""The seat draw itself: table sizes, a seeded shuffle, and members of a family moved apart.

Anyone can repeat it: sort the entrant numbers, shuffle them with `shared.lottery` under the seed, deal them
to the tables (four-player tables first), then go through the tables in order and exchange whoever shares
a table with a family member for the first seat, in shuffled order, where neither exchange makes a new pair.
Where more share a table than must, as with families about as large as there are tables, shuffle on, with the
numbers that follow, up to 50 times in all; of these the first draw with the fewest sharing counts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from shared.lottery import Lottery
from shared.problems import ProblemType

SHUFFLES = 50

CANNOT_BE_SEATED = ProblemType(
    "cannot-be-seated",
    409,
    "{present} entrants cannot be seated at tables of {fewest} to {most}. "
    "Move someone to or from another session.",
    "{present} 名參賽者無法編排為每桌 {fewest} 至 {most} 人。請調動參賽者往返其他場次。",
)
OVERFULL = ProblemType(
    "tables-too-few",
    409,
    "{present} entrants do not fit the {tables} tables of this session. Move someone to another session.",
    "{present} 名參賽者超出本場 {tables} 張賽桌。請調動參賽者到其他場次。",
)


def table_sizes(present: int, most: int = 4, fewest: int = 3) -> list[int]:
    """Sizes of the tables, as few and as even as can be, larger ones first: 98 gives 23 of four, 2 of three.

    Raises:
        Problem: cannot-be-seated for 0, and for 1, 2 and 5 at tables of three and four.
    """
    tables = -(-present // most)
    least, large = divmod(present, tables) if tables else (0, 0)
    if least < fewest:
        raise CANNOT_BE_SEATED(present=present, most=most, fewest=fewest)
    return [least + 1] * large + [least] * (tables - large)


def draw_tables(
    present: Sequence[str], families: Mapping[str, str], seed: str, most: int = 4, fewest: int = 3
) -> list[tuple[str, ...]]:
    """Tables in order, each with its entrants in seat order; families apart as far as there is room.

    Args:
        present: entrant numbers; their order does not matter.
        families: the family of each entrant, "" or missing for none.
    """
    lottery = Lottery(seed)
    sizes = table_sizes(len(present), most, fewest)
    must_share = _fewest_sharing(present, families, len(sizes))
    best: list[list[str]] = []
    for _ in range(SHUFFLES):
        order = lottery.shuffle(sorted(present))
        tables = [[order.pop() for _ in range(size)] for size in sizes]
        _part_families(tables, families)
        if not best or _sharing(tables, families) < _sharing(best, families):
            best = tables
        if _sharing(best, families) <= must_share:
            break
    return [tuple(table) for table in best]


def _part_families(tables: list[list[str]], families: Mapping[str, str]) -> None:
    for here, table in enumerate(tables):
        for position in range(len(table)):
            if _clashes(table, position, table[position], families):
                _exchange(tables, here, position, families)


def _sharing(tables: Sequence[Sequence[str]], families: Mapping[str, str]) -> int:
    """How many sit at a table with an earlier seated member of their family."""
    return sum(
        members - 1
        for table in tables
        for members in Counter(families[number] for number in table if families.get(number)).values()
    )


def _fewest_sharing(present: Sequence[str], families: Mapping[str, str], tables: int) -> int:
    sizes = Counter(families[number] for number in present if families.get(number))
    return sum(max(0, size - tables) for size in sizes.values())


def _exchange(tables: list[list[str]], here: int, position: int, families: Mapping[str, str]) -> None:
    leaver = tables[here][position]
    for there, other in enumerate(tables):
        if there == here:
            continue
        for seat, candidate in enumerate(other):
            if not _clashes(other, seat, leaver, families) and not _clashes(
                tables[here], position, candidate, families
            ):
                tables[here][position], other[seat] = candidate, leaver
                return


def _clashes(table: list[str], position: int, number: str, families: Mapping[str, str]) -> bool:
    """Whether `number`, sitting at `position`, would share the table with a family member."""
    family = families.get(number, "")
    return bool(family) and any(
        families.get(other, "") == family for seat, other in enumerate(table) if seat != position
    )
