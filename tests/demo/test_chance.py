"""Chance from a seed: bytes and dice."""

from hashlib import sha256

import pytest

from services.demo.chance import Dice, SeededBytes


def test_bytes_are_blocks_of_a_hash_counter_however_they_are_asked_for() -> None:
    blocks = b"".join(sha256(f"label/{k}".encode()).digest() for k in range(3))
    at_once, by_and_by = SeededBytes("label"), SeededBytes("label")
    assert at_once(96) == blocks
    assert b"".join(by_and_by(n) for n in (1, 31, 12, 40, 12)) == blocks


def test_other_labels_give_other_bytes() -> None:
    assert SeededBytes("one")(16) != SeededBytes("other")(16)


def test_a_weight_of_nothing_never_falls() -> None:
    dice = Dice("weights")
    drawn = [dice.weighted("abc", [1, 0, 3]) for _ in range(400)]
    assert set(drawn) == {"a", "c"}
    assert drawn.count("c") > drawn.count("a")


def test_nothing_can_be_drawn_where_every_weight_is_nothing() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Dice("nothing").weighted("ab", [0, 0])


def test_both_ends_of_a_span_occur() -> None:
    dice = Dice("span")
    assert {dice.between(3, 5) for _ in range(200)} == {3, 4, 5}
