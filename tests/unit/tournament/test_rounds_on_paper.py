"""Rounds played on paper: their rows are taken, and the next round is drawn by them."""

from services.tournament.play.paper import ImportResults, ResultRow, SessionPlayedOnPaper
from services.tournament.play.results import CorrectGame
from services.tournament.seating.seats import DrawSeats, SeatsDrawn
from services.tournament.seating.sessions import SEATS
from tests.unit.tournament.given_formats import (
    MSO,
    PRESSMAN,
    draw_round,
    entered,
    in_play,
    left,
    line_of,
    play_round,
    round_id,
    seats_at,
    session,
    sheet_at,
    stage_of,
    table_of,
)
from tests.unit.tournament.specs import Tournament

PAIRS = (("0001", "0002"), ("0003", "0004"))


def rows(
    tournament: Tournament, *tables: tuple[str, ...], round: int = 1, games: int = 1, lost: int = 12
) -> ImportResults:
    """At each table the first has won all games, and each of the others has lost by so much."""
    return ImportResults(
        rows=tuple(
            ResultRow(
                round_id(tournament, round),
                number,
                game,
                SEATS[seat],
                entrant,
                int(seat == 0),
                str(lost * (len(table) - 1) if seat == 0 else -lost),
                0 if seat == 0 else 3,
                line=1,
            )
            for number, table in enumerate(tables, 1)
            for game in range(1, games + 1)
            for seat, entrant in enumerate(table)
        )
    )


def test_a_swiss_round_comes_in_from_paper_and_counts() -> None:
    tournament = entered(MSO, 4)
    tournament.when(rows(tournament, *PAIRS)).only(SessionPlayedOnPaper)
    assert session(tournament).status == "ended"
    assert sheet_at(tournament).closed_seq is not None
    assert line_of(tournament, "0001").totals.match_points == 2
    assert line_of(tournament, "0002").totals.tie_break_sixths == -72
    tournament.when(rows(tournament, *PAIRS)).nothing()


def test_the_next_round_is_drawn_by_what_came_in_from_paper() -> None:
    tournament = entered(MSO, 4)
    tournament.given(rows(tournament, *PAIRS))
    event = tournament.when(DrawSeats(session=round_id(tournament, 2))).only(SeatsDrawn)
    assert {frozenset(table.entrants) for table in event.tables} == {
        frozenset(("0001", "0003")),
        frozenset(("0002", "0004")),
    }


def test_who_is_on_no_sheet_was_absent_and_is_in_the_next_round() -> None:
    tournament = entered(MSO, 5)
    tournament.given(rows(tournament, *PAIRS))
    attendance = tournament.entrant("0005").in_session("swiss", round_id(tournament))
    assert attendance is not None
    assert attendance.presence == "absent"
    draw_round(tournament, 2)
    assert "0005" in {*sum(session(tournament, 2).tables.values(), ()), *session(tournament, 2).byes}


def test_a_drawn_round_in_play_takes_sheets_that_agree_with_the_draw() -> None:
    tournament = in_play(MSO, 4)
    tables = tuple(seats_at(tournament, table) for table in (1, 2))
    tournament.when(rows(tournament, tables[0][::-1], tables[1])).refused("seats-drawn-differ")
    tournament.given(rows(tournament, *tables))
    assert line_of(tournament, tables[0][0]).totals.games_won == 1
    play_round(tournament)


def test_a_round_that_is_only_drawn_is_started_first() -> None:
    tournament = draw_round(entered(MSO, 4))
    tables = tuple(seats_at(tournament, table) for table in (1, 2))
    tournament.when(rows(tournament, *tables)).refused("not-started")


def test_a_sheet_from_paper_is_corrected_like_any_other() -> None:
    tournament = entered(MSO, 4)
    tournament.given(rows(tournament, *PAIRS))
    seats = (left(0, 0, "0002"), left(12, 3, "0001"))
    fix = CorrectGame(sheet=sheet_at(tournament).sheet, game=1, seats=seats, reason="columns changed places")
    tournament.given(fix, by="chief_referee")
    assert line_of(tournament, "0002").totals.match_points == 2


def test_a_table_that_played_to_a_target_comes_in_with_as_many_games_as_it_played() -> None:
    tournament = entered(PRESSMAN, 4)
    tournament.given(rows(tournament, ("0001", "0002", "0003"), games=7))
    assert len(sheet_at(tournament).games) == 7
    assert sheet_at(tournament).closed_seq is not None, "as it stands, whether the target is reached or not"
    assert table_of(tournament, stage_of(tournament))[0] == (1, "0001")


def test_a_table_is_as_large_as_the_stage_says() -> None:
    tournament = entered(MSO, 4)
    tournament.when(rows(tournament, ("0001", "0002", "0003"))).refused("not-found")
    tournament.when(rows(tournament, ("0001",))).refused("cannot-be-seated")
