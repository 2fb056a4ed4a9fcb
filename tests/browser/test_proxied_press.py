"""A press on a kept page that a proxy answers in the place of the server."""

import pytest

from tests.browser.conftest import Visits
from tests.browser.offline import PLAYING, READY, Sheet, shown
from tests.browser.offline import site as site
from tests.browser.served import Site


@pytest.mark.parametrize("lost", ["first press", "last press", "last answer"])
def test_a_press_that_a_proxy_answered_is_sent_again_by_itself_and_done_once(
    site: Site, visit: Visits, lost: str
) -> None:
    sheet = Sheet(site, visit())
    visited, seq = sheet.visit, site.wiring.desk.head(PLAYING).seq
    (worker,) = visited.page.context.service_workers
    reach = "found(asked, ...more).then(refused)" if lost == "last answer" else "refused()"
    proxied = f"""() => {{
      const found = self.fetch;
      const refused = () => new Response("<h1>Bad Gateway</h1>", {{ status: 502 }});
      self.fetch = async (asked, ...more) => (asked.method === "POST" ? {reach} : found(asked, ...more));
    }}"""
    sheet.type(6)
    if lost == "first press":
        worker.evaluate(proxied)
        sheet.send()
    else:
        sheet.send()
        visited.page.locator("[name=mark]").wait_for(state="attached")
        visited.until(READY)
        worker.evaluate(proxied)
        visited.page.locator("form[data-read] button.primary").click()
    shown(visited, "sent")
    assert visited.page.get_by_text("Bad Gateway").count() == 0
    assert "unanswered" not in visited.page.url, "loaded again it sends nothing more"
    assert sheet.recorded == [6, 6, 6]
    assert site.wiring.desk.head(PLAYING).seq == seq + 1
