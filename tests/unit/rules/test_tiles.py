"""Tiles are read as people write them, and a rack must come from one set of tiles."""

from services.rules.tiles import JOKER, TILES_IN_ALL, Tile, highest_value, parse_rack, parse_tile, rack_value
from tests.cases import cases
from tests.refusing import refusing


def test_the_game_has_106_tiles() -> None:
    assert TILES_IN_ALL == 106


def test_yellow_is_read_as_orange() -> None:
    assert parse_tile("Y7") == parse_tile("O7") == Tile("O", 7)
    assert str(parse_tile("Y7")) == "O7"


def test_a_joker_is_a_tile() -> None:
    assert parse_tile("J") is JOKER
    assert str(JOKER) == "J"


@cases("text", ["", "R", "R0", "R14", "R07", "r7", "7R", "G7", "J1", "JJ", " R7", "R٧", "\ud800"])
def test_anything_else_is_no_tile(text: str) -> None:
    with refusing("tile-unknown") as refused:
        parse_tile(text)
    refused.value.text("en").encode()


def test_two_alike_are_in_the_game_and_three_are_not() -> None:
    assert len(parse_rack(["R7", "R7", "J", "J"])) == 4
    for rack in (["R7", "R7", "R7"], ["J", "J", "J"], ["O1", "Y1", "O1"]):
        with refusing("tiles-too-many-alike"):
            parse_rack(rack)


def test_a_joker_counts_what_the_ruleset_says() -> None:
    rack = parse_rack(["R7", "J"])
    assert rack_value(rack, 30) == 37
    assert rack_value(rack, 50) == 57


def test_no_rack_counts_more_than_its_highest_tiles() -> None:
    assert highest_value(0, 30) == 0
    assert highest_value(3, 30) == 30 + 30 + 13
    assert highest_value(TILES_IN_ALL, 30) == 8 * 91 + 60
