"""Suspended rounds: their pairs stand, they start again, and later rounds move with them."""

from datetime import date, time

import pytest
from msgspec.structs import replace

from services.tournament.counterfactual.replay import Changes
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import NoEffect
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.play.forfeits import GamesForfeited
from services.tournament.play.timing import StartSession
from services.tournament.seating.seats import DrawSeats, UndoSeatDraw
from services.tournament.weather.rescheduling import RescheduleSessions, SessionsRescheduled
from services.tournament.weather.suspension import LiftSuspension, SessionsSuspended, SuspendDay
from tests.unit.tournament.given_formats import (
    MSO,
    SWISS,
    arrive,
    draw_round,
    drawn,
    enter,
    entered,
    founded_by,
    in_play,
    line_of,
    lines,
    plan_of,
    play_round,
    played,
    round_id,
    ruled,
    seats_at,
    session,
    sheet_at,
    start_round,
    with_stage,
    won,
)
from tests.unit.tournament.specs import Tournament, numbers

DAY, NEXT = date(2019, 8, 19), date(2019, 8, 21)
SUSPEND = SuspendDay(day=DAY, grounds="other", reason="no power")
MOVE = RescheduleSessions(day=DAY, new_day=NEXT)


def statuses(tournament: Tournament) -> list[tuple[str, date]]:
    return [(session.status, session.known_day) for session in tournament.state.sessions_of("swiss")]


def test_a_suspended_round_in_play_keeps_its_pairs_and_starts_again() -> None:
    tournament = in_play(MSO, 5)
    tables, byes, seed = session(tournament).tables, session(tournament).byes, session(tournament).seed
    tournament.given(won(tournament, seats_at(tournament)[0]))
    event = tournament.when(SUSPEND).only(SessionsSuspended)
    assert event.voided == (round_id(tournament),)
    assert lines(tournament)[0].games == 0
    tournament.given(MOVE)
    again = session(tournament)
    assert (again.status, again.day, again.attempt) == ("drawn", NEXT, 2)
    assert (again.tables, again.byes, again.seed) == (tables, byes, seed)
    start_round(tournament)
    assert sheet_at(tournament).games == (None,)
    play_round(tournament)
    assert line_of(tournament, min(seats_at(tournament))).totals.games_won == 1


def test_a_drawn_round_that_had_not_begun_keeps_its_pairs_too() -> None:
    tournament = drawn(MSO, 4)
    tables = session(tournament).tables
    tournament.given(SUSPEND, MOVE)
    assert session(tournament).tables == tables
    assert session(tournament).attempt == 1
    tournament.when(DrawSeats(session=round_id(tournament))).refused("wrong-phase")
    tournament.given(UndoSeatDraw(session=round_id(tournament), reason="someone fell ill"))
    draw_round(tournament, seed="another")


def test_all_rounds_of_the_day_that_are_not_over_move() -> None:
    tournament = draw_round(played(MSO, 4, 1), 2)
    tournament.given(SUSPEND)
    assert [status for status, _ in statuses(tournament)] == ["ended", *["suspended"] * 4]
    event = tournament.when(MOVE).only(SessionsRescheduled)
    assert event.sessions == tuple(f"2019-08-19/{number}" for number in range(2, 6))
    assert statuses(tournament) == [("ended", DAY), ("drawn", NEXT), *[("scheduled", NEXT)] * 3]
    play_round(tournament, 2)
    draw_round(tournament, 3)


def test_a_suspension_taken_back_before_play_leaves_the_round_drawn() -> None:
    tournament = drawn(MSO, 4)
    tournament.given(SUSPEND, LiftSuspension(day=DAY, reason="the power is back"))
    assert session(tournament).status == "drawn"
    start_round(tournament)
    tournament.given(SUSPEND)
    lift = LiftSuspension(day=DAY, reason="the power is back")
    tournament.when(lift).refused("something-rests-on-it", "which the suspension voided")


@pytest.mark.parametrize("check_in", ["each", "first"])
def test_who_had_checked_in_stays_paired(check_in: str) -> None:
    tournament = arrive(entered(SWISS, 4, check_in=check_in).at("2027-03-06 13:40"), *numbers(4))
    draw_round(tournament.at("2027-03-06 13:56"))
    day = date(2027, 3, 6)
    tournament.given(SuspendDay(day=day, grounds="signal_8_or_above"))
    tournament.given(RescheduleSessions(day=day, new_day=date(2027, 3, 13)))
    assert {attendance.presence for no in numbers(4) for attendance in [tournament.entrant(no).first]} == {
        "checked_in"
    }
    play_round(tournament.at("2027-03-13 14:00"))


def test_who_leaves_while_a_round_is_suspended_forfeits_as_it_starts_again() -> None:
    tournament = in_play(MSO, 4).given(SUSPEND)
    stays, leaver = seats_at(tournament)
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"), MOVE)
    outcome = tournament.when(StartSession(session=round_id(tournament)))
    assert outcome.only(GamesForfeited).winner == stays


def test_a_case_on_a_voided_sheet_is_moot() -> None:
    tournament = in_play(MSO, 4)
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="A tile."), SUSPEND)
    assert tournament.state.disputes["D-0001"].status == "moot"
    tournament.when(ruled(NoEffect())).refused("dispute-not-open")


def weekly() -> Tournament:
    """A Swiss tournament of three rounds in three weeks, the first in play."""
    plan = plan_of(SWISS, check_in="none", signatures="none")
    stage = plan.stages[0]
    sessions = tuple(
        replace(session, day=date(2027, 3, 6 + 7 * week), registration=None, seating=None, start=None)
        for week, session in enumerate(stage.sessions[:3])
    )
    tournament = enter(founded_by(with_stage(plan, replace(stage, sessions=sessions))), *numbers(4))
    return start_round(draw_round(tournament.at("2027-03-06 14:00")))


def test_rounds_that_would_come_before_a_moved_one_move_with_it() -> None:
    tournament = weekly().given(SuspendDay(day=date(2027, 3, 6), grounds="other"))
    event = tournament.when(RescheduleSessions(day=date(2027, 3, 6), new_day=date(2027, 3, 17))).only(
        SessionsRescheduled
    )
    assert event.sessions == ("r1", "r2")
    assert [day for _, day in statuses(tournament)] == [
        date(2027, 3, 17),
        date(2027, 3, 17),
        date(2027, 3, 20),
    ]
    story = tournament.told_again(Changes())
    assert (story.state, story.misfits) == (tournament.state, ())


def test_a_new_date_before_the_next_round_moves_that_one_alone() -> None:
    tournament = weekly().given(SuspendDay(day=date(2027, 3, 6), grounds="other"))
    event = tournament.when(RescheduleSessions(day=date(2027, 3, 6), new_day=date(2027, 3, 10))).only(
        SessionsRescheduled
    )
    assert event.sessions == ("r1",)


@pytest.mark.parametrize(("hour", "refused"), [(9, True), (12, False)])
def test_on_the_day_of_a_later_round_a_round_does_whose_hours_are_over_before_it(
    hour: int, refused: bool
) -> None:
    plan = plan_of(SWISS, check_in="none", signatures="none")
    stage = plan.stages[0]
    hours = ((date(2027, 3, 6), time(10), time(11)), (date(2027, 3, 13), time(hour), time(hour + 1)))
    sessions = tuple(
        replace(session, day=day, registration=start, seating=start, start=start, end=end)
        for session, (day, start, end) in zip(stage.sessions, hours, strict=False)
    )
    tournament = founded_by(with_stage(plan, replace(stage, sessions=sessions))).at("2027-03-05 14:00")
    tournament.given(SuspendDay(day=date(2027, 3, 6), grounds="other"))
    outcome = tournament.when(RescheduleSessions(day=date(2027, 3, 6), new_day=date(2027, 3, 13)))
    if refused:
        outcome.refused("new-date-clashes", "it must be over before a later round begins")
    else:
        outcome.then(SessionsRescheduled(("r1",), date(2027, 3, 13)))
