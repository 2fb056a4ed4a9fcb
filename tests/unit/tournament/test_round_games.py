"""Games of a round: scored under the ruleset, refused where that names no winner, corrected, ruled, rated."""

from services.tournament.conduct import WithdrawEntrant
from services.tournament.figures import SeatResult
from services.tournament.ratings import RatingsChanged
from services.tournament.retelling.telling import Changes
from services.tournament.round_games import (
    CorrectRoundGame,
    RecordRoundGame,
    RoundGameCorrected,
    RoundGameRecorded,
    RoundGameRuled,
    RuleRoundGame,
)
from services.tournament.round_standing import field_standings
from services.tournament.rounds import TakeRoom
from tests.unit.tournament.given_rounds import (
    BSG,
    MSO,
    ONLINE,
    PRESSMAN,
    ROUNDS,
    drawn,
    entered,
    played,
    table_of,
    won,
)
from tests.unit.tournament.specs import Tournament


def pair(tournament: Tournament, table: int = 1) -> tuple[str, ...]:
    return tournament.state.rounds[1].tables[table].entrants


def game(*seats: SeatResult, ended_by: str = "cleared", number: int = 1) -> RecordRoundGame:
    return RecordRoundGame(round=1, table=1, game=number, ended_by=ended_by, seats=seats)  # type: ignore[arg-type]


def left(count: int, tiles: int, entrant: str | None = None, seat: str | None = None) -> SeatResult:
    return SeatResult(entrant=entrant, seat=seat, count=count, tiles=tiles)


def ruling(winners: tuple[str, ...], seats: tuple[SeatResult, ...], number: int = 1) -> RuleRoundGame:
    return RuleRoundGame(
        round=1,
        table=1,
        game=number,
        winners=winners,
        seats=seats,
        cites="MSO description, empty pool",
        reason="nobody can move",
    )


def test_an_mso_game_scores_plus_and_minus_the_losers_count_and_keeps_a_tie_break_score() -> None:
    tournament = drawn(MSO, 4)
    one, other = pair(tournament)
    event = tournament.when(game(left(0, 0, seat="A"), left(34, 5, seat="B"))).one(RoundGameRecorded)
    assert [(own.entrant, own.game_won, own.score) for own in event.results] == [
        (one, 1, "34"),
        (other, 0, "-34"),
    ]
    assert event.tie_breaks == {one: "0", other: "-34"}


def test_who_runs_out_of_time_forfeits_whatever_the_counts() -> None:
    tournament = drawn(MSO, 4)
    one, other = pair(tournament)
    seats = (
        SeatResult(entrant=one, count=3, tiles=1, forfeited=True),
        SeatResult(entrant=other, count=80, tiles=9),
    )
    event = tournament.when(game(*seats, ended_by="forfeit")).one(RoundGameRecorded)
    assert [(own.game_won, own.score) for own in event.results] == [(0, "-3"), (1, "3")]
    assert event.forfeited == one
    tournament = drawn(MSO, 4)
    tournament.when(game(left(3, 1, seat="A"), left(8, 1, seat="B"), ended_by="forfeit")).refused(
        "forfeiter-wrong"
    )


def test_a_blocked_mso_game_asks_for_a_ruling_and_the_ruling_names_the_winner() -> None:
    tournament = drawn(MSO, 4)
    one, other = pair(tournament)
    seats = (left(20, 4, one), left(25, 3, other))
    tournament.when(game(*seats, ended_by="blocked")).refused("ruling-required", "ruling")
    event = tournament.when(ruling((one,), seats), by="chief_referee").one(RoundGameRuled)
    assert [(own.game_won, own.score) for own in event.results] == [(1, "25"), (0, "-25")]
    assert (event.cites, event.tie_breaks) == ("MSO description, empty pool", {one: "0", other: "-25"})


def test_a_ruling_may_name_nobody_and_a_later_one_takes_its_place() -> None:
    tournament = drawn(MSO, 4)
    one, other = pair(tournament)
    seats = (left(20, 4, one), left(25, 3, other))
    nobody = ruling((), seats)
    assert {own.score for own in tournament.when(nobody).one(RoundGameRuled).results} == {"0"}
    tournament.when(ruling((other,), seats)).then(RoundGameRuled)
    points = {own.entrant_no: own.totals.match_points for own in field_standings(tournament.state)}
    assert (points[one], points[other]) == (0, 2)
    correction = CorrectRoundGame(
        round=1, table=1, seats=(left(0, 0, one), left(5, 1, other)), reason="typed"
    )
    tournament.when(correction).refused("round-game-ruled", "MSO description")


def test_a_ruling_names_only_who_plays_and_says_why() -> None:
    tournament = drawn(MSO, 4)
    one, other = pair(tournament)
    stranger = pair(tournament, 2)[0]
    seats = (left(20, 4, one), left(25, 3, other))
    for winners in ((stranger,), (one, one)):
        tournament.when(ruling(winners, seats)).refused("winner-not-there")
    missing = ruling((one,), seats[:1])
    tournament.when(missing).refused("seats-do-not-match")
    silent = RuleRoundGame(round=1, table=1, winners=(one,), seats=seats, cites=" ", reason="so")
    tournament.when(silent).refused("invalid-input", "cites")


def test_a_game_given_to_both_is_half_a_point_each() -> None:
    tournament = drawn(MSO, 2)
    one, other = pair(tournament)
    seats = (left(20, 4, one), left(20, 4, other))
    tournament.given(ruling((one, other), seats))
    assert [own.totals.match_points for own in field_standings(tournament.state)] == [1, 1]


def test_the_same_game_again_is_no_news_and_other_figures_are_refused() -> None:
    tournament = drawn(MSO, 4)
    command = won(tournament, pair(tournament)[0], 12)
    tournament.when(command).then(RoundGameRecorded)
    tournament.when(command).nothing()
    tournament.when(won(tournament, pair(tournament)[0], 13)).refused("round-game-recorded", "Chief Referee")


def test_a_game_is_corrected_with_its_reason_and_only_if_something_changes() -> None:
    tournament = drawn(MSO, 4)
    one, other = pair(tournament)
    tournament.given(won(tournament, one, 12))
    right = (left(0, 0, other), left(21, 3, one))
    wrong = CorrectRoundGame(round=1, table=1, seats=right, reason=" ")
    tournament.when(wrong).refused("invalid-input")
    correction = CorrectRoundGame(round=1, table=1, seats=right, reason="columns changed places")
    event = tournament.when(correction, by="chief_referee").one(RoundGameCorrected)
    assert {own.entrant: own.score for own in event.results} == {one: "-21", other: "21"}
    tournament.when(correction).nothing()
    others = won(tournament, pair(tournament, 2)[0]).seats
    tournament.when(CorrectRoundGame(round=1, table=2, seats=others, reason="x")).refused("not-found")


def test_games_are_numbered_and_come_in_order_at_tables_that_are() -> None:
    tournament = drawn(ROUNDS, 4)
    first = pair(tournament)[0]
    tournament.when(won(tournament, first, game=2)).refused("round-game-missing", "Game 1")
    tournament.when(won(tournament, first, game=0)).refused("invalid-input")
    tournament.when(RecordRoundGame(round=1, table=9, seats=())).refused("not-found")
    tournament.when(RecordRoundGame(round=2, table=1, seats=())).refused("not-found")
    for number in (1, 2, 3, 4):
        tournament.given(won(tournament, first, game=number))
    tournament.when(won(tournament, first, game=5)).refused("table-complete", "next round")


def test_a_game_of_a_round_comes_from_counts_for_everyone_at_the_table() -> None:
    tournament = drawn(MSO, 4)
    one, other = pair(tournament)
    scores = (
        SeatResult(entrant=one, score="5", game_won=1, tiles=0),
        SeatResult(entrant=other, score="-5", game_won=0, tiles=1),
    )
    tournament.when(game(*scores)).refused("counts-needed")
    tournament.when(game(left(0, 0, one))).refused("seats-do-not-match")
    tournament.when(game(left(0, 0, one), left(5, 1, pair(tournament, 2)[0]))).refused("seats-do-not-match")
    tournament.when(game(left(0, 0, one), left(5, 1, seat="Q"))).refused("seats-do-not-match")


def test_a_table_that_loses_someone_goes_on_without_and_ends_with_one() -> None:
    tournament = drawn(ROUNDS, 3)
    a, b, c = pair(tournament)
    tournament.given(won(tournament, a), WithdrawEntrant(entrant=c, grounds="health"))
    event = tournament.when(won(tournament, b, game=2)).one(RoundGameRecorded)
    assert {own.entrant for own in event.results} == {a, b}
    tournament.given(WithdrawEntrant(entrant=b, grounds="left"))
    tournament.when(won(tournament, a, game=3)).refused("table-complete")


def test_an_opponent_who_withdrew_has_forfeited_and_the_game_stands_for_the_other() -> None:
    tournament = drawn(MSO, 2)
    one, other = pair(tournament)
    tournament.given(WithdrawEntrant(entrant=other, grounds="health"))
    charged = SeatResult(entrant=other, count=120, tiles=14, charge="could_not_meld", forfeited=True)
    tournament.given(game(left(60, 9, one), charged, ended_by="forfeit"))
    assert table_of(tournament) == [(1, one)]
    assert field_standings(tournament.state)[0].totals.match_points == 2


def test_to_the_target_every_table_plays_until_someone_has_reached_it() -> None:
    for name in (PRESSMAN, BSG):
        tournament = drawn(name, 2, target=50)
        one, other = pair(tournament)
        tournament.given(won(tournament, one, 30), won(tournament, other, 15, game=2))
        tournament.given(won(tournament, one, 35, game=3))
        tournament.when(won(tournament, one, 5, game=4)).refused("table-complete")
        assert table_of(tournament) == [(1, one), (2, other)]


def test_a_game_in_a_room_changes_the_ratings_of_who_played_it() -> None:
    tournament = entered(ONLINE, 4).given(TakeRoom(entrants=("0001", "0002", "0003")))
    recorded, rated = tournament.when(won(tournament, "0002", 9)).events
    assert isinstance(rated, RatingsChanged)
    ratings = {own.entrant: own for own in rated.ratings}
    assert ratings.keys() == {"0001", "0002", "0003"}
    assert ratings["0002"].mu > 25_000_000 > ratings["0001"].mu == ratings["0003"].mu
    assert all(own.games == 1 and own.sigma < 8_333_333 for own in rated.ratings)
    assert isinstance(recorded, RoundGameRecorded)
    assert table_of(tournament) == [(1, "0002"), (2, "0001"), (2, "0003")]


def test_a_correction_draws_all_later_ratings_anew() -> None:
    tournament = entered(ONLINE, 3).given(
        TakeRoom(entrants=("0001", "0002")), TakeRoom(entrants=("0001", "0003"))
    )
    first, second = won(tournament, "0002", 9), won(tournament, "0003", 9)
    tournament.given(first, RecordRoundGame(round=1, table=2, seats=(left(0, 0, "0003"), left(9, 3, "0001"))))
    turned = (left(0, 0, "0001"), left(9, 3, "0002"))
    tournament.given(CorrectRoundGame(round=1, table=1, seats=turned, reason="typed wrongly"))
    straight = entered(ONLINE, 3).given(
        TakeRoom(entrants=("0001", "0002")),
        TakeRoom(entrants=("0001", "0003")),
        RecordRoundGame(round=1, table=1, seats=turned),
        RecordRoundGame(round=1, table=2, seats=(left(0, 0, "0003"), left(9, 3, "0001"))),
    )
    assert tournament.state.ratings == straight.state.ratings
    assert second.seats != first.seats


def test_only_a_cleared_rack_names_a_winner_online() -> None:
    tournament = entered(ONLINE, 2).given(TakeRoom(entrants=("0001", "0002")))
    seats = (left(4, 1, "0001"), left(9, 3, "0002"))
    tournament.when(game(*seats, ended_by="blocked")).refused("ruling-required")
    tournament.when(ruling(("0001",), seats)).then(RoundGameRuled, RatingsChanged)


def test_a_ruling_and_a_rating_come_out_the_same_when_told_again() -> None:
    tournament = entered(ONLINE, 2).given(TakeRoom(entrants=("0001", "0002")))
    tournament.given(won(tournament, "0001", 20))
    seats = (left(4, 1, "0001"), left(9, 3, "0002"))
    tournament.given(
        ruling(("0001",), seats, 2),
        CorrectRoundGame(round=1, table=1, seats=(left(0, 0, "0002"), left(7, 2, "0001")), reason="typed"),
    )
    story = tournament.told_again(Changes())
    assert (story.state, story.misfits) == (tournament.state, ())


def test_a_round_of_four_games_is_won_at_the_table_by_games_then_points() -> None:
    tournament = drawn(ROUNDS, 4)
    a, b, c, d = pair(tournament)
    for number, (winner, count) in enumerate(((a, 10), (a, 10), (b, 40), (b, 40)), 1):
        tournament.given(won(tournament, winner, count, game=number))
    rounds_won = {own.entrant_no: own.totals.rounds_won for own in field_standings(tournament.state)}
    assert rounds_won == {a: 0, b: 1, c: 0, d: 0}
    assert set(played(ROUNDS, 8, 3).state.rounds) == {1, 2, 3}
