"""Turns for tests, and a checker of sets that shares nothing with the one under test."""

import random
from collections import Counter
from itertools import combinations

Names = list[str]
Table = list[Names]
COLOURS = "RBKO"
FREE = ("hk-2026", "mso-2019", "rummikub-online")
"""Rulesets that let whoever has melded move whatever lies on the table: they judge every turn alike."""


def every_set() -> frozenset[tuple[str, ...]]:
    """Every legitimate set as listed, jokers included: written out, not computed from what is tested."""
    natural: list[Names] = []
    for colour in COLOURS:
        for first in range(1, 12):
            natural += [
                [f"{colour}{number}" for number in range(first, last + 1)] for last in range(first + 2, 14)
            ]
    for number in range(1, 14):
        for size in (3, 4):
            natural += [
                [f"{colour}{number}" for colour in colours] for colours in combinations(COLOURS, size)
            ]
    found = set()
    for natural_set in natural:
        for jokers in range(3):
            for places in combinations(range(len(natural_set)), jokers):
                found.add(tuple("J" if place in places else tile for place, tile in enumerate(natural_set)))
    return frozenset(found)


ALL = every_set()
LISTED = sorted(ALL)


def is_set(tiles: Names) -> bool:
    """Whether tiles are a set as listed: a run in its order, a group in any."""
    if tuple(tiles) in ALL:
        return True
    natural = [tile for tile in tiles if tile != "J"]
    jokers = len(tiles) - len(natural)
    if not natural or len({tile[1:] for tile in natural}) > 1 or jokers > 2:
        return False
    return len({tile[0] for tile in natural}) == len(natural) and 3 <= len(tiles) <= 4


def is_free_turn(before: Table, rack: Names, after: Table) -> bool:
    """The rule of HK, MSO and online after the initial meld, in one line each."""
    was, now = Counter(t for listed in before for t in listed), Counter(t for listed in after for t in listed)
    laid = now - was
    return not was - now and bool(laid) and not laid - Counter(rack) and all(map(is_set, after))


def random_table(chance: random.Random, most: int) -> Table:
    """Sets that one set of tiles can give."""
    pool = Counter({f"{colour}{number}": 2 for colour in COLOURS for number in range(1, 14)})
    pool["J"] = 2
    table: Table = []
    for _ in range(most * 4):
        wanted = Counter(chosen := list(chance.choice(LISTED)))
        if len(table) < most and not wanted - pool:
            pool -= wanted
            table.append(chosen)
    return table


def legal_turn(chance: random.Random) -> tuple[Table, Names, Table]:
    """A turn that is legal after the initial meld under free joker rules: played backwards from its end."""
    after = random_table(chance, chance.randint(1, 8))
    before: Table = []
    rack: Names = []
    for listed in after:
        shorter = listed[1:] if chance.random() < 0.5 else listed[:-1]
        if chance.random() < 0.4:
            rack += listed
        elif chance.random() < 0.5 and is_set(shorter):
            rack.append(listed[0] if shorter == listed[1:] else listed[-1])
            before.append(shorter)
        elif len(listed) >= 6 and is_set(listed[:3]) and is_set(listed[3:]):
            before += [listed[:3], listed[3:]]
        else:
            before.append(listed)
    if not rack:
        rack += before.pop()
    left = Counter({f"{colour}{number}": 2 for colour in COLOURS for number in range(1, 14)})
    left -= Counter(tile for listed in [*before, rack] for tile in listed)
    rack += chance.sample(sorted(left.elements()), min(chance.randint(0, 5), left.total()))
    chance.shuffle(before)
    return before, rack, after
