"""Game results: HK Examples 1 to 3 through commands, fractions, charges, self-recorded scores."""

from collections.abc import Sequence

from services.rules.game import EndedBy
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import VoidGame
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.figures import SeatResult
from services.tournament.play.remarks import remarks
from services.tournament.play.results import CorrectGame, GameCorrected, GameResultRecorded, RecordGameResult
from services.tournament.play.signatures import SignaturesVoided
from services.tournament.play.timing import CallTime, EndSession
from services.tournament.weather.suspension import SuspendDay
from tests.cases import cases
from tests.unit.tournament.cases import game
from tests.unit.tournament.figures import (
    EXAMPLE_1,
    EXAMPLE_2,
    EXAMPLE_3,
    counted,
    counts,
    scored,
    self_recorded,
)
from tests.unit.tournament.specs import S1, Outcome, Tournament, drawn, in_play, recorded, sign

SHEET = f"{S1}/1"


def scores(outcome: Outcome) -> list[str]:
    return [result.score for result in outcome.only(GameResultRecorded).results]


def won(outcome: Outcome) -> list[int]:
    return [result.game_won for result in outcome.only(GameResultRecorded).results]


@cases(
    "seats, ended_by, expected, winners",
    [
        (EXAMPLE_1, "time", "30 -5 -10 -15", [1, 0, 0, 0]),
        (EXAMPLE_1, "pool_exhausted", "30 -5 -10 -15", [1, 0, 0, 0]),
        (EXAMPLE_1, "blocked", "30 -5 -10 -15", [1, 0, 0, 0]),
        (EXAMPLE_2, "time", "11 11 -12 -10", [0, 1, 0, 0]),
        (EXAMPLE_3, "time", "11 11 -12 -10", [1, 1, 0, 0]),
        (((8, 3), (8, 1), (20, 2), (19, 4)), "time", "23/2 23/2 -12 -11", [0, 1, 0, 0]),
        (((12, 2), (0, 0), (7, 1), (30, 1)), "cleared", "-12 49 -7 -30", [0, 1, 0, 0]),
        (((5, 1), (10, 1), (15, 3)), "time", "15 -5 -10", [1, 0, 0]),  # a table of three
    ],
)
def test_a_game_comes_out_exactly_as_the_rules_have_it(
    seats: Sequence[tuple[int, int]], ended_by: EndedBy, expected: str, winners: list[int]
) -> None:
    outcome = in_play(len(seats)).when(counted(*seats, ended_by=ended_by))
    assert scores(outcome) == expected.split()
    assert won(outcome) == winners
    recorded = outcome.only(GameResultRecorded)
    assert [result.tiles for result in recorded.results] == [tiles for _, tiles in seats]
    assert recorded.source == "counts"


def test_a_pot_shared_by_three_comes_in_thirds_and_totals_stay_exact() -> None:
    tournament = in_play(4)
    assert scores(tournament.when(counted((8, 3), (8, 1), (8, 2), (18, 4)))) == [
        "10/3",
        "10/3",
        "10/3",
        "-10",
    ]
    tournament.given(counted((8, 3), (8, 1), (20, 2), (19, 4), game=2), counted(*EXAMPLE_1, game=3))
    first = tournament.sheet().totals[0]
    assert (first.games, first.games_won, first.sixths) == (3, 1, 20 + 69 + 180)


def test_a_high_score_is_not_a_win() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_2))
    first, second = tournament.sheet().totals[:2]
    assert (first.sixths, first.games_won) == (66, 0)
    assert (second.sixths, second.games_won) == (66, 1)


def test_a_rack_is_counted_and_stands_in_the_event() -> None:
    tournament = in_play(3)
    seats = (
        SeatResult(seat="A", rack=("R7", "J")),
        SeatResult(seat="B", rack=()),
        SeatResult(seat="C", count=5, tiles=1),
    )
    outcome = tournament.when(RecordGameResult(sheet=SHEET, game=1, ended_by="cleared", seats=seats))
    first = outcome.only(GameResultRecorded).results[0]
    assert (first.count, first.tiles, first.rack, first.score) == (37, 2, ("R7", "J"), "-37")


def test_a_charge_takes_the_place_of_the_count_and_the_rack_is_remembered() -> None:
    tournament = in_play(4)
    seats = (
        SeatResult(seat="A", count=0, tiles=0),
        SeatResult(seat="B", count=45, tiles=9, charge="could_not_meld"),
        SeatResult(seat="C", tiles=6, charge="knocked_down"),
        SeatResult(seat="D", count=12, tiles=2, charge="could_have_melded", more_charges=("knocked_down",)),
    )
    outcome = tournament.when(RecordGameResult(sheet=SHEET, game=1, seats=seats))
    assert scores(outcome) == ["500", "-100", "-200", "-200"]
    assert [result.own_count for result in outcome.only(GameResultRecorded).results] == [None, 45, None, 12]
    assert [result.tiles for result in outcome.only(GameResultRecorded).results] == [0, 9, 6, 2]


def test_of_two_charges_on_a_seat_the_larger_counts() -> None:
    seats = (
        SeatResult(seat="A", count=0, tiles=0),
        SeatResult(seat="B", count=45, tiles=9, charge="could_not_meld", more_charges=("knocked_down",)),
        SeatResult(seat="C", count=5, tiles=1),
    )
    outcome = in_play(3).when(RecordGameResult(sheet=SHEET, game=1, seats=seats))
    assert scores(outcome) == ["205", "-200", "-5"]


def test_the_referee_is_warned_when_an_unmelded_player_wins() -> None:
    tournament = in_play(3)
    seats = (
        SeatResult(seat="A", count=50, tiles=12, charge="could_not_meld"),
        SeatResult(seat="B", count=50, tiles=12, charge="could_have_melded"),
        SeatResult(seat="C", count=105, tiles=13),
    )
    outcome = tournament.when(RecordGameResult(sheet=SHEET, game=1, ended_by="time", seats=seats))
    notes = remarks(tournament.state, outcome.events, tournament.now)
    assert ("unmelded-winner", tournament.sheet().seats[0]) in [(note.code, note.seat) for note in notes]


A_TO_C = counts((5, 1), (10, 1), (15, 3))


@cases(
    "last, code",
    [
        (None, "seats-do-not-match"),
        (SeatResult(seat="A", count=1, tiles=1), "seats-do-not-match"),
        (SeatResult(seat="E", count=1, tiles=1), "seats-do-not-match"),
        (SeatResult(seat="", count=1, tiles=1), "seats-do-not-match"),
        (SeatResult(seat="CD", count=1, tiles=1), "seats-do-not-match"),
        (SeatResult(entrant="0099", count=1, tiles=1), "seats-do-not-match"),
        (SeatResult(seat="D", score="5", game_won=0, tiles=1), "two-ways-at-once"),
        (SeatResult(seat="D", tiles=2), "seat-incomplete"),
        (SeatResult(seat="D", count=5, tiles=0), "seat-contradictory"),
        (SeatResult(seat="D", rack=("R14",)), "tile-unknown"),
        (SeatResult(seat="D", count=5, tiles=1, charge="rude"), "charge-unknown"),
    ],
)
def test_a_game_that_was_not_written_down_whole_is_refused(last: SeatResult | None, code: str) -> None:
    seats = A_TO_C if last is None else (*A_TO_C, last)
    in_play(4).when(RecordGameResult(sheet=SHEET, game=1, ended_by="time", seats=seats)).refused(code)


def test_seats_may_be_named_by_entrant_in_any_order() -> None:
    tournament = in_play(4)
    seats = tuple(
        SeatResult(entrant=entrant, count=count, tiles=tiles)
        for entrant, (count, tiles) in zip(tournament.sheet().seats, EXAMPLE_1, strict=True)
    )
    outcome = tournament.when(RecordGameResult(sheet=SHEET, game=1, ended_by="time", seats=seats[::-1]))
    assert scores(outcome) == ["30", "-5", "-10", "-15"]


def test_a_forfeited_game_needs_a_ruling_under_these_rules() -> None:
    seats = (*A_TO_C, SeatResult(seat="D", count=5, tiles=1, forfeited=True))
    in_play(4).when(RecordGameResult(sheet=SHEET, game=1, ended_by="forfeit", seats=seats)).refused(
        "ruling-required"
    )


def test_what_the_participants_wrote_themselves_is_taken_when_it_can_be_right() -> None:
    written = self_recorded(("+11", 0, 3), ("11", 1, 1), ("−12", 0, 2), ("-10", 0, 4))
    outcome = in_play(4).when(written)
    assert scores(outcome) == ["11", "11", "-12", "-10"]
    assert outcome.only(GameResultRecorded).source == "self_recorded"
    assert outcome.only(GameResultRecorded).results[0].count is None


@cases(
    "seats, code",
    [
        ([("30", 1, 1), ("-5", 0, 1), ("-10", 0, 3), ("-14", 0, 4)], "scores-not-zero-sum"),
        ([("12", 0, 3), ("10", 1, 1), ("-12", 0, 2), ("-10", 0, 4)], "scores-unequal-shares"),
        ([("11", 1, 3), ("11", 1, 1), ("-12", 0, 2), ("-10", 0, 4)], "game-won-wrong"),
        ([("11", 0, 1), ("11", 1, 1), ("-12", 0, 2), ("-10", 0, 4)], "game-won-wrong"),
        ([("30", 2, 1), ("-5", 0, 1), ("-10", 0, 3), ("-15", 0, 4)], "game-won-not-a-flag"),
        ([("30", 1, 107), ("-5", 0, 1), ("-10", 0, 3), ("-15", 0, 4)], "seat-out-of-range"),
        ([("15", 1, 0), ("0", 0, 1), ("-5", 0, 3), ("-10", 0, 4)], "score-impossible"),
        ([("23/2", 1, 0), ("-23/2", 0, 1), ("-10", 0, 3), ("10", 0, 4)], "score-impossible"),
        ([("3.33", 1, 0), ("-3.33", 0, 1), ("0", 0, 3), ("0", 0, 4)], "score-not-exact"),
        ([("9999", 1, 0), ("-9999", 0, 1), ("-1", 0, 3), ("1", 0, 4)], "score-impossible"),
    ],
)
def test_what_cannot_be_right_is_refused_and_says_why(seats: list[tuple[str, int, int]], code: str) -> None:
    in_play(4).when(self_recorded(*seats)).refused(code)


def test_a_refused_score_says_whose_it_is() -> None:
    tournament = in_play(4)
    refused = tournament.when(self_recorded(("3.33", 1, 0), ("1", 0, 1), ("0", 0, 3), ("0", 0, 4)))
    assert refused.refused("score-not-exact").problem.where == {
        "entrant": tournament.sheet().seats[0],
        "field": "score",
    }


def test_after_withdrawals_two_play_on() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    for entrant in tournament.sheet().seats[2:]:
        tournament.given(WithdrawEntrant(entrant=entrant, grounds="left", game_in_progress=False))
    assert scores(tournament.when(counted((5, 1), (12, 2), game=2))) == ["7", "-7"]
    tournament.when(counted((5, 1), (12, 2), (3, 1), game=3)).refused("seats-do-not-match")
    outcome = tournament.when(self_recorded(("-4", 0, 1), ("4", 1, 0), game=3))
    assert scores(outcome) == ["-4", "4"]


def test_one_alone_does_not_play() -> None:
    tournament = in_play(3)
    for entrant in tournament.sheet().seats[1:]:
        tournament.given(WithdrawEntrant(entrant=entrant, grounds="left", game_in_progress=False))
    tournament.when(counted((5, 1))).refused("seats-wrong-number")


def test_games_are_recorded_in_their_order() -> None:
    tournament = in_play(4)
    tournament.when(counted(*EXAMPLE_1, game=2)).refused("game-before-missing", "Game 1")
    tournament.when(counted(*EXAMPLE_1, game=4)).refused(
        "not-found", "game 4", "The sheet has the games 1 to 3."
    )
    tournament.when(counted(*EXAMPLE_1, game=0)).refused("not-found")
    tournament.when(counted(*EXAMPLE_1, sheet=f"{S1}/9")).refused("not-found")


def test_results_come_in_from_the_start_of_play_until_after_its_end() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), CallTime(session=S1), counted(*EXAMPLE_1, game=2))
    tournament.given(EndSession(session=S1), counted(*EXAMPLE_1, game=3))
    drawn(4).when(counted(*EXAMPLE_1)).refused("session-not-in-play", "drawn")


def test_the_same_result_again_is_nothing_and_another_is_refused() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    tournament.when(counted(*EXAMPLE_1)).nothing()
    tournament.when(self_recorded(("30", 1, 1), ("-5", 0, 1), ("-10", 0, 3), ("-15", 0, 4))).nothing()
    tournament.when(counted(*EXAMPLE_2)).refused("already-recorded", "Game 1")


def corrected(seats: Sequence[tuple[int, int]], game: int = 1, reason: str = "misread") -> CorrectGame:
    return CorrectGame(sheet=SHEET, game=game, ended_by="time", seats=counts(*seats), reason=reason)


def test_before_anyone_signs_a_referee_puts_a_slip_right() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    outcome = tournament.when(corrected(EXAMPLE_2), by="referee")
    assert not outcome.then(GameCorrected).only(GameCorrected).clerical
    assert game(tournament).source == "counts"
    assert tournament.sheet().totals[1].games_won == 1


def test_a_correction_is_owed_a_reason_and_a_recorded_game() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    tournament.when(corrected(EXAMPLE_2, reason=" "), by="referee").refused("invalid-input")
    tournament.when(corrected(EXAMPLE_2, game=2), by="referee").refused("not-found", "game 2")
    tournament.when(corrected(EXAMPLE_1), by="referee").nothing()


def test_how_a_game_ended_can_be_corrected_alone() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    same = CorrectGame(
        sheet=SHEET, game=1, ended_by="blocked", seats=counts(*EXAMPLE_1), reason="nobody could play"
    )
    tournament.when(same, by="referee").then(GameCorrected)
    assert game(tournament).ended_by == "blocked"


def test_after_a_signature_only_the_chief_referee_corrects_and_it_shows() -> None:
    tournament = sign(recorded(4))
    refused = tournament.when(corrected(EXAMPLE_2), by="referee").refused("signed-already")
    assert refused.problem.kind.rule == "HK score sheet, remark"
    outcome = tournament.when(corrected(EXAMPLE_2, reason="the paper has 8, not 5"), by="chief_referee")
    assert outcome.then(GameCorrected, SignaturesVoided).only(GameCorrected).clerical
    assert game(tournament).source == "clerical"


def test_a_ruled_game_is_not_corrected_by_anyone() -> None:
    tournament = in_play(4).given(
        counted(*EXAMPLE_1), RaiseDispute(sheet=SHEET, game=1, statement="the wrong tiles")
    )
    tournament.given(
        MakeRuling(dispute="D-0001", finding="so", cites="HK rules 1", reason="so", effects=(VoidGame(1),))
    )
    tournament.when(corrected(EXAMPLE_1), by="referee").refused("ruled-already", "R-0001")
    tournament.when(corrected(EXAMPLE_1), by="chief_referee").refused("ruled-already")
    tournament.when(counted(*EXAMPLE_1)).refused("already-recorded")


def test_a_game_that_awaits_a_ruling_is_neither_recorded_nor_corrected() -> None:
    tournament = in_play(4)
    tournament.given(WithdrawEntrant(entrant=tournament.sheet().seats[3], grounds="health"))
    tournament.when(counted((5, 1), (10, 1), (15, 3))).refused("awaits-ruling")
    tournament.when(corrected(((5, 1), (10, 1), (15, 3)))).refused("awaits-ruling")


def test_results_are_for_a_session_that_was_started() -> None:
    tournament = in_play(4)
    tournament.given(SuspendDay(day=tournament.state.sessions[S1].known_day, grounds="black_rainstorm"))
    tournament.when(counted(*EXAMPLE_1)).refused("session-not-in-play", "suspended")


def test_scored_seats_stand_as_written() -> None:
    tournament: Tournament = in_play(3)
    tournament.given(
        RecordGameResult(sheet=SHEET, game=1, seats=scored(("10", 1, 0), ("-4", 0, 2), ("-6", 0, 3)))
    )
    assert [total.sixths for total in tournament.sheet().totals] == [60, -24, -36]
