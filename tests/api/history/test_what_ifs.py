"""What would be without an event, or with another result or ruling: the address says what is supposed."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, House, scores
from tests.api.history.given import CASE, HISTORY, TABLE
from tests.api.signing_in.browser import Browser
from tests.wording import fixed


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
    assert say("page-history-put-back", "en") in page


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
    assert say("page-history-would-be", "en") in page
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
    assert say("page-history-otherwise", "en") in page
    assert say("page-history-would-be", "en") in page
    assert "→" in page


def _first_result(house: House) -> tuple[int, list[dict[str, Any]]]:
    """The seq of the first result, and its figures as recorded, seat by seat."""
    event = next(event for event in house.desk.events(ID, 0, 1000) if event.type == "game-result-recorded")
    return event.seq, json.loads(bytes(event.data))["results"]


def _sent(seats: list[dict[str, Any]], *scored: str, tiles: str = "2") -> str:
    """What the form of a result sends with these scores, in the order of its seats."""
    fields: dict[str, str] = {}
    for seat, score in zip(seats, scored, strict=True):
        number = seat["entrant"]
        fields |= {f"score-{number}": score, f"tiles-{number}": tiles if not seat["game_won"] else "0"}
        fields |= {f"won-{number}": "1"} if seat["game_won"] else {}
    return urlencode(fields)


def test_the_basket_shows_the_supposed_figures_beside_those_recorded(
    browser: Browser, house: House, unchanged: None
) -> None:
    seq, seats = _first_result(house)
    to = browser.get(f"{HISTORY}/what-if?suppose={seq}&lang=en&{_sent(seats, '60', '-5', '−20', '-35')}")
    page = browser.page(to.headers["Location"])
    for seat, supposed in zip(seats, ("60", "−5", "−20", "−35"), strict=True):
        was = seat["score"].replace("-", "−")
        assert f"{seat['entrant']}, score: was {was}, supposed {supposed}" in page
    assert "tiles left: was" not in page, "nobody is supposed to have had other tiles"
    form = browser.page(f"{to.headers['Location']}&result={seq}")
    assert f'name="score-{seats[2]["entrant"]}" value="−20"' in form


def test_with_figures_that_are_refused_the_form_stays_as_it_was_typed(
    browser: Browser, house: House, unchanged: None
) -> None:
    seq, seats = _first_result(house)
    first, *_, last = (seat["entrant"] for seat in seats)
    sent = _sent(seats, "50", "-10", "-20", "-30", tiles="7")
    page = browser.page(browser.get(f"{HISTORY}/what-if?suppose={seq}&lang=en&{sent}").headers["Location"])
    assert fixed("problem-scores-not-zero-sum", sum="−10") in page
    assert f'name="score-{first}" value="50"' in page
    assert f'name="tiles-{last}" value="7"' in page


@pytest.mark.parametrize(
    ("score", "tiles", "words"),
    [
        ("many", "2", "is not an exact score"),
        ("-30", "two", "“two” is not a number of tiles"),
        ("", "2", "score"),
    ],
)
def test_figures_that_cannot_be_read_are_asked_for_again_as_they_were_typed(
    browser: Browser, house: House, unchanged: None, score: str, tiles: str, words: str
) -> None:
    seq, seats = _first_result(house)
    sent = _sent(seats, "60", "-10", "-20", score, tiles=tiles)
    answer = browser.get(f"{HISTORY}/what-if?suppose={seq}&lang=en&{sent}")
    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code == 422
    assert words in page[page.index('id="wrong-suppose"') :].partition("</p>")[0]
    assert f'name="score-{seats[3]["entrant"]}" value="{score}"' in page
    assert f'name="tiles-{seats[3]["entrant"]}" value="{tiles}"' in page
    assert f'name="score-{seats[1]["entrant"]}" value="-10"' in page


@pytest.mark.parametrize("seq", ["1", "99999"])
def test_other_figures_of_what_is_no_result_are_refused_on_the_page(
    browser: Browser, unchanged: None, seq: str
) -> None:
    page = browser.page(f"{HISTORY}/what-if?changed={seq}:0001=1/1/0&lang=en")
    assert 'class="notice is-warning"' in page


def test_what_cannot_be_supposed_is_told_on_the_page(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}/what-if?without=1")
    assert 'class="notice is-warning"' in page
    follows = browser.page(f"{HISTORY}/what-if?without=3")
    assert say("page-history-supposed", "en") in follows


def test_what_would_not_fit_any_more_is_said_before_who_moved(browser: Browser, unchanged: None) -> None:
    page = browser.page(f"{HISTORY}/what-if?without=32&lang=en")
    begin = page.index('<a class="press" href="#misfits">')
    assert fixed("page-history-misfits", count=6) in page[begin:].partition("</a>")[0]
    assert page.index('id="effect"') < begin < page.index('id="misfits"')


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


def test_in_place_of_a_ruling_another_is_supposed(going_on: House) -> None:
    house, browser = going_on, Browser(going_on).sign_in("organizer", "office")
    ruling = {"dispute": CASE, "finding": "Seen", "cites": "HK rules 3", "reason": "Seen"}
    house.done("make-ruling", {**ruling, "effects": [{"type": "void_game", "game": 1}]})
    stands = browser.page(f"{HISTORY}/what-if?rulings={CASE}=none///&lang=en")
    # As if the game had never been voided.
    assert "→" in stands.split('id="effect"')[1]
    same = browser.page(f"{HISTORY}/what-if?rulings={CASE}=void_game/1//&lang=en")
    assert say("page-history-nobody-moved", "en") in same


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("ruling=D-9999", 404),
        ("rule=D-9999&effect=none", 404),
        (f"rule={CASE}&effect=amend_game", 404),
        (f"rule={CASE}", 400),
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
