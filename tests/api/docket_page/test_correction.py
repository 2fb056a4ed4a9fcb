"""A slip of the pen put right on a page: how the game ended is kept, and what was done is said."""

from typing import Any

import pytest

from services.web.docket.figure_cells import CELLS
from tests.api.conftest import ID, House
from tests.api.docket_page.given import TABLE
from tests.api.docket_page.ruling_forms import Chief, kept

PATH = f"/t/{ID}/correct/1/{TABLE}"
TABLE_PAGE = f"/t/{ID}/tables/{TABLE}"
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
    form = {"form": chief.word(PATH), "step": "look", "reason": "Misread", "ended_by": ""}
    return chief.post(PATH, form | cells({**COUNTS, "D": (61, 9)}) | more)


def test_a_game_ended_as_it_stands_unless_it_is_said_otherwise(exhausted: House) -> None:
    chief = Chief(exhausted, PATH)
    read = look(chief)
    assert read.status_code == 200, read.get_data(as_text=True)
    assert "D 61/9, pool exhausted" in read.get_data(as_text=True)
    chief.post(PATH, {**kept(read.get_data(as_text=True)), "step": "confirm"})
    game = exhausted.desk.state(ID).sheets[TABLE].games[0]
    assert game is not None
    assert (game.ended_by, [figure.count for figure in game.figures]) == ("pool_exhausted", [5, 12, 20, 61])


def test_a_rack_that_is_cleared_now_is_no_longer_an_exhausted_pool(exhausted: House) -> None:
    read = look(Chief(exhausted, PATH), points_A="0", tiles_A="0").get_data(as_text=True)
    assert "an exhausted pool → a cleared rack" in read


@pytest.mark.parametrize(("lang", "said"), [("en", "Game 1 is corrected."), ("zh", "已更正第 1 局。")])
def test_the_table_says_what_was_corrected_just_now(exhausted: House, lang: str, said: str) -> None:
    chief = Chief(exhausted, PATH)
    assert said not in chief.page(f"{TABLE_PAGE}?lang={lang}")
    answer = chief.post(PATH, {**kept(look(chief).get_data(as_text=True)), "step": "confirm"})
    assert said in chief.page(answer.headers["Location"].replace("lang=en", f"lang={lang}"))
    assert said.replace("1", "2") not in chief.page(f"{TABLE_PAGE}?corrected=2&lang={lang}"), "nobody did"
    assert said not in exhausted.anyone.get(f"{TABLE_PAGE}?corrected=1&lang={lang}").get_data(as_text=True)


def test_the_same_from_a_second_tab_is_refused_on_the_form_with_the_way_back(exhausted: House) -> None:
    chief = Chief(exhausted, PATH)
    tabs = [look(chief).get_data(as_text=True) for _ in range(2)]
    assert chief.post(PATH, {**kept(tabs[0]), "step": "confirm"}).status_code == 303
    answer = chief.post(PATH, {**kept(tabs[1]), "step": "confirm"})
    shown = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert 'role="alert"' in shown
    assert f'href="{TABLE_PAGE}?lang=en"' in shown
    assert all(f'name="{cell}"' in shown for cell in CELLS[:16] if not cell.startswith("forfeited"))
