"""One turn as it is told: the table before, the rack before, the table after."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from services.rules.lengths import TileNames
from services.rules.sets import ListedSets, TableSet, read_table
from services.rules.tiles import Tile, check_one_set, parse_rack


class TurnInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn to be judged.

    Attributes:
        melded: whether the player had made the initial meld before it.
        table_before: the sets on the table before the turn, as in `[["J", "R6", "R7"]]`.
        rack_before: the tiles on the player's rack before it.
        table_after: the sets on the table after it.
    """

    melded: bool
    table_before: ListedSets
    rack_before: TileNames
    table_after: ListedSets


class Turn(msgspec.Struct, frozen=True):
    """A turn, read.

    Attributes:
        placed: tiles that came to the table, with how many of each.
        gone: tiles that left it.
        strange: of those placed, the ones that were not on the rack.
    """

    melded: bool
    before: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    after: tuple[TableSet, ...]
    placed: Mapping[Tile, int]
    gone: Mapping[Tile, int]
    strange: Mapping[Tile, int]


def read_turn(turn: TurnInput) -> Turn:
    """Read a turn.

    What came to the table out of nowhere, or left it, is for the verdict to say. A beginning that one set of
    tiles cannot give is no turn at all.

    Raises:
        Problem: tile-unknown, or tiles-too-many-alike, naming the place.
    """
    before = tuple(read_table(turn.table_before, "table_before"))
    rack = parse_rack(turn.rack_before, field="rack_before")
    after = tuple(read_table(turn.table_after, "table_after"))
    check_one_set([*_tiles(before), *rack])
    was, now = Counter(_tiles(before)), Counter(_tiles(after))
    placed = now - was
    return Turn(turn.melded, before, rack, after, placed, was - now, placed - Counter(rack))


def names(tiles: Mapping[Tile, int]) -> str:
    """Tiles as people read them, each as often as it is there."""
    return ", ".join(str(tile) for tile in sorted(tiles) for _ in range(tiles[tile]))


def _tiles(table: Iterable[TableSet]) -> Iterable[Tile]:
    return (tile for table_set in table for tile in table_set.tiles)
