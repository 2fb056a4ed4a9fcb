"""Independent answers about tiles and sets by integer programming with HiGHS, in two models.

`by_every_set` is the straightforward one (den Hertog and Hulshof, The Computer Journal 49, 2006): a column
for each set of three to five tiles, jokers included, and a row for each kind of tile; longer runs are shorter
ones put together. `by_sets_that_fit` has a column only for sets that the tiles at hand could fill, and lets
jokers make up what a place lacks, which leaves HiGHS much less to look at.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

import highspy
import msgspec
import numpy as np

from tests.unit.rules.oracles import by_content
from tests.unit.rules.turns import COLOURS

Place = tuple[str, int]
Column = tuple[float, Mapping[int, float]]
"""What it adds to the total, and its entries by row."""
Program = highspy.HighsLp
_LONGEST = 5
_MOST_ALIKE = 4


class Position(msgspec.Struct, frozen=True):
    """Tiles by name: those that must stay laid, and those that may be.

    Attributes:
        joker_value: what a laid joker counts; None if it counts as what it stands for.
    """

    table: Sequence[str]
    rack: Sequence[str]
    joker_value: int | None = None


def by_every_set(position: Position) -> Program:
    """Every set a column, whatever the tiles are."""
    lying, held = Counter(position.table), Counter(position.rack)
    there = lying + held
    value, columns = position.joker_value, []
    for content, worth, entries in _set_columns():
        counted = worth if value is None else _counted(content, value)
        columns.append((float(counted), entries))
    return _program(columns, [(lying[kind], there[kind]) for kind in _KINDS])


def by_sets_that_fit(position: Position) -> Program:
    """Only sets that these tiles could fill; a joker is a column for each place at which it may stand."""
    lying, held = Counter(position.table), Counter(position.rack)
    jokers = lying["J"] + held["J"]
    there = {_place(tile): times for tile, times in (lying + held).items() if tile != "J"}
    sets = [
        plain_set
        for plain_set in _plain_sets()
        if sum(place in there for place in plain_set) >= len(plain_set) - jokers
    ]
    places = sorted({place for laid in sets for place in laid} | set(there))
    row = {place: number for number, place in enumerate(places)}
    columns: list[Column] = [
        (float(sum(number for _, number in laid)), {row[place]: 1.0 for place in laid}) for laid in sets
    ]
    limits = [(lying[f"{colour}{number}"], there.get((colour, number), 0)) for colour, number in places]
    if jokers:
        value = position.joker_value
        for place in places:
            less = 0.0 if value is None else float(value - place[1])
            columns.append((less, {row[place]: -1.0, len(places): 1.0}))
        limits.append((lying["J"], jokers))
    return _program(columns, limits)


def solved(program: Program) -> int | None:
    """The highest total, or None if what must be laid cannot be."""
    if not program.num_col_:
        return 0 if not any(program.row_lower_) else None
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return -round(solver.getInfo().objective_function_value)


def best_meld_by_program(rack: Iterable[str], model: Callable[[Position], Program] = by_sets_that_fit) -> int:
    """The highest total of sets from the rack."""
    found = solved(model(Position((), tuple(rack))))
    assert found is not None  # nothing has to be laid
    return found


def best_turn_by_program(
    table: Iterable[str],
    rack: Iterable[str],
    joker_value: int,
    model: Callable[[Position], Program] = by_sets_that_fit,
) -> int | None:
    """What the best turn takes off the rack; None if the table cannot be laid as sets."""
    lying = tuple(table)
    found = solved(model(Position(lying, tuple(rack), joker_value)))
    return None if found is None else found - _counted(lying, joker_value)


def _program(columns: Sequence[Column], limits: Sequence[tuple[int, int]]) -> Program:
    """The columns that add most together, between the limits of every row."""
    starts, index, values = [0], list[int](), list[float]()
    for _, entries in columns:
        index += entries.keys()
        values += entries.values()
        starts.append(len(index))
    program = Program()
    program.num_col_, program.num_row_ = len(columns), len(limits)
    program.col_cost_ = np.array([-worth for worth, _ in columns])
    program.col_lower_ = np.zeros(len(columns))
    program.col_upper_ = np.full(len(columns), float(_MOST_ALIKE))
    program.row_lower_ = np.array([float(least) for least, _ in limits])
    program.row_upper_ = np.array([float(most) for _, most in limits])
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_, program.a_matrix_.index_ = np.array(starts), np.array(index)
    program.a_matrix_.value_ = np.array(values)
    program.integrality_ = [highspy.HighsVarType.kInteger] * len(columns)
    return program


_KINDS = [*(f"{colour}{number}" for colour in COLOURS for number in range(1, 14)), "J"]


@cache
def _set_columns() -> list[tuple[tuple[str, ...], int, Mapping[int, float]]]:
    """Each set's content, what it is worth at best, and its entries by row."""
    row = {kind: number for number, kind in enumerate(_KINDS)}
    return [
        (content, worth, {row[tile]: float(times) for tile, times in Counter(content).items()})
        for content, worth in by_content().items()
        if len(content) <= _LONGEST
    ]


@cache
def _plain_sets() -> list[list[Place]]:
    """Runs of three to five and groups, as places."""
    runs = [
        [(colour, first + step) for step in range(length)]
        for colour in COLOURS
        for length in range(3, _LONGEST + 1)
        for first in range(1, 15 - length)
    ]
    groups = [
        [(colour, number) for colour in colours]
        for number in range(1, 14)
        for length in (3, 4)
        for colours in combinations(COLOURS, length)
    ]
    return runs + groups


def _counted(tiles: Iterable[str], joker_value: int) -> int:
    return sum(joker_value if tile == "J" else int(tile[1:]) for tile in tiles)


def _place(tile: str) -> Place:
    return tile[0], int(tile[1:])
