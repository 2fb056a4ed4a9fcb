"""Turns nobody thought of: legal ones are accepted, changed ones only if an independent checker says so."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.adjudication.turn import TurnInput
from services.rules.adjudication.verdict import adjudicate
from services.rules.ruleset import load
from shared.problems import Problem
from tests.unit.rules.turns import COLOURS, FREE, Names, Table, is_free_turn, legal_turn

chances = st.integers(min_value=0, max_value=2**32).map(random.Random)


def verdict(id: str, before: Table, rack: Names, after: Table) -> str:
    turn = TurnInput(True, tuple(map(tuple, before)), tuple(rack), tuple(map(tuple, after)))
    return adjudicate(load(id), turn).verdict


@pytest.mark.parametrize("id", FREE)
@given(chances)
def test_every_legal_turn_is_accepted(id: str, chance: random.Random) -> None:
    before, rack, after = legal_turn(chance)
    assert is_free_turn(before, rack, after)
    assert verdict(id, before, rack, after) == "legal"


@pytest.mark.parametrize("id", ["pressman-2006", "pressman-2006-tournament", "bsg-2015"])
@given(chances)
def test_adding_to_sets_and_laying_new_ones_is_legal_wherever_jokers_stay(
    id: str, chance: random.Random
) -> None:
    before, rack, after = legal_turn(chance)
    laid = [laid_set for laid_set in after if laid_set not in before]
    grown = [laid_set for laid_set in before if laid_set not in after]
    if any("J" in laid_set for laid_set in laid) or len(grown) > len(laid):
        return  # jokers from the rack have conditions of their own, and split sets are another matter
    joined = any(not any(old in (new[1:], new[:-1]) for new in laid) for old in grown)
    found = verdict(id, before, rack, after)
    # That sets may be joined is not stated by BSG; like tiles from the rack can make it look like adding.
    assert found == "legal" or (found == "ruling_required" and id == "bsg-2015" and joined)


def moved(chance: random.Random, table: Table) -> None:
    source, target = chance.choice(table), chance.choice(table)
    target.insert(chance.randint(0, len(target)), source.pop(chance.randrange(len(source))))


def swapped(chance: random.Random, table: Table) -> None:
    first, other = chance.choice(table), chance.choice(table)
    here, there = chance.randrange(len(first)), chance.randrange(len(other))
    first[here], other[there] = other[there], first[here]


def recoloured(chance: random.Random, table: Table) -> None:
    table_set = chance.choice(table)
    at = chance.randrange(len(table_set))
    if table_set[at] != "J":
        table_set[at] = chance.choice(COLOURS) + table_set[at][1:]


def renumbered(chance: random.Random, table: Table) -> None:
    table_set = chance.choice(table)
    at = chance.randrange(len(table_set))
    if table_set[at] != "J":
        table_set[at] = table_set[at][0] + str(chance.randint(1, 13))


def taken_off(chance: random.Random, table: Table) -> None:
    table_set = chance.choice(table)
    table_set.pop(chance.randrange(len(table_set)))


@pytest.mark.parametrize("change", [moved, swapped, recoloured, renumbered, taken_off])
@given(chance=chances, id=st.sampled_from(FREE))
def test_a_changed_turn_is_accepted_only_if_the_checker_says_so(
    change: Callable[[random.Random, Table], None], chance: random.Random, id: str
) -> None:
    before, rack, after = legal_turn(chance)
    table = [list(table_set) for table_set in after]
    change(chance, table)
    table = [table_set for table_set in table if table_set]
    expected = "legal" if is_free_turn(before, rack, table) else "illegal"
    assert verdict(id, before, rack, table) == expected


@given(chances)
def test_any_nonsense_gets_a_verdict_or_a_clear_refusal(chance: random.Random) -> None:
    def heap() -> Table:
        names = [*(f"{colour}{number}" for colour in COLOURS for number in range(15)), "J", "", "Y7"]
        return [
            [chance.choice(names) for _ in range(chance.randint(0, 6))] for _ in range(chance.randint(0, 4))
        ]

    turn = TurnInput(
        chance.random() < 0.5,
        tuple(map(tuple, heap())),
        tuple(tile for table_set in heap() for tile in table_set),
        tuple(map(tuple, heap())),
    )
    id = chance.choice([*FREE, "pressman-2006", "pressman-2006-tournament", "bsg-2015"])
    assert outcome(id, turn) in {
        "legal",
        "illegal",
        "ruling_required",
        "tile-unknown",
        "tiles-too-many-alike",
    }


def outcome(id: str, turn: TurnInput) -> str:
    try:
        return adjudicate(load(id), turn).verdict
    except Problem as problem:
        return problem.code
