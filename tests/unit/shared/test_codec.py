"""Canonical JSON."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.codec import NotCanonical, canonical, digest
from tests.cases import cases

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


def shuffled(value: Any, order: random.Random) -> Any:
    """The same value with the keys of every object in another order."""
    if isinstance(value, dict):
        items = [(key, shuffled(item, order)) for key, item in value.items()]
        order.shuffle(items)
        return dict(items)
    if isinstance(value, list):
        return [shuffled(item, order) for item in value]
    return value


@given(VALUES, st.randoms(use_true_random=False))
def test_equal_values_have_equal_bytes(value: Any, order: random.Random) -> None:
    assert canonical(shuffled(value, order)) == canonical(value)
    assert digest(shuffled(value, order)) == digest(value)


@given(VALUES)
def test_what_is_decoded_encodes_to_the_same_bytes(value: Any) -> None:
    encoded = canonical(value)
    assert msgspec.json.decode(encoded) == value
    assert canonical(msgspec.json.decode(encoded)) == encoded


@given(VALUES)
def test_the_form_is_that_of_any_json_library_told_to_sort(value: Any) -> None:
    assert json.loads(canonical(value)) == value
    assert b"\n" not in canonical(value)


def test_keys_are_sorted_at_every_depth_and_text_is_not_escaped() -> None:
    assert canonical({"乙": 1, "b": {"z": 1, "a": [2]}}) == '{"b":{"a":[2],"z":1},"乙":1}'.encode()


@cases("value", ["\ud800", {"a": "\udfff"}, {"\ud800": 1}, object(), {1, object()}])
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)
