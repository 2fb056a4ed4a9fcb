"""Games of a Swiss round: scored under the ruleset, refused where that names no winner, corrected, ruled."""

from typing import Any

import pytest

from services.tournament.docket.disputes import DisputeRaised, RaiseDispute
from services.tournament.docket.effects import AmendGame, ChargeSeat, NoEffect, ReplayGame, VoidGame
from services.tournament.docket.rulings import GameRuled, RulingMade
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import CorrectGame, GameCorrected, GameResultRecorded, RecordGameResult
from services.tournament.play.scores import Sheet
from services.tournament.play.signatures import SheetClosed
from services.tournament.play.timing import EndSession
from services.tournament.publication.publishing import PublishResults
from tests.cases import cases
from tests.unit.tournament.given_formats import (
    MSO,
    ROUNDS,
    cleared,
    draw_round,
    in_play,
    left,
    line_of,
    lines,
    play_round,
    played,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    won,
)
from tests.unit.tournament.specs import Tournament


def game(
    tournament: Tournament, *seats: SeatResult, ended_by: str = "cleared", number: int = 1
) -> RecordGameResult:
    return RecordGameResult(
        sheet=sheet_at(tournament).sheet,
        game=number,
        ended_by=ended_by,  # type: ignore[arg-type]
        seats=seats,
    )


def correction(tournament: Tournament, *seats: SeatResult, reason: str = "typed wrongly") -> CorrectGame:
    return CorrectGame(sheet=sheet_at(tournament).sheet, game=1, seats=seats, reason=reason)


def disputed(tournament: Tournament, game: int | None = 1) -> Tournament:
    """There is a case on table 1."""
    return tournament.given(
        RaiseDispute(sheet=sheet_at(tournament).sheet, game=game, statement="Nobody can move.")
    )


def blocked() -> tuple[Tournament, str, str, tuple[SeatResult, ...]]:
    """Table 1 cannot go on: the tournament, who has fewer points left, the other, and the racks."""
    tournament = in_play(MSO, 4)
    less, more = seats_at(tournament)
    return disputed(tournament), less, more, (left(20, 4, less), left(25, 3, more))


def test_a_game_scores_plus_and_minus_the_losers_count_and_keeps_a_tie_break_score() -> None:
    tournament = in_play(MSO, 4)
    winner, loser = seats_at(tournament)
    outcome = tournament.when(game(tournament, left(0, 0, seat="A"), left(34, 5, seat="B")))
    event = outcome.then(GameResultRecorded, SheetClosed).only(GameResultRecorded)
    assert [(result.entrant, result.game_won, result.score) for result in event.results] == [
        (winner, 1, "34"),
        (loser, 0, "-34"),
    ]
    assert line_of(tournament, winner).totals.tie_break_sixths == 0
    assert line_of(tournament, loser).totals.tie_break_sixths == -34 * 6


def test_a_table_of_two_that_both_sign_is_closed_by_the_second() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    first, other = seats_at(tournament)
    tournament.when(won(tournament, first)).then(GameResultRecorded)
    assert sheet_at(tournament).closed_seq is None
    play_round(tournament)
    assert set(sheet_at(tournament).signatures) == {first, other}
    assert sheet_at(tournament).closed_seq is not None


def test_who_runs_out_of_time_forfeits_whatever_the_counts() -> None:
    tournament = in_play(MSO, 4)
    late, other = seats_at(tournament)
    seats = (SeatResult(entrant=late, count=3, tiles=1, forfeited=True), left(80, 9, other))
    event = tournament.when(game(tournament, *seats, ended_by="forfeit")).only(GameResultRecorded)
    assert [(result.game_won, result.score) for result in event.results] == [(0, "-3"), (1, "3")]
    tournament = in_play(MSO, 4)
    nobody = game(tournament, left(3, 1, seat="A"), left(8, 1, seat="B"), ended_by="forfeit")
    tournament.when(nobody).refused("forfeiter-wrong")


def test_the_same_game_again_is_no_news_and_other_figures_are_refused() -> None:
    tournament = in_play(MSO, 4)
    winner = seats_at(tournament)[0]
    tournament.given(won(tournament, winner, 12))
    tournament.when(won(tournament, winner, 12)).nothing()
    tournament.when(won(tournament, winner, 13)).refused("already-recorded", "Correct the game")


def test_games_come_in_order_at_tables_that_are_and_no_more_than_are_played() -> None:
    tournament = in_play(ROUNDS, 4)
    winner = seats_at(tournament)[0]
    tournament.when(won(tournament, winner, game=2)).refused("game-before-missing", "Game 1")
    tournament.when(won(tournament, winner, game=0)).refused("not-found")
    for sheet in (f"{round_id(tournament)}/9", "2006-11-25/9/1"):
        tournament.when(RecordGameResult(sheet=sheet, game=1, seats=())).refused("not-found")
    second = f"{round_id(tournament, 2)}/1"
    tournament.when(RecordGameResult(sheet=second, game=1, seats=())).refused("session-not-in-play")
    for number in (1, 2, 3, 4):
        tournament.given(won(tournament, winner, game=number))
    tournament.when(won(tournament, winner, game=5)).refused("not-found")


def test_a_game_has_a_result_for_everyone_at_the_table_and_nobody_else() -> None:
    tournament = in_play(MSO, 4)
    first, other = seats_at(tournament)
    stranger = seats_at(tournament, 2)[0]
    for seats in ((left(0, 0, first),), (left(0, 0, first), left(5, 1, stranger))):
        tournament.when(game(tournament, *seats)).refused("seats-do-not-match")
    tournament.when(game(tournament, left(0, 0, first), left(5, 1, seat="Q"))).refused("seats-do-not-match")
    # As the two wrote it down themselves it counts, too.
    scores = (
        SeatResult(entrant=first, score="5", game_won=1, tiles=0),
        SeatResult(entrant=other, score="-5", game_won=0, tiles=1),
    )
    tournament.given(game(tournament, *scores))
    assert line_of(tournament, other).totals.tie_break_sixths == -30


def test_a_game_is_corrected_with_its_reason_and_only_if_something_changes() -> None:
    tournament = in_play(MSO, 4)
    first, other = seats_at(tournament)
    tournament.given(won(tournament, first, 12))
    right = (left(0, 0, other), left(21, 3, first))
    tournament.when(correction(tournament, *right, reason=" ")).refused("invalid-input")
    event = tournament.when(correction(tournament, *right), by="chief_referee").only(GameCorrected)
    assert {result.entrant: result.score for result in event.results} == {first: "-21", other: "21"}
    assert not event.clerical, "nobody signs, so it is no slip in typing from a signed paper"
    tournament.when(correction(tournament, *right)).nothing()
    absent = CorrectGame(sheet=sheet_at(tournament, 2).sheet, game=1, seats=right, reason="x")
    tournament.when(absent).refused("not-found")


@cases(
    "before, after, count",
    [
        # What was counted behind a charge, and a second charge.
        ({"count": 40, "charge": "could_not_meld"}, {"count": 55, "charge": "could_not_meld"}, 100),
        (
            {"count": 40, "charge": "could_have_melded"},
            {"count": 40, "charge": "could_have_melded", "more_charges": ("could_not_meld",)},
            200,
        ),
    ],
)
def test_a_correction_that_changes_no_score_is_recorded(
    before: dict[str, Any], after: dict[str, Any], count: int
) -> None:
    tournament = in_play(MSO, 4)
    winner, loser = seats_at(tournament)
    empty = SeatResult(entrant=winner, rack=())
    tournament.given(game(tournament, empty, SeatResult(entrant=loser, tiles=6, **before)))
    assert line_of(tournament, loser).totals.score_sixths == -6 * count
    fix = correction(tournament, empty, SeatResult(entrant=loser, tiles=6, **after))
    tournament.when(fix, by="chief_referee").then(GameCorrected)
    recorded = sheet_at(tournament).games[0]
    assert recorded is not None
    figure = next(other for other in recorded.figures if other.entrant == loser)
    assert (figure.count, figure.own_count, figure.sixths) == (count, after["count"], -6 * count)
    assert figure.more_charges == after.get("more_charges", ())
    tournament.when(fix, by="chief_referee").nothing()


def test_a_blocked_game_asks_for_a_ruling_which_names_the_winner() -> None:
    tournament, less, more, racks = blocked()
    tournament.when(game(tournament, *racks, ended_by="blocked")).refused("ruling-required", "ruling")
    outcome = tournament.when(ruled(AmendGame(1, racks, winners=(less,))), by="chief_referee")
    event = outcome.then(RulingMade, GameRuled, SheetClosed).only(GameRuled)
    assert [(result.entrant, result.game_won, result.score) for result in event.results] == [
        (less, 1, "25"),
        (more, 0, "-25"),
    ]
    assert line_of(tournament, more).totals.tie_break_sixths == -150
    assert tournament.state.rulings["R-0001"].cites == "MSO description"


@pytest.mark.parametrize(("winners", "points"), [(0, [0, 0]), (2, [1, 1])])
def test_a_ruling_may_name_nobody_or_both(winners: int, points: list[int]) -> None:
    tournament, less, more, racks = blocked()
    tournament.given(ruled(AmendGame(1, racks, winners=(less, more)[:winners])))
    assert [line_of(tournament, entrant_no).totals.match_points for entrant_no in (less, more)] == points
    assert [line_of(tournament, entrant_no).totals.score_sixths for entrant_no in (less, more)] == [0, 0]


def test_a_later_ruling_takes_the_place_of_an_earlier_one_and_only_a_ruling_does() -> None:
    tournament, less, more, racks = blocked()
    tournament.given(ruled(AmendGame(1, racks, winners=(less,))))
    fix = correction(tournament, left(0, 0, less), left(5, 1, more))
    tournament.when(fix, by="chief_referee").refused("ruled-already", "R-0001")
    tournament.given(ruled(AmendGame(1, racks, winners=(more,)), supersedes="R-0001"))
    assert line_of(tournament, more).totals.match_points == 2
    assert line_of(tournament, less).totals.match_points == 0
    assert tournament.state.rulings["R-0001"].superseded_by == "R-0002"


def test_a_ruling_names_only_who_plays_with_everyones_rack() -> None:
    tournament, less, _, racks = blocked()
    stranger = seats_at(tournament, 2)[0]
    for winners in ((stranger,), (less, less)):
        tournament.when(ruled(AmendGame(1, racks, winners=winners))).refused("winner-not-there")
    tournament.when(ruled(AmendGame(1, racks[:1], winners=(less,)))).refused("seats-do-not-match")
    tournament.when(ruled(AmendGame(1, racks, winners=(less,)), cites=" ")).refused("invalid-input", "cites")
    tournament.when(ruled(AmendGame(2, racks, winners=(less,)))).refused("not-found")


def test_a_game_is_voided_charged_or_played_again_by_ruling() -> None:
    tournament = in_play(MSO, 4)
    winner, loser = seats_at(tournament)
    tournament.given(won(tournament, winner, 12))
    for dispute, effect in (("D-0001", ChargeSeat(1, loser, "could_have_melded")), ("D-0002", ReplayGame(1))):
        disputed(tournament).given(ruled(effect, dispute=dispute))
        if dispute == "D-0001":
            assert line_of(tournament, winner).totals.score_sixths == 1200
    assert sheet_at(tournament).games == (None,)
    tournament.given(won(tournament, loser, 3))
    disputed(tournament).given(ruled(VoidGame(1), dispute="D-0003"))
    assert [line.totals.games_won for line in lines(tournament) if line.entrant_no in (winner, loser)] == [
        0,
        0,
    ]
    assert line_of(tournament, winner).games == 1


def test_a_case_keeps_its_sheet_open_and_with_it_the_next_round_drawn_by_what_is_known() -> None:
    tournament = in_play(MSO, 4)
    winner = seats_at(tournament)[0]
    tournament.given(won(tournament, winner), won(tournament, seats_at(tournament, 2)[0]))
    outcome = tournament.when(RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="A joker."))
    outcome.then(DisputeRaised)
    assert sheet_at(tournament).closed_seq is None
    tournament.given(EndSession(session=round_id(tournament)))
    draw_round(tournament, 2)
    tournament.when(ruled(NoEffect())).then(RulingMade, SheetClosed)


def test_a_late_ruling_changes_points_and_not_the_pairs_already_drawn() -> None:
    tournament = played(MSO, 8, 1)
    beaten = next(
        number for number in seats_at(tournament) if not line_of(tournament, number).totals.games_won
    )
    other = next(number for number in seats_at(tournament) if number != beaten)
    draw_round(disputed(tournament), 2)
    before = tournament.state.sessions[round_id(tournament, 2)].tables
    tournament.given(ruled(AmendGame(1, cleared(beaten, (beaten, other)))))
    assert line_of(tournament, beaten).totals.match_points == 2
    assert tournament.state.sessions[round_id(tournament, 2)].tables == before


def closed_after_publication() -> tuple[Tournament, Sheet]:
    tournament = played(MSO, 4, 1)
    for round in (2, 3, 4, 5):
        play_round(draw_round(tournament, round), round)
    tournament.given(PublishResults(stage="swiss"))
    return tournament, sheet_at(tournament)


def test_where_nobody_signs_complaints_are_open_until_the_stage_is_published() -> None:
    tournament = played(MSO, 4, 2)
    tournament.when(
        RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="A tile was hidden."),
        by=f"participant:{seats_at(tournament)[0]}",
    ).then(DisputeRaised)
    tournament, sheet = closed_after_publication()
    late = RaiseDispute(sheet=sheet.sheet, game=1, statement="A tile was hidden.")
    tournament.when(late, by=f"participant:{sheet.seats[0]}").refused("dispute-after-publication")


def test_a_round_of_four_games_is_won_at_the_table_by_games_then_points() -> None:
    tournament = in_play(ROUNDS, 4)
    a, b, c, d = seats_at(tournament)
    for number, (winner, count) in enumerate(((a, 10), (a, 10), (b, 30), (b, 30)), 1):
        tournament.given(won(tournament, winner, count, game=number))
    assert {line.entrant_no: line.totals.rounds_won for line in lines(tournament)} == {a: 0, b: 1, c: 0, d: 0}
