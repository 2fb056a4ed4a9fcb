"""Draws that anyone can repeat."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.lottery import Lottery


def repeated_by_hand(seed: str, limits: list[int]) -> list[int]:
    """The published recipe once more, in other words than the program's."""
    words = (
        int.from_bytes(sha256(f"{seed}/{block}".encode()).digest()[place : place + 8], "big")
        for block in range(10_000)
        for place in (0, 8, 16, 24)
    )
    return [next(w for w in words if w < 2**64 // n * n) % n for n in limits]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.lists(st.integers(1, 2**64), max_size=40))
def test_anyone_can_repeat_a_draw_from_its_description(seed: str, limits: list[int]) -> None:
    lottery = Lottery(seed)
    assert [lottery.below(n) for n in limits] == repeated_by_hand(seed, limits)


def test_published_draws_stay_as_they_are() -> None:
    assert Lottery("hk-2026/seats/1").shuffle(range(10)) == [7, 4, 9, 0, 2, 1, 5, 6, 8, 3]
    lottery = Lottery("")
    assert [lottery.below(100) for _ in range(8)] == [33, 31, 57, 33, 21, 82, 74, 68]
    assert Lottery("抽籤").pick(["東", "南", "西", "北"]) == "西"


@given(st.text(st.characters(exclude_categories=["Cs"])), st.lists(st.integers(), max_size=50))
def test_a_shuffle_keeps_every_item_once_and_leaves_the_original(seed: str, items: list[int]) -> None:
    original = list(items)
    assert sorted(Lottery(seed).shuffle(items)) == sorted(items)
    assert items == original


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(1, 1000))
def test_a_number_is_below_its_limit(seed: str, n: int) -> None:
    lottery = Lottery(seed)
    assert all(0 <= lottery.below(n) < n for _ in range(20))


def test_a_draw_goes_on_where_the_one_before_stopped() -> None:
    lottery = Lottery("seed")
    assert [lottery.below(2**64) for _ in range(9)] == repeated_by_hand("seed", [2**64] * 9)
    assert len({lottery.below(2**64) for _ in range(100)}) == 100


def test_every_order_of_three_comes_up_equally_often() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for n in range(6000):
        drawn = tuple(Lottery(f"uniform/{n}").shuffle([1, 2, 3]))
        counts[drawn] = counts.get(drawn, 0) + 1
    # The seeds are fixed, so this is one number, not a chance: 20.5 is the 0.1 % point at five degrees.
    assert len(counts) == 6
    assert sum((seen - 1000) ** 2 / 1000 for seen in counts.values()) < 20.5


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Lottery("seed").pick([])
    with pytest.raises(ValueError, match="below"):
        Lottery("seed").below(2**64 + 1)
