"""Swiss draws: in pairs, and at larger tables, by the published method; few meet again."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.rules.swiss.pairing import Player, pair
from services.tournament.seating.draws import Drawn, DrawPlan, Entry, draw_by, table_sizes
from services.tournament.seating.draws.exchanges import total_cost
from services.tournament.seating.draws.swiss import ALL_TRIED, best_of_all, cost_of_meeting, fewest_repeats
from shared.lottery import Lottery
from tests.profiles import examples, wide
from tests.unit.tournament.draws.fields import fresh, played, repeats, seeds, sharing

chances = st.integers(0, 1000)


def drawn(entries: Sequence[Entry], seed: str = "seed", most: int = 4, fewest: int = 3) -> Drawn:
    return draw_by("swiss", entries, DrawPlan(seed=seed, most=most, fewest=fewest))


def paired(entries: Sequence[Entry], seed: str = "seed") -> Drawn:
    return drawn(entries, seed, 2, 2)


def by_place_and_lot(entries: Sequence[Entry], lottery: Lottery) -> list[Entry]:
    """The order of the field, worked out from the page that describes it."""
    order = lottery.shuffle(sorted(entry.number for entry in entries))
    return sorted(entries, key=lambda entry: (entry.place or 0, order.index(entry.number)))


@given(st.integers(2, 25), st.integers(0, 4), chances, seeds)
def test_pairs_are_those_that_the_page_describes(count: int, rounds: int, chance: int, seed: str) -> None:
    entries = played(count, rounds, 2, 2, chance)
    lottery = Lottery(seed)
    field = [
        Player(
            entry.number,
            rank,
            entry.points,
            tuple(number for number, times in entry.opponents.items() for _ in range(times)),
            entry.byes,
        )
        for rank, entry in enumerate(by_place_and_lot(entries, lottery))
    ]
    expected = pair(field)
    seats = tuple(both[::-1] if lottery.below(2) else both for both in expected.pairs)
    byes = () if expected.bye is None else (expected.bye,)
    assert paired(entries, seed) == Drawn(seats, byes, "swiss-1")


def test_equals_meet_by_lot_and_another_seed_pairs_them_otherwise() -> None:
    seeds = [str(seed) for seed in range(20)]
    pairs = {frozenset(map(frozenset, paired(fresh(8), seed).tables)) for seed in seeds}
    assert len(pairs) > 10
    level = [Entry(number=number, place=1, points=2) for number in "abcdefgh"]
    assert len({frozenset(map(frozenset, paired(level, seed).tables)) for seed in seeds}) > 10


def test_the_lot_stands_between_equals_only() -> None:
    entries = [
        Entry(number=number, place=place, points=20 - place) for place, number in enumerate("abcdef", 1)
    ]
    for seed in "12345":
        assert [set(table) for table in paired(entries, seed).tables] == [set("ab"), set("cd"), set("ef")]


def test_a_stage_begins_by_the_places_of_the_stage_before() -> None:
    entries = [Entry(number=number, earlier_place=place) for place, number in enumerate("badcfe", 1)]
    assert [set(table) for table in paired(entries).tables] == [set("ab"), set("cd"), set("ef")]


def test_members_of_a_group_meet_only_where_nobody_else_is_left() -> None:
    apart = [Entry(number=number, groups=frozenset({number[0]})) for number in ("a1", "a2", "b1", "b2")]
    for seed in "12345":
        assert sharing(paired(apart, seed).tables, apart) == 0
    met = [
        Entry(number="a1", groups=frozenset({"a"}), opponents={"b1": 2, "b2": 2}),
        Entry(number="a2", groups=frozenset({"a"}), opponents={"b1": 2, "b2": 2}),
        Entry(number="b1", opponents={"a1": 2, "a2": 2}),
        Entry(number="b2", opponents={"a1": 2, "a2": 2}),
    ]
    assert sharing(paired(met).tables, met) == 0


# Larger tables.


def ways(people: frozenset[str], sizes: tuple[int, ...]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to seat people, some of them several times."""
    if not sizes:
        yield []
        return
    for table in combinations(sorted(people), sizes[0]):
        for others in ways(people.difference(table), sizes[1:]):
            yield [table, *others]


small = st.tuples(
    st.sampled_from([(6, 4, 3), (7, 4, 3), (8, 4, 3), (8, 3, 2), (9, 3, 3)]), st.integers(1, 4), chances
)


@settings(max_examples=examples(6, in_all=150))
@given(small, seeds)
def test_up_to_twelve_no_way_to_seat_them_has_fewer_repeats(
    field: tuple[tuple[int, int, int], int, int], seed: str
) -> None:
    (count, most, fewest), sessions, chance = field
    entries = played(count, sessions, most, fewest, chance)
    sizes = tuple(table_sizes(count, most, fewest))
    best = min(repeats(way, entries) for way in ways(frozenset(entry.number for entry in entries), sizes))
    assert repeats(drawn(entries, seed, most, fewest).tables, entries) == best


@settings(max_examples=examples(6, in_all=150))
@given(st.integers(6, 9), st.integers(1, 3), chances, seeds)
def test_of_the_ways_with_fewest_repeats_the_one_with_the_best_at_table_one_counts(
    count: int, sessions: int, chance: int, seed: str
) -> None:
    entries = played(count, sessions, 3, 2, chance)
    lottery = Lottery(seed)
    order = [entry.number for entry in by_place_and_lot(entries, lottery)]
    sizes = tuple(table_sizes(count, 3, 2))

    def badness(way: list[tuple[str, ...]]) -> tuple[int, list[list[int]]]:
        return repeats(way, entries), [sorted(map(order.index, table)) for table in way]

    _, best = min(map(badness, ways(frozenset(order), sizes)))
    expected = tuple(tuple(lottery.shuffle([order[place] for place in table])) for table in best)
    assert drawn(entries, seed, 3, 2) == Drawn(expected, (), "swiss-tables-1")


def filled_and_exchanged(
    order: Sequence[str], sizes: Sequence[int], entries: Sequence[Entry]
) -> list[list[str]]:
    """The method for larger fields, worked out from the page that describes it, and slowly."""
    tables: list[list[str]] = [[] for _ in sizes]
    for number in order:
        free = [place for place, size in enumerate(sizes) if len(tables[place]) < size]
        before = {place: repeats([tables[place]], entries) for place in free}
        more = {place: repeats([[*tables[place], number]], entries) - before[place] for place in free}
        tables[min(free, key=lambda place: (more[place], place))].append(number)
    while True:
        before_pass = [table[:] for table in tables]
        for mover in reversed(order):
            here = next(table for table in tables if mover in table)
            if repeats([here], entries) == repeats([[other for other in here if other != mover]], entries):
                continue
            found = []
            for other in order:
                if other not in here:
                    changed = swapped(tables, mover, other)
                    lowered = repeats(tables, entries) - repeats(changed, entries)
                    apart = abs(order.index(mover) - order.index(other))
                    found.append((-lowered, apart, order.index(other), changed))
            if min(found)[0] < 0:
                tables = min(found)[-1]
        if tables == before_pass:
            return tables


def swapped(tables: Sequence[Sequence[str]], mover: str, other: str) -> list[list[str]]:
    names = {mover: other, other: mover}
    return [[names.get(number, number) for number in table] for table in tables]


@settings(max_examples=examples(5, in_all=50))
@given(st.integers(13, 18), st.integers(0, 3), chances, seeds)
def test_larger_fields_are_seated_as_the_page_describes(
    count: int, sessions: int, chance: int, seed: str
) -> None:
    entries = played(count, sessions, 4, 3, chance)
    lottery = Lottery(seed)
    order = [entry.number for entry in by_place_and_lot(entries, lottery)]
    tables = filled_and_exchanged(order, table_sizes(count), entries)
    expected = tuple(tuple(lottery.shuffle(sorted(table, key=order.index))) for table in tables)
    assert drawn(entries, seed) == Drawn(expected, (), "swiss-tables-1")


@settings(max_examples=examples(6, in_all=75))
@given(st.integers(13, 28), st.integers(1, 4), chances, seeds)
def test_in_larger_fields_no_exchange_of_two_lowers_the_repeats(
    count: int, sessions: int, chance: int, seed: str
) -> None:
    entries = played(count, sessions, 4, 3, chance)
    tables = drawn(entries, seed).tables
    now = repeats(tables, entries)
    for here, there in combinations(tables, 2):
        for mover in here:
            for other in there:
                assert repeats(swapped(tables, mover, other), entries) >= now


def test_the_first_sessions_of_a_field_of_forty_bring_nobody_together_again() -> None:
    for chance in range(5):
        for sessions in range(4):
            entries = played(40, sessions, 4, 3, chance)
            assert repeats(drawn(entries).tables, entries) == 0


def test_the_method_for_larger_fields_is_seldom_far_from_the_best() -> None:
    """Where both can be tried, it has at most two repeats more than the best, and mostly none."""
    over = []
    for chance in range(20 if wide() else 8):
        entries = played(12, 2, 4, 3, chance)
        order = [entry.number for entry in entries]
        cost = cost_of_meeting(entries)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("services.tournament.seating.draws.swiss.ALL_TRIED", 0)
            found = total_cost(fewest_repeats(order, [4, 4, 4], cost), cost)
        over.append(found - total_cost(best_of_all(order, [4, 4, 4], cost), cost))
    assert ALL_TRIED == 12
    assert min(over) == 0
    assert max(over) <= 2
    assert over.count(0) > len(over) // 2


def test_the_seed_decides_between_equals_at_larger_tables() -> None:
    tables = {frozenset(map(frozenset, drawn(fresh(16), str(seed)).tables)) for seed in range(20)}
    assert len(tables) == 20
    level = [Entry(number=number, place=1) for number in "abcdefghijklmnop"]
    tables = {frozenset(map(frozenset, drawn(level, str(seed)).tables)) for seed in range(20)}
    assert len(tables) == 20


def test_without_repeats_to_avoid_the_best_sit_at_the_first_table() -> None:
    entries = [Entry(number=number, place=place) for place, number in enumerate("abcdefghijklmno", 1)]
    tables = drawn(entries).tables
    assert [set(table) for table in tables] == [set("abcd"), set("efgh"), set("ijkl"), set("mno")]


def test_groups_are_kept_apart_before_repeats_are_avoided() -> None:
    entries = [
        Entry(number=number, place=place, groups=frozenset({number[0]}), opponents=dict.fromkeys(others, 1))
        for place, (number, others) in enumerate(
            {
                "a1": ["b1", "c1"],
                "a2": [],
                "b1": ["a1", "c1"],
                "b2": [],
                "c1": ["a1", "b1"],
                "c2": [],
            }.items(),
            1,
        )
    ]
    assert sharing(drawn(entries, most=3, fewest=3).tables, entries) == 0


def test_however_often_the_others_were_met_groups_are_kept_apart() -> None:
    met = dict.fromkeys("bcde", 3)
    back = {"a1": 3, "a2": 3}
    entries = [
        Entry(number="a1", groups=frozenset("a"), opponents=met),
        Entry(number="a2", groups=frozenset("a"), opponents=met),
        *(Entry(number=number, opponents=back) for number in "bcde"),
    ]
    assert sharing(drawn(entries, most=3, fewest=3).tables, entries) == 0
