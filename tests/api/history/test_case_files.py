"""A case file: who ruled, what the rule says, how to check it, and for whom it is asked."""

import re

from shared.catalogue import say
from tests.api.conftest import ID, SESSION, House, scores
from tests.api.history.given import CASE, HISTORY, TABLE
from tests.api.signing_in.browser import Browser
from tests.wording import fixed


def test_the_case_file_says_who_ruled_when_and_how_to_check(browser: Browser, house: House) -> None:
    last = house.head[0]
    who = house.desk.events(ID, last - 1, 1)[0].data
    number = re.findall(rb'"entrant":"([0-9]+)"', bytes(who))[0].decode()
    page = browser.page(f"{HISTORY}/case?id={number}&before={last - 1}")
    assert say("page-history-not-ranked", "en") in page
    assert house.head[1].hex() in page
    assert f"tileledger verify {ID}" in page


def test_the_case_file_shows_what_the_rule_says_that_a_ruling_cites(going_on: House) -> None:
    house, browser = going_on, Browser(going_on).sign_in("organizer", "office")
    ruling = {"dispute": CASE, "finding": "Seen", "cites": "HK rules 3", "reason": "Seen"}
    house.done("make-ruling", {**ruling, "effects": [{"type": "none"}]})
    number = house.desk.state(ID).sheets[TABLE].seats[1]
    page = browser.page(f"{HISTORY}/case?id={number}")
    assert say("page-clause-words", "en") in page
    assert say("axis-jokers-rack-value", "en", value="30") in page
    assert say("page-clause-words", "zh") in browser.page(f"{HISTORY}/case?id={number}&lang=zh")


def test_whose_place_it_is_may_be_written_without_zeros_and_is_asked_again_where_it_is_unknown(
    browser: Browser, unchanged: None
) -> None:
    assert "Case file: 0001" in browser.page(f"{HISTORY}/case?id=1")
    assert fixed("page-history-beyond") in browser.page(f"{HISTORY}/case?id=1&before=2099-01-01")
    for query, status, wrong in (
        ("id=279", 404, "279"),
        ("id=0001&before=whenever", 400, "whenever"),
        ("id=0001&before=40%2F3%2F2026", 400, "40/3/2026"),
        ("id=", 404, ""),
    ):
        answer = browser.get(f"{HISTORY}/case?{query}&lang=en")
        page = answer.get_data(as_text=True)
        assert answer.status_code == status, query
        assert say("page-staff-changed-place", "en") in page
        assert f'value="{wrong}"' in page


def test_without_a_place_then_and_now_nobody_came_past_nor_did_anything_stay(in_play: House) -> None:
    before = in_play.head[0]
    for table, games in ((1, (1,)), (2, (1, 2, 3))):
        for game in games:
            facts = {"sheet": f"{SESSION}/{table}", "game": game, "seats": scores(30, -10, -12, -8)}
            in_play.done("record-game-result", facts)
    browser = Browser(in_play).sign_in("organizer", "office")
    number = in_play.desk.state(ID).sheets[TABLE].seats[0]
    page = browser.page(f"{HISTORY}/case?id={number}&before={before}")
    assert say("page-history-still-no-place", "en") in page
    early = browser.page(f"{HISTORY}/case?id={number}&before={before - 1}&as_of={before}")
    assert say("page-history-never-ranked", "en") in early
    for untrue in ("came past", "left behind", "The place stayed", "only others moved"):
        assert untrue not in page + early
    ranked = in_play.desk.state(ID).sheets[f"{SESSION}/2"].seats[0]
    page = browser.page(f"{HISTORY}/case?id={ranked}&before={before}")
    assert say("page-history-place-moved", "en", before=None, after=1) in page
    assert "came past" not in page
