"""Which counts tiles can make, against trying every choice of tiles."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.ruleset import load
from services.rules.supply import Supply, ranges_shown, supply_of
from services.rules.tiles import TILES_IN_ALL, highest_value, parse_rack

supplies = st.builds(
    Supply,
    st.lists(st.integers(0, 3), min_size=1, max_size=4).map(tuple),
    st.integers(0, 2),
    st.integers(0, 12),
)


def values_of(supply: Supply) -> list[int]:
    """What each tile counts."""
    numbers = [number for number, there in enumerate(supply.copies, 1) for _ in range(there)]
    return numbers + [supply.joker_value] * supply.jokers


def by_trying(supply: Supply) -> set[tuple[int, int]]:
    """Every rack that can be picked, as tiles and count."""
    values = values_of(supply)
    picked = [pick for tiles in range(len(values) + 1) for pick in combinations(values, tiles)]
    return {(len(pick), sum(pick)) for pick in picked}


@given(supplies)
def test_the_racks_that_can_be_are_those_that_can_be_picked(supply: Supply) -> None:
    found = by_trying(supply)
    most = len(values_of(supply))
    assert {(tiles, count) for tiles in range(most + 2) for count in supply.counts(tiles)} == found
    for tiles, count in product(range(most + 2), range(60)):
        assert supply.can_make(tiles, count) == ((tiles, count) in found)


@given(supplies, st.data())
def test_racks_that_were_dealt_from_one_set_are_never_refused(supply: Supply, data: st.DataObject) -> None:
    values = data.draw(st.permutations(values_of(supply)))
    ends = sorted(data.draw(st.lists(st.integers(0, len(values)), min_size=3, max_size=3)))
    dealt = [values[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    assert supply.can_make_all([(len(rack), sum(rack)) for rack in dealt])


@given(supplies, st.data())
def test_two_racks_that_some_deal_gives_are_never_refused(supply: Supply, data: st.DataObject) -> None:
    values = values_of(supply)
    racks = data.draw(st.tuples(*[st.tuples(st.integers(0, 3), st.integers(0, 20))] * 2))
    places = range(len(values))
    dealt = any(
        sum(values[place] for place in first) == racks[0][1]
        and any(
            sum(values[place] for place in second) == racks[1][1]
            for second in combinations(set(places) - set(first), racks[1][0])
        )
        for first in combinations(places, racks[0][0])
    )
    if dealt:
        assert supply.can_make_all(racks)


@pytest.mark.parametrize("ruleset", ["hk-2026", "mso-2019"])
def test_the_whole_set_has_what_the_tiles_have(ruleset: str) -> None:
    rules = load(ruleset)
    supply, joker = supply_of(rules), rules.jokers.rack_value.value
    for tiles in (1, 2, 3, 14, 105, TILES_IN_ALL):
        assert max(supply.counts(tiles)) == highest_value(tiles, joker)
    assert list(supply.counts(TILES_IN_ALL + 1)) == []
    assert ranges_shown(supply.counts(1)) == ["1–13", str(joker)]


def test_tiles_that_lie_elsewhere_are_gone() -> None:
    supply = supply_of(load("hk-2026"))
    left = supply.without(parse_rack(["R1", "B1", "K1", "O1", "R1", "B1", "K1", "J"]))
    assert (left.copies[0], left.jokers) == (1, 1)
    assert not left.can_make(2, 2)
    assert left.can_make(2, 3)
    assert not left.can_make(2, 60)
