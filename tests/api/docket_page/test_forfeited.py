"""A counted game that ended by forfeit: who forfeited is ticked on the page."""

from urllib.parse import urlencode

from shared.catalogue import say
from tests.api.conftest import House
from tests.api.docket_page.ruling_forms import kept
from tests.api.signing_in.browser import Browser, made
from tests.api.test_formats import FIRST, begin, done, first_table, found_in, game
from tests.unit.tournament.given_formats import MSO

PATH = f"/t/{MSO}/tasks/correct-game"
GAME = {"sheet": f"{FIRST}/1", "game": "1"}


def test_who_forfeited_a_counted_game_is_ticked_on_the_page(house: House) -> None:
    base = found_in(house, MSO)
    for number in range(1, 5):
        body = {"entrant_no": f"{number:04d}", "name_en": f"Player {number}", "birth_date": "1980-05-17"}
        done(house.organizer, "register-entrant", body, base)
    done(house.organizer, "appoint-referee", {"referee": "CR", "name": "Chief", "chief": True}, base)
    begin(house.organizer, FIRST, base)
    first, second = first_table(house)
    done(house.organizer, "record-game-result", game(second, first), base)
    chief = Browser(house)
    assert chief.enter(made(house, "chief_referee", "CR", tournament=MSO)).status_code == 303
    page = chief.page(f"{PATH}?{urlencode(GAME)}")
    assert page.count(f"{say('page-docket-forfeited', 'en')}</label>") == 2
    cells = {"points_A": "20", "tiles_A": "5", "points_B": "12", "tiles_B": "3"}
    sent = (
        {"form": chief.word(PATH), "step": "look", "reason": "Misread", "ended_by": "forfeit"} | GAME | cells
    )
    unmarked = chief.post(PATH, sent).get_data(as_text=True)
    assert "Mark who forfeited" in unmarked
    read = chief.post(PATH, {**sent, "forfeited_B": "1"}).get_data(as_text=True)
    assert "A 20/5, ✗B 12/3, forfeit" in read
    answer = chief.post(PATH, {**kept(read), "step": "confirm"})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    corrected = house.desk.state(MSO).sheets[f"{FIRST}/1"].games[0]
    assert corrected is not None
    assert [(figure.game_won, figure.count) for figure in corrected.figures] == [(1, 20), (0, 12)]
