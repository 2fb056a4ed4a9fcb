"""Open tables: people sit down as they come, play as long as they like, and the table is closed."""

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from services.projections.sheet_rows import sheet_row
from services.tournament.definition.stages import Target
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.open_tables import CloseTable, OpenTable, TableClosed, TableOpened
from services.tournament.play.results import GameResultRecorded
from services.tournament.play.signatures import SheetClosed
from services.tournament.play.timing import EndSession, StartSession, UndoSessionStart
from services.tournament.publication.publishing import PublishResults, ResultsPublished
from services.tournament.seating.presence import CheckIn
from services.tournament.seating.seats import DrawSeats, SeatsDrawn
from services.tournament.standings.ratings import RatingsChanged
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.given_formats import (
    LEAGUE,
    MSO,
    ONLINE,
    enter,
    entered,
    founded_by,
    line_of,
    lines,
    open_table,
    plan_of,
    play_round,
    round_id,
    session,
    sheet_at,
    start_round,
    with_stage,
    won,
)
from tests.unit.tournament.specs import ADULT, Tournament, numbers, registration


def opened(*entrants: str, tournament: Tournament | None = None, **fields: int) -> OpenTable:
    return OpenTable(session=round_id(tournament or entered(ONLINE, 0)), entrants=entrants, **fields)


def close(tournament: Tournament, table: int = 1) -> CloseTable:
    return CloseTable(sheet=f"{round_id(tournament)}/{table}")


def test_two_to_four_different_people_take_the_next_table() -> None:
    tournament = start_round(entered(ONLINE, 7))
    session_id = round_id(tournament)
    tournament.when(opened("0001", "0002", "0003")).then(
        TableOpened(session_id, 1, ("0001", "0002", "0003"), None, None)
    )
    tournament.when(opened("0005", "0004")).then(TableOpened(session_id, 2, ("0005", "0004"), None, None))
    for wrong in ((), ("0006",), ("0006", "0006"), ("0006", "0007", *numbers(3))):
        tournament.when(opened(*wrong)).refused("table-wrong", "2 to 4")
    tournament.when(opened("0006", "9999")).refused("not-found")


def test_nothing_is_drawn_where_tables_are_open_nor_opened_where_they_are_drawn() -> None:
    tournament = entered(ONLINE, 4)
    tournament.when(DrawSeats(session=round_id(tournament))).refused("tables-are-taken")
    swiss = entered(MSO, 4)
    refused = OpenTable(session=round_id(swiss), entrants=("0001", "0002"))
    swiss.when(refused).refused("tables-are-drawn")
    play_round(swiss.given(DrawSeats(session=round_id(swiss))))
    swiss.when(CloseTable(sheet=f"{round_id(swiss)}/1")).refused("tables-are-drawn")


def test_tables_are_opened_while_the_session_is_played() -> None:
    tournament = entered(ONLINE, 4)
    tournament.when(opened("0001", "0002")).refused("wrong-phase")
    open_table(tournament, "0001", "0002").given(EndSession(session=round_id(tournament)))
    tournament.when(opened("0003", "0004")).refused("wrong-phase")


def test_nobody_sits_at_two_tables_at_once() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    tournament.when(opened("0002", "0003")).refused("sits-elsewhere", "0002", "table 1", round_id(tournament))
    tournament.given(close(tournament))
    tournament.given(opened("0002", "0003"))
    attendance = tournament.entrant("0002").participations[0].latest
    session_id = round_id(tournament)
    assert attendance.tables == (f"{session_id}/1", f"{session_id}/2")
    assert attendance.seat == "A"


def test_results_at_all_tables_count() -> None:
    tournament = open_table(entered(ONLINE, 3), "0001", "0002")
    tournament.given(won(tournament, "0001", 12), close(tournament))
    open_table(tournament, "0003", "0001")
    tournament.given(won(tournament, "0001", 8))
    line = line_of(tournament, "0001")
    assert (line.games, line.totals.games_won, line.totals.score_sixths, line.met) == (
        2,
        2,
        120,
        ("0002", "0003"),
    )
    assert line_of(tournament, "0002").games == 1


def test_who_is_out_takes_no_table_and_leaves_the_others_playing() -> None:
    tournament = open_table(entered(ONLINE, 5), "0001", "0002", "0003")
    tournament.given(WithdrawEntrant(entrant="0003", grounds="left"))
    tournament.when(opened("0003", "0004")).refused("out-of-competition")
    tournament.when(won(tournament, "0001")).then(GameResultRecorded, RatingsChanged)
    tournament.given(ReinstateEntrant(entrant="0003", reason="is back"))
    tournament.when(opened("0003", "0004")).refused("sits-elsewhere")


def test_a_table_may_have_a_turn_limit_that_the_rules_know() -> None:
    tournament = start_round(entered(ONLINE, 4))
    tournament.when(opened("0001", "0002", turn_seconds=7)).refused("turn-limit-wrong", "7")
    event = tournament.when(opened("0001", "0002", turn_seconds=45)).only(TableOpened)
    assert event.turn_seconds == 45
    row = sheet_row(tournament.state, f"{round_id(tournament)}/1")
    assert row is not None
    assert row.turn_seconds == 45


def test_a_table_may_have_a_target_of_its_own_where_the_stage_plays_to_one() -> None:
    tournament = start_round(entered(ONLINE, 4))
    tournament.when(opened("0001", "0002", target=30)).refused("invalid-input", "target")
    tournament = start_round(entered(ONLINE, 4, games=Target(200)))
    tournament.when(opened("0001", "0002", target=0)).refused("invalid-input", "target")
    open_table(tournament, "0001", "0002", target=30)
    open_table(tournament, "0003", "0004")
    tournament.given(won(tournament, "0001", 30), won(tournament, "0003", 30))
    tournament.when(won(tournament, "0001", 30, game=2)).refused("table-complete")
    tournament.given(won(tournament, "0003", 30, game=2))
    assert sheet_at(tournament, 1).length.figure == 30
    assert sheet_at(tournament, 2).length.figure == 200


def test_a_closed_table_plays_no_more_and_is_closed_once() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    tournament.given(won(tournament, "0001"))
    tournament.when(close(tournament)).then(TableClosed, SheetClosed)
    tournament.when(close(tournament)).refused("table-closed")
    tournament.when(won(tournament, "0001", game=2)).refused("table-closed", "open another one")
    tournament.when(close(tournament, 2)).refused("not-found")


def test_ending_the_session_closes_every_table() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    open_table(tournament, "0003", "0004").given(won(tournament, "0003"))
    outcome = tournament.when(EndSession(session=round_id(tournament)))
    assert len(outcome.all(SheetClosed)) == 2
    tournament.when(PublishResults(stage="season")).then(ResultsPublished)


def test_a_start_is_taken_back_until_a_table_is_open() -> None:
    tournament = start_round(entered(ONLINE, 4))
    undo = UndoSessionStart(session=round_id(tournament), reason="too early")
    tournament.given(undo, StartSession(session=round_id(tournament)))
    open_table(tournament, "0001", "0002")
    tournament.when(undo).refused("something-rests-on-it", "opening of tables")


def test_a_suspended_session_of_open_tables_starts_again_without_any() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    tournament.given(won(tournament, "0001"), close(tournament))
    day = session(tournament).known_day
    tournament.given(SuspendDay(day=day, grounds="other"))
    tournament.given(RescheduleSessions(day=day, new_day=day + timedelta(days=1)))
    assert (session(tournament).status, dict(session(tournament).tables)) == ("scheduled", {})
    tournament.now = tournament.state.plan.opens(session(tournament).known_day, session(tournament).plan)
    open_table(tournament, "0001", "0002")
    assert sheet_at(tournament).games == ()


def test_who_plays_in_another_session_is_refused_a_table_in_this_one() -> None:
    plan = plan_of(ONLINE, attend="one")
    stage = plan.stages[0]
    second = replace(stage.sessions[0], id="second", day=date(2025, 1, 5))
    tournament = founded_by(with_stage(plan, replace(stage, sessions=(*stage.sessions, second))))
    tournament.given(registration("0001", stage.sessions[0].id), registration("0002", "second"))
    start_round(tournament)
    tournament.when(opened("0001", "0002")).refused("not-in-session", "second")


# A league: its evenings are played by who comes.


def evening(number: int) -> str:
    return f"2027-03-{3 + 7 * (number - 1):02d}"


def test_an_evening_of_a_league_is_drawn_among_who_came() -> None:
    tournament = enter(founded_by(plan_of(LEAGUE)), *numbers(9)).at("2027-03-03 19:05")
    tournament.given(*(CheckIn(entrant=number) for number in numbers(8)))
    tournament.at("2027-03-03 19:21")
    event = tournament.when(DrawSeats(session=evening(1))).only(SeatsDrawn)
    assert (event.forfeited, event.absent) == ((), ())
    assert "0009" not in {number for table in event.tables for number in table.entrants}
    play_round(tournament)
    assert "0009" not in {line.entrant_no for line in lines(tournament)}
    tournament.at("2027-03-10 19:05").given(*(CheckIn(entrant=number) for number in numbers(4, 6)))
    tournament.at("2027-03-10 19:21").given(DrawSeats(session=evening(2)))
    play_round(tournament, 2)
    assert line_of(tournament, "0006").games == 6
    assert line_of(tournament, "0009").games == 3
    assert line_of(tournament, "0001").games == 3


def test_an_evening_nobody_came_to_neither_keeps_them_from_the_next_nor_the_results() -> None:
    tournament = enter(founded_by(plan_of(LEAGUE)), *numbers(4)).at("2027-03-10 19:05")
    tournament.given(*(CheckIn(entrant=number) for number in numbers(4)))
    tournament.at("2027-03-10 19:21").given(DrawSeats(session=evening(2)))
    publish = PublishResults(stage="season")
    tournament.when(publish).refused("stage-not-settled", evening(2))
    play_round(tournament, 2)
    tournament.when(publish).then(ResultsPublished)
    assert evening(1) == tournament.state.sessions_of("season")[0].plan.id


def test_who_joins_a_league_later_comes_from_then_on() -> None:
    tournament = enter(founded_by(plan_of(LEAGUE)), "0001")
    tournament.given(RegisterEntrant(entrant_no="0002", name_en="Late", birth_date=ADULT, session=evening(3)))
    assert [
        attendance.session for attendance in tournament.entrant("0002").participations[0].attendances
    ] == [evening(3), evening(4)]


@pytest.mark.parametrize("word", ["each", "none"])
def test_who_sits_down_at_an_open_table_is_there(word: str) -> None:
    tournament = open_table(entered(ONLINE, 2, check_in=word), "0001", "0002")
    assert tournament.entrant("0001").participations[0].latest.presence == "drawn"
