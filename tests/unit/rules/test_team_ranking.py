"""Keys by name, medal tables, and sums of the best members of a team."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.key_sets import keys_named
from services.rules.ranking import Totals, key_of, places
from services.rules.ruleset import load
from services.rules.swiss.tie_breaks import TIE_BREAK_SETS
from services.rules.team_ranking import SUMMED, Member, best_members, medal_table
from services.tournament.definition.words import RANKING
from tests.refusing import refusing


def test_keys_are_those_of_the_ruleset_a_named_set_or_a_list() -> None:
    hk = load("hk-2026")
    assert keys_named("ruleset", hk) == ("games_won", "average_score", "tiles_left")
    for name, keys in TIE_BREAK_SETS.items():
        assert keys_named(name, hk) == keys
    assert keys_named(["total_score", "tiles_left"], hk) == ("total_score", "tiles_left")


def test_every_word_of_the_tournament_file_names_keys() -> None:
    for word in RANKING:
        assert key_of(keys_named(word, load("mso-2019")))(Totals())


@pytest.mark.parametrize("ranking", ["alphabet", ["games_won", "alphabet"], []])
def test_what_ranks_nobody_is_refused(ranking: str | list[str]) -> None:
    with refusing("ranking-unknown", "does not rank anybody"):
        keys_named(ranking, load("hk-2026"))


def members(**teams: tuple[int, ...]) -> list[Member]:
    return [
        Member(place, f"{team}{count}", team)
        for team, given_places in teams.items()
        for count, place in enumerate(given_places)
    ]


def test_medals_go_gold_then_silver_then_bronze_and_equals_share() -> None:
    table = medal_table(members(red=(2, 2, 4), blue=(1,), green=(5,), grey=(9, 10)))
    assert [(line.place, line.team, line.medals) for line in table] == [
        (1, "blue", (1, 0, 0)),
        (2, "red", (0, 2, 0)),
    ]
    shared = medal_table(members(red=(1,), blue=(1,), green=(3,)))
    assert [(line.place, line.team) for line in shared] == [(1, "blue"), (1, "red"), (3, "green")]
    assert shared[2].members == ("green0",)


def scored(team: str, *scores: int) -> list[Member]:
    return [Member(100 - score, f"{team}{score}", team, Totals(0, 6 * score, 1)) for score in scores]


def test_the_best_members_are_added_up_and_the_others_do_not_count() -> None:
    everyone = scored("red", 30, 20, -99) + scored("blue", 40, 15, 14) + scored("green", 49, 1)
    table = best_members(everyone, 2)
    assert [(line.place, line.team, line.totals.score_sixths) for line in table] == [
        (1, "blue", 330),
        (2, "green", 300),
        (2, "red", 300),
    ]
    assert table[0].members == ("blue40", "blue15")


def test_games_won_count_before_the_score_and_fewer_tiles_after_it() -> None:
    won = [Member(1, "r", "red", Totals(2, 0, 9)), Member(2, "b", "blue", Totals(1, 99, 0))]
    assert [line.team for line in best_members(won, 1)] == ["red", "blue"]
    tiles = [Member(1, "r", "red", Totals(2, 6, 9)), Member(2, "b", "blue", Totals(2, 6, 8))]
    assert [line.team for line in best_members(tiles, 1)] == ["blue", "red"]


def test_a_team_with_fewer_members_than_count_has_no_place() -> None:
    table = best_members(scored("red", 60) + scored("blue", 1, 2) + scored("azure", 50), 2)
    assert [(line.place, line.team) for line in table] == [(1, "blue"), (None, "azure"), (None, "red")]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.integers(-9, 9), st.integers(0, 5))),
    st.integers(1, 3),
)
def test_whichever_of_equals_count_the_sums_are_the_same(
    rows: list[tuple[str, int, int, int]], count: int
) -> None:
    key = key_of(SUMMED)
    totals = [Totals(won, score, tiles) for _, won, score, tiles in rows]
    given_places = places([key(total) for total in totals])
    everyone = [
        Member(place, str(number), row[0], total)
        for number, (place, row, total) in enumerate(zip(given_places, rows, totals, strict=True))
    ]
    turned = [
        Member(member.place, str(99 - int(member.number)), member.team, member.totals) for member in everyone
    ]
    assert [(line.place, line.team, line.totals) for line in best_members(everyone, count)] == [
        (line.place, line.team, line.totals) for line in best_members(turned, count)
    ]
