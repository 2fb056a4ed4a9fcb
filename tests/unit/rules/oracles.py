"""Answers about tiles and sets by trying everything out; nothing is shared with the search they check."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations

from tests.unit.rules.turns import ALL

Heap = tuple[str, ...]


def worth(tiles: tuple[str, ...]) -> int:
    """The most a list of tiles counts as a set, in its order."""
    at = next(place for place, tile in enumerate(tiles) if tile != "J")
    first = int(tiles[at][1:]) - at
    as_run = sum(range(first, first + len(tiles))) if tiles in ALL and _is_run(tiles) else 0
    natural = {tile[1:] for tile in tiles if tile != "J"}
    as_group = len(tiles) * int(natural.pop()) if len(natural) == 1 and len(tiles) <= 4 else 0
    return max(as_run, as_group)


def _is_run(tiles: tuple[str, ...]) -> bool:
    at = next(place for place, tile in enumerate(tiles) if tile != "J")
    first, colour = int(tiles[at][1:]) - at, tiles[at][0]
    wanted = [f"{colour}{first + step}" for step in range(len(tiles))]
    return (
        first >= 1
        and first + len(tiles) <= 14
        and all(tile in ("J", meant) for tile, meant in zip(tiles, wanted, strict=True))
    )


@cache
def by_content() -> dict[Heap, int]:
    """What each content of a set is worth at best."""
    best: dict[Heap, int] = {}
    for listed in ALL:
        content = tuple(sorted(listed))
        best[content] = max(best.get(content, 0), worth(listed))
    return best


def most_by_trying(tiles: Iterable[str]) -> int:
    """The highest total of sets from a small heap, by trying every set for the first tile, or leaving it."""
    heap = tuple(sorted(tiles))
    return _most(heap)


@cache
def _most(heap: Heap) -> int:
    if len(heap) < 3:
        return 0
    first, rest = heap[0], heap[1:]
    best = _most(rest)
    for size in range(2, min(len(rest), 12) + 1):
        for others in set(combinations(rest, size)):
            value = by_content().get(tuple(sorted((first, *others))))
            if value is not None:
                left = Counter(rest) - Counter(others)
                best = max(best, value + _most(tuple(sorted(left.elements()))))
    return best


def falls_into_sets(tiles: Iterable[str]) -> bool:
    """Whether a small heap can be used up in sets."""
    return _falls(tuple(sorted(tiles)))


@cache
def _falls(heap: Heap) -> bool:
    if not heap:
        return True
    first, rest = heap[0], heap[1:]
    for size in range(2, min(len(rest), 12) + 1):
        for others in set(combinations(rest, size)):
            if tuple(sorted((first, *others))) in by_content():
                left = Counter(rest) - Counter(others)
                if _falls(tuple(sorted(left.elements()))):
                    return True
    return False
