"""The page of standings in a browser: finding as one types, the line kept in view, what changes lit."""

import re

import pytest
from playwright.sync_api import expect

from services.access.principal import Principal
from services.tournament.people.consents import SetConsent
from shared.chinese_variants import one_writing
from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site
from tests.browser.visits import Visit
from tests.browser.ways import DESK, PHONE, PRINT, TABLET, Way

ADDRESS = f"/t/{served.OVER}/standings?stage=preliminary"
SHOWN = "[...document.querySelectorAll('tr[data-key]')].filter((row) => !row.hidden && !row.closest('#mine'))"
NUMBERS = f"{SHOWN}.map((row) => row.dataset.key)"
EVERY = 15


def numbers(visit: Visit) -> list[str]:
    return list(visit.evaluate(NUMBERS))


def kept(visit: Visit) -> str:
    return visit.page.locator("#mine tr").get_attribute("data-key") or ""


def test_as_one_types_the_same_lines_are_found_as_the_server_finds(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    typed, asked = visit(language="zh"), visit(language="zh")
    typed.open(ADDRESS)
    asked.open(f"{ADDRESS}&view=places")
    whole = numbers(typed)
    # Who is not named in public is shown by number, and not every name is written in two ways.
    names = typed.evaluate(f"{SHOWN}.map((row) => row.querySelector('th').lastChild.textContent.trim())")
    name = next(name for name in names if one_writing(name) != name)
    also = str(typed.evaluate("document.querySelector('tr[data-also]').dataset.also")).split()
    english = " ".join(word for word in also if word.isascii())
    assert english, "the name that the page in Chinese does not show"
    simplified = one_writing(name)
    for words in (
        "1",
        "012",
        "0007",
        name,
        name[0],
        simplified,
        english,
        english.lower(),
        "ｗｏｎｇ",
        "é",
        "nobody",
        ".*",
        "１２",
        "² ",
        "0",
    ):
        typed.page.fill("#find", words)
        asked.page.fill("#find", words)
        with asked.page.expect_navigation():
            asked.evaluate("HTMLFormElement.prototype.submit.call(document.querySelector('form[data-find]'))")
        assert numbers(typed) == numbers(asked), words
    typed.page.fill("#find", "")
    assert numbers(typed) == whole


def test_a_line_is_kept_in_view_by_keyboard_alone_until_it_is_released(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    visited = visit(way=TABLET)
    visited.open(ADDRESS)
    number = numbers(visited)[60]
    visited.page.focus("#find")
    visited.page.keyboard.type(number)
    while not visited.evaluate("document.activeElement.matches('.keep')"):
        visited.page.keyboard.press("Tab")
    visited.page.keyboard.press("Enter")
    assert kept(visited) == number
    assert visited.evaluate("document.activeElement.matches('#mine [data-go]')")
    visited.page.fill("#find", "")
    for way in ("0", "document.body.scrollHeight"):
        visited.evaluate(f"scrollTo(0, {way})")
        expect(visited.page.locator("#mine tr")).to_be_in_viewport()
    visited.page.locator("#mine [data-go]").press("Enter")
    line = visited.page.locator(f"tr.mine[data-key='{number}']")
    expect(line).to_be_in_viewport()
    visited.page.reload()
    assert kept(visited) == number
    visited.page.locator("#mine [data-forget]").press("Enter")
    expect(visited.page.locator("#mine")).to_be_hidden()
    visited.page.reload()
    expect(visited.page.locator("#mine")).to_be_hidden()


def test_whoever_is_kept_in_view_and_is_not_in_a_table_is_said_not_to_be(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    visited = visit()
    visited.open(ADDRESS)
    number = numbers(visited)[-1]
    visited.page.fill("#find", number)
    visited.page.locator("button.keep").click()
    visited.open(f"/t/{served.OVER}/standings?stage=final")
    expect(visited.page.locator("#mine [data-note]")).to_have_text(f"{number} is not in this table.")
    expect(visited.page.locator("#mine [data-go]")).to_be_hidden()


def test_what_comes_in_is_lit_and_neither_search_nor_the_line_in_view_is_lost(
    site: Site, visit: Visits
) -> None:
    site.look_at(served.SWISS)
    desk, state = site.wiring.desk, site.wiring.desk.state(served.SWISS)
    organizer = Principal("t-1", "organizer", "test", None)
    visited = visit(skipping=True)
    visited.open(f"/t/{served.SWISS}/standings")
    number = next(each for each in numbers(visited) if not state.entrants[each].consent)
    visited.page.fill("#find", number)
    visited.page.locator("button.keep").click()
    with visited.page.expect_response("**part=table**"):
        visited.later(EVERY)  # the first poll has what is there already
    desk.submit(served.SWISS, SetConsent(entrant=number, shown=True), organizer)
    try:
        with visited.page.expect_response("**part=table**"):
            visited.later(EVERY)
        name = site.name(served.SWISS, number)
        visited.until(f"document.querySelector('#mine th').textContent.includes({name!r})")
        assert numbers(visited) == [number]
        assert visited.evaluate("document.querySelector('tr.mine').matches('.lit')")
        assert visited.page.input_value("#find") == number
    finally:
        desk.submit(served.SWISS, SetConsent(entrant=number, shown=False), organizer)


def test_the_last_of_many_cards_is_found_by_the_browser_itself(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    visited = visit()
    visited.open(ADDRESS)
    last = numbers(visited)[-1]
    expect(visited.page.locator(f"tr[data-key='{last}']")).not_to_be_in_viewport()
    assert visited.evaluate("number => window.find(number)", last)
    expect(visited.page.locator(f"tr[data-key='{last}']")).to_be_in_viewport()


def test_without_script_the_form_finds_and_the_table_is_whole(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    visited = visit(scripts=False)
    visited.open(ADDRESS)
    rows = visited.page.locator("tr[data-key]")
    every = rows.count()
    assert every > 100
    number = rows.nth(30).get_attribute("data-key") or ""
    visited.page.fill("#find", number)
    visited.page.locator("form[data-find] button").click()
    expect(rows).to_have_count(1)
    assert rows.get_attribute("data-key") == number
    expect(visited.page.locator("#mine")).to_be_hidden()


def test_an_unchanged_part_is_not_put_in_again(site: Site, visit: Visits) -> None:
    site.look_at(served.KNOCK_OUT)
    visited = visit(skipping=True)
    visited.open(f"/t/{served.KNOCK_OUT}/standings")
    visited.evaluate(
        "document.addEventListener('htmx:after:swap', () => { window.swaps = (window.swaps ?? 0) + 1; })"
    )
    for _ in range(3):
        with visited.page.expect_response("**part=table**"):
            visited.later(EVERY)
        visited.page.wait_for_timeout(200)
    assert visited.evaluate("window.swaps") == 1
    assert not visited.page.locator("#stale").is_visible()


def test_every_result_of_a_cross_table_stands_under_its_round(site: Site, visit: Visits) -> None:
    site.look_at(served.SWISS)
    visited = visit()
    visited.open(f"/t/{served.SWISS}/standings?view=cross")
    columns = visited.evaluate(
        "[...document.querySelectorAll('.cross tr')].map((row) =>"
        " [...row.querySelectorAll('.cell')].map((cell) => Math.round(cell.getBoundingClientRect().left)))"
    )
    assert len(columns) > 20
    assert len({tuple(column) for column in columns}) == 1
    assert len(set(columns[0])) == 5


LIES = """() => {
  const top = (found) => document.querySelector(found).getBoundingClientRect();
  const row = document.querySelector('#cut').previousElementSibling.getBoundingClientRect();
  return [row.top >= top('.standings thead').bottom - 1, top('#cut').bottom <= innerHeight];
}"""


@pytest.mark.parametrize("way", [PHONE, DESK], ids=lambda way: way.name)
def test_the_way_to_the_cut_ends_where_the_cut_and_the_line_above_it_are_seen(
    site: Site, visit: Visits, way: Way
) -> None:
    site.look_at(served.OVER)
    visited = visit(way=way)
    visited.open(ADDRESS)
    visited.page.locator("a[href='#cut']").click()
    expect(visited.page.locator("#cut")).to_be_in_viewport()
    assert visited.evaluate(LIES) == [True, True]


BROKEN = """[...document.querySelectorAll('.standings thead th')].filter((head) => {
  const text = head.firstChild;
  return text && [...text.data.matchAll(/\\S+/g)].some((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((place) => Math.round(place.top))).size > 1;
  });
}).map((head) => head.textContent)"""


@pytest.mark.parametrize("way", [PHONE, TABLET, PRINT], ids=lambda way: way.name)
def test_no_head_of_the_table_breaks_within_a_word(site: Site, visit: Visits, way: Way) -> None:
    site.look_at(served.OVER)
    visited = visit(way=way)
    visited.open(ADDRESS)
    visited.turn_to(way)
    assert visited.evaluate(BROKEN) == []


def test_a_printed_table_says_what_it_is_and_as_of_when(site: Site, visit: Visits) -> None:
    site.look_at(served.OVER)
    visited = visit()
    visited.open(ADDRESS)
    about = visited.page.locator(".on-paper")
    expect(about).to_be_hidden()
    visited.turn_to(PRINT)
    expect(about).to_be_visible()
    title = site.wiring.desk.state(served.OVER).plan.title.en
    assert title in about.inner_text()
    assert "Preliminary" in about.inner_text()
    assert re.search(r"As of \d+ \w+ 2026, .*, event \d+", about.inner_text()), about.inner_text()
