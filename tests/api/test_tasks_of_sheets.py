"""Tasks that take what stands on a sheet: in the cells of a form, and as the scores that were signed."""

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.docket_page.given import TABLE
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.api.test_tasks import TASKS, confirmed, sent

SCORES = "A +39/0, B −12/3, C −7/2, D −20/5"


@pytest.mark.parametrize(
    ("task", "answers"),
    [
        ("record-game-result", {"game": "1", "seats": SCORES}),
        ("submit-sheet", {"games": "\n".join([SCORES] * 3)}),
        ("correct-game", {"game": "1", "seats": SCORES, "reason": "Misread."}),
    ],
)
def test_scores_that_say_no_ending_are_taken_as_they_stand_on_the_sheet(
    in_play: House, task: str, answers: dict[str, str]
) -> None:
    chief = Chief(in_play, TASKS)
    if task == "correct-game":
        read = sent(chief, "record-game-result", sheet=TABLE, game="1", seats="A 0, B 12/3, C 7/2, D 21/5")
        confirmed(chief, "record-game-result", read)
    read = sent(chief, task, sheet=TABLE, **answers)
    assert read.status_code == 200, read.get_data(as_text=True)
    assert confirmed(chief, task, read).status_code == 303
    games = in_play.desk.state(ID).sheets[TABLE].games
    assert games[0] is not None
    assert games[0].figures[0].score == "39"


def cells_of_sheet(*games: tuple[int, ...]) -> dict[str, str]:
    """Each game with what is left on each rack, as the fields of a form."""
    return {
        f"game{at}-{name}_{seat}": str(value)
        for at, counts in enumerate(games, 1)
        for seat, count in zip("ABCD", counts, strict=True)
        for name, value in (("points", count), ("tiles", 1 if count else 0))
    }


def test_a_whole_sheet_is_entered_on_one_screen_and_what_is_wrong_stands_at_its_cell(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    page = chief.page(f"{TASKS}/submit-sheet?sheet={TABLE}")
    assert all(f'name="game{game}-points_D"' in page for game in (1, 2, 3))
    games = cells_of_sheet((0, 1, 2, 3), (4, 0, 5, 6), (7, 8, 0, 9))
    wrong = sent(chief, "submit-sheet", sheet=TABLE, **{**games, "game2-points_C": "x"})
    text = wrong.get_data(as_text=True)
    assert wrong.status_code == 422
    assert 'name="game2-points_C" value="x"' in text
    field = text.partition('id="game2-points_C"')[2].partition(">")[0]
    assert "aria-invalid" in field
    assert text.count("aria-invalid") == 1
    missing = sent(chief, "submit-sheet", sheet=TABLE, **{k: v for k, v in games.items() if "game3" not in k})
    field = missing.get_data(as_text=True).partition('id="game3-points_A"')[2].partition(">")[0]
    assert "aria-invalid" in field
    read = sent(chief, "submit-sheet", sheet=TABLE, **games)
    changed = chief.post(f"{TASKS}/submit-sheet", {**kept(read.get_data(as_text=True)), "step": "change"})
    assert 'name="game3-points_D" value="9"' in changed.get_data(as_text=True)
    assert confirmed(chief, "submit-sheet", read).status_code == 303
    sheet = in_play.desk.state(ID).sheets[TABLE]
    assert [game.figures[0].count for game in sheet.games if game is not None] == [0, 4, 7]


def test_the_table_that_is_chosen_brings_its_cells(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    assert 'name="games"' in chief.page(f"{TASKS}/submit-sheet")
    chosen = sent(chief, "submit-sheet", sheet=TABLE).get_data(as_text=True)
    assert 'name="game3-points_D"' in chosen
    assert 'name="games"' not in chosen


def test_what_is_wrong_in_one_of_several_games_says_which_and_leads_to_its_cells(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    wrong = {**cells_of_sheet((0, 1, 2, 3), (4, 0, 5, 6), (7, 8, 0, 9)), "game3-tiles_A": "0"}
    answer = sent(chief, "submit-sheet", sheet=TABLE, **wrong)
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422
    said = text.partition('id="wrong"')[2].partition("</p>")[0]
    assert f'href="#game3-cells">{say("page-docket-game", "en", game=3)}<' in said
    assert 'id="game3-cells"' in text
