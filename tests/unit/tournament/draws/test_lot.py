"""The seat draw: few three-player tables, repeatable from its seed, families apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournament.seating.draws import DrawPlan, Entry, draw_by, draw_tables, table_sizes
from shared.lottery import Lottery
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.tournament.specs import numbers

IMPOSSIBLE = (0, 1, 2, 5)


def test_every_other_number_up_to_100_is_seated_with_as_few_tables_of_three_as_possible() -> None:
    for present in sorted({*range(1, 101)} - {*IMPOSSIBLE}):
        sizes = table_sizes(present)
        assert sum(sizes) == present
        assert set(sizes) <= {3, 4}, present
        assert sizes.count(3) == -present % 4, present
        assert sizes == sorted(sizes, reverse=True), present
        assert len(sizes) <= 25, present


@cases("present", IMPOSSIBLE)
def test_none_one_two_and_five_cannot_be_seated(present: int) -> None:
    words = f"{present} entrants? cannot be seated at tables of 3 to 4" if present else "Nobody is checked in"
    with refusing("cannot-be-seated", f"^{words}") as refused:
        table_sizes(present)
    assert (str(present) if present else "沒有人已報到") in refused.value.text("zh")


@cases("present, threes", [(97, 3), (98, 2), (99, 1), (100, 0)])
def test_ninety_seven_to_a_hundred_fit_25_tables(present: int, threes: int) -> None:
    sizes = table_sizes(present)
    assert len(sizes) == 25
    assert sizes.count(3) == threes


@pytest.mark.parametrize(("present", "sizes"), [(2, [2]), (8, [2, 2, 2, 2])])
def test_tables_of_two_are_seated_too(present: int, sizes: list[int]) -> None:
    assert table_sizes(present, most=2, fewest=2) == sizes


@pytest.mark.parametrize("present", [1, 3])
def test_tables_of_two_take_no_odd_number(present: int) -> None:
    with refusing("cannot-be-seated"):
        table_sizes(present, most=2, fewest=2)


def test_the_same_seed_gives_the_same_seats_whatever_the_order_of_arrival() -> None:
    present = numbers(23)
    drawn = draw_tables(present, {}, "a seed")
    assert draw_tables(list(reversed(present)), {}, "a seed") == drawn
    assert draw_tables(present, {}, "another seed") != drawn


def test_a_draw_is_pinned_so_that_no_release_seats_anyone_elsewhere() -> None:
    assert draw_tables(numbers(7), {"0001": "Wong", "0002": "Wong"}, "2026-03-28/1") == PINNED


PINNED = [("0004", "0003", "0001", "0005"), ("0002", "0007", "0006")]


def sharing(tables: list[tuple[str, ...]], families: dict[str, str]) -> int:
    return sum(
        families[member] == families[other]
        for table in tables
        for place, member in enumerate(table)
        for other in table[:place]
        if member in families and other in families
    )


@given(st.integers(6, 100).filter(lambda n: n not in IMPOSSIBLE), st.data())
def test_members_of_a_family_sit_apart_as_long_as_there_are_tables(present: int, data: st.DataObject) -> None:
    tables = len(table_sizes(present))
    everyone = numbers(present)
    families: dict[str, str] = {}
    left = list(everyone)
    for family in range(data.draw(st.integers(0, present // 2))):
        members = data.draw(st.integers(2, min(tables, 4)))
        for _ in range(min(members, len(left))):
            families[left.pop(data.draw(st.integers(0, len(left) - 1)))] = f"family {family}"
    seated = draw_tables(everyone, families, data.draw(st.text(max_size=5)))
    assert sorted(number for table in seated for number in table) == everyone
    assert [len(table) for table in seated] == table_sizes(present)
    assert sharing(seated, families) == 0


def test_a_family_larger_than_the_tables_shares_as_little_as_it_must() -> None:
    everyone = numbers(8)
    families = dict.fromkeys(everyone[:5], "Wong") | dict.fromkeys(everyone[5:7], "Lee")
    seated = draw_tables(everyone, families, "seed")
    wongs = sorted(sum(number in everyone[:5] for number in table) for table in seated)
    assert wongs == [2, 3]
    assert not any({"0006", "0007"} <= set(table) for table in seated)


def test_at_a_single_table_a_family_sits_together() -> None:
    seated = draw_tables(numbers(4), {"0001": "Wong", "0002": "Wong"}, "seed")
    assert len(seated) == 1


@given(st.integers(6, 60), st.data())
def test_the_draw_by_lot_is_the_seat_draw(present: int, data: st.DataObject) -> None:
    families = {number: f"family {data.draw(st.integers(0, 9))}" for number in numbers(present)[::3]}
    seed = data.draw(st.text(max_size=5))
    entries = [
        Entry(number=number, groups=frozenset((families[number],) if number in families else ()))
        for number in numbers(present)
    ]
    drawn = draw_by("lot", entries, DrawPlan(seed=seed))
    assert list(drawn.tables) == draw_tables(numbers(present), families, seed)
    assert (drawn.byes, drawn.method) == ((), "lot-1")


def test_families_and_teams_are_kept_apart_at_once() -> None:
    teams = {number: f"team {place % 5}" for place, number in enumerate(numbers(40))}
    families = {number: f"family {place // 2}" for place, number in enumerate(numbers(40)[:20])}
    entries = [
        Entry(number=number, groups=frozenset(kind[number] for kind in (teams, families) if number in kind))
        for number in numbers(40)
    ]
    for seed in "12345":
        tables = list(draw_by("lot", entries, DrawPlan(seed=seed)).tables)
        assert sharing(tables, teams) == sharing(tables, families) == 0


def test_the_shuffled_order_is_dealt_from_its_end() -> None:
    order = Lottery("paper").shuffle(numbers(7))
    backwards = order[::-1]
    drawn = draw_by("lot", [Entry(number=number) for number in numbers(7)], DrawPlan(seed="paper"))
    assert drawn.tables == (tuple(backwards[:4]), tuple(backwards[4:]))


def test_of_an_odd_number_in_pairs_the_last_of_a_first_shuffle_sits_out() -> None:
    lottery = Lottery("paper")
    out = lottery.shuffle(numbers(7))[-1]
    order = lottery.shuffle([number for number in numbers(7) if number != out])[::-1]
    plan = DrawPlan(seed="paper", most=2, fewest=2)
    drawn = draw_by("lot", [Entry(number=number) for number in numbers(7)], plan)
    assert drawn.byes == (out,)
    assert drawn.tables == tuple(zip(order[::2], order[1::2], strict=True))


@cases("present, lower", [(7, 3), (9, 4), (13, 4), (14, 4), (4, 4), (3, 3), (1, None), (0, None)])
def test_the_refusal_names_the_fewest_with_which_so_many_could_be_seated(
    present: int, lower: int | None
) -> None:
    with refusing("cannot-be-seated") as refused:
        table_sizes(present, 6, 5)
    assert refused.value.params["lower"] == lower
    nothing_offered = refused.value.kind(**{**refused.value.params, "lower": None})
    for language in ("en", "zh"):
        text = refused.value.text(language)
        assert (text != nothing_offered.text(language)) == (lower is not None)
        assert lower is None or str(lower) in text
    if lower is not None:
        assert sum(table_sizes(present, 6, lower)) == present
