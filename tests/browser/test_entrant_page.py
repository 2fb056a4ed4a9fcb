"""The curve on an entrant's page: drawn from what the query answers, and a table without a script."""

import json
from urllib.parse import urlsplit

import pytest

from services.desk.history.curves import CurvesAnswer, CurvesParams
from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site

TOURNAMENT = served.SWISS_IN_PLAY


def _asked(site: Site, number: str) -> list[list[int | None]]:
    """The places as the desk answers them."""
    stage = site.wiring.desk.state(TOURNAMENT).plan.first_stage
    answer: CurvesAnswer = site.wiring.desk.ask(
        TOURNAMENT, "curves", CurvesParams(stage=stage, entrants=number), site.wiring.operator
    )
    return [[point.seq, point.place] for point in answer.entrants[0].points]


@pytest.mark.parametrize("scripts", [True, False])
def test_the_curve_is_that_of_the_query(site: Site, visit: Visits, scripts: bool) -> None:
    site.look_at(TOURNAMENT)
    number = site.ranked(TOURNAMENT)
    asked = _asked(site, number)
    opened = visit(scripts=scripts)
    opened.sign_in(TOURNAMENT, "organizer")
    opened.open(f"/t/{TOURNAMENT}/entrants/{number}")
    page = opened.page
    data = page.locator("script[data-curve]").first.text_content() or ""
    assert json.loads(data)["points"] == asked
    rows = page.locator("section.card details tbody tr")
    assert rows.count() == len(asked)
    shown = [(row.locator("th").text_content(), row.locator("td").text_content()) for row in rows.all()]
    assert shown == [(str(seq), "–" if place is None else str(place)) for seq, place in asked]
    drawn = page.locator(".curve canvas")
    assert drawn.count() == int(scripts)
    if scripts:
        box = drawn.bounding_box()
        assert box is not None
        assert box["width"] > 200
    assert opened.complaints == []


def test_a_place_leads_to_its_reasons_and_back_to_the_entrant(site: Site, visit: Visits) -> None:
    site.look_at(TOURNAMENT)
    number = site.ranked(TOURNAMENT)
    opened = visit()
    opened.sign_in(TOURNAMENT, "organizer")
    opened.open(f"/t/{TOURNAMENT}/entrants/{number}")
    opened.page.get_by_role("link", name="Why this place").first.click()
    opened.page.get_by_role("link", name="The way of the entrant").click()
    assert urlsplit(opened.page.url).path == f"/t/{TOURNAMENT}/entrants/{number}"
    opened.page.locator("table.way a[href*='/tables/']").first.click()
    opened.page.wait_for_selector("article.paper")
    opened.page.locator(f"article.paper a[href*='/entrants/{number}']").first.click()
    opened.page.wait_for_selector("table.way")
