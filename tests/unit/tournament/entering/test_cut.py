"""The cut: so many places, or winners of tables and the best others; ties in every way, reserves in order."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from services.rules.ranking import places as places_of
from services.tournament.definition.words import TIES
from services.tournament.standings.entering.cut import Line, Way, entering, next_of
from services.tournament.standings.entering.ties import CHOICES, Decision, Tie, decide, tie_rules
from shared.lottery import Lottery
from tests.cases import cases
from tests.profiles import examples
from tests.refusing import refusing


def standings(*groups: str) -> list[Line]:
    """Lines of standings; each letter is an entrant, each text a group of equals."""
    keys = [(rank,) for rank, group in enumerate(groups) for _ in group]
    return [Line(place, number) for place, number in zip(places_of(keys), "".join(groups), strict=True)]


def at_tables(table: str, *groups: str) -> list[Line]:
    """As `standings`, each entrant at the table of the same position in `table`."""
    return [Line(line.place, line.number, at) for line, at in zip(standings(*groups), table, strict=True)]


keys = st.lists(st.integers(0, 6), max_size=14)


@st.composite
def any_standings(draw: st.DrawFn) -> list[Line]:
    given_keys = sorted((key,) for key in draw(keys))
    tables = draw(st.lists(st.sampled_from("123"), min_size=len(given_keys), max_size=len(given_keys)))
    places = places_of(given_keys)
    return [
        Line(place, f"{number:02d}", at)
        for number, (place, at) in enumerate(zip(places, tables, strict=True))
    ]


def test_every_word_of_the_tournament_file_says_what_happens_to_a_tie() -> None:
    assert tie_rules().keys() == TIES.keys()


@cases(
    "groups, way, expected",
    [
        ("a b cd e", Way(places=2), "ab, next cde"),
        ("a b c", Way(places=2, reserves=False), "ab, next nobody"),
        # Where there are places for all everyone enters.
        ("a bc", Way(places=3), "abc, next nobody"),
        ("a bc", Way(places=9), "abc, next nobody"),
        ("", Way(places=9), "nobody, next nobody"),
        ("ab cd", Way(places=2), "ab, next cd"),  # a tie below the last place is none
        ("a bcd e", Way(places=3, ties="all"), "abcd, next e"),
    ],
)
def test_the_best_enter_and_the_others_follow_in_order(groups: str, way: Way, expected: str) -> None:
    made = entering(standings(*groups.split()), way)
    assert (made.ties, made.by_lot) == ((), ())
    assert f"{''.join(made.entering) or 'nobody'}, next {''.join(made.reserves) or 'nobody'}" == expected


def test_a_tie_across_the_last_place_is_left_to_an_official() -> None:
    made = entering(standings("a", "bcd", "e"), Way(places=3))
    assert (made.entering, made.ties, made.reserves) == (("a",), (Tie(("b", "c", "d"), 2),), ())


def test_a_lot_decides_where_the_tournament_file_says_so() -> None:
    order = Lottery("seed").shuffle(list("bcd"))
    made = entering(standings("a", "cdb", "e"), Way(places=3, ties="lot"), seed="seed")
    assert made.entering == ("a", *order[:2])
    assert made.reserves == (order[2], "e")
    assert made.by_lot == (order[2],)
    others = {entering(standings("a", "cdb"), Way(places=3, ties="lot"), str(n)).entering for n in range(30)}
    assert len(others) == 6


def test_another_word_for_ties_is_refused() -> None:
    with refusing("tie-rule-unknown", "Ties cannot be settled by dice"):
        entering(standings("ab"), Way(places=1, ties="dice"))


# What an official chooses.

ACROSS = Tie(("b", "c", "d"), 2)


def after(decision: Decision) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    made = entering(standings("a", "bcd", "e"), Way(places=3), decided=[decision])
    assert made.ties == ()
    return made.entering, made.reserves, made.by_lot


def test_an_official_admits_all_none_or_the_winners_of_a_play_off() -> None:
    assert after(decide(ACROSS, "admit_all")) == (("a", "b", "c", "d"), ("e",), ())
    assert after(decide(ACROSS, "admit_none")) == (("a",), ("b", "c", "d", "e"), ())
    assert after(decide(ACROSS, "play_off", play_off=["d", "b"])) == (("a", "d", "b"), ("c", "e"), ())


def test_an_official_lets_a_lot_decide() -> None:
    order = Lottery("seed").shuffle(list("bcd"))
    expected = (("a", *order[:2]), (order[2], "e"), (order[2],))
    assert after(decide(ACROSS, "lot", seed="seed")) == expected


def test_all_are_admitted_only_where_there_is_room() -> None:
    assert decide(ACROSS, "admit_all", entered=1, room=4).admitted == ("b", "c", "d")
    with refusing("final-too-small", "With all 3 tied there would be 4 entrants"):
        decide(ACROSS, "admit_all", entered=1, room=3)


@cases("named", [[], ["b"], ["b", "b"], ["b", "e"], ["b", "c", "d"]])
def test_a_play_off_names_as_many_as_can_enter(named: list[str]) -> None:
    with refusing("play-off-wrong", "must name exactly 2 of the tied"):
        decide(ACROSS, "play_off", play_off=named)


def test_another_choice_is_refused_and_the_choices_are_named() -> None:
    with refusing("tie-choice-unknown", "A tie cannot be decided by dice") as refused:
        decide(ACROSS, "dice")
    assert all(choice in str(refused.value) for choice in CHOICES)


def test_a_decision_holds_only_for_the_tie_it_was_made_for() -> None:
    decision = decide(ACROSS, "play_off", play_off=["d", "b"])
    changed = entering(standings("a", "bc", "d", "e"), Way(places=2), decided=[decision])
    assert changed.ties == (Tie(("b", "c"), 1),)
    assert not changed.decisions


# Winners of tables.


@cases(
    "tables, way, first, then",
    [
        ("112212", Way(places=4, per_table=1), "abcd", "ef"),
        ("111222", Way(places=3, per_table=1), "abd", "cef"),
        ("111122", Way(places=4, per_table=2), "abef", "cd"),
        ("111222", Way(per_table=1), "ad", "bcef"),  # without places the winners alone enter
    ],
)
def test_the_winners_of_tables_enter_and_then_the_best_others(
    tables: str, way: Way, first: str, then: str
) -> None:
    made = entering(at_tables(tables, "a", "b", "c", "d", "e", "f"), way)
    assert ("".join(made.entering), "".join(made.reserves)) == (first, then)


def test_of_more_winners_than_places_the_best_enter() -> None:
    made = entering(at_tables("12323", "a", "bc", "d", "e"), Way(places=2, per_table=1))
    assert (made.entering, made.ties) == (("a",), (Tie(("b", "c"), 1),))


def test_equals_at_a_table_are_a_tie_of_that_table() -> None:
    lines = at_tables("112212", "ab", "c", "d", "e", "f")
    made = entering(lines, Way(per_table=1))
    assert (made.entering, made.ties, made.reserves) == (("c",), (Tie(("a", "b"), 1, "1"),), ())
    decision = decide(made.ties[0], "play_off", play_off=["b"])
    assert entering(lines, Way(per_table=1), decided=[decision]).entering == ("b", "c")
    everyone = entering(lines, Way(per_table=1, ties="all"))
    assert everyone.entering == ("a", "b", "c")


def test_a_tie_at_a_table_is_no_question_where_all_of_them_enter_or_none() -> None:
    lines = at_tables("112212", "ab", "c", "d", "e", "f")
    assert entering(lines, Way(places=4, per_table=1)).ties == ()
    assert entering(lines, Way(places=4, per_table=1)).entering == ("a", "b", "c", "d")
    last = at_tables("1223", "a", "bc", "d")
    assert entering(last, Way(places=1, per_table=1)).ties == ()


def test_ties_at_tables_are_drawn_in_order_of_tables_and_then_that_across_the_last_place() -> None:
    lottery = Lottery("seed")
    at_one = lottery.shuffle(["a", "b"])
    at_two = lottery.shuffle(["c", "d"])
    others = lottery.shuffle(sorted((at_one[1], at_two[1])))
    lines = at_tables("1122", "abcd")
    made = entering(lines, Way(places=3, per_table=1, ties="lot"), seed="seed")
    assert set(made.entering) == {at_one[0], at_two[0], others[0]}
    assert made.reserves == made.by_lot == (others[1],)


def possible(lines: Sequence[Line], way: Way) -> Iterator[frozenset[str]]:
    """Who may enter, whichever of equals won their tables and the last places."""
    tables = sorted({line.table for line in lines}) if way.per_table is not None else []
    ways = [
        list(best([line for line in lines if line.table == table], way.per_table or 0)) for table in tables
    ]
    for chosen in product(*ways):
        winners = frozenset().union(*chosen)
        if way.places is None:
            yield winners
        elif len(winners) >= way.places:
            yield from best([line for line in lines if line.number in winners], way.places)
        else:
            others = [line for line in lines if line.number not in winners]
            yield from (winners | more for more in best(others, way.places - len(winners)))


def best(lines: Sequence[Line], count: int) -> Iterator[frozenset[str]]:
    """Every way to take the best so many, whichever of equals."""
    for chosen in combinations(lines, min(count, len(lines))):
        left = [line.place for line in lines if line not in chosen]
        if not left or all(line.place <= min(left) for line in chosen):
            yield frozenset(line.number for line in chosen)


ways = st.one_of(
    st.builds(Way, places=st.integers(1, 9)),
    st.builds(Way, per_table=st.integers(1, 2)),
    st.builds(Way, places=st.integers(1, 9), per_table=st.integers(1, 2)),
)


@settings(max_examples=examples(80, in_all=1000))
@given(any_standings(), ways)
def test_an_official_is_asked_exactly_where_it_makes_a_difference(lines: list[Line], way: Way) -> None:
    outcomes = set(possible(lines, way))
    made = entering(lines, way)
    assert bool(made.ties) == (len(outcomes) > 1)
    assert frozenset(made.entering) == frozenset.intersection(*outcomes)


@given(any_standings(), ways, st.text(max_size=3))
def test_whatever_the_officials_choose_the_right_number_enters(
    lines: list[Line], way: Way, seed: str
) -> None:
    decided: list[Decision] = []
    made = entering(lines, way)
    while made.ties:
        decided.append(decide(made.ties[0], "lot", seed=seed))
        made = entering(lines, way, decided=decided)
    assert frozenset(made.entering) in set(possible(lines, way))
    assert sorted((*made.entering, *made.reserves)) == sorted(line.number for line in lines)
    place = {line.number: line.place for line in lines}
    assert [place[number] for number in made.reserves] == sorted(place[number] for number in made.reserves)


@given(any_standings(), ways, st.text(max_size=3))
def test_the_same_seed_lets_the_same_people_in_however_equals_are_listed(
    lines: list[Line], way: Way, seed: str
) -> None:
    way = Way(places=way.places, per_table=way.per_table, ties="lot")
    made = entering(lines, way, seed)
    again = entering(sorted(lines, key=lambda line: (line.place, line.number[::-1])), way, seed)
    assert set(again.entering) == set(made.entering)
    assert frozenset(made.entering) in set(possible(lines, way))


# Who is next.


@cases(
    "reserves, by_lot, places, gone, expected",
    [
        ("cde", "", {"c": 3, "d": 4, "e": 5}, "", "c"),
        ("cde", "", {"c": 3, "d": 4, "e": 5}, "c", "d"),
        ("", "", {"c": 3, "d": 4, "e": 5}, "", ""),
        # Equals are next together, unless a lot has put them in order.
        ("cde", "", {"c": 3, "d": 3, "e": 5}, "", "cd"),
        ("dce", "dc", {"c": 3, "d": 3, "e": 5}, "", "d"),
        ("cde", "d", {"c": 3, "d": 3, "e": 3}, "", "ce"),
        # Who is ranked no more does not move up.
        ("cd", "", {"d": 4}, "", "d"),
        ("cd", "cd", {"d": 4}, "", "d"),
    ],
)
def test_the_next_reserves_are_the_best_of_those_left(
    reserves: str, by_lot: str, places: dict[str, int], gone: str, expected: str
) -> None:
    assert next_of(tuple(reserves), tuple(by_lot), places, gone=set(gone)) == tuple(expected)
