"""A walk-in in a browser: what is odd is told beside the form as it is typed, so that one press does it."""

import pytest
from playwright.sync_api import expect

from shared.catalogue import say
from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site


@pytest.mark.parametrize("scripts", [True, False])
def test_who_may_be_the_same_is_told_before_the_press(site: Site, visit: Visits, *, scripts: bool) -> None:
    site.look_at(served.SWISS_IN_PLAY)
    desk = visit(scripts=scripts)
    desk.sign_in(served.SWISS_IN_PLAY, "organizer")
    desk.open(f"/t/{served.SWISS_IN_PLAY}/sessions/r4/console")
    desk.page.locator("#walk-in-desk summary").click()
    number = min(site.numbers(served.SWISS_IN_PLAY))
    known = site.details(served.SWISS_IN_PLAY, number)
    name, press = desk.page.locator("#w-name_en"), desk.page.locator("#walk-in button.primary")
    told = desk.page.locator("#walk-in-told .is-warning")
    name.fill(known["name_en"])
    desk.page.locator("#w-birth_date").fill(known["birth_date"])
    if scripts:
        desk.page.locator("#w-phone").focus()
    else:
        press.click()
    told.wait_for()
    assert number in told.inner_text()
    assert press.inner_text() == say("page-walk-in-all-the-same", "en")
    assert name.input_value() == known["name_en"]
    if scripts:
        name.fill("Somebody New")
        name.blur()
        told.wait_for(state="detached")
        assert press.inner_text() == say("page-walk-in-do", "en")


def test_what_is_typed_goes_along_into_the_other_language(site: Site, visit: Visits) -> None:
    site.look_at(served.SWISS_IN_PLAY)
    desk = visit()
    desk.sign_in(served.SWISS_IN_PLAY, "organizer")
    desk.open(f"/t/{served.SWISS_IN_PLAY}/sessions/r4/console")
    who, name, consent = (desk.page.locator(each) for each in ("#who", "#w-name_en", "[name=consent]"))
    who.fill("7")
    desk.page.locator("#walk-in-desk summary").click()
    name.fill("Lam Yi")
    consent.check()
    desk.page.locator("[hreflang=zh-Hant-HK]").click()
    expect(desk.page.locator("html")).to_have_attribute("lang", "zh-Hant-HK")
    expect(name).to_be_visible()
    assert (who.input_value(), name.input_value(), consent.is_checked()) == ("7", "Lam Yi", True)
