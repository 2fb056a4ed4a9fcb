"""Tiles as referees type them on a phone."""

import pytest

from services.officials.exhibits import rack_typed, table_shown, table_typed
from services.rules.sets import ListedSet, NamedSet
from tests.cases import cases
from tests.refusing import refusing


@cases("text", ["R10 B10 K10 J", "r10,b10 , k10,j", "R10、B10、K10、J", " Ｒ１０　Ｂ１０，Ｋ１０ Ｊ\n"])
def test_a_rack_is_read_however_it_is_spaced(text: str) -> None:
    assert rack_typed(text) == ("R10", "B10", "K10", "J")


def test_what_hong_kong_calls_yellow_is_orange() -> None:
    assert rack_typed("Y7 o7") == ("O7", "O7")


@cases(
    "text, table",
    [
        ("-", ()),
        ("－", ()),
        ("R1 R2 R3 | b4 j b6", (("R1", "R2", "R3"), ("B4", "J", "B6"))),
        ("R1,R2,R3\nB4 J B6\n", (("R1", "R2", "R3"), ("B4", "J", "B6"))),
        ("R1 R2 R3 ; ｜ B4 J B6 |", (("R1", "R2", "R3"), ("B4", "J", "B6"))),
        (
            "run: J J R10 | 群組 J J B9",
            (NamedSet("run", ("J", "J", "R10")), NamedSet("group", ("J", "J", "B9"))),
        ),
        ("R1", (("R1",),)),
    ],
)
def test_a_table_is_read_and_what_is_read_back_reads_the_same(
    text: str, table: tuple[ListedSet, ...]
) -> None:
    assert table_typed(text) == table
    assert table_typed(table_shown(table)) == table


@cases(
    "text, code",
    [
        ("R10 B99", "tile-unknown"),
        ("R10B10", "tile-unknown"),
        ("run R1", "tile-unknown"),
        ("R7 R7 R7", "tiles-too-many-alike"),
        (", ,", "tiles-unreadable"),
    ],
)
def test_a_rack_that_cannot_be_read_is_refused(text: str, code: str) -> None:
    with refusing(code):
        rack_typed(text)


@pytest.mark.parametrize(
    ("text", "code"), [("R1 R2 X3", "tile-unknown"), ("|", "tiles-unreadable"), ("run", "tiles-unreadable")]
)
def test_a_table_that_cannot_be_read_is_refused(text: str, code: str) -> None:
    with refusing(code):
        table_typed(text)
