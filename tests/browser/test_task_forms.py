"""The form of a task in a browser: what was typed is there after [Back], and after signing in anew."""

import pytest

from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site
from tests.wording import fixed

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


@pytest.mark.parametrize("scripts", [True, False])
def test_what_was_typed_stays_in_the_other_language_loaded_again_and_gone_back_to(
    site: Site, visit: Visits, scripts: bool
) -> None:
    site.look_at(served.PLAYING)
    desk = visit(scripts=scripts)
    desk.sign_in(served.PLAYING, "chief_referee")
    page, warning, typed = desk.page, f"/t/{served.PLAYING}/tasks/give-warning", "#q-breach"
    switch, go_on = "header .switch button.press", "main form button.primary"
    desk.open(warning)
    page.fill("#q-entrant", site.ranked(served.PLAYING))
    page.fill(typed, TYPED)
    for language in ("zh-Hant-HK", "en"):
        page.locator(switch).click()
        page.wait_for_selector(f"html[lang={language}] {typed}")
        assert page.input_value(typed) == TYPED
        page.reload()
        assert page.input_value(typed) == TYPED
    page.fill(typed, f"{TYPED} twice")
    if scripts:
        page.wait_for_selector("#asked[data-stored]")
        page.reload()
        assert page.input_value(typed) == f"{TYPED} twice"
    page.fill(typed, TYPED)
    page.locator(typed).press("Tab")
    page.locator("#q-entrant").press("Enter")
    page.wait_for_selector("[name=mark]", state="attached")
    page.reload()
    page.locator("header .switch a").click()
    page.wait_for_selector("html[lang=zh-Hant-HK] [name=mark]", state="attached")
    assert TYPED in page.locator("main").inner_text()
    page.go_back()
    page.wait_for_selector("html[lang=en] [name=mark]", state="attached")
    page.locator(go_on).click()
    page.wait_for_url("**done=**")
    page.go_back()
    desk.forgive(r"status of 409")
    page.wait_for_selector("main .notice")
    assert page.locator("[name=mark]").count() == 0


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_list_that_is_too_long_to_be_sent_is_still_there(
    site: Site, visit: Visits, scripts: bool, language: str
) -> None:
    site.look_at(served.PLAYING)
    desk = visit(scripts=scripts)
    desk.sign_in(served.PLAYING, "organizer")
    desk.open(f"/t/{served.PLAYING}/tasks/import-entrants?lang={language}")
    page, long = desk.page, f"{'陳' * 3000}\n" * 120
    page.locator("#list").evaluate("(list, long) => { list.value = long; }", long)
    desk.forgive(r"status of 413")
    page.locator("main form button.primary").click()
    if scripts:
        told = page.locator("#too-long")
        told.wait_for()
        assert fixed("page-too-long", language) in told.inner_text()
        assert page.input_value("#list") == long
        return
    page.wait_for_selector("text=413")
    assert fixed("page-refusal-body-too-large", language) in page.locator("h1").inner_text()
    page.go_back()
    assert page.input_value("#list") == long
