"""Ranking of any field: a place has as many better as it says, and order of entry decides nothing."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from services.rules.ranking import Totals, ranking_key
from services.tournament.standings.reached import Standing
from services.tournament.standings.standing import placed
from tests.unit.tournament.specs import hk_rules, number

KEYS = hk_rules().ranking.keys.value
KEY = ranking_key(hk_rules())
FIGURES = st.tuples(st.integers(0, 3), st.integers(-40, 40), st.integers(0, 6))
FIELDS = st.lists(FIGURES, max_size=40)


def field(figures: list[tuple[int, int, int]]) -> list[Standing]:
    return [
        Standing(number(place), Totals(won, sixths, tiles), 3, "s/1")
        for place, (won, sixths, tiles) in enumerate(figures, 1)
    ]


@given(FIELDS)
def test_a_place_has_as_many_strictly_better_as_it_says(figures: list[tuple[int, int, int]]) -> None:
    table = placed(KEYS, field(figures))
    keys = [KEY(Totals(won, sixths, tiles)) for won, sixths, tiles in figures]
    for standing in table:
        mine = KEY(Totals(standing.totals.games_won, standing.totals.score_sixths, standing.totals.tiles))
        assert standing.place == 1 + sum(key < mine for key in keys)
        assert standing.tied == (keys.count(mine) > 1)


@given(FIELDS, st.randoms(use_true_random=False))
def test_the_order_of_entry_decides_nothing(figures: list[tuple[int, int, int]], chance: object) -> None:
    entrants = field(figures)
    mixed = list(entrants)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert placed(KEYS, mixed) == placed(KEYS, entrants)


@given(FIELDS)
def test_more_games_won_beat_any_score_and_any_score_beats_fewer_tiles(
    figures: list[tuple[int, int, int]],
) -> None:
    table = placed(KEYS, field(figures))
    for better, worse in pairwise(table):
        assert better.totals.games_won >= worse.totals.games_won
        if better.totals.games_won == worse.totals.games_won:
            assert better.totals.score_sixths >= worse.totals.score_sixths
            if better.totals.score_sixths == worse.totals.score_sixths:
                assert better.totals.tiles <= worse.totals.tiles
                if better.totals.tiles == worse.totals.tiles:
                    assert better.place == worse.place
                    assert better.entrant_no < worse.entrant_no


@given(FIELDS, FIGURES)
def test_one_more_result_moves_nobody_up(
    figures: list[tuple[int, int, int]], another: tuple[int, int, int]
) -> None:
    before = {standing.entrant_no: standing.place for standing in placed(KEYS, field(figures))}
    after = {standing.entrant_no: standing.place for standing in placed(KEYS, field([*figures, another]))}
    for entrant, place in before.items():
        assert place <= after[entrant] <= place + 1
