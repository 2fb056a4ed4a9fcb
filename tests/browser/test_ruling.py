"""A ruling made from the page of an official, by what a screen reader finds, without any script."""

import re

from playwright.sync_api import Page, expect

from services.tournament.docket.disputes import RaiseDispute
from services.tournament.kernel.ids import TableId
from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site

FOUND = "Both racks were seen by the referee of the table."


def raised(site: Site) -> str:
    """The number of a new case about a table of the session that is played."""
    desk = site.wiring.desk
    (session,) = (each for each in desk.state(served.PLAYING).sessions.values() if each.status == "playing")
    sheet = str(TableId(session.plan.id, 2))
    command = RaiseDispute(sheet=sheet, statement="Two tiles fell off a rack.")
    desk.submit(served.PLAYING, command, site.wiring.operator)
    return max(desk.state(served.PLAYING).disputes)


def press(page: Page, name: str) -> None:
    """Press a button by its name, with the keyboard."""
    button = page.get_by_role("button", name=name, exact=True)
    button.focus()
    page.keyboard.press("Enter")


def test_a_ruling_is_made_by_role_and_name_with_the_keyboard_and_without_script(
    site: Site, visit: Visits
) -> None:
    site.look_at(served.PLAYING)
    case = raised(site)
    visited = visit(scripts=False)
    visited.sign_in(served.PLAYING, "chief_referee")
    visited.open(f"/t/{served.PLAYING}/staff")
    page = visited.page
    page.get_by_role("main").get_by_role("link", name="Docket").click()
    page.get_by_role("link", name=re.compile(f"^{case}:")).click()
    press(page, "On my way to " + page.get_by_role("definition").first.inner_text())
    expect(page.get_by_text("On the way: Chief Referee")).to_be_visible()
    page.get_by_role("link", name="Rule", exact=True).click()
    group = page.get_by_role("group", name="What shall the ruling do?")
    group.get_by_role("radio", name="The results stand").focus()
    page.keyboard.press("Space")
    press(page, "Go on")
    page.get_by_role("textbox", name="Finding").fill("x")
    page.get_by_role("combobox", name="Rule").select_option(index=1)
    press(page, "Read it back")
    expect(page.get_by_role("alert")).to_contain_text("Write what you find in a sentence")
    expect(page.get_by_role("textbox", name="Finding")).to_have_value("x")
    page.get_by_role("textbox", name="Finding").fill(FOUND)
    press(page, "Read it back")
    expect(page.get_by_role("region", name="You rule")).to_contain_text(FOUND)
    expect(page.get_by_role("region", name="What it changes")).to_contain_text("No place changes.")
    page.go_back()
    expect(page.get_by_role("textbox", name="Finding")).to_have_value(FOUND)
    page.go_forward()
    press(page, "Confirm the ruling")
    expect(page.get_by_role("status").first).to_contain_text(f"on {case} is made")
    (ruling,) = [
        each for each in site.wiring.desk.state(served.PLAYING).rulings.values() if each.dispute == case
    ]
    assert (ruling.effects, ruling.by.partition(":")[0]) == (("none",), "chief_referee")
