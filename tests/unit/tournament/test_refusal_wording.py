"""Refusals name sessions and tables as people do, in each language, and begin with a capital."""

from services.tournament.definition.refusal_wording import places_named
from services.tournament.play.conflicts import SettleSheetConflict
from services.tournament.seating.seats import DrawSeats
from services.tournament.standings.entering.splits import SESSIONS_TOO_SMALL
from tests.unit.tournament import specs


def test_a_session_is_called_by_its_number_and_day() -> None:
    problem = specs.in_play().when(DrawSeats(session=specs.S1)).refused("wrong-phase").problem
    assert problem.text().startswith("Session 1 of Saturday, 28 March 2026 is playing; ")
    assert problem.text("zh").startswith("2026年3月28日星期六第 1 場")
    assert specs.S1 not in problem.text() + problem.text("zh")


def test_what_is_not_there_is_named_as_it_was_typed() -> None:
    problem = specs.in_play().when(DrawSeats(session="2026-03-29/9")).refused("not-found").problem
    assert "2026-03-29/9" in problem.text()


def test_a_sheet_that_is_not_there_is_called_by_its_table() -> None:
    missing = SettleSheetConflict(sheet=f"{specs.S1}/99", conflict=1, take="first", reason="Read again")
    problem = specs.in_play().when(missing).refused("not-found").problem
    assert problem.text().startswith(
        "There is no score sheet of table 99 in session 1 of Saturday, 28 March 2026."
    )
    assert specs.S1 not in problem.text() + problem.text("zh")


def test_sessions_that_are_listed_are_called_so_too() -> None:
    refused = SESSIONS_TOO_SMALL(entrants=9, room=4, sessions=[specs.S1])
    problem = places_named(refused, specs.in_play().state.definition)
    assert "session 1 of Saturday, 28 March 2026" in problem.text()
    assert specs.S1 not in problem.text() + problem.text("zh")
