"""The best legal turn under free joker rules, and whether a heap of tiles falls into sets."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from services.rules.melding.effort import Effort
from services.rules.melding.prospects import HIGHEST, Counts
from services.rules.melding.search import Task, lay
from services.rules.melding.witness import Sets, sets_of
from services.rules.tiles import COLOURS, JOKER, Tile

NO_LOSS = (0,) * (HIGHEST + 1)


class BestTurn(msgspec.Struct, frozen=True):
    """The turn that takes most off the rack.

    Attributes:
        laid: tiles of the rack that go to the table; none if there is no legal turn.
        value: what they count on the rack.
        sets: the whole table afterwards.
    """

    laid: tuple[Tile, ...]
    value: int
    sets: Sets


def best_turn(
    table: Iterable[Tile], rack: Iterable[Tile], joker_value: int, effort: Effort | None = None
) -> BestTurn | None:
    """The turn after the initial meld that takes the highest value off the rack, every table tile staying.

    Args:
        joker_value: what a joker counts on a rack.

    Returns:
        None if the table's tiles cannot be laid as sets at all.
    """
    lying, held = Counter(table), Counter(rack)
    task = Task(
        counted(lying),
        counted(lying + held),
        jokers=lying[JOKER] + held[JOKER],
        jokers_must=lying[JOKER],
        joker_lost=NO_LOSS,
        joker_unlaid=joker_value,
    )
    found = lay(task, effort)
    if found is None:
        return None
    sets = sets_of(task, found)
    laid = Counter(tile for set_tiles in sets for tile in set_tiles) - lying
    value = sum(joker_value if tile.is_joker else tile.number for tile in laid.elements())
    return BestTurn(tuple(sorted(laid.elements())), value, sets)


def partition(tiles: Iterable[Tile]) -> Sets | None:
    """Sets that use up every tile, or None if there are none."""
    heap = Counter(tiles)
    counts = counted(heap)
    task = Task(counts, counts, heap[JOKER], heap[JOKER], joker_lost=NO_LOSS, joker_unlaid=0)
    found = lay(task)
    return None if found is None else sets_of(task, found)


def counted(tiles: Counter[Tile]) -> Counts:
    """Natural tiles by number and colour."""
    counts = [[0] * len(COLOURS) for _ in range(HIGHEST + 3)]
    for tile, times in tiles.items():
        if not tile.is_joker:
            counts[tile.number][COLOURS.index(tile.colour)] += times
    return counts
