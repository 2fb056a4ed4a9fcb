"""What can still become of tiles: known from the tiles alone, before and for the whole of a search.

Numbers go by from 1 to 13 and at each the four colours; a cell is one colour at one number.
"""

from collections.abc import Sequence

from services.rules.tiles import COLOURS, NUMBERS

HIGHEST = NUMBERS[-1]
_COLOURS = len(COLOURS)
CELLS = HIGHEST * _COLOURS
Counts = Sequence[Sequence[int]]
"""Tiles by number (0 to 15, of which 1 to 13 are used) and colour."""
_SMALLEST = 3
_LAST_BEGIN = HIGHEST - _SMALLEST + 1
_NOTHING_LOST = (0,) * (HIGHEST + 3)


class Prospects:
    """What tiles can lie in with so many jokers left, and where nothing can happen.

    Attributes:
        busy: by jokers left: bits of cells where a tile is or a joker may begin a run, and one for the end.
        stranded: by jokers left: for each colour what tiles from a number on count that can lie in no set;
            None where there are none.
    """

    def __init__(self, there: Counts, jokers: int) -> None:
        self._masks = [
            sum(1 << number for number in NUMBERS if there[number][colour]) for colour in range(_COLOURS)
        ]
        self._colours = [sum(map(bool, row)) for row in there]
        lefts = range(jokers + 1)
        self._begin_from = [[_begin_from(mask, left) for mask in self._masks] for left in lefts]
        tiles = sum(
            1 << (number - 1) * _COLOURS + colour
            for number in NUMBERS
            for colour, times in enumerate(there[number])
            if times
        )
        self.busy = [tiles | 1 << CELLS | self._begins(left) for left in lefts]
        # Without jokers what is stranded is the same on every way, and changes no choice.
        self.stranded = [self._stranded(there, left) if jokers else None for left in lefts]

    def joker_may_begin(self, number: int, colour: int, left: int) -> bool:
        """Whether so many jokers, the first one included, can take a run that begins here to the end."""
        return self._begin_from[left][colour] <= number <= _LAST_BEGIN

    def groups_possible(self, number: int, left: int) -> bool:
        """Whether there are colours enough for a group of the number."""
        return self._colours[number] + left >= _SMALLEST

    def out_of_reach(self, number: int, colour: int, left: int) -> int:
        """The first number that a run which is open now cannot get to: one gap more than jokers are left."""
        mask = self._masks[colour]
        while number <= HIGHEST:
            if not mask >> number & 1:
                if not left:
                    return number
                left -= 1
            number += 1
        return number

    def _begins(self, left: int) -> int:
        found = 0
        for colour, first in enumerate(self._begin_from[left]):
            for number in range(first, _LAST_BEGIN + 1):
                found |= 1 << (number - 1) * _COLOURS + colour
        return found

    def _stranded(self, there: Counts, left: int) -> list[tuple[int, ...]] | None:
        groups = sum(1 << number for number in NUMBERS if self.groups_possible(number, left))
        found = [
            _from_each(there, colour, mask & ~groups & ~_in_runs(mask, left))
            for colour, mask in enumerate(self._masks)
        ]
        return found if any(lost is not _NOTHING_LOST for lost in found) else None


def _in_runs(mask: int, jokers: int) -> int:
    """The numbers of one colour that can lie in a run with so many jokers."""
    near, far = mask & mask >> 1, mask & mask >> 2
    if jokers > 1:
        return mask
    if jokers:
        return near | near << 1 | far | far << 2
    begins = near & far
    return begins | begins << 1 | begins << 2


def _from_each(there: Counts, colour: int, mask: int) -> tuple[int, ...]:
    """By number what the tiles of a mask count from there on."""
    if not mask:
        return _NOTHING_LOST
    found = [0] * len(_NOTHING_LOST)
    for number in reversed(NUMBERS):
        found[number] = found[number + 1] + (there[number][colour] * number if mask >> number & 1 else 0)
    return tuple(found)


def _begin_from(mask: int, jokers: int) -> int:
    """The lowest number from which a run begun by a joker can go on to the highest number."""
    number = _LAST_BEGIN + 1
    spare = jokers - 1 - (2 - (mask >> number).bit_count())
    while spare >= 0 and number > NUMBERS[0]:
        number -= 1
        spare -= not mask >> number & 1
    return number
