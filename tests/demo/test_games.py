"""Games of the demo: the rules accept every one of them, however it is written down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.demo.chance import Dice
from services.demo.games import Finished, Hand, as_counts, as_recorded, play_game
from services.demo.scenario import Case, scenario
from services.rules.ruleset import load
from services.tournament.play.figures import results_of

RULES = load("hk-2026")
SEEDS = st.integers(0, 10**6).map(str)
PLAYERS = st.integers(3, 4).map(lambda n: {f"000{seat}": 1 + seat for seat in range(n)})
PINNED = [pytest.param(case, id=name) for name, case in scenario("hong-kong").case.items() if case.racks]
FOUR = ["0000", "0001", "0002", "0003"]


@given(players=PLAYERS, seed=SEEDS, in_time=st.booleans())
def test_counts_and_recorded_scores_of_a_game_are_the_same_figures(
    players: dict[str, int], seed: str, in_time: bool
) -> None:
    check(play_game(RULES, players, Dice(seed), in_time=in_time), [*players])


@pytest.mark.parametrize("case", PINNED)
def test_a_game_that_a_scenario_needs_is_one_that_can_be(case: Case) -> None:
    hands = [Hand(entrant, tuple(rack.split())) for entrant, rack in zip(FOUR, case.racks, strict=True)]
    check(Finished(case.ended_by, tuple(hands)), FOUR)


def check(game: Finished, seats: list[str]) -> None:
    for racks in (False, True):
        counted = results_of(RULES, seats, seats, game.ended_by, as_counts(game, RULES, racks=racks))
        recorded = results_of(RULES, seats, seats, game.ended_by, as_recorded(game, RULES))
        assert [(result.entrant, result.score, result.game_won, result.tiles) for result in counted] == [
            (result.entrant, result.score, result.game_won, result.tiles) for result in recorded
        ]
        assert sum(result.sixths for result in counted) == 0


@given(seed=SEEDS)
def test_a_joker_on_a_rack_counts_what_the_rules_say(seed: str) -> None:
    mso, seats = load("mso-2019"), ("0001", "0002")
    game = play_game(mso, {"0001": 1, "0002": 2}, Dice(seed))
    counted = results_of(mso, seats, seats, "cleared", as_counts(game, mso))
    laid_open = results_of(mso, seats, seats, "cleared", as_counts(game, mso, racks=True))
    assert [result.score for result in counted] == [result.score for result in laid_open]


def test_three_sharers_get_thirds() -> None:
    case = scenario("hong-kong").case["three-share"]
    hands = [Hand(entrant, tuple(rack.split())) for entrant, rack in zip(FOUR, case.racks, strict=True)]
    recorded = as_recorded(Finished(case.ended_by, tuple(hands)), RULES)
    assert [seat.game_won for seat in recorded] == [1, 0, 0, 0]
    assert all(seat.score is not None and seat.score[-1] in "⅓⅔" for seat in recorded[:3])


def test_who_has_no_strength_never_wins() -> None:
    for number in range(100):
        game = play_game(RULES, {"0001": 0, "0002": 1, "0003": 1}, Dice(str(number)))
        if game.ended_by == "cleared":
            assert next(hand for hand in game.hands if not hand.rack).entrant != "0001"
