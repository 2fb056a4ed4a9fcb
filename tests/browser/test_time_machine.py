"""The time machine by hand: dragged, stepped, played and listened to, with script and without."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Request

from shared.i18n import LANGUAGES, Language
from tests.browser.conftest import Visits
from tests.browser.served import OVER, Site
from tests.browser.visits import Visit, visiting
from tests.browser.ways import BOARD
from tests.profiles import examples

HISTORY = f"/t/{OVER}/history"
_MOVE = """seq => {
  const slider = document.getElementById("slider");
  slider.value = seq;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""
_SHOWN = "Number(document.querySelector('#frame .seen')?.dataset.seq)"
_SPOKEN = "document.getElementById('slider')?.getAttribute('aria-valuetext')"
_TABLES = """[...document.querySelectorAll("details table")].map((table) =>
  [...table.tBodies[0].rows].map((row) => [0, 1].map((cell) => Number(row.cells[cell].textContent))))"""
_LEGEND = """[...document.querySelectorAll(".u-legend .u-value")].map((cell) =>
  cell.textContent.replace(/,/g, ""))"""
_RULINGS = """[...document.querySelectorAll(".kind-ruling rect")].map((mark) => Number(mark.dataset.seq))"""
_KNOWS_MOMENTS = "/[0-9]{2}:[0-9]{2}:[0-9]{2}/.test(document.getElementById('moment').textContent)"


def opened(site: Site, visit: Visits, query: str = "", **how: Any) -> Visit:
    site.look_at(OVER)
    visited = visit(**how)
    visited.sign_in(OVER, "organizer")
    visited.open(f"{HISTORY}{query}")
    visited.page.locator("#slider").wait_for()
    return visited


def last_of(visited: Visit) -> int:
    return int(visited.evaluate("Number(document.getElementById('machine').dataset.last)"))


def test_dragging_asks_for_one_frame_at_a_time_and_ends_where_it_was_let_go(
    site: Site, visit: Visits
) -> None:
    visited = opened(site, visit)
    under_way: set[Request] = set()
    most, frames = 0, 0

    def begun(request: Request) -> None:
        nonlocal most, frames
        if "/history/frame" in request.url:
            under_way.add(request)
            most, frames = max(most, len(under_way)), frames + 1

    visited.page.on("request", begun)
    visited.page.on("requestfinished", lambda request: under_way.discard(request))
    visited.page.on("requestfailed", lambda request: under_way.discard(request))
    last, dice = last_of(visited), Random(1)
    positions = [dice.randint(1, last) for _ in range(examples(20, in_all=60))]
    for seq in positions:
        visited.evaluate(_MOVE, seq)
        visited.page.wait_for_timeout(5)
    visited.until(f"{_SHOWN} === {positions[-1]}")
    visited.until(f"new URLSearchParams(location.search).get('as_of') === '{positions[-1]}'")
    assert most == 1
    assert 1 < frames < len(positions)


def test_what_is_shown_after_dragging_is_what_the_address_shows(site: Site, visit: Visits) -> None:
    visited = opened(site, visit)
    last = last_of(visited)
    for seq in (last // 2, last - 1, last):
        visited.evaluate(_MOVE, seq)
        visited.until(f"{_SHOWN} === {seq}")
        dragged = visited.page.locator("#frame").inner_text()
        visited.open(f"{HISTORY}?as_of={seq}")
        assert visited.page.locator("#frame").inner_text() == dragged
        assert visited.page.locator(".seen.is-past").count() == (seq < last)


@pytest.mark.parametrize("language", [LANGUAGES[0], pytest.param(LANGUAGES[1], marks=pytest.mark.wide)])
def test_the_slider_speaks_event_and_moment_as_the_page_without_script_does(
    site: Site, visit: Visits, browser: Browser, language: Language
) -> None:
    visited = opened(site, visit, language=language)
    visited.until(_KNOWS_MOMENTS)
    last = last_of(visited)
    spoken = {}
    for seq in (1, last // 3, last // 2, last - 1):
        visited.evaluate(_MOVE, seq)
        spoken[seq] = visited.evaluate(_SPOKEN)
        assert visited.page.locator("#moment").inner_text() == spoken[seq]
    with visiting(site, browser, language, scripts=False) as plain:
        plain.sign_in(OVER, "organizer")
        for seq, text in spoken.items():
            plain.open(f"{HISTORY}?as_of={seq}")
            written = plain.page.locator("#slider").get_attribute("aria-valuetext")
            assert written is not None
            assert re.sub(r"(?<=[0-9]),(?=[0-9]{3})", "", text) == written


def test_the_keyboard_moves_it_event_by_event(site: Site, visit: Visits) -> None:
    visited = opened(site, visit, "?as_of=700")
    visited.page.locator("#slider").focus()
    visited.page.keyboard.press("ArrowRight")
    visited.until(f"{_SHOWN} === 701")
    visited.page.keyboard.press("ArrowLeft")
    visited.page.keyboard.press("ArrowLeft")
    visited.until(f"{_SHOWN} === 699")
    visited.page.keyboard.press("Home")
    visited.until(f"{_SHOWN} === 1")
    visited.page.keyboard.press("End")
    visited.until(f"{_SHOWN} === {last_of(visited)}")


def test_steps_go_to_the_marks_of_a_kind(site: Site, visit: Visits) -> None:
    visited = opened(site, visit, "?as_of=1")
    visited.page.locator("#step").select_option("ruling")
    rulings = visited.evaluate(_RULINGS)
    assert len(rulings) > 3
    for seq in rulings[:3]:
        visited.page.locator("#next").click()
        visited.until(f"{_SHOWN} === {seq}")
        assert "ruled" in visited.page.locator(".seen-at").inner_text()
    visited.page.locator("#previous").click()
    visited.until(f"{_SHOWN} === {rulings[1]}")


def test_it_plays_until_it_is_stopped(site: Site, visit: Visits) -> None:
    visited = opened(site, visit, "?as_of=900")
    play = visited.page.locator("#play")
    play.click()
    assert play.get_attribute("aria-pressed") == "true"
    visited.until(f"{_SHOWN} >= 903")
    play.click()
    assert play.get_attribute("aria-pressed") == "false"
    stood = visited.evaluate("Number(document.getElementById('slider').value)")
    visited.page.wait_for_timeout(900)
    assert visited.evaluate("Number(document.getElementById('slider').value)") == stood


def test_another_view_of_the_same_moment_is_shown_at_once(site: Site, visit: Visits) -> None:
    visited = opened(site, visit, "?as_of=900")
    visited.page.locator("[data-show=sessions]").click()
    visited.page.locator("#frame table caption", has_text="Sessions").wait_for()
    assert visited.evaluate(_SHOWN) == 900
    visited.page.reload()
    assert visited.page.locator("#frame table caption", has_text="Sessions").count() == 1


def test_curves_are_drawn_as_their_tables_say(site: Site, visit: Visits) -> None:
    visited = opened(site, visit, "?as_of=1200&entrants=0005,0001", way=BOARD)
    plot = visited.page.locator("#curves .u-over")
    plot.wait_for()
    box = plot.bounding_box()
    assert box is not None
    tables = visited.evaluate(_TABLES)
    assert len(tables) == 2
    last = last_of(visited)
    compared = 0
    for share in (0.3, 0.5, 0.7, 0.9, 0.99):
        visited.page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        visited.page.wait_for_timeout(100)
        values = visited.evaluate(_LEGEND)
        seq = int(values[0])
        assert 1 <= seq <= last
        for value, points in zip(values[1:], tables, strict=True):
            before = [place for at, place in points if at <= seq]
            assert value.strip("-") == (str(before[-1]) if before else ""), (seq, value)
            compared += bool(before)
    assert compared > 3


def test_it_goes_on_once_the_network_is_back(site: Site, visit: Visits) -> None:
    visited = opened(site, visit, "?as_of=900")
    visited.lose_network()
    visited.evaluate(_MOVE, 950)
    visited.page.locator("#stale").wait_for()
    assert visited.evaluate(_SHOWN) == 900, "what was seen stays"
    visited.find_network()
    visited.until(f"{_SHOWN} === 950")


def test_what_a_network_shows_in_its_place_is_no_moment(site: Site, visit: Visits) -> None:
    visited = opened(site, visit, "?as_of=900")
    visited.page.context.route(
        "**/frame?**", lambda route: route.fulfill(body="<h1>Sign in to the Wi-Fi</h1>")
    )
    visited.evaluate(_MOVE, 950)
    visited.page.locator("#stale").wait_for()
    assert visited.evaluate(_SHOWN) == 900
    assert visited.page.get_by_text("Wi-Fi").count() == 0
    visited.page.context.unroute_all(behavior="ignoreErrors")
    visited.until(f"{_SHOWN} === 950")


def test_without_script_a_number_or_a_time_leads_there(site: Site, browser: Browser) -> None:
    site.look_at(OVER)
    with visiting(site, browser, scripts=False) as visited:
        visited.sign_in(OVER, "organizer")
        visited.open(HISTORY)
        assert not visited.page.locator("#slider").is_visible()
        assert not visited.page.locator("#play").is_visible()
        visited.page.locator("#as_of").fill("800")
        visited.page.locator("#jump button").click()
        visited.page.wait_for_load_state()
        assert visited.evaluate(_SHOWN) == 800
        visited.page.locator("#next").click()
        visited.page.wait_for_load_state()
        assert visited.evaluate(_SHOWN) == 801
        assert visited.complaints == []


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_the_tab_of_the_page_is_in_view(site: Site, visit: Visits, scripts: bool) -> None:
    site.look_at(OVER)
    visited = visit(scripts=scripts)
    visited.sign_in(OVER, "organizer")
    for path in ("/staff", "/history", "/docket"):
        visited.open(f"/t/{OVER}{path}")
        tab = visited.page.locator(".tabs [aria-current]")
        box, wide = tab.bounding_box(), visited.page.viewport_size
        assert box is not None
        assert wide is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= wide["width"], path
    visited.open(f"/t/{OVER}")
    assert visited.evaluate("document.querySelector('.tabs').scrollLeft") == 0


def test_after_a_moment_that_cannot_be_taken_the_slider_goes_on_from_the_one_before(
    site: Site, visit: Visits
) -> None:
    visited = opened(site, visit, "?as_of=700&show=docket")
    visited.page.fill("#as_of", "whenever")
    visited.page.locator("#jump button").click()
    visited.page.locator("#wrong-as_of").wait_for()
    assert visited.page.input_value("#as_of") == "whenever"
    assert visited.evaluate(_SHOWN) == 700
    visited.evaluate(_MOVE, 800)
    visited.until(f"{_SHOWN} === 800")
    visited.until("location.search.includes('as_of=800') && !location.search.includes('here=')")
    assert visited.page.locator('#shows [aria-current="page"]').get_attribute("data-show") == "docket"
    visited.page.fill("#as_of", "1,000")
    visited.page.locator("#jump button").click()
    visited.until(f"{_SHOWN} === 1000")
    visited.forgive(r"status of 400")
