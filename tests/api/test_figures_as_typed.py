"""What cells come to is worked out as they are typed, and nothing is written by it."""

import json
from typing import Any

import pytest

from services.web.docket.figure_cells import POINTS_UNREADABLE
from shared.catalogue import say
from tests.api.conftest import START, House, scores
from tests.api.docket_page.given import TABLE, raise_case, seats
from tests.api.docket_page.ruling_forms import FIGURES, RULING, Chief
from tests.api.test_tasks import TASKS

GAME = {"points_A": "0", "points_B": "12", "points_C": "7", "points_D": "20"}
TILES = {"tiles_A": "0", "tiles_B": "3", "tiles_C": "2", "tiles_D": "5"}


def typed(house: House, task: str, language: str = "en", **fields: str) -> Any:
    chief, head = Chief(house, TASKS), house.head
    word = chief.word(f"{TASKS}/{task}?sheet={TABLE}")
    sent = {"form": word, "step": "typed", "sheet": TABLE, **fields}
    answer = chief.post(f"{TASKS}/{task}?lang={language}", sent)
    assert answer.status_code == 200
    assert house.head == head
    return json.loads(answer.get_data(as_text=True).replace("\N{NO-BREAK SPACE}", " "))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_game_is_scored_as_it_is_typed_beside_those_on_the_sheet(in_play: House, language: str) -> None:
    in_play.clock.set(START)
    in_play.done("record-game-result", {"sheet": TABLE, "game": 1, "seats": scores(10, -3, -4, -3)})
    body = typed(in_play, "record-game-result", language, game="2", **GAME, **TILES)
    assert body["games"] == {"": {"scores": "★A +39 · B −12 · C −7 · D −20"}}
    totals = "A +49 · B −15 · C −11 · D −23"
    assert body["totals"] == say("page-figures-so-far", language, scores=totals)


def test_of_a_whole_sheet_each_game_is_scored_and_what_is_not_typed_yet_is_no_fault(in_play: House) -> None:
    in_play.clock.set(START)
    first = {f"game1-{name}": value for name, value in {**GAME, **TILES}.items()}
    body = typed(in_play, "submit-sheet", **first, **{"game2-points_A": "3"})
    assert body["games"] == {"game1-": {"scores": "★A +39 · B −12 · C −7 · D −20"}}
    assert body["totals"] == say("page-figures-so-far", "en", scores="A +39 · B −12 · C −7 · D −20")
    assert typed(in_play, "submit-sheet") == {"games": {}, "totals": ""}


def test_what_cannot_have_been_is_said_at_its_game(in_play: House) -> None:
    in_play.clock.set(START)
    two = {f"game1-{name}": value for name, value in {**GAME, **TILES, "points_B": "0"}.items()}
    unread = {"game2-points_C": "many", "game2-tiles_C": "2"}
    games = typed(in_play, "submit-sheet", **two, **unread)["games"]
    assert {name: [*said] for name, said in games.items()} == {"game1-": ["wrong"], "game2-": ["wrong"]}
    assert games["game2-"]["wrong"] == POINTS_UNREADABLE(given="many").text("en")


def test_a_table_that_is_gone_comes_to_nothing(in_play: House) -> None:
    assert typed(in_play, "submit-sheet", sheet="2027-03-06/9/9", **{"game1-points_A": "3"}) == {
        "games": {},
        "totals": "",
    }


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_ruling_shows_what_its_figures_come_to(in_play: House, language: str) -> None:
    chief = Chief(raise_case(in_play))
    assert as_ruled(chief, FIGURES, language) == {"games": {}, "totals": ""}, "no effect is chosen yet"
    chief.answers("effect", effect="amend_game")
    page = chief.page(f"{RULING}?step=figures")
    assert "figures.js" in page
    head = in_play.head
    body = as_ruled(chief, FIGURES, language)
    assert body["games"] == {"": {"scores": "★A +37 · B −12 · C −5 · D −20"}}
    totals = "A +97 · B −22 · C −25 · D −50"
    assert body["totals"] == say("page-figures-so-far", language, scores=totals)
    wrong = as_ruled(chief, {**FIGURES, "points_C": "many"}, language)["games"][""]
    assert wrong == {"wrong": POINTS_UNREADABLE(given="many").text(language)}
    assert in_play.head == head
    assert 'value="12"' not in chief.page(f"{RULING}?step=figures"), "nothing is kept of it"


def as_ruled(chief: Chief, fields: dict[str, str], language: str) -> Any:
    answer = chief.post(f"{RULING}?lang={language}", {"form": chief.form, "step": "typed", **fields})
    assert answer.status_code == 200
    return json.loads(answer.get_data(as_text=True).replace("\N{NO-BREAK SPACE}", " "))


def test_who_has_left_since_has_figures_in_what_is_corrected_and_none_in_what_comes(in_play: House) -> None:
    in_play.clock.set(START)
    in_play.done("record-game-result", {"sheet": TABLE, "game": 1, "seats": scores(10, -3, -4, -3)})
    in_play.done("withdraw-entrant", {"entrant": seats(in_play)[3], "grounds": "health"})
    corrected = typed(in_play, "correct-game", game="1", **GAME, **TILES)
    assert corrected["games"] == {"": {"scores": "★A +39 · B −12 · C −7 · D −20"}}
    of_three = {name: value for name, value in {**GAME, **TILES}.items() if not name.endswith("_D")}
    assert typed(in_play, "record-game-result", game="2", **of_three)["games"] == {
        "": {"scores": "★A +19 · B −12 · C −7"}
    }
