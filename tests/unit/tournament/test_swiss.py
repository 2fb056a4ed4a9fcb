"""Swiss rounds: sessions that everyone attends, each drawn by the results of those before it."""

import pytest

from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.entrants import Attendance
from services.tournament.play.timing import EndSession, ReopenSession, StartSession, UndoSessionStart
from services.tournament.seating.drawing import SessionsDropped
from services.tournament.seating.presence import CheckIn, UndoCheckIn
from services.tournament.seating.seats import DrawSeats, SeatDrawUndone, SeatsDrawn, UndoSeatDraw
from tests.unit.tournament.given_formats import (
    MSO,
    ROUNDS,
    SWISS,
    arrive,
    draw_round,
    drawn,
    enter,
    entered,
    founded_as,
    in_play,
    line_of,
    lines,
    play_round,
    played,
    round_id,
    seated,
    session,
    start_round,
    won,
)
from tests.unit.tournament.specs import Tournament, numbers


def of_round(tournament: Tournament, entrant: str, round: int) -> Attendance | None:
    played = session(tournament, round)
    return tournament.entrant(entrant).in_session(played.stage, played.plan.id)


def test_a_round_pairs_everyone_and_keeps_seed_seats_and_method() -> None:
    tournament = entered(MSO, 6)
    event = tournament.when(DrawSeats(session=round_id(tournament), seed="read out")).only(SeatsDrawn)
    assert (event.method, event.seed, event.byes, event.forfeited, event.absent) == (
        "swiss-1",
        "read out",
        (),
        (),
        (),
    )
    assert sorted(number for table in event.tables for number in table.entrants) == numbers(6)
    assert {len(table.entrants) for table in event.tables} == {2}


def test_the_same_seed_draws_the_same_round_and_other_seeds_others() -> None:
    def first_round(seed: str) -> list[frozenset[str]]:
        return [frozenset(seats) for _, seats in sorted(session(drawn(MSO, 20, seed=seed)).tables.items())]

    assert first_round("one") == first_round("one")
    others = [first_round(f"seed {number}") for number in range(5)]
    assert len({tuple(pair) for pair in others}) == 5
    # By lot, not by number: neighbours do not meet more often than by chance.
    assert any(frozenset(("0001", "0002")) not in pair for pair in others)


def test_the_seed_says_in_a_later_round_who_of_those_level_meets_and_who_sits_at_a() -> None:
    def second_round(seed: str) -> list[tuple[str, ...]]:
        tournament = draw_round(play_round(drawn(MSO, 16, seed="the first")), 2, seed=seed)
        return [seats for _, seats in sorted(session(tournament, 2).tables.items())]

    assert second_round("one") == second_round("one")
    assert second_round("one") != second_round("two")


def test_those_with_as_many_points_meet() -> None:
    tournament = played(MSO, 16, 3)
    points = {line.entrant_no: line.totals.match_points for line in lines(tournament)}
    draw_round(tournament, 4)
    apart = [abs(points[a] - points[b]) for a, b in session(tournament, 4).tables.values()]
    assert max(apart) <= 2
    assert apart.count(0) >= 6


def test_nobody_meets_twice_in_five_rounds() -> None:
    for line in lines(played(MSO, 12, 5)):
        assert len(set(line.met)) == len(line.met) == 5


def test_nobody_checks_in_where_nobody_has_to() -> None:
    tournament = entered(MSO, 4)
    tournament.when(CheckIn(entrant="0001")).refused("nobody-checks-in", "Withdraw who does not come")
    draw_round(tournament)
    assert {attendance.presence for no in numbers(4) if (attendance := of_round(tournament, no, 1))} == {
        "drawn"
    }


def test_who_checks_in_for_each_round_is_paired_in_those_alone() -> None:
    tournament = arrive(entered(SWISS, 5, check_in="each").at("2027-03-06 13:40"), *numbers(4))
    tournament.at("2027-03-06 13:56")
    play_round(draw_round(tournament))
    absent = of_round(tournament, "0005", 1)
    assert absent is not None
    assert (absent.presence, seated(tournament)) == ("absent", numbers(4))
    tournament.when(DrawSeats(session=round_id(tournament, 2))).refused("cannot-be-seated")
    arrive(tournament, "0001", "0004", "0005", "0003")
    assert seated(draw_round(tournament, 2), 2) == ["0001", "0003", "0004", "0005"]
    missed = of_round(tournament, "0002", 2)
    assert missed is not None
    assert missed.presence == "absent"


def test_who_checked_in_once_is_there_for_all_rounds() -> None:
    tournament = arrive(entered(SWISS, 5).at("2027-03-06 13:40"), *numbers(4))
    tournament.when(CheckIn(entrant="0001")).refused("already-checked-in")
    play_round(draw_round(tournament.at("2027-03-06 13:56")))
    tournament.when(CheckIn(entrant="0001")).refused("already-checked-in")
    draw_round(tournament, 2)
    assert seated(tournament, 2) == numbers(4)
    # Who missed the first round checks in for the next, and is in from there on.
    tournament.given(UndoSeatDraw(session=round_id(tournament, 2), reason="0005 has come"))
    arrive(tournament, "0005")
    draw_round(tournament, 2)
    assert {*seated(tournament, 2), *session(tournament, 2).byes} == {*numbers(5)}
    assert [
        attendance.presence for attendance in tournament.entrant("0005").participations[0].attendances[:2]
    ] == ["absent", "checked_in"]


def test_until_people_are_seated_who_is_missing_may_still_come() -> None:
    tournament = arrive(entered(SWISS, 4).at("2027-03-06 13:40"), "0001", "0002")
    tournament.when(DrawSeats(session="r1")).refused("too-early-to-draw", "1:55 pm")
    tournament.given(UndoCheckIn(entrant="0002", reason="it was her sister"))
    arrive(tournament, "0003")
    # Late for one round is not out of all of them.
    tournament.when(CheckIn(entrant="0004"), at="2027-03-06 13:56").refused("late-for-session", "next one")
    tournament.at("2027-03-06 13:56").given(DrawSeats(session="r1"))
    assert seated(tournament) == ["0001", "0003"]


def test_who_enters_late_plays_from_the_next_round_on() -> None:
    tournament = enter(in_play(MSO, 4), "0005", "0006")
    assert of_round(tournament, "0005", 1) is None
    play_round(tournament)
    draw_round(tournament, 2)
    assert seated(tournament, 2) == numbers(6)
    line = line_of(play_round(tournament, 2), "0005")
    assert line.games == 1
    assert line.met[:1] != (None,)


def test_after_the_last_draw_nobody_enters() -> None:
    tournament = draw_round(played(MSO, 8, 4), 5)
    with pytest.raises(AssertionError, match="registration-over"):
        enter(tournament, "0009")


@pytest.mark.parametrize("name", [MSO, ROUNDS])
def test_a_round_waits_until_that_before_it_is_ended_and_complete(name: str) -> None:
    tournament = in_play(name, 4)
    second = DrawSeats(session=round_id(tournament, 2))
    tournament.when(second).refused("session-before-open", "is playing")
    tournament.given(EndSession(session=round_id(tournament)))
    tournament.when(second).refused("session-before-open", "still lacks results: table")
    tournament.when(DrawSeats(session=round_id(tournament, 3))).refused("session-before-open")


def test_a_round_that_all_its_entrants_have_left_is_waited_for_no_more_but_the_next_is() -> None:
    tournament = in_play(MSO, 4)
    tournament.given(*(WithdrawEntrant(entrant=number, grounds="left") for number in numbers(4)))
    enter(tournament, *numbers(4, 5))
    tournament.when(DrawSeats(session=round_id(tournament, 3))).refused(
        "session-before-open", round_id(tournament, 2)
    )


def test_results_that_come_in_after_the_end_open_the_way_to_the_next_round() -> None:
    tournament = in_play(MSO, 4)
    tournament.given(EndSession(session=round_id(tournament)))
    for seats in session(tournament).tables.values():
        tournament.given(won(tournament, seats[0]))
    tournament.when(DrawSeats(session=round_id(tournament, 2))).then(SeatsDrawn)


def test_one_alone_cannot_be_drawn() -> None:
    for name in (MSO, ROUNDS):
        tournament = entered(name, 1)
        tournament.when(DrawSeats(session=round_id(tournament))).refused("cannot-be-seated")


def test_a_draw_is_taken_back_until_its_round_is_in_play() -> None:
    tournament = drawn(MSO, 5)
    undo = UndoSeatDraw(session=round_id(tournament), reason="a player came")
    tournament.when(undo).then(SeatDrawUndone)
    assert (seated(tournament), session(tournament).byes) == ([], ())
    assert {attendance.presence for no in numbers(5) if (attendance := of_round(tournament, no, 1))} == {
        "expected"
    }
    assert all(line.byes == 0 for line in lines(tournament))
    tournament.when(undo).refused("wrong-phase")
    start_round(draw_round(tournament))
    tournament.when(undo).refused("wrong-phase")
    tournament.given(UndoSessionStart(session=round_id(tournament), reason="not all were there"))
    tournament.when(undo).then(SeatDrawUndone)


def test_a_started_round_is_not_taken_back_once_a_game_rests_on_it() -> None:
    tournament = in_play(MSO, 4)
    tournament.given(won(tournament, "0001"))
    undo = UndoSessionStart(session=round_id(tournament), reason="too late")
    tournament.when(undo).refused("something-rests-on-it")


def test_a_round_is_not_reopened_once_the_next_was_drawn_by_it() -> None:
    tournament = draw_round(played(MSO, 6, 1), 2)
    reopen = ReopenSession(session=round_id(tournament), reason="a slip")
    tournament.when(reopen).refused("something-rests-on-it", round_id(tournament, 2))
    tournament.given(UndoSeatDraw(session=round_id(tournament, 2), reason="a slip"))
    tournament.given(reopen)


def test_who_is_out_is_drawn_no_more_and_again_when_reinstated() -> None:
    tournament = play_round(drawn(MSO, 6))
    tournament.given(WithdrawEntrant(entrant="0003", grounds="health"))
    tournament.given(DisqualifyEntrant(entrant="0004", reason="a solver"))
    draw_round(tournament, 2)
    assert seated(tournament, 2) == ["0001", "0002", "0005", "0006"]
    tournament.given(UndoSeatDraw(session=round_id(tournament, 2), reason="0004 was innocent"))
    tournament.given(ReinstateEntrant(entrant="0004", reason="it was not hers"))
    draw_round(tournament, 2)
    assert "0004" in {*seated(tournament, 2), *session(tournament, 2).byes}


def test_a_registration_is_cancelled_until_its_entrant_is_drawn() -> None:
    tournament = entered(MSO, 5)
    tournament.given(CancelRegistration(entrant="0005"))
    assert all("0005" not in session.entrants for session in tournament.state.sessions.values())
    draw_round(tournament)
    tournament.when(CancelRegistration(entrant="0001")).refused("already-arrived")


def test_tables_are_named_by_a_person_only_where_the_stage_says_so() -> None:
    tournament = entered(MSO, 4)
    named = DrawSeats(session=round_id(tournament), tables=(("0001", "0002"), ("0003", "0004")))
    tournament.when(named).refused("invalid-input", "only where the stage says so")
    tournament = entered(MSO, 4, draw="given")
    assert tournament.when(named).only(SeatsDrawn).method == "given-1"
    assert session(tournament).tables[2] == ("0003", "0004")


def test_rounds_of_larger_tables_go_by_standing_too() -> None:
    tournament = played(ROUNDS, 8, 1, draw="swiss")
    event = tournament.when(DrawSeats(session=round_id(tournament, 2))).only(SeatsDrawn)
    assert event.method == "swiss-tables-1"
    assert [len(table.entrants) for table in event.tables] == [4, 4]


def test_a_swiss_tournament_drops_no_round_and_needs_no_referee_without_signatures() -> None:
    tournament = entered(MSO, 2)
    outcome = tournament.when(DrawSeats(session=round_id(tournament)))
    assert outcome.all(SessionsDropped) == []
    tournament.when(StartSession(session=round_id(tournament)))
    assert sorted(session.plan.id for session in tournament.state.sessions.values()) == [
        f"2019-08-19/{number}" for number in range(1, 6)
    ]
    assert not founded_as(MSO).state.referees
