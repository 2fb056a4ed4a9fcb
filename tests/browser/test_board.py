"""The board on the big screen: large letters, few rows, what stops play at once, a night without network."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

from services.tournament.publication.reminding import MakeAnnouncement
from services.tournament.weather.suspension import SuspendDay
from services.tournament.weather.watching import ProposeWeather, ReportWarnings, SignalSeen
from shared.catalogue import say
from shared.i18n import LANGUAGES, Language
from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site
from tests.browser.visits import Visit, visiting
from tests.browser.ways import BOARD, PHONE, Way
from tests.made_once import MadeOnce

SMALL = Way("small board", 1280, 720)
PROJECTOR = Way("projector", 1024, 768)
UPRIGHT = Way("upright", 1080, 1920)
SCREENS = (BOARD, SMALL, PROJECTOR, UPRIGHT, PHONE)
MOST_ROWS = {way.name: 12 if way.width > way.height else 26 for way in SCREENS}
STATES = (
    (served.REGISTERING, ""),
    (served.SEATED, ""),
    (served.SEATED, "?view=day"),
    (served.PLAYING, ""),
    (served.PLAYING, "?view=seats"),
    (served.PLAYING, "?view=standings"),
    (served.SUSPENDED, ""),
    (served.OVER, ""),
    (served.OVER, "?view=news"),
    (served.SWISS_IN_PLAY, "?view=standings"),
    (served.TEAMS, ""),
    (served.KNOCK_OUT, ""),
    (served.LEAGUE, ""),
)
LOOK = """([smallest, most]) => {
  const wrong = [];
  for (const slide of document.querySelectorAll(".slide")) {
    for (const other of document.querySelectorAll(".slide")) other.hidden = other !== slide;
    const foot = slide.querySelector(".foot").getBoundingClientRect();
    const tops = [];
    for (const each of slide.querySelectorAll("*")) {
      if (each.closest(".unseen") || !each.getClientRects().length) continue;
      const box = each.getBoundingClientRect();
      const named = `${each.tagName}.${each.className} ${each.textContent.slice(0, 30)}`;
      const where = `${slide.dataset.key}: ${named}`;
      const off = box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
      if (off) wrong.push(`${where} is off the screen`);
      const over = !each.closest(".foot") && box.bottom > foot.top + 1;
      if (over) wrong.push(`${where} lies over the foot`);
      if (each.matches("tr, li, .text p, .what, .do, .promise, .count, .clock")) tops.push(box.top);
      if (![...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
      const size = parseFloat(getComputedStyle(each).fontSize);
      const broken = each.matches(".clock b, .count b") && box.height > 2 * size;
      if (broken) wrong.push(`${where} is broken over lines`);
      if (size < smallest - 0.1) wrong.push(`${where} is ${size} pixels high`);
    }
    for (const row of slide.querySelectorAll("tbody tr")) {
      const texts = [...row.cells].filter((cell) => cell.textContent.trim()).map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
        return [Math.max(text.left, box.left), Math.min(text.right, box.right)];
      });
      const touch = texts.some(([left], place) => place > 0 && left - texts[place - 1][1] < 4);
      if (touch) wrong.push(`${slide.dataset.key}: cells touch in ${row.textContent.trim().slice(0, 40)}`);
    }
    tops.sort((above, below) => above - below);
    const apart = tops.filter((top, index) => !(top - tops[index - 1] < smallest / 2));
    if (apart.length > most) wrong.push(`${slide.dataset.key}: ${apart.length} rows`);
  }
  return wrong;
}"""
SHOWN = "document.querySelector('.slide:not([hidden])')"
KEY = f"{SHOWN}.dataset.key"
TODAY = date(2026, 4, 7)
WEDNESDAY = {"en": "Wed", "zh": "週三"}
VIEW = f"{SHOWN}.dataset.key.split(' ')[0]"


@pytest.fixture
def hall(made_once: MadeOnce, tmp_path: Path) -> Iterator[Site]:
    """A site of its own, since what is stopped or announced there stays so."""
    with served.site(made_once("pages", served.play_all), tmp_path) as started:
        yield started


@pytest.fixture
def screen(hall: Site, browser: Browser) -> Iterator[Visit]:
    """The board of a session in play, whose seconds can be skipped."""
    hall.look_at(served.PLAYING)
    with visiting(hall, browser, way=BOARD, skipping=True) as visited:
        visited.open(f"/t/{served.PLAYING}/board")
        yield visited
        assert visited.complaints == []
        assert visited.foreign == []


def smallest(way: Way) -> float:
    """Four hundredths of the height; of an upright screen what its letters would be, were it laid down."""
    return 0.04 * (way.height if way.width > way.height else min(0.64 * way.height, 1.1 * way.width))


def _screens() -> Iterator[object]:
    """Each screen in each language; `make test` looks at the first and the last in one of them each."""
    for way in SCREENS:
        for language, soon in zip(LANGUAGES, (SCREENS[0], SCREENS[-1]), strict=True):
            marks = () if way == soon else pytest.mark.wide
            yield pytest.param(way, language, id=f"{language}-{way.name}", marks=marks)


@pytest.mark.parametrize(("way", "language"), [*_screens()])
def test_no_letter_is_small_and_nothing_is_cut_off(
    site: Site, visit: Visits, language: Language, way: Way
) -> None:
    visited = visit(language=language, way=way)
    for tournament, query in STATES:
        site.look_at(tournament)
        visited.anew()
        visited.open(f"/t/{tournament}/board{query}")
        assert visited.evaluate(LOOK, [smallest(way), MOST_ROWS[way.name]]) == [], (tournament, query)


def test_a_long_announcement_is_turned_over(hall: Site, browser: Browser) -> None:
    hall.look_at(served.OVER)
    words = "Please bring water, and come early because the lifts are slow. " * 5
    announced = MakeAnnouncement(
        audience="everyone", en=words, zh="請自備食水，並提早到場，因為升降機很慢。" * 16
    )
    hall.wiring.desk.submit(served.OVER, announced, hall.wiring.operator)
    for way in (BOARD, SMALL, PROJECTOR, UPRIGHT):
        with visiting(hall, browser, "zh", way) as visited:
            visited.open(f"/t/{served.OVER}/board?langs=both")
            assert visited.evaluate("document.querySelectorAll('.look-news').length") == 3
            assert visited.evaluate(LOOK, [smallest(way), MOST_ROWS[way.name]]) == []


def test_that_a_day_is_being_decided_is_read_whole_on_every_screen(hall: Site, browser: Browser) -> None:
    hall.look_at(served.PLAYING)
    now, desk = hall.clock.now(), hall.wiring.desk
    signal = SignalSeen(code="TC8NE", begin=now)
    report = ReportWarnings(fetched_at=now, body="00" * 32, signals=(signal,))
    for command in (report, ProposeWeather(day=TODAY, fetched_at=now)):
        desk.submit(served.PLAYING, command, hall.wiring.operator)
    for way in SCREENS:
        for language in LANGUAGES:
            with visiting(hall, browser, language, way) as visited:
                visited.open(f"/t/{served.PLAYING}/board")
                by = f"{say('page-board-decided-by', language, day=WEDNESDAY[language])} 10:45"
                # The badge of a screen without a network takes room as well.
                cut = visited.evaluate(
                    """(by) => [...document.querySelectorAll(".slide")].flatMap((slide) => {
                      slide.hidden = false;
                      for (const each of slide.querySelectorAll("[data-as-of]")) each.hidden = false;
                      const said = slide.querySelector(".undecided");
                      return [said.textContent, by].filter((words) => {
                        said.textContent = words;
                        return said.scrollWidth > said.clientWidth;
                      });
                    })""",
                    by,
                )
                assert cut == [], way.name


def test_the_pages_turn_by_themselves_and_begin_again(screen: Visit) -> None:
    keys = screen.evaluate("[...document.querySelectorAll('.slide')].map((slide) => slide.dataset.key)")
    assert len(keys) > 1
    seen = []
    for _ in range(len(keys) + 1):
        seen.append(screen.evaluate(KEY))
        screen.page.clock.run_for(10_000)
    assert seen == [*keys, keys[0]]


def test_the_clock_counts_the_seconds_down(screen: Visit) -> None:
    before = screen.page.locator("[data-ends]").first.text_content()
    screen.page.clock.run_for(3_000)
    after = screen.page.locator("[data-ends]").first.text_content()
    assert before is not None
    assert after is not None
    assert 3 <= seconds(before) - seconds(after) <= 6


def test_what_stops_play_takes_the_screen_while_it_is_looked_at(hall: Site, screen: Visit) -> None:
    assert screen.evaluate(VIEW) == "now"
    command = SuspendDay(
        day=TODAY, grounds="black_rainstorm", next_word=hall.clock.now() + timedelta(hours=1)
    )
    hall.wiring.desk.submit(served.PLAYING, command, hall.wiring.operator)
    screen.page.clock.run_for(7_000)
    screen.until(f"{VIEW} === 'alarm'")
    assert "Stay in the hall" in screen.evaluate(f"{SHOWN}.innerText")
    assert screen.evaluate(LOOK, [smallest(BOARD), MOST_ROWS[BOARD.name]]) == []


def test_what_is_announced_is_shown_at_once(hall: Site, screen: Visit) -> None:
    announced = MakeAnnouncement(audience="everyone", en="Lunch is at one.", zh="一時午膳。")
    hall.wiring.desk.submit(served.PLAYING, announced, hall.wiring.operator)
    screen.page.clock.run_for(7_000)
    screen.until(f"{SHOWN}.innerText.includes('Lunch is at one.')")


def test_without_network_it_goes_on_turning_and_says_since_when(screen: Visit) -> None:
    as_of = f"{SHOWN}.querySelector('[data-as-of]')"
    assert screen.evaluate(f"{as_of}.hidden")
    screen.lose_network()
    screen.forgive("Failed to load resource")
    screen.page.clock.run_for(7_000)
    screen.until(f"!{as_of}.hidden")
    assert screen.evaluate(f"{as_of}.textContent") == "As of 15:10"
    key = screen.evaluate(KEY)
    screen.page.clock.run_for(20 * 60_000)
    assert screen.evaluate(f"{as_of}.textContent") == "As of 15:10"
    screen.page.clock.run_for(10_000)
    assert screen.evaluate("document.querySelectorAll('.slide:not([hidden])').length") == 1
    assert key
    screen.find_network()
    screen.page.clock.run_for(2_000)
    screen.until(f"{as_of}.hidden")


def test_what_a_network_shows_in_its_place_is_not_put_on_the_screen(screen: Visit) -> None:
    key = screen.evaluate(KEY)
    screen.page.route(
        "**/board?*part=deck*", lambda route: route.fulfill(body="<h1>Sign in to the Wi-Fi</h1>")
    )
    screen.page.clock.run_for(7_000)
    screen.until(f"!{SHOWN}.querySelector('[data-as-of]').hidden")
    assert key
    assert screen.page.get_by_text("Wi-Fi").count() == 0
    screen.page.unroute_all(behavior="ignoreErrors")


def test_less_and_less_is_asked_while_nothing_answers_and_never_two_at_once(screen: Visit) -> None:
    screen.forgive("Failed to load resource")
    waiting: list[str] = []

    def refuse(route: Route) -> None:
        waiting.append(route.request.url)
        route.abort()

    screen.page.route("**/board?*part=deck*", refuse)
    for _ in range(60):
        screen.page.clock.run_for(5_000)
    assert 3 <= len(waiting) <= 12, "five minutes at a minute and more between them"


def test_a_server_that_hangs_is_asked_once(screen: Visit) -> None:
    asked: list[str] = []
    screen.page.route("**/board?*part=deck*", lambda route: asked.append(route.request.url))
    for _ in range(12):
        screen.page.clock.run_for(1_000)
    assert len(asked) == 1
    screen.page.unroute_all(behavior="ignoreErrors")


@pytest.mark.wide
def test_it_begins_anew_after_some_hours(screen: Visit) -> None:
    begun: list[object] = []
    screen.page.on("framenavigated", lambda frame: begun.append(frame))
    screen.page.clock.run_for(6 * 3600_000)
    for _ in range(60):
        if begun:
            break
        screen.page.wait_for_timeout(200)
        screen.page.clock.run_for(1_000)
    assert begun
    screen.page.wait_for_load_state()
    assert screen.evaluate("document.querySelectorAll('.slide:not([hidden])').length") == 1


def test_without_script_the_next_page_is_asked_for(hall: Site, browser: Browser) -> None:
    hall.look_at(served.PLAYING)
    with visiting(hall, browser, way=BOARD, scripts=False) as visited:
        visited.open(f"/t/{served.PLAYING}/board?pace=6")
        first = visited.page.locator(".slide:not([hidden])").get_attribute("data-key")
        assert visited.page.locator(".slide:not([hidden]) [data-as-of]").is_visible()
        visited.page.wait_for_url("**slide=1**", timeout=20_000)
        assert visited.page.locator(".slide:not([hidden])").get_attribute("data-key") != first
        assert visited.complaints == []


def seconds(clock: str) -> int:
    """A clock's hours, minutes and seconds in seconds."""
    found = 0
    for part in clock.split(":"):
        found = 60 * found + int(part)
    return found
