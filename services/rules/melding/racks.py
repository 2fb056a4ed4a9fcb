"""The most that sets made from one rack can reach, and whether that is enough for an initial meld.

Most racks are decided without a search: tiles that can lie in no set are put aside, and where no tile is
wanted by both a run and a group every set is simply laid. A rack is held as masks, a bit for each number: for
each colour one of the tiles that are there, and one of those that are there twice.
"""

from collections.abc import Iterable

import msgspec

from services.rules.melding.effort import Effort
from services.rules.melding.groups import as_groups, chosen_tiles
from services.rules.melding.prospects import HIGHEST
from services.rules.melding.search import Laid, Task, lay
from services.rules.melding.witness import Sets, deal_groups, sets_of
from services.rules.tiles import COLOURS, NUMBERS, Tile

_PLACE = {colour: place for place, colour in enumerate(COLOURS)}
_JOKER_LOST = tuple(HIGHEST - number for number in range(HIGHEST + 1))
"""A joker is worth the number at which it stands, at best 13."""
_SUMS = tuple(sum(number for number in NUMBERS if mask >> number & 1) for mask in range(1 << HIGHEST + 1))
_Masks = tuple[int, int, int, int]


class BestMeld(msgspec.Struct, frozen=True):
    """The highest total that sets from a rack reach together, and such sets; 0 and none if there are none."""

    total: int
    sets: Sets


class _Rack(msgspec.Struct, frozen=True):
    once: _Masks
    twice: _Masks
    jokers: int

    def value(self) -> int:
        return sum(_SUMS[mask] for mask in self.once) + sum(_SUMS[mask] for mask in self.twice)


def best_meld(tiles: Iterable[Tile], effort: Effort | None = None) -> BestMeld:
    """The sets from these tiles alone that are worth most together; a joker counts as what it stands for."""
    rack = _useful(_masks(tiles))
    if not any(rack.once):
        return BestMeld(0, ())
    if not rack.jokers:
        laid_all = _laid_without_choice(rack)
        if laid_all is not None:
            return laid_all
    task, found = _search(rack, None, effort)
    assert found is not None  # nothing has to be laid
    sets = sets_of(task, found)
    return BestMeld(rack.value() + HIGHEST * rack.jokers - found.lost, sets)


def can_meld(tiles: Iterable[Tile], points: int, effort: Effort | None = None) -> bool:
    """Whether sets from these tiles alone reach so many points together."""
    rack = _useful(_masks(tiles))
    if rack.value() + HIGHEST * rack.jokers < points:
        return False
    if _quickly_reached(rack) >= points:
        return True
    if not rack.jokers:
        laid_all = _laid_without_choice(rack)
        if laid_all is not None:
            return laid_all.total >= points
    most_lost = rack.value() + HIGHEST * rack.jokers - points
    return _search(rack, most_lost, effort)[1] is not None


def _masks(tiles: Iterable[Tile]) -> _Rack:
    once, twice, jokers = [0, 0, 0, 0], [0, 0, 0, 0], 0
    for tile in tiles:
        number = tile.number
        if not number:
            jokers += 1
            continue
        place, bit = _PLACE[tile.colour], 1 << number
        if once[place] & bit:
            twice[place] |= bit
        else:
            once[place] |= bit
    return _Rack((once[0], once[1], once[2], once[3]), (twice[0], twice[1], twice[2], twice[3]), jokers)


def _useful(rack: _Rack) -> _Rack:
    """The rack without tiles that can lie in no set."""
    if rack.jokers > 1:
        return rack
    in_groups = _in_groups(rack)
    r, b, k, o = (
        mask & (in_groups | (_in_runs_with_one_joker(mask) if rack.jokers else _in_runs(mask)))
        for mask in rack.once
    )
    t, u, v, w = rack.twice
    return _Rack((r, b, k, o), (t & r, u & b, v & k, w & o), rack.jokers)


def _in_runs(mask: int) -> int:
    begins = mask & mask >> 1 & mask >> 2
    return begins | begins << 1 | begins << 2


def _in_runs_with_one_joker(mask: int) -> int:
    near, far = mask & mask >> 1, mask & mask >> 2
    return near | near << 1 | far | far << 2


def _in_groups(rack: _Rack) -> int:
    """Numbers of which there are enough colours for a group, jokers helping."""
    r, b, k, o = rack.once
    if rack.jokers:
        return r & (b | k | o) | b & (k | o) | k & o
    return r & b & (k | o) | k & o & (r | b)


def _quickly_reached(rack: _Rack) -> int:
    """A total that is certainly reached: with jokers one set, otherwise all runs, or all groups."""
    if rack.jokers > 1:
        numbers = rack.once[0] | rack.once[1] | rack.once[2] | rack.once[3]
        highest = numbers.bit_length() - 1
        return max(3 * min(highest + 1, HIGHEST - 1), 3 * highest) if numbers else 0
    if rack.jokers:
        best = 3 * (_in_groups(rack).bit_length() - 1)
        for mask in rack.once:
            begins = mask & (mask >> 1 | mask >> 2)
            if begins:
                best = max(best, 3 * min(begins.bit_length(), HIGHEST - 1))
        return best
    runs = sum(_SUMS[_in_runs(mask)] for mask in rack.once)
    return max(runs, 3 * _SUMS[_in_groups(rack)])


def _laid_without_choice(rack: _Rack) -> BestMeld | None:
    """Every set laid, where none is in the way of another; None where it takes a search."""
    in_groups = _in_groups(rack)
    runs = [_in_runs(mask) for mask in rack.once]
    for run, twice in zip(runs, rack.twice, strict=True):
        if run & (in_groups | twice):
            return None
    sets: list[tuple[Tile, ...]] = []
    for colour, run in zip(COLOURS, runs, strict=True):
        sets += _stretches(colour, run)
    for number in NUMBERS:
        if in_groups >> number & 1:
            sets += _groups_of(rack, number)
    return BestMeld(sum(tile.number for set_tiles in sets for tile in set_tiles), tuple(sets))


def _stretches(colour: str, mask: int) -> list[tuple[Tile, ...]]:
    found: list[tuple[Tile, ...]] = []
    while mask:
        first = (mask & -mask).bit_length() - 1
        length = 0
        while mask >> first + length & 1:
            length += 1
        found.append(tuple(Tile(colour, first + step) for step in range(length)))
        mask &= ~((1 << length) - 1 << first)
    return found


def _groups_of(rack: _Rack, number: int) -> list[tuple[Tile, ...]]:
    offers = tuple(
        (0, (once >> number & 1) + (twice >> number & 1))
        for once, twice in zip(rack.once, rack.twice, strict=True)
    )
    chosen = chosen_tiles(offers, 0)
    assert chosen is not None  # to lay nothing is always possible
    count = as_groups(chosen, 0)
    assert count is not None
    return deal_groups(number, chosen, count, 0)


def _search(rack: _Rack, most_lost: int | None, effort: Effort | None) -> tuple[Task, Laid | None]:
    there = [[0] * len(COLOURS) for _ in range(HIGHEST + 3)]
    for number in NUMBERS:
        for place in range(len(COLOURS)):
            there[number][place] = (rack.once[place] >> number & 1) + (rack.twice[place] >> number & 1)
    nothing = [[0] * len(COLOURS) for _ in range(HIGHEST + 3)]
    task = Task(nothing, there, rack.jokers, 0, _JOKER_LOST, HIGHEST, most_lost)
    return task, lay(task, effort)
