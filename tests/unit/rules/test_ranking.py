"""Places follow from ranking keys, equal keys share, and nothing is split at random."""

from hypothesis import given
from hypothesis import strategies as st

from services.rules.ranking import Totals, in_order, key_of, places, ranking_key
from services.rules.ruleset import load
from tests.cases import cases

small_keys = st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 3), st.integers(0, 3)), max_size=60)


def test_equal_keys_share_a_place_and_the_next_is_skipped() -> None:
    assert places([(1,), (1,), (2,)]) == [1, 1, 3]
    assert places([(5,), (1,), (5,), (0,)]) == [3, 2, 3, 1]
    assert places([]) == []


@given(small_keys)
def test_a_player_on_place_r_has_exactly_r_minus_1_strictly_better(keys: list[tuple[int, ...]]) -> None:
    for key, place in zip(keys, places(keys), strict=True):
        assert place == 1 + sum(other < key for other in keys)


@given(small_keys, st.randoms(use_true_random=False))
def test_places_do_not_depend_on_the_order_of_the_rows(keys: list[tuple[int, ...]], random: object) -> None:
    by_key = dict(zip(keys, places(keys), strict=True))
    turned = keys[::-1]
    assert dict(zip(turned, places(turned), strict=True)) == by_key


@given(st.permutations(range(40)).flatmap(lambda labels: st.tuples(st.just(labels), small_keys)))
def test_a_field_in_order_has_the_places_of_its_keys_and_equals_by_label(
    field: tuple[list[int], list[tuple[int, ...]]],
) -> None:
    names = ("games_won", "average_score", "tiles_left")
    totals = [Totals(*figures) for figures in field[1][:40]]
    labels = [f"{label:02}" for label in field[0][: len(totals)]]
    keys = [key_of(names)(other) for other in totals]
    best_first = sorted(range(len(totals)), key=lambda at: (keys[at], labels[at]))
    assert in_order(names, totals, labels) == [(places(keys)[at], at) for at in best_first]


@cases(
    "name, better, worse",
    [
        ("games_won", Totals(games_won=2), Totals(games_won=1)),
        ("average_score", Totals(score_sixths=7), Totals(score_sixths=6)),
        ("total_score", Totals(score_sixths=7), Totals(score_sixths=6)),
        ("tiles_left", Totals(tiles=1), Totals(tiles=2)),
        ("rounds_won", Totals(rounds_won=2), Totals(rounds_won=1)),
        ("match_points", Totals(match_points=2), Totals(match_points=1)),
        ("median_buchholz", Totals(median_buchholz=2), Totals(median_buchholz=1)),
        ("buchholz", Totals(buchholz=2), Totals(buchholz=1)),
        ("progressive", Totals(progressive=2), Totals(progressive=1)),
        ("tie_break_score", Totals(tie_break_sixths=-6), Totals(tie_break_sixths=-12)),
        ("rating", Totals(rating=1_500_001), Totals(rating=1_500_000)),
        ("head_to_head", Totals(head_to_head=1), Totals(head_to_head=0)),
        ("results_spread", Totals(spread_sixths=2), Totals(spread_sixths=1)),
        ("sonneborn_berger", Totals(sonneborn_berger=2), Totals(sonneborn_berger=1)),
    ],
)
def test_more_of_every_figure_is_better_and_fewer_tiles_are(name: str, better: Totals, worse: Totals) -> None:
    key = key_of([name])
    assert key(better) < key(worse)


def test_hk_ranks_by_games_won_then_average_then_fewest_tiles() -> None:
    key = ranking_key(load("hk-2026"))
    best_first = [
        Totals(games_won=3, score_sixths=-60, tiles=40),
        Totals(games_won=2, score_sixths=901, tiles=40),
        Totals(games_won=2, score_sixths=900, tiles=3),
        Totals(games_won=2, score_sixths=900, tiles=4),
        Totals(games_won=2, score_sixths=900, tiles=4),
        Totals(games_won=0),
    ]
    assert places([key(totals) for totals in best_first]) == [1, 2, 3, 4, 4, 6]


def test_pressman_ranks_by_points_alone_and_its_tournament_by_rounds_first() -> None:
    rich, winner = Totals(score_sixths=600, games_won=1), Totals(score_sixths=6, games_won=4, rounds_won=2)
    house, tournament = ranking_key(load("pressman-2006")), ranking_key(load("pressman-2006-tournament"))
    assert house(rich) < house(winner)
    assert tournament(winner) < tournament(rich)


def test_mso_falls_back_on_its_tie_break_score_last() -> None:
    key = ranking_key(load("mso-2019"))
    ahead = Totals(match_points=8, median_buchholz=20, tie_break_sixths=-60)
    behind = Totals(match_points=8, median_buchholz=20, tie_break_sixths=-66)
    assert key(ahead) < key(behind) < key(Totals(match_points=7, median_buchholz=99))


def test_a_family_is_ranked_on_the_sums() -> None:
    child, parent = (
        Totals(games_won=2, score_sixths=66, tiles=7),
        Totals(games_won=1, score_sixths=-6, tiles=9),
    )
    assert child + parent == Totals(games_won=3, score_sixths=60, tiles=16)
