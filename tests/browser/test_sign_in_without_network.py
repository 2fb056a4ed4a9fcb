"""What waits on a device whose holder signs out, is signed out, or hands it on."""

from datetime import timedelta

import pytest
from playwright.sync_api import Dialog, expect

from services.access.kinds import SIGN_IN
from shared.catalogue import say
from tests.browser.conftest import Visits
from tests.browser.offline import (
    PLAYING,
    READY,
    ROWS,
    Sheet,
    first,
    queued_sheet,
    shown,
)
from tests.browser.offline import site as site
from tests.browser.served import Site


def test_signing_out_empties_the_device_of_entries_and_pages(site: Site, visit: Visits) -> None:
    visited = visit()
    sheet = Sheet(site, visited, first(site))
    sheet.type(3)
    shown(visited, "draft")
    asked: list[str] = []

    def confirm(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    visited.page.on("dialog", confirm)
    tab = visited.another_tab()
    tab.open(sheet.path)
    tab.until(READY)
    visited.forgive("status of 401")
    visited.open(f"/t/{PLAYING}/staff")
    visited.until(READY)
    visited.page.get_by_role("button", name=say("page-staff-sign-out", "en"), exact=True).click()
    visited.page.get_by_role("heading", name=say("page-staff-left", "en")).wait_for()
    assert asked == [say("page-kept-leave", "en", count=1)]
    tab.page.locator("[name=link]").wait_for()
    visited.until(f"{ROWS}.then((count) => count === 0)")
    visited.until("caches.keys().then((names) => names.length === 0)")
    visited.until("navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)")
    visited.lose_network()
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        visited.open(sheet.path)


def test_a_sign_in_that_ran_out_keeps_what_waits_and_the_same_person_goes_on(
    site: Site, visit: Visits
) -> None:
    visited = visit()
    sheet = queued_sheet(site, visited)
    site.clock.set(site.clock.now() + (SIGN_IN.idle or timedelta(0)) + timedelta(minutes=1))
    visited.forgive("status of 401")
    visited.find_network()
    expect(visited.page.locator("#kept [role=status]")).to_contain_text(say("page-kept-out", "en"))
    visited.until("caches.keys().then((names) => names.length === 0)")
    assert sheet.recorded == []
    visited.open(site.sign_in_link(PLAYING, "chief_referee"))
    visited.page.locator("main form button").click()
    shown(visited, "sent")
    assert sheet.recorded == [4, 4, 4]


def test_whoever_signs_in_next_on_the_phone_neither_sees_nor_sends_what_waits(
    site: Site, visit: Visits
) -> None:
    visited = visit()
    sheet, seq = queued_sheet(site, visited, first(site), 2), site.wiring.desk.head(PLAYING).seq
    tab = visited.another_tab()
    visited.page.context.clear_cookies()
    visited.find_network()
    visited.forgive("status of 40[13]")
    tab.open(site.sign_in_link(PLAYING, "organizer"))
    tab.until("caches.keys().then((names) => names.length === 0)")
    tab.page.locator("main form button").click()
    tab.until(READY)
    assert tab.page.locator("#kept li").count() == 0
    tab.open(sheet.path)
    tab.until(READY)
    assert sheet.cells["game1-points_B"] == "2", "the page of the one before still shows what they typed"
    assert tab.page.locator("[name=game1-points_B]").input_value() != "2"
    visited.evaluate("dispatchEvent(new Event('online'))")
    expect(visited.page.locator("#kept [role=status]")).to_have_text(say("page-kept-other", "en"))
    assert site.wiring.desk.head(PLAYING).seq == seq
    assert visited.evaluate(ROWS) == 1
