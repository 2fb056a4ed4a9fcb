"""Ratings: where one ranks, every game changes those of who played it; a correction draws later ones anew."""

from services.rules.rating import Finished, Model, Rated, places_in_game, rate
from services.tournament.counterfactual.replay import Changes
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, VoidGame
from services.tournament.docket.rulings import GameRuled, RulingMade
from services.tournament.play.results import CorrectGame, GameResultRecorded, RecordGameResult
from services.tournament.standings.columns import columns_of, figures_shown, millionths_text
from services.tournament.standings.ratings import RatingsChanged
from tests.unit.tournament.given_formats import (
    MSO,
    ONLINE,
    cleared,
    enter,
    entered,
    in_play,
    left,
    line_of,
    lines,
    open_table,
    ruled,
    seats_at,
    seq_of,
    sheet_at,
    table_of,
    won,
)
from tests.unit.tournament.specs import Tournament

MODEL = Model(25_000_000, 8_333_333, 4_166_667, 83_333)

CITED = "Online The Winner"


def game(tournament: Tournament, table: int, winner: str, loser: str, number: int = 1) -> RecordGameResult:
    return RecordGameResult(
        sheet=sheet_at(tournament, table).sheet, game=number, seats=cleared(winner, (winner, loser), 9)
    )


def corrected(tournament: Tournament, table: int, winner: str, loser: str) -> CorrectGame:
    seats = cleared(winner, (winner, loser), 9)
    return CorrectGame(sheet=sheet_at(tournament, table).sheet, game=1, seats=seats, reason="typed wrongly")


def two_tables() -> Tournament:
    """0001 and 0002 at one table, 0003 and 0004 at another."""
    return open_table(open_table(entered(ONLINE, 4), "0001", "0002"), "0003", "0004")


def test_a_game_changes_the_ratings_of_who_played_it() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002", "0003")
    outcome = tournament.when(won(tournament, "0002", 9)).then(GameResultRecorded, RatingsChanged)
    ratings = {rating.entrant: rating for rating in outcome.only(RatingsChanged).ratings}
    assert ratings.keys() == {"0001", "0002", "0003"}
    assert ratings["0002"].mu > 25_000_000 > ratings["0001"].mu == ratings["0003"].mu
    assert all(rating.games == 1 and rating.sigma < 8_333_333 for rating in ratings.values())
    assert table_of(tournament) == [(1, "0002"), (2, "0001"), (2, "0003")]


def test_where_no_rating_ranks_no_game_is_rated() -> None:
    tournament = in_play(MSO, 4)
    assert tournament.when(won(tournament, seats_at(tournament)[0])).all(RatingsChanged) == []


def test_the_stage_shows_the_rating_and_what_it_is_made_of() -> None:
    tournament = open_table(entered(ONLINE, 2), "0001", "0002")
    tournament.given(won(tournament, "0001"))
    assert columns_of(tournament.state, "season") == ("rating", "mu", "sigma")
    shown = figures_shown(tournament.state, "season", line_of(tournament, "0001"), ["rating", "mu"])
    assert shown["mu"].startswith("27.")
    rating = line_of(tournament, "0001").rating
    assert rating is not None
    assert shown["rating"] == millionths_text(rating.mu - 3 * rating.sigma)


def test_a_correction_draws_all_later_ratings_anew() -> None:
    tournament = open_table(entered(ONLINE, 3), "0001", "0002")
    tournament.given(game(tournament, 1, "0002", "0001"), corrected(tournament, 1, "0001", "0002"))
    straight = open_table(entered(ONLINE, 3), "0001", "0002")
    straight.given(game(straight, 1, "0001", "0002"))
    assert tournament.state.ratings == straight.state.ratings
    both = two_tables()
    both.given(game(both, 1, "0002", "0001"), game(both, 2, "0003", "0004"))
    both.given(game(both, 1, "0001", "0002", 2))
    event = both.when(corrected(both, 1, "0001", "0002")).only(RatingsChanged)
    assert {rating.entrant for rating in event.ratings} == {"0001", "0002"}


def test_games_count_in_the_order_in_which_they_were_first_recorded() -> None:
    tournament = two_tables()
    tournament.given(game(tournament, 2, "0003", "0004"), game(tournament, 1, "0001", "0002"))
    before = tournament.state.ratings
    tournament.given(corrected(tournament, 2, "0004", "0003"), corrected(tournament, 2, "0003", "0004"))
    assert tournament.state.ratings == before


def test_a_voided_game_is_rated_no_more_and_newcomers_are_newcomers_again() -> None:
    tournament = open_table(entered(ONLINE, 2), "0001", "0002")
    tournament.given(game(tournament, 1, "0001", "0002"))
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="A joker was missing."))
    event = tournament.when(ruled(VoidGame(1), cites=CITED)).only(RatingsChanged)
    assert {(rating.mu, rating.sigma, rating.games) for rating in event.ratings} == {
        (25_000_000, 8_333_333, 0)
    }


def test_only_a_cleared_rack_names_a_winner_online_and_a_ruling_rates_the_rest() -> None:
    tournament = open_table(entered(ONLINE, 2), "0001", "0002")
    seats = (left(4, 1, "0001"), left(9, 3, "0002"))
    blocked = RecordGameResult(sheet=sheet_at(tournament).sheet, game=1, ended_by="blocked", seats=seats)
    tournament.when(blocked).refused("ruling-required")
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="Nobody can move."))
    ruling = ruled(AmendGame(1, seats, winners=("0001",)), cites=CITED)
    tournament.when(ruling).then(RulingMade, GameRuled, RatingsChanged)
    assert lines(tournament)[0].entrant_no == "0001"


def test_who_played_nothing_is_not_ranked_and_joins_with_the_first_game() -> None:
    tournament = open_table(entered(ONLINE, 2), "0001", "0002")
    tournament.given(game(tournament, 1, "0001", "0002"))
    enter(tournament, "0003")
    assert {line.entrant_no for line in lines(tournament)} == {"0001", "0002"}


def test_ratings_come_out_the_same_when_told_again_and_otherwise_without_a_game() -> None:
    tournament = open_table(entered(ONLINE, 2), "0001", "0002")
    tournament.given(game(tournament, 1, "0001", "0002"), game(tournament, 1, "0002", "0001", 2))
    tournament.given(corrected(tournament, 1, "0002", "0001"))
    story = tournament.told_again(Changes())
    assert (story.state, story.misfits) == (tournament.state, ())
    last = seq_of(tournament, GameResultRecorded, 1)
    without = tournament.told_again(Changes(without=frozenset({last})))
    assert without.misfits == ()
    assert without.state.ratings["0001"].games == 1
    assert without.state.ratings != tournament.state.ratings


def test_ratings_are_exact_integers_that_depend_on_nothing_but_the_games_in_order() -> None:
    games = [
        Finished(("a", "b", "c"), (1, 2, 2)),
        Finished(("a", "b"), (2, 1)),
        Finished(("c", "d", "a", "b"), (1, 2, 3, 4)),
    ]
    whole = rate(MODEL, {}, games)
    assert whole == rate(MODEL, rate(MODEL, {}, games[:1]), games[1:])
    assert whole == rate(MODEL, {}, games)
    assert whole != rate(MODEL, {}, games[::-1])
    assert {number: rated.games for number, rated in whole.items()} == {"a": 3, "b": 3, "c": 2, "d": 1}


def test_the_first_game_of_two_newcomers_is_worth_what_the_published_model_says() -> None:
    after = rate(MODEL, {}, [Finished(("a", "b"), (1, 2))])
    # OpenSkill's documentation, Plackett-Luce with its defaults: the winner comes to 27.64 and 8.07.
    assert (round(after["a"].mu / 10_000), round(after["a"].sigma / 10_000)) == (2764, 807)
    assert after["a"].mu - 25_000_000 == 25_000_000 - after["b"].mu
    assert Rated(25_000_000, 8_000_000).ordinal == 1_000_000


def test_places_in_a_game_put_winners_first_and_equal_scores_level() -> None:
    assert places_in_game([(0, -6), (1, 12), (0, -6), (0, 0)]) == (3, 1, 3, 2)
    assert millionths_text(-1_500_000) == "-1.500000"
