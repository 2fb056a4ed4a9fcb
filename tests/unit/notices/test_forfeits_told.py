"""Who wins games because the opponent left reads which, once; the referee of the table tells it at once."""

import pytest

from services.access.visibility import Visibility
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import notices_due
from services.notices.unplayed_games import asked_to_play
from services.tasks.waiting import waiting
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import Disqualify, ReplayGame
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.facts import Command
from services.tournament.play.results import CorrectGame
from services.tournament.play.timing import EndSession, StartSession, UndoSessionStart
from services.tournament.seating.seats import AssignReferees
from services.tournament.weather.suspension import SuspendDay
from shared.catalogue import say
from tests.unit.notices.test_rulings_told import due, read
from tests.unit.tournament.given_formats import (
    MSO,
    ROUNDS,
    cleared,
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
    return [notice for notice in notices if notice.kind == "unplayed-games"]


@pytest.mark.parametrize("out", ["withdrawn", "disqualified"])
def test_who_stays_reads_which_games_are_won_by_forfeit(out: str) -> None:
    tournament = in_play(MSO, 4, games=3)
    stays, leaver = seats_at(tournament)
    tournament.given(won(tournament, leaver, 7))
    leaving: Command = (
        gone(leaver) if out == "withdrawn" else DisqualifyEntrant(entrant=leaver, reason="a solver")
    )
    notices = won_by_forfeit(due(tournament, leaving))
    assert {notice.audience for notice in notices} == {f"entrant:{stays}", f"entrant:{leaver}"}
    english, chinese = read(tournament, notices), read(tournament, notices, "zh")
    how = {
        "withdrawn": ("have left", "已離場"),
        "disqualified": ("are out of the tournament", "已被取消資格"),
    }
    assert f"Between you and entrant {leaver} (table 1, " in english[stays]
    assert (
        f"games 2, 3 count as won by you, each with 0 (0 tiles, won), as they {how[out][0]}."
        in english[stays]
    )
    assert f"你與參賽者 {leaver} 的賽局（" in chinese[stays]
    assert f"第 2、3 局判你勝出，每局 0 分（0 隻牌，勝），因對方{how[out][1]}。" in chinese[stays]
    assert "games 2, 3 count as won by them, as you are out." in english[leaver]
    assert "第 2、3 局判對方勝出，因你已不再參賽。" in chinese[leaver]


def test_who_left_before_the_round_begins_is_told_of_as_it_begins() -> None:
    tournament = drawn(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    assert not won_by_forfeit(due(tournament, gone(leaver)))
    notices = due(tournament, StartSession(session=round_id(tournament)))
    assert "game 1 counts as won by you: 0 (0 tiles, won), " in read(tournament, notices)[stays]
    tournament.given(UndoSessionStart(session=round_id(tournament), reason="too early"))
    assert {overtaken(tournament.state, notice) for notice in notices} == {True}


def test_the_referee_tells_the_table_and_hears_nothing_of_what_they_did_themselves() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    events = tournament.when(gone(leaver), by="referee:R00").events
    seqs = list(enumerate(events, tournament.state.seq - len(events) + 1))
    (*_, aloud) = notices_due(tournament.state, seqs, "organizer:o")
    assert (aloud.kind, aloud.template, aloud.audience) == (
        "read-out",
        "forfeit-read-out",
        "several:referee:R00",
    )
    text = read(tournament, [aloud])["R00"]
    assert text.startswith("Please tell table 1, ")
    assert f"entrant {leaver} has left. Game 1 now: " in text
    told = {notice.audience for notice in notices_due(tournament.state, seqs, "referee:R00")}
    assert told == {f"entrant:{stays}", f"entrant:{leaver}"}


def test_once_the_game_is_to_be_played_after_all_no_forfeit_is_told() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    notices = due(tournament, gone(leaver))
    assert {notice.template for notice in notices} == {"unplayed-games", "forfeit-read-out"}
    assert {overtaken(tournament.state, notice) for notice in notices} == {False}
    back = due(tournament, ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    assert {overtaken(tournament.state, notice) for notice in notices} == {True}
    texts = read(tournament, won_by_forfeit(back))
    assert all("game 1 is to be played." in texts[number] for number in (stays, leaver))


@pytest.mark.parametrize("own_table", [True, False])
def test_both_read_what_a_ruling_forfeits_and_the_referee_ruled_for_reads_it_out_once(
    own_table: bool,
) -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    sheet = sheet_at(tournament, 1 if own_table else 2).sheet
    tournament.given(RaiseDispute(sheet=sheet, statement="a phone"))
    notices = due(tournament, ruled(Disqualify(leaver)))
    told = {notice.audience for notice in won_by_forfeit(notices)}
    assert told == {f"entrant:{stays}", f"entrant:{leaver}"}
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
    assert {notice.audience for notice in notices} == {f"entrant:{first}", f"entrant:{won}"}
    assert not any(overtaken(tournament.state, notice) for notice in notices)
    assert "(table 1, " in read(tournament, notices)[won]
    assert "counts no longer" in read(tournament, notices)[won]
    assert "不再作準" in read(tournament, notices, "zh")[won]
    tournament.given(StartSession(session=round_id(tournament)))
    assert not due(tournament, undo)


def test_who_is_in_again_as_play_begins_anew_reads_that_they_play_and_no_more_that_nothing_counts() -> None:
    tournament = in_play(MSO, 4)
    leaver, stays = seats_at(tournament)
    tournament.given(gone(leaver))
    void = due(tournament, UndoSessionStart(session=round_id(tournament), reason="too early"))
    tournament.given(ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    texts = read(tournament, due(tournament, StartSession(session=round_id(tournament))))
    assert all("game 1 is to be played." in texts[number] for number in (leaver, stays))
    assert all(overtaken(tournament.state, notice) for notice in void)


def test_who_was_in_again_before_the_start_was_taken_back_reads_that_they_play() -> None:
    tournament = in_play(MSO, 4)
    leaver, stays = seats_at(tournament)
    tournament.given(gone(leaver), ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    tournament.given(UndoSessionStart(session=round_id(tournament), reason="too early"))
    texts = read(tournament, due(tournament, StartSession(session=round_id(tournament))))
    assert all("game 1 is to be played." in texts[number] for number in (leaver, stays))


def test_who_is_in_reads_nothing_of_a_start_taken_back_but_the_table_that_heard_of_a_forfeit_is_told() -> (
    None
):
    tournament = in_play(MSO, 4, signatures="required")
    leaver, _stays = seats_at(tournament)
    tournament.given(gone(leaver))
    notices = due(tournament, UndoSessionStart(session=round_id(tournament), reason="too early"))
    texts = read(tournament, notices)
    assert {*texts} == {leaver, "R00"}
    assert texts["R00"].startswith("Please tell table 1, ")
    (aloud,) = [notice for notice in notices if notice.kind == "read-out"]
    assert not overtaken(tournament.state, aloud)
    tournament.given(StartSession(session=round_id(tournament)))
    assert overtaken(tournament.state, aloud)


def test_who_left_reads_that_a_suspension_voids_what_they_forfeited() -> None:
    tournament = in_play(MSO, 4)
    leaver, _ = seats_at(tournament)
    tournament.given(gone(leaver))
    day = tournament.state.sessions[round_id(tournament)].day
    assert day is not None
    notices = due(tournament, SuspendDay(day=day, grounds="black_rainstorm"))
    assert (
        "counts no longer" in read(tournament, [n for n in notices if n.template == "forfeit-undone"])[leaver]
    )


def test_one_referee_of_two_tables_hears_of_both_that_no_forfeit_stands() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    tournament.given(*(gone(seats_at(tournament, table)[0]) for table in (1, 2)))
    tournament.given(AssignReferees(session=round_id(tournament), assignments={"R00": (1, 2)}))
    notices = due(tournament, UndoSessionStart(session=round_id(tournament), reason="too early"))
    aloud = [notice for notice in notices if notice.kind == "read-out"]
    assert {notice.parameters["sheet"].rpartition("/")[2] for notice in aloud} == {"1", "2"}
    assert len({notice.dedupe_key for notice in aloud}) == 2
    assert len({notice.reference for notice in aloud}) == 2


def test_officials_hear_of_a_replay_after_the_session_and_that_it_is_forfeited() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    sheet = sheet_at(tournament).sheet
    tournament.given(won(tournament, stays), RaiseDispute(sheet=sheet, statement="a phone"))
    tournament.given(EndSession(session=round_id(tournament)))
    told = [each for each in due(tournament, ruled(ReplayGame(1))) if each.template == "games-due"]
    assert "game 1 is to be played." in read(tournament, told)["organizer"]
    told = [each for each in due(tournament, gone(leaver)) if each.template == "games-due"]
    assert f"game 1 counts as won by {stays}." in read(tournament, told)["organizer"]


@pytest.mark.parametrize("over", [False, True])
def test_officials_hear_of_a_replay_at_a_table_of_four_after_the_session_and_of_no_other_game(
    over: bool,
) -> None:
    tournament = in_play(ROUNDS, 4, games=2)
    seats, sheet = seats_at(tournament), sheet_at(tournament).sheet
    tournament.given(won(tournament, seats[0]), RaiseDispute(sheet=sheet, statement="a phone"))
    if over:
        tournament.given(EndSession(session=round_id(tournament)))
    told = due(tournament, ruled(ReplayGame(1), cites="Pressman Winning"))
    told = [each for each in told if each.template == "games-due"]
    assert len(told) == over
    texts = [read(tournament, told)["organizer"]] if over else []
    assert all("game 1 is to be played." in text and text.count(seats[3]) == 1 for text in texts)
    again = due(tournament, ruled(supersedes="R-0001", cites="Pressman Winning"))
    again = [each for each in again if each.template == "games-due"]
    texts = [read(tournament, again)["organizer"]] if over else []
    assert all(say("notice-games-due-none", "en") in text for text in texts)


def test_who_is_still_to_play_a_game_after_the_session_finds_it_among_what_they_are_to_do() -> None:
    tournament = in_play(MSO, 4, games=3)
    stays, leaver = seats_at(tournament)
    tournament.given(won(tournament, stays), gone(leaver))
    assert not [*asked_to_play(tournament.state, stays)]
    tournament.given(EndSession(session=round_id(tournament)))
    tournament.given(ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    for number in (stays, leaver):
        (asked,) = (phrase.in_language("en") for phrase in asked_to_play(tournament.state, number))
        assert asked.startswith("table 1, ")
    organizer = Visibility("organizer")
    waits = [each.offer for each in waiting(tournament.state, organizer, tournament.now) if each.offer]
    assert [dict(offer.answers) for offer in waits if offer.task == "record-game-result"] == [
        {"sheet": sheet_at(tournament).sheet, "game": "2"}
    ]
    for number in (stays, leaver):
        (asked,) = (phrase.in_language("en") for phrase in asked_to_play(tournament.state, number))
        assert "games 2, 3 are to be played. An official tells you when and where." in asked


def test_who_is_out_reads_that_a_game_is_played_again_without_them() -> None:
    tournament = in_play(ROUNDS, 4, games=2)
    seats, sheet = seats_at(tournament), sheet_at(tournament).sheet
    tournament.given(
        won(tournament, seats[0]), gone(seats[3]), RaiseDispute(sheet=sheet, statement="a phone")
    )
    texts = read(tournament, due(tournament, ruled(ReplayGame(1), cites="Pressman Winning")))
    assert say("notice-ruling-replayed-without", "en", game="1") in texts[seats[3]]
    assert "Game 1 is played again." in texts[seats[0]]


def test_who_is_back_in_the_round_in_play_reads_of_no_later_one() -> None:
    tournament = in_play(MSO, 4, games=2)
    leaver = seats_at(tournament)[0]
    tournament.given(gone(leaver))
    back = due(tournament, ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    text = read(tournament, [each for each in back if each.kind == "reinstated"])[leaver]
    assert "You are back" in text
    assert "Next:" not in text


def test_who_left_reads_that_the_game_they_forfeited_was_played_after_all() -> None:
    tournament = in_play(MSO, 4, signatures="required")
    stays, leaver = seats_at(tournament)
    tournament.given(gone(leaver))
    seats, sheet = cleared(stays, [leaver]), sheet_at(tournament).sheet
    played = CorrectGame(sheet=sheet, game=1, seats=seats, reason="they had")
    notices = [each for each in due(tournament, played) if each.kind == "figures-corrected"]
    assert {*read(tournament, notices)} >= {leaver}
    assert stays not in read(tournament, [each for each in notices if each.template == "figures-corrected"])


def test_who_is_back_while_black_rain_stops_play_reads_what_to_do() -> None:
    tournament = in_play(MSO, 4)
    leaver, _ = seats_at(tournament)
    tournament.given(gone(leaver))
    day = tournament.state.sessions[round_id(tournament)].day
    assert day is not None
    tournament.given(SuspendDay(day=day, grounds="black_rainstorm"))
    back = due(tournament, ReinstateEntrant(entrant=leaver, reason="only gone for water"))
    text = read(tournament, [each for each in back if each.kind == "reinstated"])[leaver]
    assert "Play is suspended at present (black rain): " in text
    assert "Stay in the hall" in text
