"""Which counts racks can have: what so many tiles of one set come to, alone and together.

Exact for one rack: a count is possible when some choice of that many tiles makes it. Several racks share one
set of tiles; for them each rack, each two, and all together must be possible under one way to deal out the
jokers. So nothing that can be is ever refused.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby

import msgspec

from services.rules.ruleset import Ruleset
from services.rules.tiles import COLOURS, COPIES, NUMBERS, Tile

Rack = tuple[int, int]
"""How many tiles are on a rack, and what they count."""


class Supply(msgspec.Struct, frozen=True):
    """The tiles that racks can be made of.

    Attributes:
        copies: how many tiles there are of number 1, 2, …, whatever their colour.
        jokers: how many jokers there are.
        joker_value: what a joker counts on a rack when the game ends.
    """

    copies: tuple[int, ...]
    jokers: int
    joker_value: int

    def can_make(self, tiles: int, count: int) -> bool:
        """Whether some choice of so many tiles comes to just this count."""
        return any(True for _ in self._with_jokers(tiles, count))

    def counts(self, tiles: int) -> Iterator[int]:
        """Every count that so many tiles can come to, ascending."""
        found = {
            count + jokers * self.joker_value
            for jokers in range(self.jokers + 1)
            for count in _numbers(self._sums(tiles - jokers))
        }
        return iter(sorted(found))

    def can_make_all(self, racks: Sequence[Rack]) -> bool:
        """Whether one set of tiles can have made all these racks, as far as the module says."""
        # In nearly every game the counts can be made without a joker, so that is tried before any other deal.
        if self._together(racks):
            return True
        ways = [tuple(self._with_jokers(tiles, count)) for tiles, count in racks]
        return any(self._together(self._plain(racks, jokers)) for jokers in _dealt_out(ways, self.jokers))

    def without(self, tiles: Collection[Tile]) -> "Supply":
        """What is left when these tiles lie elsewhere."""
        if not tiles:
            return self
        gone = Counter(tile.number for tile in tiles)
        copies = tuple(copies - gone[number] for number, copies in enumerate(self.copies, 1))
        return msgspec.structs.replace(self, copies=copies, jokers=self.jokers - gone[0])

    def _with_jokers(self, tiles: int, count: int) -> Iterator[int]:
        """With how many jokers among them so many tiles come to the count."""
        for jokers in range(min(self.jokers, tiles) + 1):
            plain = count - jokers * self.joker_value
            if plain >= 0 and self._sums(tiles - jokers) >> plain & 1:
                yield jokers

    def _plain(self, racks: Sequence[Rack], jokers: Sequence[int]) -> list[Rack]:
        """The numbered tiles of racks that have so many jokers among them."""
        return [
            (tiles - j, count - j * self.joker_value) for (tiles, count), j in zip(racks, jokers, strict=True)
        ]

    def _together(self, plain: Sequence[Rack]) -> bool:
        """Whether each of these racks of numbered tiles, each two, and all together are possible."""
        known = _sums_of(self.copies)
        most = len(known)
        all_tiles, all_count = 0, 0
        before: list[Rack] = []
        for tiles, count in plain:
            if not (0 <= tiles < most and count >= 0 and known[tiles] >> count & 1):
                return False
            for other, its in before:
                if tiles + other >= most or not known[tiles + other] >> count + its & 1:
                    return False
            before.append((tiles, count))
            all_tiles += tiles
            all_count += count
        return all_tiles < most and bool(known[all_tiles] >> all_count & 1)

    def _sums(self, tiles: int) -> int:
        """The sums that so many numbered tiles make, as bits of an integer."""
        known = _sums_of(self.copies)
        return known[tiles] if 0 <= tiles < len(known) else 0


def supply_of(ruleset: Ruleset) -> Supply:
    """The whole set of tiles, with what the ruleset lets a joker count."""
    return _whole(ruleset.jokers.rack_value.value)


def ranges_shown(counts: Iterable[int]) -> list[str]:
    """Ascending numbers as people write them: "2–26", "31–43", "60"."""
    shown = []
    for _, run in groupby(enumerate(counts), lambda placed: placed[1] - placed[0]):
        numbers = [number for _, number in run]
        shown.append(str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}")
    return shown


@cache
def _whole(joker_value: int) -> Supply:
    return Supply((len(COLOURS) * COPIES,) * len(NUMBERS), COPIES, joker_value)


@lru_cache(maxsize=256)
def _sums_of(copies: tuple[int, ...]) -> tuple[int, ...]:
    """For each number of tiles the sums that so many make, as bits of an integer."""
    if all(copies):
        return _from_least_to_most(copies)
    made = [1]
    for number, there in enumerate(copies, 1):
        before = made
        made = [0] * (len(before) + there)
        for tiles, sums in enumerate(before):
            for more in range(there + 1):
                made[tiles + more] |= sums << more * number
    return tuple(made)


def _from_least_to_most(copies: tuple[int, ...]) -> tuple[int, ...]:
    """The same where there is a tile of every number: every sum from the least to the most.

    A choice with none that counts one more holds, for each tile of it, all tiles of the next number. It has
    such tiles, so it holds all of the number after them as well, and so on: no choice counts more.
    """
    values = [number for number, there in enumerate(copies, 1) for _ in range(there)]
    least, most = accumulate(values, initial=0), accumulate(reversed(values), initial=0)
    return tuple([(2 << high) - (1 << low) for low, high in zip(least, most, strict=True)])


def _numbers(bits: int) -> Iterator[int]:
    return (number for number in range(bits.bit_length()) if bits >> number & 1)


def _dealt_out(ways: Sequence[Sequence[int]], jokers: int) -> Iterator[tuple[int, ...]]:
    """Each way to give every rack one of its numbers of jokers, no more than there are."""
    if not ways:
        yield ()
        return
    for first in ways[0]:
        if first <= jokers:
            for rest in _dealt_out(ways[1:], jokers - first):
                yield (first, *rest)
