"""A game of an earlier round that is to be played again, while one of the two leaves and comes back."""

from collections.abc import Callable

import pytest
from msgspec import structs

from services.notices.audiences import Recipient
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import contradicted, overtaken
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import Disqualify, ReplayGame
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.facts import Command
from services.tournament.play.timing import StartSession, UndoSessionStart
from tests.unit.notices.test_lapsed_forfeits import in_the_second_round
from tests.unit.notices.test_results_told_once import told
from tests.unit.notices.test_rulings_told import due, read
from tests.unit.tournament.given_formats import (
    MSO,
    draw_round,
    drawn,
    in_play,
    play_round,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    start_round,
    won,
)
from tests.unit.tournament.specs import Tournament

Leaving = Callable[[str], Command]
LEAVING: list[Leaving] = [
    lambda number: WithdrawEntrant(entrant=number, grounds="left"),
    lambda number: DisqualifyEntrant(entrant=number, reason="a solver"),
]
NOTHING = "Nothing changes for you"


def on_an_earlier_game() -> tuple[Tournament, str, str]:
    """A case on a game of the first round while the second is in play; and the two who played it."""
    tournament, leaver = in_the_second_round()
    start_round(tournament, 2)
    (stays,) = {*seats_at(tournament)} - {leaver}
    return tournament, leaver, stays


def tell(tournament: Tournament, command: Command) -> list[Notice]:
    """What a command leads to about games that were not played."""
    return [notice for notice in due(tournament, command) if notice.kind == "unplayed-games"]


def back(number: str) -> ReinstateEntrant:
    return ReinstateEntrant(entrant=number, reason="a mistake")


@pytest.mark.parametrize("leaving", LEAVING)
def test_it_is_to_be_played_once_who_left_is_back_and_both_read_so(leaving: Leaving) -> None:
    tournament, leaver, stays = on_an_earlier_game()
    ruling = [each for each in due(tournament, ruled(ReplayGame(1))) if each.template == "ruling"]
    tournament.given(leaving(leaver))
    assert NOTHING not in read(tournament, ruling)[stays], "their win counts no longer"
    notices = due(tournament, back(leaver))
    sheet = sheet_at(tournament)
    assert sheet.games == (None,)
    texts = read(tournament, [each for each in notices if each.parameters.get("sheet") == sheet.sheet])
    assert all("game 1 is to be played" in texts[number] for number in (leaver, stays))
    assert all("Game 1 is played again" in read(tournament, ruling)[number] for number in (leaver, stays))


def test_a_forfeit_by_which_the_next_round_was_drawn_stands() -> None:
    tournament, leaver, _ = on_an_earlier_game()
    tournament.given(ruled(ReplayGame(1)), LEAVING[0](leaver))
    play_round(tournament, 2)
    draw_round(tournament, 3)
    tournament.given(back(leaver))
    assert sheet_at(tournament).games != (None,)


def test_who_is_in_never_reads_in_a_late_ruling_that_they_are_out() -> None:
    tournament, back_again, leaver = on_an_earlier_game()
    tournament.given(ruled(Disqualify(back_again)))
    ruling = [
        each
        for each in due(tournament, ruled(ReplayGame(1), supersedes="R-0001"))
        if each.template == "ruling"
    ]
    between = tell(tournament, LEAVING[0](leaver))
    assert "you are out" in read(tournament, between)[leaver]
    tournament.given(back(leaver))
    assert not any("you are out" in read(tournament, each)[leaver] for each in (between, ruling))


def test_a_game_that_was_never_forfeited_is_not_read_out_as_forfeited() -> None:
    tournament, leaver, _ = on_an_earlier_game()
    tournament.given(ruled(Disqualify(leaver)))
    ruling = next(
        each
        for each in due(tournament, ruled(ReplayGame(1), supersedes="R-0001"))
        if each.template == "ruling"
    )
    texts = [read(tournament, [ruling])[leaver]]
    texts.append(filled(Look(tournament.state, ruling, Recipient("referee", "CR1"), "en")))
    for text in texts:
        assert "Game 1 is played again" in text
        assert "Game 1 is to be played: that" not in text
    assert "is told in another message" in texts[0], "the game of the second round was"


def test_who_forfeited_all_they_had_and_stays_away_reads_no_result() -> None:
    tournament = in_play(MSO, 4)
    first, second = seats_at(tournament)
    assert first not in told(tournament, LEAVING[0](first), LEAVING[0](second))
    tournament.given(back(second), back(first))
    assert told(tournament, won(tournament, first)) == sorted((first, second))


def test_a_forfeit_that_came_again_with_a_second_start_is_told_once() -> None:
    tournament = drawn(MSO, 4)
    leaver, stays = seats_at(tournament)
    start = StartSession(session=round_id(tournament))
    tournament.given(LEAVING[0](leaver))
    first = tell(tournament, start)
    assert "won by you" in read(tournament, first)[stays]
    assert not overtaken(tournament.state, first[0])
    tournament.given(UndoSessionStart(session=round_id(tournament), reason="too early"))
    assert all(overtaken(tournament.state, notice) for notice in first)
    second = tell(tournament, start)
    assert [each.topic for each in first] == [each.topic for each in second], (
        "it takes the place of the first"
    )


def test_nobody_reads_at_once_of_a_forfeit_that_never_was() -> None:
    tournament = in_play(MSO, 4)
    winner, out = seats_at(tournament)
    tournament.given(
        won(tournament, winner), RaiseDispute(sheet=sheet_at(tournament).sheet, statement="a phone")
    )
    tournament.given(ruled(Disqualify(out)))
    notices = due(tournament, ruled(ReplayGame(1), supersedes="R-0001"))
    assert not any("forfeit" in text for text in read(tournament, at_once(notices)).values())
    assert any("You are back" in read(tournament, [each]).get(out, "") for each in at_once(notices))


def at_once(notices: list[Notice]) -> list[Notice]:
    return [each for each in notices if each.template != "ruling"]


def test_a_ruling_whose_game_was_forfeited_since_is_not_read_out_empty() -> None:
    tournament, leaver, _ = on_an_earlier_game()
    ruling = next(each for each in due(tournament, ruled(ReplayGame(1))) if each.template == "ruling")
    tournament.given(LEAVING[0](leaver))
    official = structs.replace(ruling, template="ruling-for-official")
    text = filled(Look(tournament.state, official, Recipient("referee", "CR1"), "en"))
    assert "Game 1 was to be played again. Game 1 now: " in text


def test_a_result_that_waited_is_not_read_once_there_is_another() -> None:
    tournament = in_play(MSO, 4)
    first, second = seats_at(tournament)
    results = [each for each in due(tournament, won(tournament, first)) if each.kind == "session-results"]
    assert not any(contradicted(tournament.state, results[0], number) for number in (first, second))
    tournament.given(
        RaiseDispute(sheet=sheet_at(tournament).sheet, statement="a phone"), ruled(ReplayGame(1))
    )
    tournament.given(won(tournament, second))
    assert all(contradicted(tournament.state, results[0], number) for number in (first, second))
