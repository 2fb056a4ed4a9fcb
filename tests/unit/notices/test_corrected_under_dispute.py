"""Who rules on a game hears that its figures were corrected while the case was open."""

import pytest

from services.tournament.docket.disputes import RaiseDispute, WithdrawDispute
from services.tournament.play.results import CorrectGame
from tests.unit.notices.test_rulings_told import due
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_3, counts
from tests.unit.tournament.specs import S1, Tournament, recorded, sign

SHEET = f"{S1}/1"


def corrected(tournament: Tournament, game: int) -> list[tuple[str, str]]:
    """Which case of a corrected game the Chief Referee hears of, and from whom it comes."""
    figures = EXAMPLE_3 if game == 1 else EXAMPLE_1
    command = CorrectGame(
        sheet=SHEET, game=game, ended_by="time", seats=counts(*figures), reason="counted anew"
    )
    return [
        (notice.audience, dict(notice.parameters)["disputes"])
        for notice in due(tournament, command)
        if notice.template == "disputed-game-corrected"
    ]


def disputed(game: int) -> Tournament:
    tournament = recorded(4)
    seat = tournament.sheet().seats[0]
    return tournament.given(RaiseDispute(sheet=SHEET, entrant=seat, game=game, statement="Counted wrong."))


def test_a_correction_of_the_disputed_game_is_heard_of() -> None:
    assert corrected(disputed(2), 2) == [("role:chief_referee", "D-0001")]


def test_of_several_cases_about_it_one_message_names_all() -> None:
    tournament = disputed(2)
    for seat, game in ((1, 2), (2, 1)):
        raised = RaiseDispute(
            sheet=SHEET, entrant=tournament.sheet().seats[seat], game=game, statement="Wrong."
        )
        tournament = tournament.given(raised)
    assert corrected(tournament, 2) == [("role:chief_referee", "D-0001, D-0002")]


@pytest.mark.parametrize(("disputed_game", "game"), [(1, 2), (2, 1)])
def test_that_of_another_game_is_not(disputed_game: int, game: int) -> None:
    assert corrected(disputed(disputed_game), game) == []


def test_nor_once_the_case_is_withdrawn_or_the_sheet_is_signed() -> None:
    withdrawn = disputed(2).given(WithdrawDispute(dispute="D-0001", reason="solved"))
    assert corrected(withdrawn, 2) == []
    assert corrected(sign(recorded(4)), 2) == []
