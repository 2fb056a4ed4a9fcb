"""Leaving: at a table of two what is drawn and unplayed is forfeited; at larger ones the others play on."""

import pytest

from services.tournament.docket.disputes import DisputeRaised, RaiseDispute
from services.tournament.docket.effects import Disqualify
from services.tournament.docket.leaving import (
    DisqualifyEntrant,
    EntrantDisqualified,
    EntrantWithdrew,
    WithdrawEntrant,
)
from services.tournament.docket.reinstating import EntrantReinstated, ReinstateEntrant
from services.tournament.play.forfeits import LEFT, GamesForfeited, who_forfeited
from services.tournament.play.results import CorrectGame, GameResultRecorded
from services.tournament.play.sheets import unsigned
from services.tournament.play.signatures import SheetClosed, SignaturesVoided, SignSheet
from services.tournament.play.timing import EndSession, SessionStarted, StartSession, UndoSessionStart
from services.tournament.seating.seats import DrawSeats, SeatsDrawn
from services.tournament.standings.reached import TIE_BREAK_OF_WHO_LEFT
from tests.unit.tournament.given_formats import (
    MSO,
    PRESSMAN,
    ROUNDS,
    draw_round,
    drawn,
    in_play,
    left,
    line_of,
    lines,
    play_round,
    played,
    round_id,
    ruled,
    seated,
    seats_at,
    sheet_at,
    start_round,
    table_of,
    won,
)
from tests.unit.tournament.specs import Tournament


def gone(entrant: str) -> WithdrawEntrant:
    return WithdrawEntrant(entrant=entrant, grounds="health")


def forfeited() -> tuple[Tournament, str, str]:
    """At table 1 of a Swiss round one has gone home: the tournament, who stays and who left."""
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    return tournament.given(gone(leaver)), stays, leaver


def test_who_leaves_has_lost_the_drawn_game_at_once_and_nobody_invents_a_count() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    outcome = tournament.when(gone(leaver)).then(EntrantWithdrew, GamesForfeited, SheetClosed)
    sheet = sheet_at(tournament).sheet
    assert outcome.only(GamesForfeited) == GamesForfeited(sheet, leaver, stays, (1,))
    game = sheet_at(tournament).games[0]
    assert game is not None
    assert {
        figure.entrant: (figure.game_won, figure.sixths, figure.tiles, figure.count)
        for figure in game.figures
    } == {stays: (1, 0, 0, None), leaver: (0, 0, 0, None)}
    assert game.ended_by == LEFT


def test_who_is_disqualified_forfeits_likewise() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    tournament.when(DisqualifyEntrant(entrant=leaver, reason="a solver")).then(
        EntrantDisqualified, GamesForfeited, SheetClosed
    )
    assert line_of(tournament, stays).totals.match_points == 2


def test_who_leaves_before_the_round_begins_forfeits_as_it_begins() -> None:
    tournament = drawn(MSO, 4)
    stays, leaver = seats_at(tournament)
    tournament.when(gone(leaver)).then(EntrantWithdrew)
    tournament.when(StartSession(session=round_id(tournament))).then(
        SessionStarted, GamesForfeited, SheetClosed
    )
    assert line_of(tournament, stays).totals.games_won == 1
    # Nothing was played, so the start can still be taken back, and the forfeit with it.
    tournament.given(UndoSessionStart(session=round_id(tournament), reason="too early"))
    assert lines(tournament) == []


def test_the_opponents_point_stands_and_the_leaver_is_ranked_no_more() -> None:
    tournament, stays, leaver = forfeited()
    tournament.given(won(tournament, seats_at(tournament, 2)[0]), EndSession(session=round_id(tournament)))
    assert leaver not in {number for _, number in table_of(tournament)}
    assert line_of(tournament, stays).totals.match_points == 2
    assert line_of(tournament, stays).totals.score_sixths == 0


def test_a_forfeit_ranks_after_every_played_loss_on_the_tie_break_score() -> None:
    tournament, stays, leaver = forfeited()
    tournament.given(ReinstateEntrant(entrant=leaver, reason="only water"), gone(leaver))
    other, beaten = seats_at(tournament, 2)
    tournament.given(won(tournament, other, 113), EndSession(session=round_id(tournament)))
    draw_round(tournament, 2).given(ReinstateEntrant(entrant=leaver, reason="is back for round 3"))
    assert line_of(tournament, leaver).totals.tie_break_sixths == TIE_BREAK_OF_WHO_LEFT
    assert line_of(tournament, beaten).totals.tie_break_sixths > TIE_BREAK_OF_WHO_LEFT
    assert line_of(tournament, stays).totals.tie_break_sixths == 0


def test_later_rounds_are_drawn_without_who_left_and_without_waiting() -> None:
    tournament, _, leaver = forfeited()
    tournament.given(won(tournament, seats_at(tournament, 2)[0]), EndSession(session=round_id(tournament)))
    event = tournament.when(DrawSeats(session=round_id(tournament, 2))).only(SeatsDrawn)
    assert leaver not in {*seated(tournament, 2), *event.byes}
    assert (event.forfeited, event.absent) == ((), ())


def test_reinstatement_takes_the_forfeit_back_and_the_game_is_played() -> None:
    tournament, stays, leaver = forfeited()
    tournament.when(ReinstateEntrant(entrant=leaver, reason="only gone for water")).then(EntrantReinstated)
    assert sheet_at(tournament).games == (None,)
    assert sheet_at(tournament).closed_seq is None
    tournament.when(won(tournament, leaver, 12)).then(GameResultRecorded, SheetClosed)
    assert line_of(tournament, leaver).totals.match_points == 2
    assert line_of(tournament, stays).totals.match_points == 0


def test_what_was_signed_of_a_forfeit_binds_no_more_once_it_is_taken_back() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    tournament.given(
        gone(leaver), SignSheet(sheet=sheet_at(tournament).sheet, entrant=stays, medium="device")
    )
    assert sheet_at(tournament).closed_seq is not None
    back = tournament.when(ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    back.then(EntrantReinstated, SignaturesVoided)
    assert sheet_at(tournament).sign_again == (stays,)
    tournament.given(won(tournament, leaver, 12))
    assert {*unsigned(tournament.state, sheet_at(tournament))} == {stays, leaver}


def test_what_was_over_before_somebody_left_stays_closed_when_they_are_back() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    tournament.given(won(tournament, leaver, 12))
    sheet = sheet_at(tournament).sheet
    for entrant in (stays, leaver):
        tournament.given(SignSheet(sheet=sheet, entrant=entrant, medium="device"))
    closed = sheet_at(tournament).closed_seq
    assert closed is not None
    tournament.given(gone(leaver))
    tournament.when(ReinstateEntrant(entrant=leaver, reason="feels better")).then(EntrantReinstated)
    assert sheet_at(tournament).closed_seq == closed


def test_a_forfeit_by_which_the_next_round_was_drawn_stands_also_for_who_is_back() -> None:
    tournament, stays, leaver = forfeited()
    tournament.given(won(tournament, seats_at(tournament, 2)[0]), EndSession(session=round_id(tournament)))
    draw_round(tournament, 2)
    tournament.given(ReinstateEntrant(entrant=leaver, reason="feels better"))
    assert line_of(tournament, stays).totals.match_points == 2
    play_round(tournament, 2)
    assert leaver in {*seated(draw_round(tournament, 3), 3), *tournament.state.sessions["2019-08-19/3"].byes}


def test_between_rounds_nothing_is_forfeited() -> None:
    tournament = played(MSO, 4, 1)
    tournament.when(gone("0001")).then(EntrantWithdrew)
    assert all(game is not None and game.ended_by != LEFT for game in sheet_at(tournament).games)


def test_a_game_that_was_played_stands_though_its_player_leaves() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    tournament.given(won(tournament, leaver, 12))
    tournament.when(gone(leaver)).then(EntrantWithdrew)
    assert line_of(tournament, stays).totals.score_sixths == -72


def test_a_forfeit_is_recorded_as_such_and_can_be_corrected() -> None:
    tournament, stays, leaver = forfeited()
    seats = (left(20, 5, stays), left(0, 0, leaver))
    fix = CorrectGame(sheet=sheet_at(tournament).sheet, game=1, seats=seats, reason="had been played")
    tournament.given(fix, by="chief_referee")
    assert line_of(tournament, stays).totals.score_sixths == -120


def test_both_of_a_table_gone_leave_a_game_to_nobody() -> None:
    tournament = drawn(MSO, 4)
    first, other = seats_at(tournament)
    tournament.given(gone(first), gone(other))
    start_round(tournament)
    assert sheet_at(tournament).games == (None,)
    assert sheet_at(tournament).closed_seq is not None
    tournament.given(won(tournament, seats_at(tournament, 2)[0]), EndSession(session=round_id(tournament)))
    tournament.when(DrawSeats(session=round_id(tournament, 2))).then(SeatsDrawn)


@pytest.mark.parametrize("name", [ROUNDS, PRESSMAN])
def test_at_a_larger_table_the_others_play_on_where_who_played_is_ranked(name: str) -> None:
    tournament = in_play(name, 3)
    a, b, c = seats_at(tournament)
    tournament.given(won(tournament, a))
    tournament.when(gone(c)).then(EntrantWithdrew)
    event = tournament.when(won(tournament, b, game=2)).only(GameResultRecorded)
    assert {result.entrant for result in event.results} == {a, b}
    tournament.given(gone(b))
    alone = won(tournament, a, game=3)
    tournament.when(alone).refused("seats-wrong-number" if name == ROUNDS else "table-complete")
    assert sheet_at(tournament).closed_seq is not None
    assert table_of(tournament) == [(1, a)]


def test_at_a_larger_table_the_game_in_progress_takes_a_ruling_where_all_must_be_played() -> None:
    tournament = in_play(ROUNDS, 4, ranked="complete")
    a, *_, d = seats_at(tournament)
    tournament.given(won(tournament, a))
    outcome = tournament.when(gone(d)).then(EntrantWithdrew, DisputeRaised)
    raised = outcome.only(DisputeRaised)
    assert (raised.kind, raised.game, raised.leaver) == ("game_interrupted", 2, d)
    tournament.when(won(tournament, a, game=2)).refused("awaits-ruling")
    assert d not in {line.entrant_no for line in lines(tournament)}


def test_at_a_table_of_two_without_stated_forfeits_leaving_is_no_win() -> None:
    tournament = in_play(ROUNDS, 2)
    _, leaver = seats_at(tournament)
    tournament.when(gone(leaver)).then(EntrantWithdrew, SheetClosed)
    assert sheet_at(tournament).games == (None,) * 4
    assert lines(tournament) == [], "nor a place"


def test_one_game_of_several_was_played_and_only_the_rest_is_forfeited() -> None:
    tournament = in_play(MSO, 4, games=3)
    stays, leaver = seats_at(tournament)
    tournament.given(won(tournament, leaver, 7))
    assert tournament.when(gone(leaver)).only(GamesForfeited).games == (2, 3)
    assert line_of(tournament, stays).totals.games_won == 2


def back(entrant: str) -> ReinstateEntrant:
    return ReinstateEntrant(entrant=entrant, reason="a mistake")


@pytest.mark.parametrize("begun", [False, True])
def test_of_two_who_left_the_first_to_be_in_again_has_won_and_with_both_in_it_is_played(begun: bool) -> None:
    tournament = drawn(MSO, 4)
    first, other = seats_at(tournament)
    if begun:
        start_round(tournament)
    tournament.given(gone(first), gone(other))
    if not begun:
        start_round(tournament)
    sheet = sheet_at(tournament).sheet
    forfeit = tournament.when(back(first)).only(GamesForfeited)
    assert forfeit == GamesForfeited(sheet, other, first, (1,))
    assert line_of(tournament, first).totals.match_points == 2
    tournament.when(back(other)).then(EntrantReinstated)
    assert sheet_at(tournament).games == (None,)
    tournament.when(won(tournament, other, 12)).then(GameResultRecorded, SheetClosed)


def test_a_ruling_that_puts_somebody_out_anew_leaves_the_forfeit_with_the_other_who_left_since() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    sheet = sheet_at(tournament).sheet
    tournament.given(RaiseDispute(sheet=sheet, statement="a phone"), ruled(Disqualify(leaver)), gone(stays))
    tournament.given(ruled(Disqualify(leaver), supersedes="R-0001"))
    game = sheet_at(tournament).games[0]
    assert game is not None
    assert who_forfeited(game) == leaver
    tournament.given(ruled(supersedes="R-0002"))
    game = sheet_at(tournament).games[0]
    assert game is not None
    assert who_forfeited(game) == stays
