"""The solver of melds and turns beside integer programming by HiGHS, on the same racks and tables.

HiGHS has two models (`tests/unit/rules/programs.py`): the straightforward one, by which the targets of racks
are judged, and one that leaves out what cannot fit, which is much less work for it. Its times are of solving
alone; building the model is not counted. Best turns are judged by the quicker of the two in each class.
Every answer is compared, and one that differs ends the run.

Processor time is told: nobody waits for anything here, and other work on the machine weighs less in it.
"""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

import msgspec

from services.rules.melding.possible_turn import best_turn
from services.rules.melding.racks import best_meld, can_meld
from services.rules.tiles import Tile, parse_tile
from tests.bench.rounds import Settings
from tests.unit.rules.programs import Position, Program, by_every_set, by_sets_that_fit, solved
from tests.unit.rules.turns import COLOURS, LISTED, Table

RACKS, TABLES = 1_000, 250
IN_A_CLASS = 40
"""Racks of each further size and number of jokers."""
POINTS = 30
JOKER = 30
"""What a joker counts on a rack in the turns."""
LONGEST_DECISION = 0.1
"""Milliseconds a decision may take, the median."""
DECISION, MELD, TURN = 100.0, 15.0, 1.0
"""How many times as fast as HiGHS: the targets."""
TABLE_TILES = ((0, 20), (21, 42), (43, 63), (64, 84))
HELD = 14
_NATURAL = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)] * 2
_ALL = [*_NATURAL, "J", "J"]

Answer = TypeVar("Answer")


class Times(msgspec.Struct):
    """Milliseconds of each contestant, position by position."""

    ours: list[float] = msgspec.field(default_factory=list)
    every: list[float] = msgspec.field(default_factory=list)
    fit: list[float] = msgspec.field(default_factory=list)


def run(settings: Settings) -> None:
    load = os.getloadavg()[0]
    print("\nmilliseconds of processor time, median and 99th percentile")
    print(f"load of the machine at the beginning: {load:.1f}")
    dice = Random("racks and tables")
    classes = {"14 of all 106": [dice.sample(_ALL, HELD) for _ in range(settings.amount(RACKS))]}
    for size in (14, 20, 30, 40):
        for jokers in range(3):
            classes[f"{size}, {jokers} jokers"] = [
                dice.sample(_NATURAL, size - jokers) + ["J"] * jokers
                for _ in range(settings.amount(IN_A_CLASS))
            ]
    decisions, melds = {}, {}
    for name, racks in classes.items():
        decisions[name], melds[name] = _racks(racks)
    title = f"whether a rack reaches {POINTS}, target {DECISION:g} x every set"
    _show(title, decisions, lambda taken: _ratio(taken.every, taken.ours) >= DECISION)
    middle = max(median(decision.ours) for decision in decisions.values())
    verdict = "met" if middle < LONGEST_DECISION else "NOT MET"
    print(f"  slowest class {middle:.3f} ms in the middle, target {LONGEST_DECISION:g} ms: {verdict}")
    title = f"the best meld of a rack, target {MELD:g} x every set"
    _show(title, melds, lambda taken: _ratio(taken.every, taken.ours) >= MELD)
    title = f"the best turn with {HELD} tiles on the rack, target no slower than the quicker model"
    turns = _turns(dice, settings.amount(TABLES))
    _show(
        title,
        turns,
        lambda taken: min(_ratio(taken.every, taken.ours), _ratio(taken.fit, taken.ours)) >= TURN,
    )


def _racks(racks: Sequence[list[str]]) -> tuple[Times, Times]:
    decisions, melds = Times(), Times()
    for rack in racks:
        tiles = [parse_tile(name) for name in rack]
        best = _timed(melds.ours, partial(best_meld, tiles)).total
        enough = _timed(decisions.ours, partial(can_meld, tiles, POINTS))
        for model, times, also in (
            (by_every_set, melds.every, decisions.every),
            (by_sets_that_fit, melds.fit, decisions.fit),
        ):
            program = model(Position((), rack))
            other = _timed(times, partial(solved, program))
            # To ask for the points instead of the most takes HiGHS as long, so one run counts for both.
            also.append(times[-1])
            assert other == best, (rack, best, other)
            assert enough == (best >= POINTS), (rack, best)
    return decisions, melds


def _turns(dice: Random, tables: int) -> dict[str, Times]:
    """Tables by how many tiles lie there and how many jokers are about, on table and rack together."""
    found: dict[str, Times] = {}
    names = [(most, jokers) for most in TABLE_TILES for jokers in range(3)]
    for number in range(tables):
        (least, most), jokers = names[number % len(names)]
        times = found.setdefault(f"{least} to {most} lying, {jokers} jokers", Times())
        table, rack = _position(dice, dice.randint(least, most), jokers)
        lying, held = [parse_tile(tile) for tile in table], [parse_tile(tile) for tile in rack]
        best = _timed(times.ours, partial(_best_value, lying, held))
        on_table = sum(JOKER if tile == "J" else int(tile[1:]) for tile in table)
        for model, theirs in ((by_every_set, times.every), (by_sets_that_fit, times.fit)):
            other = _timed(theirs, partial(_solved, model(Position(table, rack, JOKER))))
            assert other - on_table == best, (table, rack, best, other)
    return found


def _position(dice: Random, tiles: int, jokers: int) -> tuple[list[str], list[str]]:
    """Sets of about so many tiles, and a rack drawn from what is left; jokers lie or are held as it falls."""
    left = Counter({**Counter(_NATURAL), "J": jokers})
    table: Table = []
    lying = 0
    # Towards the end few sets fit; a table that stays smaller belongs to its class all the same.
    for _ in range(2_000):
        listed = dice.choice(LISTED)
        if lying + len(listed) <= tiles and not Counter(listed) - left:
            left -= Counter(listed)
            table.append(list(listed))
            lying += len(listed)
    rest = left["J"]
    rack = dice.sample(sorted((left - Counter(J=rest)).elements()), HELD - rest) + ["J"] * rest
    return [tile for listed in table for tile in listed], rack


def _best_value(lying: list[Tile], held: list[Tile]) -> int:
    best = best_turn(lying, held, JOKER)
    assert best is not None  # the table lies in sets
    return best.value


def _solved(program: Program) -> int:
    found = solved(program)
    assert found is not None  # the table lies in sets
    return found


def _timed(into: list[float], work: Callable[[], Answer]) -> Answer:
    started = process_time()
    answer = work()
    into.append((process_time() - started) * 1e3)
    return answer


def _show(title: str, classes: dict[str, Times], met: Callable[[Times], bool]) -> None:
    print(f"\n{title}")
    print(f"  {'':<27}{'here':>18}{'HiGHS, every set':>28}{'HiGHS, sets that fit':>28}")
    for name, taken in classes.items():
        every, fit = _beside(taken.every, taken.ours), _beside(taken.fit, taken.ours)
        verdict = "met" if met(taken) else "NOT MET"
        print(f"  {name:<22}{len(taken.ours):>5}{_figures(taken.ours)}{every}{fit}  {verdict}")


def _figures(times: list[float]) -> str:
    return f"{median(times):>9.3f}{sorted(times)[len(times) * 99 // 100]:>9.2f}"


def _beside(theirs: list[float], ours: list[float]) -> str:
    return f"{_figures(theirs)} {_ratio(theirs, ours):>7,.1f} x"


def _ratio(theirs: list[float], ours: list[float]) -> float:
    return median(theirs) / median(ours)
