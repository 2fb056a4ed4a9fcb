"""A slip of the pen put right on a page: how the game ended is kept, and what was done is said."""

from typing import Any
from urllib.parse import urlencode

import pytest

from services.web.docket.figure_cells import CELLS
from shared.catalogue import say
from shared.catalogue.titles import title_of
from tests.api.conftest import ID, START, House
from tests.api.docket_page.given import TABLE
from tests.api.docket_page.ruling_forms import Chief, kept

PATH = f"/t/{ID}/tasks/correct-game"
TABLE_PAGE = f"/t/{ID}/tables/{TABLE}"
GAME = {"sheet": TABLE, "game": "1", "back": TABLE_PAGE}
ASKED = f"{PATH}?{urlencode(GAME)}"
COUNTS = {"A": (5, 1), "B": (12, 2), "C": (20, 3), "D": (60, 9)}


def cells(counts: dict[str, tuple[int, int]]) -> dict[str, str]:
    points = {f"points_{seat}": str(count) for seat, (count, _) in counts.items()}
    return points | {f"tiles_{seat}": str(tiles) for seat, (_, tiles) in counts.items()}


@pytest.fixture
def exhausted(disputed: House) -> House:
    """Game 1 ended with the pool exhausted."""
    seats = [{"seat": seat, "count": count, "tiles": tiles} for seat, (count, tiles) in COUNTS.items()]
    correction = {"sheet": TABLE, "game": 1, "ended_by": "pool_exhausted", "reason": "counted anew"}
    disputed.done("correct-game", {**correction, "seats": seats})
    return disputed


def look(chief: Chief, **more: str) -> Any:
    form = {"form": chief.word(ASKED), "step": "look", "reason": "Misread", "ended_by": "", **GAME}
    return chief.post(PATH, form | cells({**COUNTS, "D": (61, 9)}) | more)


def test_a_game_ended_as_it_stands_unless_it_is_said_otherwise(exhausted: House) -> None:
    chief = Chief(exhausted, ASKED)
    read = look(chief)
    assert read.status_code == 200, read.get_data(as_text=True)
    assert "D 61/9, pool exhausted" in read.get_data(as_text=True)
    confirm(chief, read.get_data(as_text=True))
    game = exhausted.desk.state(ID).sheets[TABLE].games[0]
    assert game is not None
    assert (game.ended_by, [figure.count for figure in game.figures]) == ("pool_exhausted", [5, 12, 20, 61])


def test_a_rack_that_is_cleared_now_is_no_longer_an_exhausted_pool(exhausted: House) -> None:
    read = look(Chief(exhausted, ASKED), points_A="0", tiles_A="0").get_data(as_text=True)
    assert "an exhausted pool → a cleared rack" in read


def confirm(chief: Chief, page: str) -> Any:
    return chief.post(PATH, {**kept(page), "step": "confirm"})


def test_the_cells_begin_with_the_game_as_it_stands(exhausted: House) -> None:
    page = Chief(exhausted, ASKED).page(ASKED)
    assert all(f'name="points_{seat}" value="{count}"' in page for seat, (count, _) in COUNTS.items())
    assert '<option value="pool_exhausted" selected>' in page
    assert all(f'name="{cell}"' in page for cell in CELLS[:16] if not cell.startswith("forfeited"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_table_says_what_was_done_just_now_to_whoever_did_it(exhausted: House, lang: str) -> None:
    chief = Chief(exhausted, ASKED)
    said = str(title_of("correct-game", lang))
    assert f"{said}{say('page-colon', lang)}" not in chief.page(f"{TABLE_PAGE}?lang={lang}")
    answer = confirm(chief, look(chief).get_data(as_text=True))
    led_to = answer.headers["Location"].replace("lang=en", f"lang={lang}")
    assert led_to.startswith(TABLE_PAGE)
    assert f"{said}{say('page-colon', lang)}" in chief.page(led_to)
    assert said not in exhausted.anyone.get(led_to).get_data(as_text=True)
    assert f"{said}{say('page-colon', lang)}" not in Chief(exhausted, ASKED).page(led_to)


def test_the_same_from_a_second_tab_is_read_again_and_changes_nothing(exhausted: House) -> None:
    chief = Chief(exhausted, ASKED)
    tabs = [look(chief).get_data(as_text=True) for _ in range(2)]
    assert confirm(chief, tabs[0]).status_code == 303
    head = exhausted.head
    answer = confirm(chief, tabs[1])
    shown = answer.get_data(as_text=True)
    assert 'role="alert"' in shown
    assert say("page-task-no-change", "en") in shown
    assert f'href="{TABLE_PAGE}?lang=en"' in shown
    assert exhausted.head == head


@pytest.mark.parametrize(
    ("cell", "typed"), [("points_B", "x"), ("points_B", ""), ("tiles_C", "many"), ("points_D", "9" * 9)]
)
def test_what_cannot_be_read_is_said_at_its_cell_and_nothing_typed_is_lost(
    exhausted: House, cell: str, typed: str
) -> None:
    refused = look(Chief(exhausted, ASKED), **{cell: typed})
    page = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert f'name="{cell}" value="{typed}"' in page
    assert 'aria-describedby="wrong"' in page.partition(f'name="{cell}"')[2].partition(">")[0]
    assert 'name="points_A" value="5"' in page
    assert "Misread" in page


def test_figures_are_no_reason(exhausted: House) -> None:
    assert look(Chief(exhausted, ASKED), reason="A 0, B 12/3, C 7/2, D 20/5").status_code == 422


def test_a_game_is_recorded_in_the_same_cells(in_play: House) -> None:
    in_play.clock.set(START)
    chief, path = Chief(in_play, ASKED), f"/t/{ID}/tasks/record-game-result"
    asked = f"{path}?{urlencode({'sheet': TABLE, 'game': '1'})}"
    form = {"form": chief.word(asked), "step": "look", "sheet": TABLE, "game": "1", "ended_by": ""}
    read = chief.post(path, form | cells({**COUNTS, "A": (0, 0)}))
    assert read.status_code == 200, read.get_data(as_text=True)
    changed = chief.post(path, {**kept(read.get_data(as_text=True)), "step": "change"})
    assert 'name="points_D" value="60"' in changed.get_data(as_text=True)
    assert chief.post(path, {**kept(read.get_data(as_text=True)), "step": "confirm"}).status_code == 303
    game = in_play.desk.state(ID).sheets[TABLE].games[0]
    assert game is not None
    assert [figure.count for figure in game.figures] == [0, 12, 20, 60]


def test_a_referee_of_another_table_has_no_cells_of_it(in_play: House) -> None:
    referee = Chief(in_play, ASKED)
    referee.sign_in("referee", "REF-2")
    asked = f"/t/{ID}/tasks/record-game-result?{urlencode({'sheet': TABLE, 'game': '1'})}"
    answer = referee.get(asked)
    assert answer.status_code == 403
    assert 'name="points_A"' not in answer.get_data(as_text=True)


def test_the_address_that_a_correction_had_leads_to_the_task(exhausted: House) -> None:
    answer = Chief(exhausted, ASKED).get(f"/t/{ID}/correct/1/{TABLE}?lang=en")
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(PATH)
