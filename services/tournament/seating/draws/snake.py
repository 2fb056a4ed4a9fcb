"""The snake: the best are spread over the tables, there and back, so that all tables are about equally
strong.

The order is that of `order`. There are as few tables as can be. Down the order, the first row goes to
tables 1, 2, 3 and so on to the last, the next row from the last back to the first, and so on; the last row
may be short, so that sizes differ by at most 1.

Groups kept apart: as long as someone shares a table with a member of a group of theirs, people are
exchanged as `exchanges` says, those of one row before others, then the nearest in the order. An exchange
within a row leaves the snake as even as it was. Where a group has more members than there are tables, some
share.

Then for each table, in order, those at it, row by row, are shuffled into seats with the numbers that follow.
"""

from collections.abc import Sequence

from services.tournament.seating.draws.byes import sitting_out
from services.tournament.seating.draws.exchanges import exchange
from services.tournament.seating.draws.order import in_order
from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from services.tournament.seating.draws.sizes import table_sizes
from shared.lottery import Lottery

METHOD = "snake-1"


@draw("snake", goes_by="places")
def there_and_back(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """Tables that are about equally strong."""
    lottery = Lottery(plan.seed)
    order = in_order(entries, lottery)
    out = sitting_out(order, plan)
    playing = [entry for entry in order if entry is not out]
    many = len(table_sizes(len(playing), plan.most, plan.fewest))
    tables = spread([entry.number for entry in playing], many)
    _part(tables, playing)
    seats = tuple(tuple(lottery.shuffle(table)) for table in tables)
    return Drawn(seats, () if out is None else (out.number,), METHOD)


def spread(order: Sequence[str], many: int) -> list[list[str]]:
    """The order dealt to so many tables, there and back."""
    tables: list[list[str]] = [[] for _ in range(many)]
    for place, number in enumerate(order):
        row, column = divmod(place, many)
        tables[many - 1 - column if row % 2 else column].append(number)
    return tables


def _part(tables: list[list[str]], order: Sequence[Entry]) -> None:
    """Move members of a group apart."""
    groups = {entry.number: entry.groups for entry in order}
    place = {entry.number: position for position, entry in enumerate(order)}
    many = len(tables)

    def farther(mover: str, other: str) -> tuple[int, ...]:
        here, there = place[mover], place[other]
        return here // many != there // many, abs(here - there)

    exchange(tables, list(place), lambda first, second: len(groups[first] & groups[second]), farther)
