"""A first view is light and stands still; how long it takes is for `make bench pages` to say."""

import pytest
from playwright.sync_api import Browser

from tests.browser.measuring import SHIFT, WEIGHT, first_view
from tests.browser.pages import MEASURED
from tests.browser.served import Site
from tests.browser.views import View

pytestmark = pytest.mark.wide


@pytest.mark.parametrize("view", MEASURED, ids=lambda view: view.name)
def test_a_first_view_is_light_and_nothing_in_it_jumps(site: Site, browser: Browser, view: View) -> None:
    found = first_view(site, browser, view)
    assert found.paint > 0
    assert found.shift <= SHIFT
    assert found.weight <= WEIGHT
    assert found.requests >= 3, "the page, its style and its script"
