"""Whether the tiles of one number that no run takes can be laid as groups.

So many tiles, jokers included, fall into `q` groups exactly when no colour is there more than `q` times and
there are three or four tiles for each of them. A colour offers so many tiles of which some must be laid.
"""

from functools import cache
from itertools import product

Offer = tuple[int, int]
"""Tiles of one colour: how many must be laid, and how many there are."""
_MOST_GROUPS = 3


def as_groups(tiles: tuple[int, ...], jokers: int) -> int | None:
    """Into how many groups so many tiles of each colour fall together with jokers; None if into none."""
    natural = sum(tiles)
    together = natural + jokers
    if not together:
        return 0
    if not natural:
        return None
    most = max(tiles)
    for groups in range(1, _MOST_GROUPS + 1):
        if most <= groups and 3 * groups <= together <= 4 * groups:
            return groups
    return None


@cache
def choices(offers: tuple[Offer, ...], jokers: int) -> tuple[tuple[int, int], ...]:
    """Jokers laid in groups, up to `jokers`, each with the fewest tiles that then stay unlaid."""
    found = []
    for laid in range(jokers + 1):
        chosen = chosen_tiles(offers, laid)
        if chosen is not None:
            found.append((laid, sum(there for _, there in offers) - sum(chosen)))
    return tuple(found)


@cache
def chosen_tiles(offers: tuple[Offer, ...], jokers: int) -> tuple[int, ...] | None:
    """How many tiles of each offer to lay with exactly so many jokers, as many as can be."""
    best: tuple[int, ...] | None = None
    for tiles in product(*(range(must, there + 1) for must, there in offers)):
        if as_groups(tiles, jokers) is not None and (best is None or sum(tiles) > sum(best)):
            best = tiles
    return best
