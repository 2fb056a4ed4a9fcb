"""Below the cells of a sheet stands what they come to while they are typed, and at the foot the totals."""

import pytest
from playwright.sync_api import expect

from shared.catalogue import say
from tests.browser.conftest import Visits
from tests.browser.served import PLAYING, Site

PATIENCE = 60_000


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_sheet_comes_to_stands_in_view_while_it_is_typed(
    site: Site, visit: Visits, language: str
) -> None:
    visited = visit(language=language)
    site.look_at(PLAYING)
    visited.sign_in(PLAYING, "chief_referee")
    sheets = site.wiring.desk.state(PLAYING).sheets.values()
    sheet = min(each.sheet for each in sheets if len(each.games) > 1 and len(each.seats) == 4)
    visited.open(f"/t/{PLAYING}/tasks/submit-sheet?sheet={sheet}&lang={language}")
    page = visited.page
    for game in (1, 2):
        page.select_option(f"[name=game{game}-ended_by]", "cleared")
    for name, left in (("A", 0), ("B", 12), ("C", 7), ("D", 20)):
        for game in (1, 2):
            page.fill(f"[name=game{game}-points_{name}]", str(left))
            page.fill(f"[name=game{game}-tiles_{name}]", str(min(left, 3)))
    scores = "★A_+39 · B_−12 · C_−7 · D_−20".replace("_", "\N{NO-BREAK SPACE}")
    first = page.locator("output.came-to").first
    expect(first).to_have_text(scores, timeout=PATIENCE)
    page.fill("[name=game1-points_B]", "0")
    expect(first).to_have_class("came-to wrong", timeout=PATIENCE)
    expect(page.locator("#so-far")).to_be_in_viewport()
    expect(page.locator("#so-far")).to_contain_text(say("page-figures-so-far", language, scores="").strip())
