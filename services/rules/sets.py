"""Groups and runs: how a list of tiles is read as a set, and what a joker in it stands for.

A set is an ordered list. A run is listed ascending, so that a joker's place says which tile it is; in a group
a joker is any of the missing colours. One natural tile between two jokers, or beside them, can be read both
ways: then the kind said with it counts, and without one the reading of the higher value.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from services.rules.lengths import MOST_TILES, TileNames
from services.rules.tiles import COLOURS, NUMBERS, Tile, parse_tile
from shared.bounds import many
from shared.problems import Problem

Kind = Literal["group", "run"]
Fault = Literal[
    "set_too_small",
    "group_too_large",
    "group_colour_twice",
    "run_past_thirteen",
    "run_not_consecutive",
    "not_a_set",
]
SMALLEST = 3
LARGEST_GROUP = len(COLOURS)

_TILES = {(colour, number): Tile(colour, number) for colour in COLOURS for number in NUMBERS}


class NamedSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set said together with its kind, where the tiles alone leave it open.

    Attributes:
        kind: the same number in different colours, or consecutive numbers of one colour.
        tiles: its tiles, those of a run ascending.
    """

    kind: Kind
    tiles: TileNames


ListedSet = TileNames | NamedSet
"""A set as it is written down by people: tile names, with the kind where it matters."""
ListedSets = Annotated[tuple[ListedSet, ...], many(MOST_TILES)]


class Reading(msgspec.Struct, frozen=True):
    """A list of tiles as one kind of set.

    Attributes:
        tiles: as listed.
        places: what each tile is or, for a joker, may stand for.
        value: sum of the numbers, a joker's place included.
    """

    kind: Kind
    tiles: tuple[Tile, ...]
    places: tuple[frozenset[Tile], ...]
    value: int


class TableSet(msgspec.Struct, frozen=True):
    """A list of tiles on the table, with the readings that count; none if it is no set.

    There are several only where kinds are left open and the values are equal.
    """

    tiles: tuple[Tile, ...]
    readings: tuple[Reading, ...]

    @property
    def legitimate(self) -> bool:
        return bool(self.readings)

    @property
    def value(self) -> int:
        """The value as a set; 0 if it is none."""
        return self.readings[0].value if self.readings else 0

    @property
    def jokers(self) -> int:
        return sum(tile.is_joker for tile in self.tiles)

    @property
    def form(self) -> tuple[Tile, ...]:
        """What makes two sets the same: a run as listed, a group in any order."""
        if any(reading.kind == "run" for reading in self.readings):
            return self.tiles
        return tuple(sorted(self.tiles))

    def standing_for(self, place: int) -> frozenset[Tile]:
        """What the tile at a place is or may stand for, by the readings that count."""
        return frozenset().union(*(reading.places[place] for reading in self.readings))

    def __str__(self) -> str:
        return "-".join(map(str, self.tiles))


def read_listed(listed: ListedSet) -> TableSet:
    """Read a set as people write it.

    Raises:
        Problem: tile-unknown.
    """
    if isinstance(listed, NamedSet):
        return read_set(map(parse_tile, listed.tiles), listed.kind)
    return read_set(map(parse_tile, listed))


def read_table(listed: Iterable[ListedSet], where: str) -> Iterator[TableSet]:
    """Read the sets of a table, `where` being the field in which they stand.

    Raises:
        Problem: tile-unknown, naming the set.
    """
    for number, listed_set in enumerate(listed, start=1):
        try:
            yield read_listed(listed_set)
        except Problem as problem:
            raise problem.at(field=f"{where}, set {number}") from None


def read_set(tiles: Iterable[Tile], named: Kind | None = None) -> TableSet:
    """Read tiles as a set; `named` is the kind said with them."""
    listed = tuple(tiles)
    found = [
        reading
        for reading in (_as_run(listed), _as_group(listed))
        if reading and named in (None, reading.kind)
    ]
    best = max((reading.value for reading in found), default=0)
    return TableSet(listed, tuple(reading for reading in found if reading.value == best))


def fault_of(tiles: Sequence[Tile]) -> Fault:
    """Why tiles that cannot be read as a set are none."""
    if len(tiles) < SMALLEST:
        return "set_too_small"
    natural = [tile for tile in tiles if not tile.is_joker]
    if len({tile.number for tile in natural}) == 1:
        if len({tile.colour for tile in natural}) < len(natural):
            return "group_colour_twice"
        return "group_too_large"
    if len({tile.colour for tile in natural}) == 1:
        return "run_past_thirteen" if _turns_round(tiles) else "run_not_consecutive"
    return "not_a_set"


def _as_run(tiles: tuple[Tile, ...]) -> Reading | None:
    first = next(((place, tile) for place, tile in enumerate(tiles) if not tile.is_joker), None)
    if first is None or len(tiles) < SMALLEST:
        return None
    start = first[1].number - first[0]
    colour = first[1].colour
    numbers = range(start, start + len(tiles))
    if numbers[0] not in NUMBERS or numbers[-1] not in NUMBERS:
        return None
    if any(
        not tile.is_joker and (tile.colour, tile.number) != (colour, number)
        for tile, number in zip(tiles, numbers, strict=True)
    ):
        return None
    places = tuple(frozenset((_TILES[colour, number],)) for number in numbers)
    return Reading("run", tiles, places, sum(numbers))


def _as_group(tiles: tuple[Tile, ...]) -> Reading | None:
    natural = [tile for tile in tiles if not tile.is_joker]
    if not natural or not SMALLEST <= len(tiles) <= LARGEST_GROUP:
        return None
    number = natural[0].number
    colours = {tile.colour for tile in natural}
    if any(tile.number != number for tile in natural) or len(colours) < len(natural):
        return None
    missing = frozenset(_TILES[colour, number] for colour in COLOURS if colour not in colours)
    places = tuple(missing if tile.is_joker else frozenset((tile,)) for tile in tiles)
    return Reading("group", tiles, places, number * len(tiles))


def _turns_round(tiles: Sequence[Tile]) -> bool:
    """Whether this would be a run if 1 came after 13."""
    place, tile = next((place, tile) for place, tile in enumerate(tiles) if not tile.is_joker)
    start = tile.number - 1 - place
    return all(
        laid.is_joker or laid.number - 1 == (start + at) % len(NUMBERS) for at, laid in enumerate(tiles)
    )
