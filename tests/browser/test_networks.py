"""Pages where the network drops, in two tabs, and on the way back."""

import pytest

from shared.catalogue import say
from tests.browser.conftest import Visits
from tests.browser.served import OVER, PLAYING, Site
from tests.browser.steps import leave


def test_a_page_says_since_when_it_is_old_once_the_network_is_gone_and_stays_readable(
    site: Site, visit: Visits
) -> None:
    site.look_at(OVER)
    visited = visit(zone="Europe/London")
    visited.open(f"/t/{OVER}/standings?stage=preliminary")
    stale = visited.page.locator("#stale")
    assert not stale.is_visible()
    visited.lose_network()
    stale.wait_for()
    assert "23:00" in stale.inner_text(), "the hour of the site in Hong Kong"
    assert visited.page.locator("tbody tr").count() > 100
    visited.find_network()
    visited.page.reload()
    assert not stale.is_visible()
    assert visited.evaluate("document.styleSheets[0].cssRules.length") > 50, "it has its style still"


@pytest.mark.parametrize("status", [502, 200])
def test_what_a_proxy_says_takes_no_place_of_what_stands_in_the_page(
    site: Site, visit: Visits, status: int
) -> None:
    site.look_at(PLAYING)
    visited = visit()
    visited.forgive("status of 502")
    visited.sign_in(PLAYING, "chief_referee")
    session = next(id for id, each in site.wiring.desk.state(PLAYING).sessions.items() if each.tables)
    visited.page.context.route(
        "**part=**", lambda route: route.fulfill(status=status, body="<h1>Bad Gateway</h1>")
    )
    visited.open(f"/t/{PLAYING}/sessions/{session}/console")
    rows = visited.page.locator("main [data-live] [data-key]").count()
    assert rows > 3
    visited.page.locator("#stale").wait_for()
    assert visited.page.get_by_text("Bad Gateway").count() == 0
    assert visited.page.locator("main [data-live] [data-key]").count() == rows


def test_a_form_that_needs_the_network_is_held_and_keeps_what_was_typed(site: Site, visit: Visits) -> None:
    site.look_at(PLAYING)
    visited = visit()
    visited.sign_in(PLAYING, "chief_referee")
    visited.open(f"/t/{PLAYING}/tasks/raise-dispute")
    visited.until("'ready' in (document.getElementById('kept')?.dataset ?? {})")
    for required in visited.page.locator("main form select[required]").all():
        required.select_option(index=1)
    visited.page.fill("[name=statement]", "A long statement")
    visited.lose_network()
    visited.page.locator("main form button.primary").click()
    visited.page.get_by_text(say("page-kept-unsent", "en")).wait_for()
    assert visited.page.input_value("[name=statement]") == "A long statement"
    visited.find_network()
    visited.page.get_by_text(say("page-kept-unsent", "en")).wait_for(state="hidden")


def test_the_way_back_leads_to_the_place_and_language_that_was_read(site: Site, visit: Visits) -> None:
    site.look_at(OVER)
    visited = visit(language="zh")
    visited.open(f"/t/{OVER}/standings")
    visited.evaluate("scrollTo(0, 1500)")
    visited.open(f"/t/{OVER}/results")
    visited.page.go_back()
    assert visited.evaluate("document.documentElement.lang") == "zh-Hant-HK"
    visited.until("scrollY === 1500")
    visited.page.go_forward()
    assert visited.page.url.endswith("/results?lang=zh")


def test_switching_the_language_keeps_the_place(site: Site, visit: Visits) -> None:
    site.look_at(OVER)
    visited = visit()
    visited.open(f"/t/{OVER}/standings")
    visited.evaluate("scrollTo(0, 800)")
    with visited.page.expect_navigation():
        visited.evaluate("document.querySelector('[data-keep-place]').click()")
    visited.until("document.documentElement.lang === 'zh-Hant-HK' && scrollY === 800")


def test_who_signs_out_in_one_tab_is_told_so_in_the_other(site: Site, visit: Visits) -> None:
    site.look_at(PLAYING)
    visited = visit()
    visited.forgive("status of 401")
    visited.sign_in(PLAYING, "referee")
    visited.open(f"/t/{PLAYING}/staff")
    other = visited.another_tab()
    other.open(f"/t/{PLAYING}/staff")
    other.until("'ready' in (document.getElementById('kept')?.dataset ?? {})")
    leave(visited)
    other.page.locator("[name=link]").wait_for()
    assert other.page.locator("h1").count() == 1
    assert other.page.locator("main form[action*='/link']").count() == 0
