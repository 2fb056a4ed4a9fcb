"""Who wins games because the opponent left reads which, once; the referee of the table tells it at once."""

import pytest

from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import notices_due
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import Disqualify
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.facts import Command
from services.tournament.play.timing import StartSession, UndoSessionStart
from tests.unit.notices.test_rulings_told import due, read
from tests.unit.tournament.given_formats import (
    MSO,
    ROUNDS,
    drawn,
    in_play,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    won,
)


def gone(entrant: str) -> WithdrawEntrant:
    return WithdrawEntrant(entrant=entrant, grounds="health")


def won_by_forfeit(notices: list[Notice]) -> list[Notice]:
    return [notice for notice in notices if notice.template == "games-forfeited"]


@pytest.mark.parametrize("out", ["withdrawn", "disqualified"])
def test_who_stays_reads_which_games_are_won_by_forfeit(out: str) -> None:
    tournament = in_play(MSO, 4, games=3)
    stays, leaver = seats_at(tournament)
    tournament.given(won(tournament, leaver, 7))
    leaving: Command = (
        gone(leaver) if out == "withdrawn" else DisqualifyEntrant(entrant=leaver, reason="a solver")
    )
    notices = won_by_forfeit(due(tournament, leaving))
    assert [notice.audience for notice in notices] == [f"entrant:{stays}"]
    english, chinese = read(tournament, notices)[stays], read(tournament, notices, "zh")[stays]
    how = {"withdrawn": ("has left", "已離場"), "disqualified": ("is out of the tournament", "已被取消資格")}
    assert f"Your opponent, entrant {leaver}, {how[out][0]} (table 1, " in english
    assert f"參賽者 {leaver}）{how[out][1]}（" in chinese
    assert "Games 2, 3 count as won by you, each with 0 (0 tiles, won)." in english
    assert f"參賽者 {leaver}" in chinese
    assert "第 2、3 局判你勝出，每局 0 分（0 隻牌，勝）。" in chinese


def test_who_left_before_the_round_begins_is_told_of_as_it_begins() -> None:
    tournament = drawn(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    assert not won_by_forfeit(due(tournament, gone(leaver)))
    notices = due(tournament, StartSession(session=round_id(tournament)))
    assert "Game 1 counts as won by you: 0 (0 tiles, won)." in read(tournament, notices)[stays]
    tournament.given(UndoSessionStart(session=round_id(tournament), reason="too early"))
    assert {overtaken(tournament.state, notice) for notice in notices} == {True}


def test_the_referee_tells_the_table_and_hears_nothing_of_what_they_did_themselves() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    events = tournament.when(gone(leaver), by="referee:R00").events
    seqs = list(enumerate(events, tournament.state.seq - len(events) + 1))
    (_, aloud) = notices_due(tournament.state, seqs, "organizer:o")
    assert (aloud.kind, aloud.template, aloud.audience) == (
        "read-out",
        "forfeit-read-out",
        "several:referee:R00",
    )
    text = read(tournament, [aloud])["R00"]
    assert text.startswith("Please tell table 1, ")
    assert f"entrant {leaver} has left. Game 1 now: " in text
    assert [notice.audience for notice in notices_due(tournament.state, seqs, "referee:R00")] == [
        f"entrant:{stays}"
    ]


def test_it_is_no_longer_told_once_the_game_is_to_be_played_after_all() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    _, leaver = seats_at(tournament)
    notices = due(tournament, gone(leaver))
    assert {notice.template for notice in notices} == {"games-forfeited", "forfeit-read-out"}
    assert {overtaken(tournament.state, notice) for notice in notices} == {False}
    tournament.given(ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    assert {overtaken(tournament.state, notice) for notice in notices} == {True}


@pytest.mark.parametrize("own_table", [True, False])
def test_a_ruling_says_it_to_those_who_read_the_ruling_and_to_nobody_else(own_table: bool) -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    sheet = sheet_at(tournament, 1 if own_table else 2).sheet
    tournament.given(RaiseDispute(sheet=sheet, statement="a phone"))
    notices = due(tournament, ruled(Disqualify(leaver)))
    told = [] if own_table else [f"entrant:{stays}"]
    assert [notice.audience for notice in won_by_forfeit(notices)] == told
    assert ("forfeit-read-out" in {notice.template for notice in notices}) is not own_table


def test_where_others_play_on_nothing_is_told_of_forfeits() -> None:
    tournament = in_play(ROUNDS, 3)
    assert not due(tournament, gone(seats_at(tournament)[2]))


def test_who_read_that_they_won_reads_once_that_the_start_is_taken_back() -> None:
    tournament = in_play(MSO, 4)
    first, won = seats_at(tournament)
    tournament.given(gone(first), gone(won))
    undo = UndoSessionStart(session=round_id(tournament), reason="too early")
    notices = due(tournament, undo)
    assert [notice.audience for notice in notices] == [f"entrant:{won}"]
    assert not overtaken(tournament.state, notices[0])
    assert "(table 1, " in read(tournament, notices)[won]
    assert "no longer stands" in read(tournament, notices)[won]
    assert "不再作準" in read(tournament, notices, "zh")[won]
    tournament.given(StartSession(session=round_id(tournament)))
    assert not due(tournament, undo)


def test_who_is_to_read_of_the_forfeit_after_the_session_reads_nothing_of_its_start_taken_back() -> None:
    tournament = in_play(MSO, 4)
    tournament.given(gone(seats_at(tournament)[0]))
    assert not due(tournament, UndoSessionStart(session=round_id(tournament), reason="too early"))
