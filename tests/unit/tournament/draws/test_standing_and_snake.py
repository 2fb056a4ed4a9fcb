"""Draws by standing and in a snake: by places, equals by lot, groups apart in the snake."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.tournament.seating.draws import Drawn, DrawPlan, Entry, draw_by, table_sizes
from services.tournament.seating.draws.snake import spread
from shared.lottery import Lottery
from tests.cases import cases
from tests.profiles import examples
from tests.unit.tournament.draws.fields import fresh, seeds, sharing
from tests.unit.tournament.specs import numbers


def ranked(count: int, field: str = "place") -> list[Entry]:
    """Entries in order, the first at place 1."""
    return [
        Entry(number=number, place=place) if field == "place" else Entry(number=number, earlier_place=place)
        for place, number in enumerate(numbers(count), 1)
    ]


def drawn(word: str, entries: Sequence[Entry], seed: str = "seed", most: int = 4, fewest: int = 3) -> Drawn:
    return draw_by(word, entries, DrawPlan(seed=seed, most=most, fewest=fewest))


def places(tables: Sequence[Sequence[str]]) -> list[list[int]]:
    return [sorted(map(int, table)) for table in tables]


@cases("field", ["place", "earlier_place"])
@cases(
    "word, tables",
    [
        # The best sit at table 1, and smaller tables come last.
        ("standing", [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11], [12, 13, 14]]),
        # There and back.
        ("snake", [[1, 8, 9], [2, 7, 10], [3, 6, 11, 14], [4, 5, 12, 13]]),
    ],
)
def test_fourteen_are_seated_by_their_places(word: str, tables: list[list[int]], field: str) -> None:
    assert places(drawn(word, ranked(14, field)).tables) == tables


@given(st.integers(3, 60).filter(lambda n: n != 5))
def test_tables_of_a_snake_are_about_equally_strong(count: int) -> None:
    tables = places(drawn("snake", ranked(count)).tables)
    rows = min(map(len, tables))
    sums = [sum(table[:rows]) for table in tables]
    assert max(sums) - min(sums) == (0 if rows % 2 == 0 else len(tables) - 1)


def test_places_of_this_stage_count_before_those_of_the_one_before() -> None:
    earlier = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}
    now = {"f": 1, "e": 2, "d": 3, "a": 4}
    entries = [
        Entry(number=number, place=now.get(number), earlier_place=place) for number, place in earlier.items()
    ]
    assert [set(table) for table in drawn("standing", entries).tables] == [set("fed"), set("abc")]


def test_who_has_no_place_comes_last() -> None:
    entries = [
        *(Entry(number=number) for number in "abc"),
        *(Entry(number=n, earlier_place=9) for n in "xyz"),
    ]
    assert [set(table) for table in drawn("standing", entries).tables] == [set("xyz"), set("abc")]


@pytest.mark.parametrize("word", ["standing", "snake"])
def test_equals_are_ordered_by_the_lot_of_the_seed(word: str) -> None:
    level = [Entry(number=number, place=1 + (number > "d")) for number in "abcdefgh"]
    tables = {frozenset(map(frozenset, drawn(word, level, str(seed)).tables)) for seed in range(20)}
    assert len(tables) == (1 if word == "standing" else 13)


@given(st.lists(st.integers(1, 4), min_size=6, max_size=24), seeds)
def test_the_draw_by_standing_is_that_of_the_page(standing: list[int], seed: str) -> None:
    entries = [
        Entry(number=number, place=place) for number, place in zip(numbers(24), standing, strict=False)
    ]
    lottery = Lottery(seed)
    by_lot = lottery.shuffle(numbers(len(entries)))
    order = sorted(entries, key=lambda entry: (entry.place or 0, by_lot.index(entry.number)))
    rest, expected = [entry.number for entry in order], []
    for size in table_sizes(len(rest)):
        expected.append(tuple(lottery.shuffle(rest[:size])))
        rest = rest[size:]
    assert drawn("standing", entries, seed) == Drawn(tuple(expected), (), "standing-1")


@given(st.integers(6, 30), seeds)
def test_the_snake_is_that_of_the_page(count: int, seed: str) -> None:
    lottery = Lottery(seed)
    rest = lottery.shuffle(numbers(count))
    tables: list[list[str]] = [[] for _ in table_sizes(count)]
    there = True
    while rest:
        for table in tables if there else tables[::-1]:
            table.extend(rest[:1])
            rest = rest[1:]
        there = not there
    expected = tuple(tuple(lottery.shuffle(table)) for table in tables)
    assert drawn("snake", fresh(count), seed) == Drawn(expected, (), "snake-1")


@given(st.integers(2, 15), seeds)
def test_of_an_odd_number_in_pairs_the_last_sits_out(pairs: int, seed: str) -> None:
    for word in ("standing", "snake"):
        result = drawn(word, ranked(2 * pairs + 1), seed, 2, 2)
        assert result.byes == (numbers(2 * pairs + 1)[-1],)


def in_groups(sizes: Sequence[int], count: int, places_by: Sequence[int]) -> list[Entry]:
    """A field in which so many belong to each group, the others to none."""
    of = [frozenset({f"group {group}"}) for group, size in enumerate(sizes) for _ in range(size)]
    of += [frozenset()] * (count - len(of))
    return [
        Entry(number=number, place=place, groups=groups)
        for number, place, groups in zip(numbers(count), places_by, of, strict=True)
    ]


@given(st.integers(6, 40).filter(lambda n: n != 5), st.data())
def test_pairs_of_a_family_are_kept_apart_in_the_snake(count: int, data: st.DataObject) -> None:
    families = data.draw(st.integers(1, count // 2))
    entries = in_groups([2] * families, count, data.draw(st.permutations(range(1, count + 1))))
    assert sharing(drawn("snake", entries).tables, entries) == 0


def test_within_a_row_the_nearest_change_places() -> None:
    entries = ranked(12)
    alike = frozenset({"Wong"})
    entries = [
        Entry(number=entry.number, place=entry.place, groups=alike if entry.place in (3, 10) else frozenset())
        for entry in entries
    ]
    without = places(drawn("snake", ranked(12)).tables)
    assert without == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    assert places(drawn("snake", entries).tables) == [[1, 6, 7, 12], [2, 5, 8, 10], [3, 4, 9, 11]]


def test_whoever_is_in_the_same_row_changes_places_before_others_as_near() -> None:
    groups = {3: frozenset({"Wong"}), 4: frozenset({"Wong"}), 5: frozenset({"Lee"}), 9: frozenset({"Lee"})}
    entries = [
        Entry(number=entry.number, place=entry.place, groups=groups.get(entry.place or 0, frozenset()))
        for entry in ranked(12)
    ]
    assert places(drawn("snake", entries).tables) == [[1, 4, 7, 12], [2, 5, 8, 11], [3, 6, 9, 10]]


@settings(max_examples=examples(12, in_all=125))
@given(
    st.permutations(range(1, 9)), st.sampled_from([(2, 2, 2, 2), (4, 2), (4, 4), (5, 3), (3, 3, 2), (2, 4)])
)
def test_at_two_tables_groups_share_no_more_than_they_must(order: list[int], sizes: tuple[int, ...]) -> None:
    entries = in_groups(sizes, 8, order)
    everyone = {entry.number for entry in entries}
    halves = combinations(sorted(everyone), 4)
    fewest = min(sharing([half, sorted(everyone.difference(half))], entries) for half in halves)
    assert sharing(drawn("snake", entries).tables, entries) == fewest


def test_a_snake_without_groups_stays_as_it_is_dealt() -> None:
    assert spread(list("abcdefg"), 3) == [["a", "f", "g"], ["b", "e"], ["c", "d"]]
