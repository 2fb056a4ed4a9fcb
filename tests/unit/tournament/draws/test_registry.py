"""Every draw: everyone once, as few small tables as can be, the same seed the same seats, however listed."""

import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournament.definition.words import DRAW
from services.tournament.seating.draws import DrawPlan, Entry, draw_by, draws, table_sizes
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.tournament.draws.fields import WORDS, fresh, played, seated, seeds

FORMATS = Path(__file__).parents[4] / "docs" / "formats.md"

sizes = st.sampled_from([(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 3), (6, 4)])


def can_be_seated(present: int, most: int, fewest: int) -> bool:
    return any(fewest * tables <= present <= most * tables for tables in range(1, present + 1))


@st.composite
def fields(drawn_with: st.DrawFn) -> tuple[list[Entry], DrawPlan]:
    most, fewest = drawn_with(sizes)
    count = drawn_with(st.integers(2, 30).filter(lambda n: most == 2 or can_be_seated(n, most, fewest)))
    sessions = drawn_with(st.integers(0, 3))
    entries = played(count, sessions, most, fewest, drawn_with(st.integers(0, 1000)))
    return entries, DrawPlan(seed=drawn_with(seeds), most=most, fewest=fewest)


def test_every_word_of_the_tournament_file_has_its_draw() -> None:
    assert draws().keys() == DRAW.keys()


def methods(word: str) -> set[str]:
    """What a draw calls its ways, for pairs and for larger tables."""
    given = (("0001", "0002"), ("0003", "0004"))
    return {
        draw_by(word, fresh(4), DrawPlan(seed="seed", most=most, fewest=2, sessions=3, given=given)).method
        for most in ((2,) if draws()[word].fixes_field else (2, 4))
    }


def test_no_two_draws_share_a_method_and_each_stands_in_the_table_of_words() -> None:
    table = re.findall(r"^\| `(\w+)`.*\| `([\w-]+)` \|", FORMATS.read_text("utf-8"), re.MULTILINE)
    drawn = {(word, method) for word in DRAW if word != "open" for method in methods(word)}
    assert len({method for _, method in drawn}) == len(drawn)
    assert set(table) == drawn, "the table of words and methods is in docs/formats.md"


@pytest.mark.parametrize("word", [word for word in WORDS if draws()[word].goes_by == "lot"])
@given(fields(), st.randoms(use_true_random=False))
def test_a_draw_by_lot_gives_the_same_tables_whatever_the_standing(
    word: str, drawn: tuple[list[Entry], DrawPlan], dice: Random
) -> None:
    entries, plan = drawn
    turned = [
        msgspec.structs.replace(
            entry, place=dice.randint(1, 9), earlier_place=dice.randint(1, 9), points=dice.randint(0, 9)
        )
        for entry in entries
    ]
    assert draw_by(word, turned, plan) == draw_by(word, entries, plan)


def test_an_unknown_draw_is_refused_and_the_known_ones_are_named() -> None:
    with refusing("draw-unknown", "There is no draw tombola") as refused:
        draw_by("tombola", fresh(4), DrawPlan(seed="seed"))
    assert all(word in refused.value.text("zh") for word in DRAW)


@pytest.mark.parametrize("word", WORDS)
@given(fields())
def test_everyone_sits_once_at_as_few_tables_as_can_be(
    word: str, drawn: tuple[list[Entry], DrawPlan]
) -> None:
    entries, plan = drawn
    result = draw_by(word, entries, plan)
    assert seated(result) == [entry.number for entry in entries]
    assert len(result.byes) == (len(entries) % 2 if plan.most == 2 else 0)
    there = [len(table) for table in result.tables]
    assert sorted(there, reverse=True) == table_sizes(sum(there), plan.most, plan.fewest)
    assert set(there) <= set(range(plan.fewest, plan.most + 1))
    assert len(there) == -(-sum(there) // plan.most)


@pytest.mark.parametrize("word", WORDS)
@given(fields(), st.randoms(use_true_random=False))
def test_the_same_seed_gives_the_same_seats_however_the_field_is_listed(
    word: str, drawn: tuple[list[Entry], DrawPlan], dice: Random
) -> None:
    entries, plan = drawn
    turned = entries[:]
    dice.shuffle(turned)
    assert draw_by(word, turned, plan) == draw_by(word, entries, plan)


@cases("word", WORDS)
@cases("present", [0, 1, 2, 5])
def test_numbers_that_cannot_be_seated_are_refused(word: str, present: int) -> None:
    words = f"{present} entrants? cannot be seated at tables of 3 to 4" if present else "Nobody is checked in"
    with refusing("cannot-be-seated", f"^{words}"):
        draw_by(word, fresh(present), DrawPlan(seed="seed"))


@cases("word", WORDS)
def test_more_than_the_tables_hold_are_refused(word: str) -> None:
    plan = DrawPlan(seed="seed", tables=2)
    assert len(draw_by(word, fresh(8), plan).tables) == 2
    with refusing("tables-too-few", "9 entrants do not fit the 2 tables"):
        draw_by(word, fresh(9), plan)


@cases("word", WORDS)
@cases("present", [1, 7])
def test_an_odd_number_of_pairs_is_refused_where_nobody_may_sit_out(word: str, present: int) -> None:
    with refusing("cannot-be-seated", "cannot be seated at tables of 2 to 2"):
        draw_by(word, fresh(present), DrawPlan(seed="seed", most=2, fewest=2, byes=0))


@cases("word", WORDS)
def test_the_bye_goes_to_who_sat_out_least_often(word: str) -> None:
    entries = [
        Entry(number=number, place=place, points=10 - place, byes=0 if number == "b" else 1)
        for place, number in enumerate("abcde", 1)
    ]
    for seed in "123456":
        assert draw_by(word, entries, DrawPlan(seed=seed, most=2, fewest=2)).byes == ("b",)


@cases("word", WORDS)
def test_without_a_standing_the_seed_alone_decides(word: str) -> None:
    tables = {draw_by(word, fresh(8), DrawPlan(seed=str(seed))).tables for seed in range(20)}
    assert len(tables) == 20, "no draw goes by numbers alone: where nothing is known the seed decides"
    together = {frozenset(map(frozenset, drawn)) for drawn in tables}
    assert len(together) > 10
