"""Tiles as they are written down: "R7", "B13", "J".

The letter is the colour (red, blue, blacK, orange) and the number runs from 1 to 13. What HK calls yellow is
the orange of the others, so Y7 means O7. Each tile exists twice, as does the joker J: 106 in all.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from shared.problems import Problem, ProblemType, quoted

COLOURS = ("R", "B", "K", "O")
NUMBERS = range(1, 14)
COPIES = 2  # of every tile, jokers included
TILES_IN_ALL = (len(COLOURS) * len(NUMBERS) + 1) * COPIES

TILE_UNKNOWN = ProblemType("tile-unknown", 422)
TILES_TOO_MANY_ALIKE = ProblemType("tiles-too-many-alike", 422)


class Tile(msgspec.Struct, frozen=True, order=True):
    """One tile. `colour` is a letter of COLOURS and `number` 1–13; a joker is colour "J", number 0."""

    colour: str
    number: int

    @property
    def is_joker(self) -> bool:
        return self.colour == "J"

    def __str__(self) -> str:
        return "J" if self.is_joker else f"{self.colour}{self.number}"


JOKER = Tile("J", 0)

_by_name = {f"{colour}{number}": Tile(colour, number) for colour in COLOURS for number in NUMBERS}
_by_name |= {f"Y{number}": _by_name[f"O{number}"] for number in NUMBERS}
_by_name["J"] = JOKER


def parse_tile(text: str) -> Tile:
    """Read one tile.

    Raises:
        Problem: tile-unknown.
    """
    try:
        return _by_name[text]
    except KeyError:
        raise TILE_UNKNOWN(tile=quoted(text)) from None


def parse_rack(texts: Iterable[str], **where: str) -> tuple[Tile, ...]:
    """Read the tiles of one rack, in order.

    Args:
        where: in which field they stand, and of which seat.

    Raises:
        Problem: tile-unknown, or tiles-too-many-alike when the rack could not come from one set of tiles.
    """
    try:
        tiles = tuple(parse_tile(text) for text in texts)
        check_one_set(tiles)
    except Problem as problem:
        raise problem.at(**where) from None
    return tiles


def check_one_set(tiles: Iterable[Tile]) -> None:
    """Refuse more than two of a tile, or of jokers, among tiles that are all in one game.

    Raises:
        Problem: tiles-too-many-alike, naming the tile.
    """
    for tile, times in Counter(tiles).items():
        if times > COPIES:
            raise TILES_TOO_MANY_ALIKE(tile=str(tile), times=times, copies=COPIES)


def rack_value(tiles: Sequence[Tile], joker_value: int) -> int:
    """The count of a rack when the game ends: face values, and `joker_value` for each joker on it."""
    return sum(joker_value if tile.is_joker else tile.number for tile in tiles)


@cache
def highest_value(tiles: int, joker_value: int) -> int:
    """The most that `tiles` tiles can count."""
    values = [*_every_number(), *[joker_value] * COPIES]
    return sum(sorted(values, reverse=True)[:tiles])


def _every_number() -> list[int]:
    return list(NUMBERS) * len(COLOURS) * COPIES
