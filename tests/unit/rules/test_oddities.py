"""What is odd about a game that ended: a remark, never a refusal."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.contradictions import Held
from services.rules.oddities import far_from_usual, odd_ending, odd_figures
from services.rules.ruleset import load
from shared.catalogue import say
from tests.cases import cases
from tests.unit.rules.test_scoring import HK, MSO


@cases("tiles, count", [(0, 0), (1, 1), (1, 13), (1, 30), (2, 2), (2, 43), (4, 20), (14, 104), (17, 130)])
def test_usual_racks_are_not_remarked(tiles: int, count: int) -> None:
    assert not far_from_usual(HK, tiles, count)


@cases("tiles, count", [(2, 60), (10, 14), (14, 212), (20, 60)])
def test_racks_that_hardly_ever_are_dealt_are_remarked(tiles: int, count: int) -> None:
    assert far_from_usual(HK, tiles, count)
    notes = list(odd_figures(HK, [Held("A", tiles, count)], [False]))
    assert [(note.code, note.seat) for note in notes] == [("unusual-count", "A")]


NUMBERED = [number for number in range(1, 14) for _ in range(8)]


def far(tiles: int, count: int) -> bool:
    """Whether a count is more than four standard deviations from the mean of so many numbered tiles."""
    if tiles > len(NUMBERED):
        return True
    mean = Fraction(sum(NUMBERED), len(NUMBERED))
    spread = sum((number - mean) ** 2 for number in NUMBERED) / len(NUMBERED)
    variance = tiles * spread * Fraction(len(NUMBERED) - tiles, len(NUMBERED) - 1)
    return (count - tiles * mean) ** 2 > 16 * variance


@given(st.integers(0, 106), st.integers(0, 900))
def test_a_count_is_usual_within_four_standard_deviations_with_a_joker_or_without(
    tiles: int, count: int
) -> None:
    for rules in (HK, MSO):
        joker = rules.jokers.rack_value.value
        expected = far(tiles, count) and (not tiles or far(tiles - 1, count - joker))
        assert far_from_usual(rules, tiles, count) == expected


def test_who_has_not_melded_has_at_least_what_was_dealt() -> None:
    held = [Held("A", 9, 45), Held("B", 14, 80), Held("C", 13, 75)]
    notes = list(odd_figures(HK, held, [True, True, True]))
    assert [(note.code, note.seat) for note in notes] == [
        ("few-tiles-unmelded", "A"),
        ("few-tiles-unmelded", "C"),
    ]


def test_more_than_twice_the_deal_is_remarked() -> None:
    notes = list(odd_figures(HK, [Held("A", 29), Held("B", 28)], [False, False]))
    assert [(note.code, note.seat) for note in notes] == [("many-tiles", "A")]


@pytest.mark.parametrize("ruleset", ["hk-2026", "pressman-2006", "bsg-2015"])
def test_that_nobody_clears_a_rack_is_rare(ruleset: str) -> None:
    rules = load(ruleset)
    for ended_by in ("pool_exhausted", "blocked"):
        (note,) = odd_ending(rules, ended_by)
        assert note.code == "rare-ending"
    for ended_by in ("cleared", "time", "forfeit", "unknown", "ruling"):
        assert list(odd_ending(rules, ended_by)) == []


def test_the_remark_says_where_the_rules_end_a_game_otherwise() -> None:
    (blocked,) = odd_ending(HK, "blocked")
    (pool,) = odd_ending(load("pressman-2006"), "pool_exhausted")
    assert say("part-ending-ends-with-pool", "en") in blocked.en
    assert "play on" in pool.en
