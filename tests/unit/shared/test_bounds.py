"""Longest lengths are declared with a field, shown in its schema, and held wherever it is read or decided."""

from typing import Annotated

import msgspec
import pytest

from shared.bound_checks import check, fault_in, longest
from shared.bounds import entries, many, spoken, text
from shared.strict_json import NotRead, check_read
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.bounding import unbounded


class Leaf(msgspec.Struct, forbid_unknown_fields=True, tag="leaf"):
    name: Annotated[str, text(5)]
    note: Annotated[str, text(10, lines=True)] | None = None


class Other(msgspec.Struct, tag="other"):
    figure: int = 0


class Tree(msgspec.Struct):
    leaves: Annotated[tuple[Leaf | Other, ...], many(2)] = ()
    by_name: Annotated[dict[Annotated[str, text(3)], int], entries(2)] = {}
    pair: tuple[Annotated[str, text(2)], int] | None = None
    language: Annotated[str, spoken()] = "en"


class Loose(msgspec.Struct):
    free: str
    many: tuple[int, ...]
    named: dict[str, int]
    tree: Tree | None = None


@cases(
    "tree, field, detail",
    [
        (Tree((Leaf("12345"), Leaf("123456"))), "leaves[1].name", "more than 5 characters"),
        (Tree((Leaf("A"),) * 3), "leaves", "more than 2 items"),
        (Tree((Other(10**15),)), "leaves[0].figure", "more than 15 digits"),
        (Tree((Other(-(10**400)),)), "leaves[0].figure", "more than 15 digits"),
        (Tree(by_name={"a": 1, "b": 2, "c": 3}), "by_name", "more than 2 entries"),
        (Tree(by_name={"abcd": 1}), "by_name[0]", "more than 3 characters"),
        (Tree(pair=("abc", 1)), "pair[0]", "more than 2 characters"),
    ],
)
def test_what_goes_beyond_a_bound_is_named(tree: Tree, field: str, detail: str) -> None:
    fault = fault_in(tree, Tree)
    assert fault is not None
    assert (fault.field, detail in str(fault.phrase)) == (field, True)
    with refusing("beyond-limit") as raised:
        check(tree)
    assert raised.value.where["field"] == field


@cases(
    "tree, field, detail",
    [
        (Tree((Leaf("A\nB"),)), "leaves[0].name", "line break"),
        (Tree((Leaf("A\u2028B"),)), "leaves[0].name", "line break"),
        (Tree((Leaf("A\u202eB"),)), "leaves[0].name", "direction of writing (U+202E)"),
        (Tree((Leaf("A\ud800"),)), "leaves[0].name", "control character"),
        (Tree((Leaf("A", "a\nb\x07"),)), "leaves[0].note", "control character"),
        (Tree(language="xx"), "language", "take one of en, zh"),
    ],
)
def test_what_shortening_does_not_put_right_is_not_said_to_be_too_long(
    tree: Tree, field: str, detail: str
) -> None:
    with refusing("invalid-input") as raised:
        check(tree)
    assert raised.value.where["field"] == field
    assert detail in raised.value.text()
    with pytest.raises(NotRead) as read:
        check_read(tree, Tree)
    assert read.value.why == "misshapen"


def test_what_keeps_to_its_bounds_is_taken() -> None:
    check(Tree((Leaf("12345", "a\nb\tc"), Other(10**15 - 1)), {"abc": 1}, ("ab", 1)))


def test_the_schema_says_how_long_each_text_may_be() -> None:
    _, components = msgspec.json.schema_components([Tree])
    assert components["Leaf"]["properties"]["name"]["maxLength"] == 5
    assert components["Tree"]["properties"]["leaves"]["maxItems"] == 2
    assert longest(Tree) == {"leaves": "2 items", "by_name": "2 entries"}


def test_a_longer_text_that_was_recorded_is_still_read() -> None:
    assert (
        msgspec.json.decode(b'{"type":"leaf","name":"recorded before"}', type=Leaf).name == "recorded before"
    )


def test_what_has_no_bound_is_found_however_deep_it_lies() -> None:
    assert unbounded(Tree) == []
    assert unbounded(Loose) == [".free", ".many", ".named", ".named[key]"]
