"""The solver against two that share nothing with it: trying everything, and HiGHS."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.rules.melding.possibility import RackInput, could_meld
from services.rules.melding.possible_turn import best_turn
from services.rules.melding.racks import best_meld, can_meld
from services.rules.ruleset import load
from services.rules.sets import read_set
from services.rules.tiles import Tile, parse_tile
from tests.cases import cases
from tests.profiles import examples
from tests.refusing import refusing
from tests.unit.rules.oracles import falls_into_sets, most_by_trying
from tests.unit.rules.programs import best_meld_by_program, best_turn_by_program, by_every_set
from tests.unit.rules.turns import COLOURS, random_table

HEAP = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)] * 2
Draw = Callable[[random.Random, int, int], list[str]]
chances = st.integers(min_value=0, max_value=2**32).map(random.Random)


def tiles(names: str | list[str]) -> list[Tile]:
    return [parse_tile(name) for name in (names.split() if isinstance(names, str) else names)]


def drawn(chance: random.Random, size: int, jokers: int) -> list[str]:
    return chance.sample(HEAP, size - jokers) + ["J"] * jokers


def crowded(chance: random.Random, size: int, jokers: int) -> list[str]:
    """Tiles close together, so that sets compete for them."""
    first = chance.randint(1, 9)
    near = [name for name in HEAP if first <= int(name[1:]) <= first + 4]
    return chance.sample(near, size - jokers) + ["J"] * jokers


def check_rack(rack: list[str], expected: int) -> None:
    held = tiles(rack)
    best = best_meld(held)
    assert best.total == expected
    assert sum(read_set(laid).value for laid in best.sets) == best.total
    assert not Counter(tile for laid in best.sets for tile in laid) - Counter(held)
    for points in (1, 30, expected, expected + 1):
        assert can_meld(held, points) == (expected >= points)


@pytest.mark.parametrize("draw", [drawn, crowded])
@given(chance=chances, jokers=st.integers(0, 2))
def test_small_racks_against_trying_everything(draw: Draw, chance: random.Random, jokers: int) -> None:
    rack = draw(chance, chance.randint(3, 9), jokers)
    check_rack(rack, most_by_trying(rack))


@pytest.mark.parametrize("draw", [drawn, crowded])
@settings(max_examples=examples(20, in_all=200))
@given(chance=chances, size=st.integers(10, 40), jokers=st.integers(0, 2))
def test_large_racks_against_highs(draw: Draw, chance: random.Random, size: int, jokers: int) -> None:
    rack = draw(chance, size, jokers)
    most = best_meld_by_program(rack)
    check_rack(rack, most)
    if size <= 20:
        assert best_meld_by_program(rack, by_every_set) == most


@settings(max_examples=examples(25, in_all=300))
@given(chance=chances, sets=st.integers(1, 26), held=st.integers(1, 20))
def test_best_turns_against_highs(chance: random.Random, sets: int, held: int) -> None:
    table = [tile for laid in random_table(chance, sets) for tile in laid]
    left = Counter(HEAP) - Counter(table)
    left["J"] = 2 - table.count("J")
    rack = chance.sample(sorted(left.elements()), min(held, left.total()))
    found = best_turn(tiles(table), tiles(rack), 30)
    assert found is not None
    assert found.value == best_turn_by_program(table, rack, 30)
    assert all(read_set(laid).legitimate for laid in found.sets)
    after = Counter(tile for laid in found.sets for tile in laid)
    assert after - Counter(tiles(table)) == Counter(found.laid)
    assert not Counter(found.laid) - Counter(tiles(rack))
    assert not Counter(tiles(table)) - after


@pytest.mark.parametrize("draw", [drawn, crowded])
@given(chance=chances, jokers=st.integers(0, 2))
def test_tables_are_legal_as_by_trying_everything(draw: Draw, chance: random.Random, jokers: int) -> None:
    heap = draw(chance, chance.randint(3, 10), jokers)
    found = best_turn(tiles(heap), [], 30)
    assert (found is not None) == falls_into_sets(heap)
    if found is not None:
        assert Counter(tile for laid in found.sets for tile in laid) == Counter(tiles(heap))
        assert all(read_set(laid).legitimate for laid in found.sets)


@given(chances)
def test_what_was_laid_as_sets_falls_into_sets(chance: random.Random) -> None:
    heap = [tile for laid in random_table(chance, 26) for tile in laid]
    found = best_turn(tiles(heap), [], 30)
    assert found is not None
    assert Counter(tile for laid in found.sets for tile in laid) == Counter(tiles(heap))


def test_a_table_that_is_no_sets_has_no_turn() -> None:
    assert best_turn(tiles("R1 R2 B5"), tiles("K9"), 30) is None
    assert best_turn(tiles("R1 R2 B5"), [], 30) is None


def test_nothing_to_lay_is_a_turn_of_nothing() -> None:
    found = best_turn(tiles("R1 R2 R3"), tiles("K9 J"), 30)
    assert found is not None
    assert found.value == 30  # the joker goes beside the run
    found = best_turn(tiles("R1 R2 R3"), tiles("K9"), 30)
    assert found is not None
    assert (found.laid, found.value) == ((), 0)


@cases("rack", ["R10 B10 K10", "R11 B11 J", "R13 J J", "R7 R8 R9 J", "R9 J J"])
def test_racks_that_can_meld(rack: str) -> None:
    found = could_meld(load("hk-2026"), RackInput(tuple(rack.split())))
    assert (found.verdict, found.charge) == ("possible", 200)
    assert sum(read_set(tiles(list(laid))).value for laid in found.sets) == found.best >= 30


@cases("rack", ["R9 B9 K9", "R12 R13 R1", "", "J J", "R8 J J"])
def test_racks_that_cannot(rack: str) -> None:
    found = could_meld(load("hk-2026"), RackInput(tuple(rack.split())))
    assert (found.verdict, found.charge) == ("impossible", 100)


def test_a_tile_drawn_last_does_not_count() -> None:
    rack = ("R10", "B10", "K10", "R2")
    hk = load("hk-2026")
    assert could_meld(hk, RackInput(rack, "K10")).verdict == "impossible"
    assert could_meld(hk, RackInput(rack, "R2")).verdict == "possible"
    assert could_meld(hk, RackInput((*rack, "K10"), "K10")).verdict == "possible"


def test_a_tile_drawn_last_that_nobody_knows_is_tried_in_every_place() -> None:
    hk = load("hk-2026")
    sure = could_meld(hk, RackInput(("R10", "B10", "K10", "O10"), None))
    assert (sure.verdict, sure.charge) == ("possible", 200)
    never = could_meld(hk, RackInput(("R9", "B9", "K9", "O2"), None))
    assert (never.verdict, never.charge) == ("impossible", 100)
    open_ = could_meld(hk, RackInput(("R10", "B10", "K10", "O2"), None))
    assert (open_.verdict, open_.charge, open_.best) == ("referee_decides", None, 30)
    assert could_meld(hk, RackInput((), None)).verdict == "impossible"


def test_where_a_document_knows_no_charge_none_follows() -> None:
    assert could_meld(load("pressman-2006"), RackInput(("R10", "B10", "K10"))).charge is None
    assert could_meld(load("mso-2019"), RackInput(("R10", "B10", "K10"))).charge == 200


def test_a_rack_that_is_none_is_refused() -> None:
    for rack, last, code in (
        (("R10",), "R9", "last-drawn-not-on-rack"),
        (("R10",), "R99", "tile-unknown"),
        (("R10",) * 3, None, "tiles-too-many-alike"),
    ):
        with refusing(code):
            could_meld(load("hk-2026"), RackInput(rack, last))
