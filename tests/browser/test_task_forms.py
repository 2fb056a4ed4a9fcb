"""The form of a task in a browser: what was typed is there after [Back], and after signing in anew."""

import pytest

from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site

TYPED = "Talked 大聲 while others played"


@pytest.mark.wide
def test_what_was_typed_is_there_after_back_and_after_signing_in_anew(site: Site, visit: Visits) -> None:
    site.look_at(served.PLAYING)
    desk, sent = visit(), "main form[action*='/tasks/'] button"
    desk.sign_in(served.PLAYING, "chief_referee")
    desk.open(f"/t/{served.PLAYING}/tasks/give-warning")
    desk.page.fill("#q-entrant", site.ranked(served.PLAYING))
    desk.page.fill("#q-breach", TYPED)
    desk.page.locator("main form button.primary").click()
    desk.page.wait_for_selector("[name=mark]", state="attached")
    desk.page.go_back()
    assert desk.page.input_value("#q-breach") == TYPED
    desk.forgive(r"status of 40[13]")
    desk.page.context.clear_cookies()
    desk.page.locator("main form button.primary").click()
    desk.page.wait_for_selector("#link")
    assert desk.page.input_value("#typed") == TYPED
    tab = desk.page.context.new_page()
    tab.goto(f"{site.origin}{site.sign_in_link(served.PLAYING, 'chief_referee')}")
    tab.locator("main form button").click()
    tab.wait_for_url("**/staff*")
    desk.page.locator(sent).click()
    desk.page.wait_for_selector("main:not(:has(#link)) #typed")
    desk.page.locator(sent).click()
    desk.page.wait_for_selector("[name=mark]", state="attached")
    assert TYPED in desk.page.locator("main").inner_text()
