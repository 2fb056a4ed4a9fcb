"""Standings of rounds: places, medals, the medal table; published and awarded as any other results."""

from services.rules.rating import Finished, Model, Rated, places_in_game, rate
from services.tournament.awards import AwardsMade, MakeAwards, RevokeAwards
from services.tournament.formats import rounds_format
from services.tournament.outcomes import AwardedPlace
from services.tournament.publication import PublishResults, ResultsPublished
from services.tournament.round_columns import columns_of, figures_shown, millionths_text
from services.tournament.round_games import CorrectRoundGame
from services.tournament.round_standing import TeamMedals, field_standings, medal_table
from services.tournament.rounds import DrawRound
from tests.unit.tournament.given_rounds import (
    BSG,
    MSO,
    ONLINE,
    PRESSMAN,
    ROUNDS,
    drawn,
    enter,
    entered,
    founded_as,
    play_round,
    played,
    table_of,
    won,
)
from tests.unit.tournament.specs import founded
from tests.unit.tournament.test_round_games import left


def test_swiss_standings_go_by_points_and_then_by_the_set_of_tie_breaks() -> None:
    tournament = played(MSO, 8, 3)
    table = field_standings(tournament.state)
    keys = [(own.totals.match_points, own.totals.median_buchholz, own.totals.buchholz) for own in table]
    assert keys == sorted(keys, reverse=True)
    assert table_of(tournament)[0] == (1, "0001")
    classic = played(MSO, 8, 3, tie_breaks="mso-classic")
    format = rounds_format(classic.state.plan)
    assert format is not None
    assert columns_of(format) == ("match_points", "head_to_head", "results_spread", "sonneborn_berger")
    assert figures_shown(format, field_standings(classic.state)[0])["match_points"] == "3"


def test_a_bye_brings_what_the_format_says() -> None:
    for halves in (0, 1, 2):
        tournament = drawn(MSO, 3, bye_halves=halves)
        (bye,) = tournament.state.rounds[1].byes
        own = next(own for own in field_standings(tournament.state) if own.entrant_no == bye)
        assert own.totals.match_points == halves


def test_equal_on_every_key_shares_place_and_medal_and_the_next_is_skipped() -> None:
    tournament = enter(founded_as(BSG, target=40), "0001", "0002", team="Condo 1")
    enter(tournament, "0003", "0004", team="Condo 5").given(DrawRound())
    seats = tournament.state.rounds[1].tables[1].entrants
    first, second = seats[:2]
    tournament.given(won(tournament, first, 10), won(tournament, second, 10, game=2))
    assert [place for place, _ in table_of(tournament)] == [1, 1, 3, 3]
    table = field_standings(tournament.state)
    format = rounds_format(tournament.state.plan)
    assert format is not None
    assert [figures_shown(format, own)["medal"] for own in table] == ["gold", "gold", "bronze", "bronze"]
    medals = medal_table(tournament.state, table)
    assert sum(own.gold for own in medals) == sum(own.bronze for own in medals) == 2
    assert [own.place for own in medals] in ([1, 2], [1, 1])


def test_the_medal_table_goes_by_gold_then_silver_then_bronze() -> None:
    tournament = enter(founded_as(BSG, target=30), "0001", team="Condo 5")
    enter(tournament, "0002", "0003", team="Condo 1").given(DrawRound())
    tournament.given(won(tournament, "0001", 20))
    three = tournament.state.rounds[1].tables[1].entrants
    rest = [number for number in three if number != "0001"]
    correction = (left(0, 0, "0001"), left(10, 2, rest[0]), left(20, 2, rest[1]))
    tournament.given(CorrectRoundGame(round=1, table=1, seats=correction, reason="as the sheet says"))
    table = field_standings(tournament.state)
    assert medal_table(tournament.state, table) == [
        TeamMedals(1, "Condo 5", 1, 0, 0),
        TeamMedals(2, "Condo 1", 0, 1, 1),
    ]


def test_before_a_game_there_are_no_medals() -> None:
    assert medal_table(entered(BSG, 4).state, field_standings(entered(BSG, 4).state)) == []


def test_results_are_published_once_everything_is_played_and_again_after_a_correction() -> None:
    tournament = drawn(ROUNDS, 4)
    tournament.when(PublishResults(stage="preliminary")).refused("stage-not-settled", "round 2 is not drawn")
    tournament = played(ROUNDS, 4, 3)
    tournament.when(PublishResults(stage="final")).refused("stage-unknown", "preliminary")
    event = tournament.when(PublishResults(stage="preliminary")).one(ResultsPublished)
    assert event.rows[0].place == 1
    assert event.rows[0].figures == {"rounds_won": "3"}
    tournament.when(PublishResults(stage="preliminary")).refused("nothing-new-to-publish")
    table = tournament.state.rounds[1].tables[1]
    loser = next(number for number in table.entrants if number != "0001")
    seats = tuple(left(0, 0, no) if no == loser else left(10, 3, no) for no in table.entrants)
    tournament.given(CorrectRoundGame(round=1, table=1, game=1, seats=seats, reason="typed wrongly"))
    assert tournament.when(PublishResults(stage="preliminary")).one(ResultsPublished).version == 2


def test_nothing_played_is_nothing_to_publish() -> None:
    entered(ONLINE, 3).when(PublishResults(stage="preliminary")).refused(
        "stage-not-settled", "nothing was played"
    )


def test_awards_go_to_the_first_places_and_no_family() -> None:
    tournament = drawn(MSO, 4)
    tournament.when(MakeAwards()).refused("stage-not-settled")
    tournament = played(MSO, 12, 5)
    (event,) = tournament.when(MakeAwards()).events
    assert isinstance(event, AwardsMade)
    assert event.places[0] == AwardedPlace(1, ("0001",))
    assert {own.place for own in event.places} <= {1, 2, 3}
    tournament.given(RevokeAwards(reason="a slip"), MakeAwards(), PublishResults(stage="preliminary"))
    tournament.when(RevokeAwards(reason="a slip")).refused("something-rests-on-it", "Correct the game")


def test_to_the_target_the_highest_total_wins() -> None:
    tournament = play_round(drawn(PRESSMAN, 6))
    totals = [own.totals.score_sixths for own in field_standings(tournament.state)]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] >= 200 * 6


def test_sessions_have_no_standing_of_rounds() -> None:
    assert field_standings(founded().state) == []


MODEL = Model(25_000_000, 8_333_333, 4_166_667, 83_333)


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
    assert {number: own.games for number, own in whole.items()} == {"a": 3, "b": 3, "c": 2, "d": 1}


def test_the_first_game_of_two_newcomers_is_worth_what_the_published_model_says() -> None:
    after = rate(MODEL, {}, [Finished(("a", "b"), (1, 2))])
    # OpenSkill's documentation, Plackett-Luce with its defaults: the winner comes to 27.64 and 8.07.
    assert (round(after["a"].mu / 10_000), round(after["a"].sigma / 10_000)) == (2764, 807)
    assert after["a"].mu - 25_000_000 == 25_000_000 - after["b"].mu
    assert Rated(25_000_000, 8_000_000).ordinal == 1_000_000


def test_places_in_a_game_put_winners_first_and_equal_scores_level() -> None:
    assert places_in_game([(0, -6), (1, 12), (0, -6), (0, 0)]) == (3, 1, 3, 2)
    assert millionths_text(-1_500_000) == "-1.500000"
