"""Sheets where the network drops: what is typed stays on the device, and is sent later."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from shared.catalogue import say
from tests.browser.conftest import Visits
from tests.browser.offline import (
    KEPT,
    PLAYING,
    READY,
    ROWS,
    Sheet,
    first,
    opened,
    shown,
    throw_away,
)
from tests.browser.offline import site as site
from tests.browser.served import Site


def test_a_sheet_is_entered_while_the_network_is_cut_twice(site: Site, visit: Visits) -> None:
    sheet = Sheet(site, visit())
    visited = sheet.visit
    sheet.type(5, games=(1,))
    visited.lose_network()
    sheet.type(6, games=(2,))
    shown(visited, "draft")
    sheet.visit = visited.another_tab()
    visited.page.close()
    visited = sheet.visit
    visited.open(sheet.path)
    expect(visited.page.locator("[name=game2-points_B]")).to_have_value("6")
    assert [sheet.cells[f"game{game}-points_B"] for game in (1, 2, 3)] == ["5", "6", ""]
    visited.find_network()
    visited.open(sheet.path)
    assert sheet.cells["game2-points_B"] == "6"
    visited.lose_network()
    sheet.type(7, games=(3,))
    visited.evaluate("for (const press of [1, 2]) document.querySelector('form[data-kept]').requestSubmit()")
    shown(visited, "queued")
    typed_at = site.clock.now()
    visited.page.reload()
    shown(visited, "queued")
    assert sheet.recorded == []
    site.clock.set(typed_at + timedelta(minutes=9))
    visited.page.clock.set_fixed_time(site.clock.now())
    visited.find_network()
    shown(visited, "sent")
    assert sheet.recorded == [5, 6, 7]
    (event,) = site.wiring.desk.events(PLAYING, site.wiring.desk.head(PLAYING).seq - 1)
    assert (event.type, event.occurred_at) == ("score-sheet-recorded", typed_at)
    visited.page.reload()
    expect(visited.page.locator("#kept li")).to_have_count(0)


def test_with_a_network_it_is_read_back_and_nothing_is_left_on_the_device(site: Site, visit: Visits) -> None:
    sheet = Sheet(site, visit())
    visited = sheet.visit
    sheet.type(8)
    sheet.send()
    visited.page.locator("[name=mark]").wait_for(state="attached")
    visited.until(READY)
    visited.page.locator("form[data-read] button.primary").click()
    visited.page.wait_for_url("**done=**")
    assert sheet.recorded == [8, 8, 8]
    visited.until(f"{ROWS}.then((count) => count === 0)")


def test_the_network_that_drops_before_the_last_press_takes_nothing_with_it(
    site: Site, visit: Visits
) -> None:
    sheet = Sheet(site, visit())
    visited = sheet.visit
    sheet.type(9)
    sheet.send()
    visited.page.locator("[name=mark]").wait_for(state="attached")
    visited.until(READY)
    visited.lose_network()
    visited.page.locator("form[data-read] button.primary").click()
    shown(visited, "queued")
    visited.find_network()
    shown(visited, "sent")
    assert sheet.recorded == [9, 9, 9]


def test_of_two_devices_with_differing_sheets_both_are_kept(site: Site, visit: Visits) -> None:
    one = Sheet(site, visit())
    other = Sheet(site, visit(), one.table)
    for sheet, points in ((one, 5), (other, 6)):
        sheet.visit.lose_network()
        sheet.type(points)
        sheet.send()
        shown(sheet.visit, "queued")
    for sheet in (one, other):
        sheet.visit.find_network()
        shown(sheet.visit, "sent")
    assert one.recorded == [5, 5, 5]
    (conflict,) = site.wiring.desk.state(PLAYING).sheets[str(one.table)].conflicts
    assert (conflict.settled, conflict.games[0].figures[1].count) == ("open", 6)
    assert (
        say("remark-sheet-conflict", "en", table=one.table.number)
        in other.visit.page.locator("#kept").inner_text()
    )


def test_what_is_refused_once_there_is_a_network_stays_with_its_reason_until_it_is_put_right(
    site: Site, visit: Visits
) -> None:
    sheet = Sheet(site, visit())
    visited = sheet.visit
    visited.lose_network()
    sheet.type(5)
    visited.page.fill("[name=game2-points_C]", "many")
    sheet.send()
    shown(visited, "queued")
    visited.find_network()
    shown(visited, "refused")
    visited.page.reload()
    shown(visited, "refused")
    assert "many" in visited.page.locator("#kept li").inner_text()
    visited.page.fill("[name=game2-points_C]", "4")
    sheet.send()
    visited.page.locator("[name=mark]").wait_for(state="attached")
    visited.until(READY)
    visited.page.locator("form[data-read] button.primary").click()
    visited.page.wait_for_url("**done=**")
    assert sheet.recorded == [5, 5, 5]
    visited.until(f"{ROWS}.then((count) => count === 0)")


def test_whoever_opened_the_console_alone_enters_game_after_game_and_is_led_back_from_other_pages(
    site: Site, visit: Visits
) -> None:
    site.look_at(PLAYING)
    visited = visit()
    visited.anew()
    visited.sign_in(PLAYING, "referee")
    console = f"/t/{PLAYING}/sessions/{site.session(PLAYING)}/console"
    visited.open(console)
    way = visited.page.locator(".tile a[href*='/tasks/record-game-result?']").first
    sheet = parse_qs(urlsplit(way.get_attribute("href") or "").query)["sheet"][0]
    visited.until(KEPT, f"submit-sheet?sheet={sheet}")
    visited.lose_network()
    visited.forgive("htmx:error")
    for game in (1, 2):
        visited.open(console)
        expect(way).to_contain_text(say("page-console-game", "en", game=game))
        way.click()
        for cell in visited.page.locator("form[data-kept] input[name*=_]:not([type=checkbox])").all():
            name = cell.get_attribute("name") or ""
            cell.fill("0" if name.endswith("_A") else "1" if "tiles" in name else str(game))
        visited.page.locator("form[data-kept] button.primary").click()
        shown(visited, "queued", game)
    visited.open(f"/t/{PLAYING}/tasks?about=table:{sheet}")
    expect(visited.page.locator("#kept [role=status]")).to_contain_text(say("page-kept-unreached", "en"))
    visited.open(console)
    way.click()
    whole = visited.page.get_by_role("main").get_by_role("link", name=say("task-title-submit-sheet", "en"))
    whole.click()
    visited.page.locator("[name=game3-points_A]").wait_for()
    shown(visited, "queued", 2)


@pytest.mark.parametrize("status", [200, 502])
def test_what_a_network_says_in_place_of_a_page_of_the_day_is_not_shown(
    site: Site, visit: Visits, status: int
) -> None:
    """Such as the page on which a hotel wants a sign-in."""
    site.look_at(PLAYING)
    visited = visit()
    visited.anew()
    visited.sign_in(PLAYING, "chief_referee")
    home = f"/t/{PLAYING}"
    console = f"{home}/sessions/{site.session(PLAYING)}/console"
    opened(visited, console)
    visited.until(READY)
    visited.forgive(f"status of {status}|htmx:error")
    (worker,) = visited.page.context.service_workers
    worker.evaluate(
        """(status) => {
          const headers = { "Content-Type": "text/html" };
          self.fetch = async () => new Response("<h1>Welcome to the hotel</h1>", { status, headers });
        }""",
        status,
    )
    for path in (console, f"{home}/staff", f"{home}/tasks", f"{home}/tasks/raise-dispute", f"{home}/docket"):
        visited.page.goto(f"{site.origin}{path}?lang=en")
        expect(visited.page.locator("h1")).not_to_contain_text("Welcome")
        expect(visited.page.locator("#day, .tile").first).to_be_attached()
    expect(visited.page.locator("#kept [role=status]")).to_contain_text(say("page-kept-unreached", "en"))


def test_what_is_kept_is_read_in_the_language_that_is_switched_to(site: Site, visit: Visits) -> None:
    sheet = Sheet(site, visit(), first(site))
    visited = sheet.visit
    sheet.type(5)
    shown(visited, "draft")
    visited.open(f"/t/{PLAYING}/staff?lang=zh")
    expect(visited.page.locator("#kept li strong")).to_contain_text(say("task-title-submit-sheet", "zh"))
    visited.page.locator("#kept li a").click()
    visited.page.wait_for_selector("html[lang=zh-Hant-HK] form[data-kept]")


def test_what_is_typed_anew_takes_the_place_of_what_still_waits(site: Site, visit: Visits) -> None:
    sheet = Sheet(site, visit(), first(site))
    visited, seq = sheet.visit, site.wiring.desk.head(PLAYING).seq
    visited.lose_network()
    for points in (5, 6):
        sheet.type(points)
        sheet.send()
        shown(visited, "queued")
        visited.until("document.querySelector('#kept li[data-state=queued]')")
    throw_away(visited)
    expect(visited.page.locator("#kept li")).to_have_count(0)
    assert site.wiring.desk.head(PLAYING).seq == seq


def test_who_opens_a_sheet_on_a_second_device_is_told_until_the_first_is_gone(
    site: Site, visit: Visits
) -> None:
    one = Sheet(site, visit(), first(site))
    warning = one.visit.page.locator("#elsewhere")
    site.clock.set(site.clock.now() + timedelta(minutes=2))
    one.visit.page.reload()
    assert warning.is_hidden(), "whoever else had it open is gone"
    one.visit.page.goto("about:blank")
    site.clock.set(site.clock.now() + timedelta(minutes=2))
    two = visit(skipping=True)
    two.sign_in(PLAYING, "organizer")
    two.open(one.path)
    assert two.page.locator("#elsewhere").is_hidden()
    one.visit.open(one.path)
    expect(warning).to_contain_text(say("bot-role-organizer", "en"))
    two.until(READY)
    two.later(16)
    expect(two.page.locator("#elsewhere")).to_contain_text(say("bot-role-chief-referee", "en"))
    one.visit.page.goto("about:blank")
    site.clock.set(site.clock.now() + timedelta(minutes=2))
    two.later(16)
    expect(two.page.locator("#elsewhere")).to_be_hidden()
