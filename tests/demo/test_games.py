"""Games of the demo: the rules accept every one of them, however it is written down."""

from hypothesis import given
from hypothesis import strategies as st

from services.demo.chance import Dice
from services.demo.games import (
    Finished,
    Hand,
    Player,
    as_counts,
    as_recorded,
    fitting_tiles,
    play_game,
    possible,
    shared_pot,
    won_by,
)
from services.rules.ruleset import load
from services.rules.supply import supply_of
from services.tournament.play.figures import results_of, sixths_of

RULES = load("hk-2026")
SEEDS = st.integers(0, 10**6).map(str)
PLAYERS = st.integers(3, 4).map(lambda n: [Player(f"000{seat}", 1 + seat) for seat in range(n)])


@given(players=PLAYERS, seed=SEEDS, in_time=st.booleans())
def test_counts_and_recorded_scores_of_a_game_are_the_same_figures(
    players: list[Player], seed: str, in_time: bool
) -> None:
    game = possible(RULES, play_game(players, Dice(seed), in_time=in_time))
    seats = [player.entrant for player in players]
    for racks in (False, True):
        counted = results_of(RULES, seats, seats, game.ended_by, as_counts(game, racks=racks))
        recorded = results_of(RULES, seats, seats, game.ended_by, as_recorded(game, RULES))
        assert [(result.entrant, result.score, result.game_won, result.tiles) for result in counted] == [
            (result.entrant, result.score, result.game_won, result.tiles) for result in recorded
        ]
        assert sum(sixths_of(result.score) for result in counted) == 0


@given(seed=SEEDS)
def test_a_joker_on_a_rack_counts_what_the_rules_say(seed: str) -> None:
    mso = load("mso-2019")
    players = [Player("0001", 1), Player("0002", 2)]
    game = possible(mso, won_by(players, "0001", Dice(seed)))
    counted = results_of(mso, ("0001", "0002"), ("0001", "0002"), "cleared", as_counts(game))
    laid_open = results_of(mso, ("0001", "0002"), ("0001", "0002"), "cleared", as_counts(game, racks=True))
    assert [result.score for result in counted] == [result.score for result in laid_open]


@given(count=st.integers(1, 200), tiles=st.integers(1, 20))
def test_tiles_that_fit_are_kept_and_others_made_to_fit(count: int, tiles: int) -> None:
    fitting = fitting_tiles(RULES, count, tiles)
    assert supply_of(RULES).can_make(fitting, count)
    assert fitting == tiles or not supply_of(RULES).can_make(tiles, count)


@given(seed=SEEDS)
def test_three_sharers_get_thirds(seed: str) -> None:
    players = [Player(f"000{seat}", 1) for seat in range(4)]
    recorded = as_recorded(possible(RULES, shared_pot(players, 3, Dice(seed))), RULES)
    assert [seat_result.game_won for seat_result in recorded] == [1, 0, 0, 0]
    assert all(
        seat_result.score is not None and seat_result.score[-1] in "⅓⅔" for seat_result in recorded[:3]
    )


def test_who_has_no_strength_never_wins() -> None:
    players = [Player("0001", 0), Player("0002", 1), Player("0003", 1)]
    for number in range(100):
        game = play_game(players, Dice(str(number)))
        if game.ended_by == "cleared":
            assert next(hand for hand in game.hands if not hand.tiles).entrant != "0001"


def test_a_hand_the_story_needs_is_kept() -> None:
    players = [Player(number, 1) for number in ("0001", "0002", "0003")]
    game = won_by(players, "0002", Dice("any"), [Hand("0003", 78, 9)])
    assert isinstance(game, Finished)
    assert game.hands[1] == Hand("0002", 0, 0, None, ())
    assert game.hands[2] == Hand("0003", 78, 9)
