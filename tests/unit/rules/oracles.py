"""Independent answers about tiles and sets: trying everything out, and integer programming by HiGHS.

Both are for tests and measurements only and share nothing with the search they check.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations

import highspy
import numpy as np

from tests.unit.rules.turns import ALL, COLOURS, is_set

Heap = tuple[str, ...]
Place = tuple[str, int]
_INFINITE = highspy.kHighsInf


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
        and all(tile in ("J", own) for tile, own in zip(tiles, wanted, strict=True))
    )


@cache
def _by_content() -> dict[Heap, int]:
    """What each content of a set is worth at best."""
    best: dict[Heap, int] = {}
    for own in ALL:
        content = tuple(sorted(own))
        best[content] = max(best.get(content, 0), worth(own))
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
            value = _by_content().get(tuple(sorted((first, *others))))
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
            if tuple(sorted((first, *others))) in _by_content():
                left = Counter(rest) - Counter(others)
                if _falls(tuple(sorted(left.elements()))):
                    return True
    return False


@cache
def _plain_sets() -> list[list[Place]]:
    """Runs of three to five and groups, as places; a joker makes a place that is not there."""
    runs = [
        [(colour, first + step) for step in range(length)]
        for colour in COLOURS
        for length in (3, 4, 5)
        for first in range(1, 15 - length)
    ]
    groups = [
        [(colour, number) for colour in colours]
        for number in range(1, 14)
        for length in (3, 4)
        for colours in combinations(COLOURS, length)
    ]
    return runs + groups


class Model:
    """Sets as columns and places as rows: how often each set is laid, and where jokers stand."""

    def __init__(self, table: Iterable[str], rack: Iterable[str]) -> None:
        lying, held = Counter(table), Counter(rack)
        self.joker_least, self.jokers = lying["J"], lying["J"] + held["J"]
        self.least = {_place(tile): times for tile, times in lying.items() if tile != "J"}
        self.there = {_place(tile): times for tile, times in (lying + held).items() if tile != "J"}

    def best(self, joker_stands: bool, joker_value: int) -> int | None:
        """The highest total that can be laid, a joker by its place or as `joker_value`; None if none can."""
        sets = [
            own
            for own in _plain_sets()
            if sum(place in self.there for place in own) >= len(own) - self.jokers
        ]
        places = sorted({place for own in sets for place in own} | set(self.there))
        row = {place: number for number, place in enumerate(places)}
        with_jokers = places if self.jokers else []
        costs = [-float(sum(number for _, number in own)) for own in sets]
        costs += [0.0 if joker_stands else float(number - joker_value) for _, number in with_jokers]
        if not costs:
            return None if self.least or self.joker_least else 0
        starts, index, values = [0], [], []
        for own in sets:
            index += [row[place] for place in own]
            values += [1.0] * len(own)
            starts.append(len(index))
        for place in with_jokers:
            index += [row[place], len(places)]
            values += [-1.0, 1.0]
            starts.append(len(index))
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = len(costs), len(places) + bool(self.jokers)
        program.col_cost_ = np.array(costs)
        program.col_lower_, program.col_upper_ = np.zeros(len(costs)), np.full(len(costs), 4.0)
        lower = [float(self.least.get(place, 0)) for place in places]
        upper = [float(self.there.get(place, 0)) for place in places]
        if self.jokers:
            lower.append(float(self.joker_least))
            upper.append(float(self.jokers))
        program.row_lower_, program.row_upper_ = np.array(lower), np.array(upper)
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_, program.a_matrix_.index_ = np.array(starts), np.array(index)
        program.a_matrix_.value_ = np.array(values)
        program.integrality_ = [highspy.HighsVarType.kInteger] * len(costs)
        solver = highspy.Highs()  # type: ignore[no-untyped-call]
        solver.silent()
        solver.passModel(program)
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return -round(solver.getInfo().objective_function_value)


def best_meld_by_program(rack: Iterable[str]) -> int:
    found = Model((), rack).best(joker_stands=True, joker_value=0)
    assert found is not None
    return found


def best_turn_by_program(table: Iterable[str], rack: Iterable[str], joker_value: int) -> int | None:
    """What the best turn takes off the rack."""
    lying = list(table)
    found = Model(lying, rack).best(joker_stands=False, joker_value=joker_value)
    if found is None:
        return None
    return found - sum(joker_value if tile == "J" else int(tile[1:]) for tile in lying)


def _place(tile: str) -> Place:
    return tile[0], int(tile[1:])


__all__ = ["best_meld_by_program", "best_turn_by_program", "falls_into_sets", "is_set", "most_by_trying"]
