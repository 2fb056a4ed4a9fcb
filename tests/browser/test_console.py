"""The console of a session in a browser: the check-in desk is ready for the next number at any time."""

from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site


def test_what_is_typed_stays_while_the_page_looks_for_news_and_the_desk_is_ready_after_a_refusal(
    site: Site, visit: Visits
) -> None:
    site.look_at(served.REGISTERING)
    desk = visit()
    desk.sign_in(served.REGISTERING, "organizer")
    desk.open(f"/t/{served.REGISTERING}/sessions/{site.session(served.REGISTERING)}/console")
    who = desk.page.locator("#who")
    desk.until("document.activeElement.id === 'who'")
    who.press_sequentially("00")
    with desk.page.expect_response(lambda response: "part=day" in response.url):
        desk.later(6)
    assert who.input_value() == "00"
    desk.until("document.activeElement.id === 'who'")
    who.fill("no such name")
    who.press("Enter")
    desk.page.wait_for_selector("#kept [data-state=refused]")
    desk.until("document.activeElement.id === 'who'")
    desk.page.keyboard.type("1")
    assert who.input_value() == "1"
