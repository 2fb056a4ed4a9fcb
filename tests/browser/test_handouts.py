"""What is printed takes the sheets of paper that it fills, and no blank one."""

import re

from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site

_SHEET_OF_PAPER = re.compile(rb"/Type\s*/Page\b(?!s)")


def test_each_table_takes_a_sheet_of_paper_and_no_blank_one_follows(site: Site, visit: Visits) -> None:
    desk = visit()
    desk.sign_in(served.PLAYING, "organizer")
    path = f"/t/{served.PLAYING}/sessions/{site.session(served.PLAYING)}/handouts"
    for what, block in (("sheets", ".handout"), ("tables", ".handout-number"), ("seats", ".handout")):
        desk.open(f"{path}?what={what}")
        printed = desk.page.pdf(prefer_css_page_size=True)
        assert len(_SHEET_OF_PAPER.findall(printed)) == desk.page.locator(block).count() > 1
