"""What would be without an event, or with another result or ruling: the address says what is supposed."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.api.conftest import ID, House, scores
from tests.api.history.given import CASE, HISTORY, TABLE
from tests.api.signing_in.browser import Browser


@pytest.mark.parametrize(
    ("query", "field", "status", "words"),
    [
        ("out=99999", "out", 404, "There is no event 99999 yet"),
        ("out=x", "out", 404, "event"),
        ("result=1", "result", 404, "not the result of a game"),
        ("result=99,999", "result", 404, "There is no event 99999 yet"),
        ("as_of=20&out=30", "out", 404, "Event 30 was recorded after the moment looked at, event 20."),
        ("suppose=x", "result", 404, "event"),
        ("ruling=D-9999", "ruling", 404, "D-9999"),
    ],
)
def test_an_event_that_cannot_be_supposed_is_asked_for_again_beside_the_basket(
    browser: Browser, unchanged: None, query: str, field: str, status: int, words: str
) -> None:
    answer = browser.get(f"{HISTORY}/what-if?without=3&{query}&lang=en")
    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code == status
    assert words in page[page.index(f'id="wrong-{field}"') :].partition("</p>")[0]
    assert "Take out of the basket" in page


def test_an_event_is_left_out_by_its_number_as_the_page_prints_it(browser: Browser) -> None:
    led = browser.get(f"{HISTORY}/what-if?out=Event+30&lang=en").headers["Location"]
    assert parse_qs(urlsplit(led).query)["without"] == ["30"]


def test_what_is_left_out_of_the_history_stands_in_the_address(
    browser: Browser, house: House, unchanged: None
) -> None:
    last = house.head[0]
    answer = browser.get(f"{HISTORY}/what-if?out={last}&lang=en")
    assert answer.status_code == 303
    to = answer.headers["Location"]
    assert parse_qs(urlsplit(to).query)["without"] == [str(last)]
    page = browser.page(to)
    assert "What would be" in page
    assert "not ranked →" in page
    assert (
        parse_qs(urlsplit(browser.get(f"{to}&back={last}").headers["Location"]).query).get("without") is None
    )


def test_another_result_is_supposed_with_a_form(browser: Browser, house: House, unchanged: None) -> None:
    events = house.desk.events(ID, 0, 1000)
    recorded = next(event for event in events if event.type == "game-result-recorded")
    page = browser.page(f"{HISTORY}/what-if?result={recorded.seq}")
    entrants = re.findall(r'name="score-([^"]+)"', page)
    assert len(entrants) == 4
    figures = scores(-30, 10, 10, 10)
    fields = "".join(
        f"&score-{number}={figures[place]['score']}&tiles-{number}={0 if place == 1 else 2}"
        + ("&won-" + number + "=1" if place == 1 else "")
        for place, number in enumerate(entrants)
    )
    answer = browser.get(f"{HISTORY}/what-if?suppose={recorded.seq}&lang=en{fields}")
    assert answer.status_code == 303
    page = browser.page(answer.headers["Location"])
    assert "With other figures" in page
    assert "What would be" in page
    assert "→" in page


def test_what_cannot_be_supposed_is_told_on_the_page(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}/what-if?without=1")
    assert 'class="notice is-warning"' in page
    follows = browser.page(f"{HISTORY}/what-if?without=3")
    assert "What is supposed" in follows


def test_a_ruling_is_supposed_on_a_case_that_waits_for_one(
    browser: Browser, house: House, unchanged: None
) -> None:
    waits = browser.page(f"{HISTORY}/what-if?ruling={CASE}&lang=en")
    entrants = re.findall(r"<option>([^<]+)</option>", waits)
    assert entrants == list(house.desk.state(ID).sheets[TABLE].seats)
    answer = browser.get(
        f"{HISTORY}/what-if?rule={CASE}&effect=void_game&game=1&entrant={entrants[0]}&charge=x&lang=en"
    )
    assert answer.status_code == 303
    to = answer.headers["Location"]
    assert parse_qs(urlsplit(to).query)["rulings"] == [f"{CASE}=void_game/1//"]
    assert "→" in browser.page(to).split('id="effect"')[1]
    out = browser.get(f"{to}&unrule={CASE}").headers["Location"]
    assert "rulings" not in parse_qs(urlsplit(out).query)


def test_in_place_of_a_ruling_another_is_supposed(browser: Browser, house: House) -> None:
    ruling = {"dispute": CASE, "finding": "Seen", "cites": "HK rules 3", "reason": "Seen"}
    house.done("make-ruling", {**ruling, "effects": [{"type": "void_game", "game": 1}]})
    stands = browser.page(f"{HISTORY}/what-if?rulings={CASE}=none///&lang=en")
    # As if the game had never been voided.
    assert "→" in stands.split('id="effect"')[1]
    same = browser.page(f"{HISTORY}/what-if?rulings={CASE}=void_game/1//&lang=en")
    assert "Nobody’s place differs" in same


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("ruling=D-9999", 404),
        ("rule=D-9999&effect=none", 404),
        (f"rule={CASE}&effect=amend_game", 404),
        (f"rule={CASE}", 404),
        (f"rulings={CASE}=void_game/99//", 200),
        (f"rulings={CASE}=void_game///", 200),
        (f"rulings={CASE}=charge/1/9999/no_such", 200),
        ("rulings=D-9999=none///", 200),
        (f"rulings={CASE}=void_game/1", 200),
    ],
)
def test_a_ruling_that_cannot_be_supposed_is_refused(
    browser: Browser, unchanged: None, query: str, status: int
) -> None:
    answer = browser.get(f"{HISTORY}/what-if?{query}&lang=en")
    assert answer.status_code == status
    if status == 200:
        refused = 'class="notice is-warning"' in answer.get_data(as_text=True)
        # What does not read is left aside, as everywhere in these addresses.
        assert refused == (query[-2:] != "/1")
