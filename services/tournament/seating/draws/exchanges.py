"""Exchange people between tables as long as that lowers what sharing a table costs."""

from collections.abc import Callable, Sequence

Cost = Callable[[str, str], int]
"""What it costs that two sit at one table; the same both ways round, 0 for most."""
Farther = Callable[[str, str], tuple[int, ...]]
"""How unwelcome it is that two change places, where both ways lower the cost; smaller is better."""


def exchange(tables: list[list[str]], order: Sequence[str], cost: Cost, farther: Farther) -> None:
    """Lower the cost of tables by exchanges of two, in place.

    Up the order, from the last: whoever sits with someone at a cost takes the seat of whom it lowers the
    total most with, of those the one `farther` puts first, then the first in the order. This is done again
    until a whole way up finds no exchange that lowers the total. So no single exchange would lower it
    further; two at a time might.
    """
    position = {number: rank for rank, number in enumerate(order)}
    at = {number: table for table, seated in enumerate(tables) for number in seated}
    changed = True
    while changed:
        changed = False
        for mover in reversed(order):
            if not _cost_at(tables[at[mover]], mover, cost):
                continue
            found = [
                (-saved, farther(mover, other), position[other], other)
                for other in order
                if at[other] != at[mover] and (saved := _saved(tables, at, mover, other, cost)) > 0
            ]
            if found:
                _swap(tables, at, mover, min(found)[-1])
                changed = True


def total_cost(tables: Sequence[Sequence[str]], cost: Cost) -> int:
    """What the tables cost together."""
    return sum(
        cost(other, number)
        for seated in tables
        for place, number in enumerate(seated)
        for other in seated[:place]
    )


def _cost_at(seated: Sequence[str], number: str, cost: Cost, instead_of: str | None = None) -> int:
    """What it costs that `number` sits at the table, in the place of somebody there or in their own."""
    return sum(cost(number, other) for other in seated if other not in (number, instead_of))


def _saved(tables: Sequence[Sequence[str]], at: dict[str, int], mover: str, other: str, cost: Cost) -> int:
    here, there = tables[at[mover]], tables[at[other]]
    before = _cost_at(here, mover, cost) + _cost_at(there, other, cost)
    return before - _cost_at(there, mover, cost, other) - _cost_at(here, other, cost, mover)


def _swap(tables: list[list[str]], at: dict[str, int], mover: str, other: str) -> None:
    here, there = at[mover], at[other]
    tables[here][tables[here].index(mover)] = other
    tables[there][tables[there].index(other)] = mover
    at[mover], at[other] = there, here
