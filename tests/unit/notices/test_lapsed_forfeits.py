"""What is told of games whose forfeit lapsed, or which are to be played at a table of another round."""

import pytest
from msgspec import structs

from services.notices.audiences import Recipient
from services.notices.fields import filled
from services.notices.look import Look
from services.tournament.definition.founding import AppointReferee
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame, Disqualify, ReplayGame
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.ids import TableId
from services.tournament.play.forfeits import LEFT, who_forfeited
from services.tournament.play.timing import EndSession
from tests.unit.notices.test_rulings_told import due, read
from tests.unit.tournament.given_formats import (
    MSO,
    cleared,
    draw_round,
    in_play,
    play_round,
    played,
    round_id,
    ruled,
    seated,
    seats_at,
    sheet_at,
    sheet_of,
    start_round,
    won,
)
from tests.unit.tournament.specs import Tournament


def test_what_is_to_be_played_at_the_table_of_another_round_is_named_with_it_and_told_once() -> None:
    tournament = played(MSO, 4, 1)
    sheet = sheet_at(tournament).sheet
    start_round(draw_round(tournament, 2), 2)
    leaver = next(number for number in seats_at(tournament) if number in seated(tournament, 2))
    tournament.given(RaiseDispute(sheet=sheet, statement="a phone"), ruled(Disqualify(leaver)))
    notices = due(tournament, ruled(supersedes="R-0001"))
    text = read(tournament, [notice for notice in notices if notice.kind == "unplayed-games"])[leaver]
    table = TableId.of(sheet_of(tournament, leaver, 2).sheet).number
    assert f"(table {table}, " in text
    assert "Please go to that table now." in text
    read_of_it = [read(tournament, [notice]).get(leaver, "") for notice in notices]
    assert sum("You are back in the" in text for text in read_of_it) == 1
    tournament.given(EndSession(session=round_id(tournament, 2)))
    text = read(tournament, [notice for notice in notices if notice.kind == "unplayed-games"])[leaver]
    assert "An official tells you when and where." in text


def test_a_game_left_unplayed_by_a_superseding_ruling_is_won_by_who_is_still_in() -> None:
    tournament = in_play(MSO, 4)
    leaver, winner = seats_at(tournament)
    by_ruling = AmendGame(1, cleared(leaver, [winner]), "cleared")
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, statement="a phone"), ruled(by_ruling))
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="left"))
    notices = due(tournament, ruled(supersedes="R-0001"))
    (game,) = sheet_at(tournament).games
    assert game is not None
    assert (game.ended_by, who_forfeited(game)) == (LEFT, leaver)
    assert "won by you" in read(tournament, notices)[winner]


def with_a_lapsed_forfeit() -> Tournament:
    """A game that was forfeited, amended by R-0001, and whose forfeiter is in again."""
    tournament = in_play(MSO, 4)
    leaver, stays = seats_at(tournament)
    sheet = sheet_at(tournament).sheet
    tournament.given(
        WithdrawEntrant(entrant=leaver, grounds="left"),
        RaiseDispute(sheet=sheet, statement="a phone"),
        ruled(AmendGame(1, cleared(stays, [leaver]), "cleared")),
        ReinstateEntrant(entrant=leaver, reason="a mistake"),
    )
    return tournament


def test_what_is_played_once_a_forfeit_has_lapsed_outlives_the_ruling_that_let_it_be_played() -> None:
    tournament = with_a_lapsed_forfeit().given(ruled(supersedes="R-0001"))
    assert sheet_at(tournament).games == (None,)
    winner, _ = seats_at(tournament)
    tournament.given(won(tournament, winner), ruled(supersedes="R-0002"))
    (game,) = sheet_at(tournament).games
    assert game is not None
    assert game.ended_by == "cleared"


def test_both_and_the_referee_hear_that_a_lapsed_forfeit_is_to_be_played() -> None:
    tournament = with_a_lapsed_forfeit()
    notices = due(tournament, ruled(supersedes="R-0001"))
    texts = read(tournament, notices)
    assert all("game 1 is to be played" in texts[number] for number in seats_at(tournament))
    ruling = next(notice for notice in notices if notice.template == "ruling")
    official = structs.replace(ruling, template="ruling-for-official")
    text = filled(Look(tournament.state, official, Recipient("referee", "CR1"), "en"))
    assert "Game 1 is to be played: that" in text
    assert "Game 1 now" not in text


def test_officials_read_after_the_session_what_a_ruling_passes_on_to_who_is_in_again() -> None:
    tournament = in_play(MSO, 4)
    back, out = seats_at(tournament)
    sheet = sheet_at(tournament).sheet
    tournament.given(RaiseDispute(sheet=sheet, statement="a phone"), by="referee:R7")
    tournament.given(ruled(Disqualify(back)), DisqualifyEntrant(entrant=out, reason="a solver"))
    tournament.given(AppointReferee(referee="R7", name="Seven"), EndSession(session=round_id(tournament)))
    notices = due(tournament, ruled(supersedes="R-0001"))
    text = read(tournament, [each for each in notices if each.template == "ruling-for-official"])["R7"]
    assert "Game 1 now: A 0 (won), B 0." in text


def test_a_game_amended_after_the_return_stays_the_forfeit_that_the_next_round_was_drawn_by() -> None:
    tournament = in_play(MSO, 4)
    leaver, stays = seats_at(tournament)
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="left"))
    draw_round(play_round(tournament), 2)
    tournament.given(
        ReinstateEntrant(entrant=leaver, reason="a mistake"),
        RaiseDispute(sheet=sheet_at(tournament).sheet, statement="a phone"),
        ruled(AmendGame(1, cleared(leaver, [stays]), "cleared")),
        ruled(supersedes="R-0001"),
    )
    (game,) = sheet_at(tournament).games
    assert game is not None
    assert game.ended_by == LEFT


def in_the_second_round() -> tuple[Tournament, str]:
    """A game of the first round is on the docket while the second is drawn; and one who played it."""
    tournament = played(MSO, 4, 1)
    leaver, _ = seats_at(tournament)
    draw_round(tournament, 2)
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, statement="a phone"))
    return tournament, leaver


@pytest.mark.parametrize("begun", [False, True])
def test_a_game_of_an_earlier_round_to_play_again_is_won_by_who_is_in_when_the_other_leaves(
    begun: bool,
) -> None:
    tournament, leaver = in_the_second_round()
    if begun:
        start_round(tournament, 2)
    tournament.given(ruled(ReplayGame(1)), DisqualifyEntrant(entrant=leaver, reason="a solver"))
    (game,) = sheet_at(tournament).games
    assert game is not None
    assert who_forfeited(game) == leaver


def test_a_game_that_a_ruling_forfeits_in_another_round_is_read_out_with_its_table() -> None:
    tournament, leaver = in_the_second_round()
    start_round(tournament, 2)
    notices = due(tournament, ruled(Disqualify(leaver)))
    at = sheet_of(tournament, leaver, 2)
    ruling = next(notice for notice in notices if notice.template == "ruling")
    official = structs.replace(ruling, template="ruling-for-official")
    text = filled(Look(tournament.state, official, Recipient("referee", "CR1"), "en"))
    assert f"Game 1 (table {TableId.of(at.sheet).number}, " in text
    assert "Game 1 now" not in text, "that is the game of the round ruled on"
