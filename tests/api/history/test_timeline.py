"""The timeline and the people in it: filtered, marked, looked for, and followed by curves."""

import json
import re
from urllib.parse import quote

from shared.catalogue import say
from tests.api.conftest import ID, SESSION, House
from tests.api.history.given import HISTORY
from tests.api.signing_in.browser import Browser
from tests.wording import fixed


def test_the_timeline_is_filtered_by_kind_person_and_table(browser: Browser) -> None:
    everything = browser.page(f"{HISTORY}/recent")
    assert "disqualified" in everything
    of_person = browser.page(f"{HISTORY}/recent?person=0001")
    assert of_person.count("<li") <= everything.count("<li")
    assert "0001" in of_person
    of_table = browser.page(f"{HISTORY}/recent?table={quote(SESSION)}/1")
    assert "table 1" in of_table
    assert "table 2" not in of_table
    assert "began" in browser.page(f"{HISTORY}/recent?kind=session")
    assert say("page-history-nothing-so-far", "en") in browser.page(f"{HISTORY}/recent?kind=award")


def test_the_timeline_says_how_many_there_are_and_leads_to_those_before(
    browser: Browser, house: House
) -> None:
    last = house.head[0]
    page = browser.page(f"{HISTORY}?kind=&lang=en")
    assert f"12 of {last} shown" in page
    seen: list[int] = []
    for _ in range(last // 12 + 1):
        seen += [int(seq) for seq in re.findall(r'<li data-key="(\d+)"', page.partition('id="recent"')[2])]
        ways = re.findall(r'href="([^"]+)#recent-called">Earlier ones', page)
        if not ways:
            break
        assert len(seen) % 12 == 0
        page = browser.page(ways[0])
    assert seen == [*range(last, 0, -1)]
    assert say("page-history-events-latest", "en") in page
    of_one = browser.page(f"{HISTORY}/recent?kind=ruling")
    assert "shown" not in of_one


def test_where_the_timeline_begins_is_left_with_another_moment(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}?earlier_than=30&lang=en")
    assert '<li data-key="29"' in page
    first, _, _ = page.partition('id="recent-called"')
    assert not re.findall(r'href="[^"]*as_of=[^"]*earlier_than', first)
    assert "<li data-key" in browser.page(f"{HISTORY}?earlier_than=x&lang=en")


def test_a_correction_by_hand_is_a_mark_of_its_own_kind(going_on: House) -> None:
    house, browser = going_on, Browser(going_on).sign_in("organizer", "office")
    recorded = next(event for event in house.desk.events(ID, 0, 1000) if event.type == "game-result-recorded")
    game = json.loads(bytes(recorded.data))
    seats = [
        {name: seat[name] for name in ("entrant", "score", "game_won", "tiles")} for seat in game["results"]
    ]
    seats[2]["tiles"] += 1
    fields = {name: game[name] for name in ("sheet", "game", "ended_by")}
    house.done("correct-game", {**fields, "seats": seats, "reason": "The paper says so"})
    seq = house.head[0]
    while house.desk.events(ID, seq - 1, 1)[0].type != "game-corrected":
        seq -= 1
    page = browser.page(HISTORY)
    assert f'data-seq="{seq}"' in page.partition('class="lane kind-correction"')[2].partition("</svg>")[0]
    assert "Corrections, " in page.partition("marks-listed")[2].partition("</ol>")[0]
    assert fixed("event-game-corrected") in browser.page(f"{HISTORY}/recent?kind=correction")


def test_several_that_are_ticked_have_curves(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}?entrants=0001&entrants=0002&as_of=30")
    assert page.count('<summary class="press">000') == 2
    assert 'id="curves-data"' in page


def test_whoever_is_looked_for_is_shown(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}?find=Number7")
    assert "Player Number7" in page


def test_it_is_said_that_nobody_is_found(browser: Browser) -> None:
    assert say("page-history-find-nobody", "en", text="zzzz") in browser.page(f"{HISTORY}?find=zzzz&lang=en")
    assert fixed("page-history-find-nobody", "zh", text="zzzz") in browser.page(
        f"{HISTORY}?find=zzzz&lang=zh"
    )
    for query in ("find=Number7", "find=7", "show=standings", "show=families"):
        assert fixed("page-history-find-nobody") not in browser.page(f"{HISTORY}?{query}&lang=en")
    assert fixed("page-history-find-nobody") in browser.page(f"{HISTORY}?show=families&find=zzzz&lang=en")


def test_a_number_is_taken_without_the_zeros_it_begins_with(browser: Browser) -> None:
    page = browser.page(f"{HISTORY}?find=7")
    assert 'data-key="0007" class="mine"' in page
    recent = [browser.page(f"{HISTORY}/recent?person={number}") for number in ("0001", "1", "%EF%BC%91")]
    assert recent[0] == recent[1] == recent[2]
    assert say("page-history-nothing-so-far", "en") in browser.page(f"{HISTORY}/recent?person=99")
