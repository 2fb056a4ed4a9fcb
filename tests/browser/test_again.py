"""A page that a browser has already, read again: asked for with its tag, and the same to look at."""

from tests.browser.conftest import Visits
from tests.browser.served import OVER, Site

_SHOWN = "[getComputedStyle(document.body).fontFamily, document.styleSheets.length, !!window.htmx]"


def test_an_unchanged_page_keeps_its_style_and_its_scripts(site: Site, visit: Visits) -> None:
    site.look_at(OVER)
    visited = visit()
    # Playwright tells of the answer that the browser has, the protocol of what came.
    network, came = visited.protocol(), []
    network.send("Network.enable")
    network.on("Network.responseReceivedExtraInfo", lambda info: came.append(info["statusCode"]))
    visited.open(f"/t/{OVER}/standings")
    first = visited.evaluate(_SHOWN)
    assert first[2] is True
    visited.open(f"/t/{OVER}/standings")
    assert 304 in came
    assert visited.evaluate(_SHOWN) == first
