"""Byes: in an odd field of pairs someone sits out, the lowest first, nobody twice while others have not."""

import pytest

from services.tournament.definition.stages import HALF, Bye
from services.tournament.play.timing import EndSession
from services.tournament.seating.seats import DrawSeats, SeatsDrawn
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.given_formats import (
    MSO,
    ROUNDS,
    draw_round,
    drawn,
    entered,
    in_play,
    line_of,
    lines,
    play_round,
    played,
    round_id,
    session,
    won,
)
from tests.unit.tournament.specs import numbers


def test_in_an_odd_field_the_lowest_sits_out_and_nobody_twice() -> None:
    tournament = played(MSO, 7, 5)
    byes = [number for round in range(1, 6) for number in session(tournament, round).byes]
    assert len(byes) == len(set(byes)) == 5


@pytest.mark.parametrize(("points", "halves"), [(0, 0), (HALF, 1), (1, 2)])
def test_a_bye_brings_what_the_stage_says(points: int | str, halves: int) -> None:
    tournament = drawn(MSO, 3, bye=Bye(points))
    (out,) = session(tournament).byes
    line = line_of(tournament, out)
    assert (line.totals.match_points, line.byes, line.met) == (halves, 1, (None,))
    assert (line.games, line.tied) == (0, False if halves else line.tied)


def test_who_sits_out_is_there_has_no_table_and_is_not_waited_for() -> None:
    tournament = in_play(MSO, 3)
    (out,) = session(tournament).byes
    attendance = tournament.entrant(out).in_session("swiss", round_id(tournament))
    assert attendance is not None
    assert (attendance.presence, attendance.table) == ("drawn", None)
    (pair,) = session(tournament).tables.values()
    tournament.given(won(tournament, pair[0]), EndSession(session=round_id(tournament)))
    tournament.when(DrawSeats(session=round_id(tournament, 2))).then(SeatsDrawn)


def test_where_no_bye_is_given_an_odd_number_cannot_be_drawn() -> None:
    tournament = entered(MSO, 3, bye=Bye(0, 0))
    tournament.when(DrawSeats(session=round_id(tournament))).refused("cannot-be-seated")


def test_larger_tables_vary_in_size_instead() -> None:
    for count, sizes in ((5, [3, 2]), (6, [3, 3]), (9, [3, 3, 3]), (8, [4, 4])):
        tournament = entered(ROUNDS, count)
        event = tournament.when(DrawSeats(session=round_id(tournament))).only(SeatsDrawn)
        assert (event.method, event.byes) == ("lot-1", ())
        assert [len(table.entrants) for table in event.tables] == sizes


def test_a_bye_counts_where_everyone_has_to_complete_everything() -> None:
    tournament = played(MSO, 5, 2, ranked="complete")
    assert len(lines(tournament)) == 5


def test_a_bye_stands_while_its_round_is_suspended() -> None:
    tournament = drawn(MSO, 3)
    (out,) = session(tournament).byes
    tournament.given(SuspendDay(day=session(tournament).known_day, grounds="other"))
    assert session(tournament).byes == (out,)
    assert play_round(draw_round(played(MSO, 3, 1), 2), 2).state.sessions[round_id(tournament, 2)].byes != (
        out,
    )


def test_who_has_had_all_byes_there_are_sits_out_without_one_and_without_points() -> None:
    tournament = played(MSO, 3, 5)
    given = [number for round in range(1, 6) for number in session(tournament, round).byes]
    assert sorted(given) == numbers(3)
    assert [len(session(tournament, round).unpaired) for round in range(1, 6)] == [0, 0, 0, 1, 1]
    for line in lines(tournament):
        won_at_tables = line.totals.games_won * 2
        assert line.byes in (1, 2)
        assert line.totals.match_points == won_at_tables + 2
