"""Groups and runs as they are listed: what is one, what its jokers stand for, and why others are none."""

from hypothesis import given
from hypothesis import strategies as st

from services.rules.sets import NamedSet, fault_of, read_listed, read_set
from services.rules.tiles import COLOURS, JOKER, Tile, parse_tile
from tests.cases import cases
from tests.unit.rules.turns import is_set


def listed(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@cases(
    "tiles, value",
    [
        ("R7 B7 K7", 21),
        ("R7 B7 K7 O7", 28),
        ("R7 R8 R9", 24),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", 91),
        ("R6 R7 J", 21),
        ("J R7 R8 R9", 30),
        ("B4 J B6", 15),
        ("R13 J J", 39),
        ("J R13 J", 39),
        ("J J R10", 30),
        ("R10 J J", 33),
        ("R1 J J", 6),
        ("J J R2", 6),
        ("Y3 R3 B3", 9),
    ],
)
def test_a_set_has_its_value(tiles: str, value: int) -> None:
    assert read_listed(listed(tiles)).value == value


@cases(
    "tiles, fault",
    [
        ("R7 R8", "set_too_small"),
        ("J J", "set_too_small"),
        ("", "set_too_small"),
        ("R7 B7 K7 O7 J", "group_too_large"),
        ("R7 B7 R7", "group_colour_twice"),
        ("R12 R13 R1", "run_past_thirteen"),
        ("R13 R1 R2", "run_past_thirteen"),
        ("R12 R13 J", "run_past_thirteen"),
        ("J R1 R2", "run_past_thirteen"),
        ("R8 R7 R6", "run_not_consecutive"),
        ("R4 R5 R7", "run_not_consecutive"),
        ("R7 R7 R8", "run_not_consecutive"),
        ("R7 B8 K9", "not_a_set"),
        ("R7 R8 B9", "not_a_set"),
    ],
)
def test_what_is_no_set_says_why(tiles: str, fault: str) -> None:
    read = read_listed(listed(tiles))
    assert (read.legitimate, read.value) == (False, 0)
    assert fault_of(read.tiles) == fault


def test_the_kind_said_with_a_list_counts() -> None:
    as_run = read_listed(NamedSet("run", ("J", "J", "R10")))
    as_group = read_listed(NamedSet("group", ("R10", "J", "J")))
    assert (as_run.value, as_group.value) == (27, 30)
    assert not read_listed(NamedSet("group", ("R6", "R7", "J"))).legitimate


def test_jokers_stand_for_places_in_runs_and_for_missing_colours_in_groups() -> None:
    run = read_listed(listed("B4 J B6"))
    assert run.standing_for(1) == {parse_tile("B5")}
    group = read_listed(listed("R4 K4 J"))
    assert group.standing_for(2) == {parse_tile("B4"), parse_tile("O4")}
    full = read_listed(listed("R4 K4 J B4"))
    assert full.standing_for(2) == {parse_tile("O4")}


def test_a_group_is_the_same_in_any_order_and_a_run_only_in_its_own() -> None:
    assert read_listed(listed("R4 K4 B4")).form == read_listed(listed("B4 R4 K4")).form
    assert read_listed(listed("J R6 R7")).form != read_listed(listed("R6 R7 J")).form


tiles = st.one_of(
    st.just(JOKER), st.builds(Tile, st.sampled_from(COLOURS), st.integers(min_value=1, max_value=13))
)


@given(st.lists(tiles, max_size=7).filter(lambda listed: listed.count(JOKER) <= 2))
def test_any_list_is_a_set_exactly_when_it_is_among_all_sets(listed: list[Tile]) -> None:
    assert read_set(listed).legitimate == is_set([str(tile) for tile in listed])
