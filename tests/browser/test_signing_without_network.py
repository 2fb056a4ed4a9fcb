"""Signing on the screen where the network drops: it waits on the device, and binds what was shown."""

from playwright.sync_api import expect

from shared.catalogue import say
from tests.browser.conftest import Visits
from tests.browser.offline import KEPT, PLAYING, READY, Sheet, opened, shown
from tests.browser.offline import site as site
from tests.browser.served import Site
from tests.browser.steps import draw
from tests.browser.visits import Visit


def _recorded(site: Site, visit: Visit) -> Sheet:
    """A table whose games stand, on its page, from where it may be signed without a network."""
    sheet = Sheet(site, visit)
    sheet.type(7)
    sheet.send()
    visit.page.locator("[name=mark]").wait_for(state="attached")
    visit.until(READY)
    visit.page.locator("form[data-read] button.primary").click()
    visit.page.wait_for_url("**done=**")
    opened(visit, f"/t/{PLAYING}/tables/{sheet.table}")
    visit.until(KEPT, f"/tables/{sheet.table}/sign")
    return sheet


def _sign(visit: Visit, number: str) -> None:
    visit.page.locator("#sign-entrant").fill(number)
    draw(visit, (0.2, 0.5), (0.4, 0.2), (0.6, 0.8))
    visit.page.locator("#sign button.primary").click()


def test_one_after_the_other_signs_without_a_network_and_each_once(site: Site, visit: Visits) -> None:
    visited = visit()
    sheet = _recorded(site, visited)
    state = site.wiring.desk.state(PLAYING)
    one, other = state.sheets[str(sheet.table)].seats[:2]
    visited.lose_network()
    visited.page.locator("a[href*='/sign?']").click()
    visited.until(READY)
    _sign(visited, one)
    shown(visited, "queued")
    expect(visited.page.locator("#sign-entrant")).to_have_value("")
    visited.page.locator("#sign-entrant").fill(other)
    visited.page.locator("#sign button.primary").click()
    expect(visited.page.locator("#wrong-drawn")).to_be_visible()
    _sign(visited, other)
    shown(visited, "queued", 2)
    assert visited.page.locator("#kept button").count() == 0, "whoever it is handed to throws nothing away"
    visited.page.reload()
    shown(visited, "queued", 2)
    visited.find_network()
    shown(visited, "sent", 2)
    signed = site.wiring.desk.state(PLAYING).sheets[str(sheet.table)].signatures
    assert set(signed) == {one, other}
    strokes = site.wiring.desk.strokes.of_sheet(PLAYING, str(sheet.table))
    assert [each.entrant for each in strokes] == [one, other]


def test_nobody_signs_while_figures_of_the_table_wait_themselves(site: Site, visit: Visits) -> None:
    visited = visit()
    sheet = _recorded(site, visited)
    opened(visited, sheet.path)
    visited.lose_network()
    sheet.type(4)
    sheet.send()
    shown(visited, "queued")
    visited.open(f"/t/{PLAYING}/tables/{sheet.table}/sign")
    visited.until(READY)
    _sign(visited, site.wiring.desk.state(PLAYING).sheets[str(sheet.table)].seats[0])
    expect(visited.page.locator("#kept [role=status]")).to_contain_text(say("page-kept-figures", "en"))
    expect(visited.page.locator("#kept li")).to_have_count(0)


def test_a_signature_that_a_proxy_answered_is_sent_again_by_itself_and_given_once(
    site: Site, visit: Visits
) -> None:
    visited = visit()
    sheet = _recorded(site, visited)
    number = site.wiring.desk.state(PLAYING).sheets[str(sheet.table)].seats[0]
    opened(visited, f"/t/{PLAYING}/tables/{sheet.table}/sign")
    visited.until(READY)
    (worker,) = visited.page.context.service_workers
    worker.evaluate("""() => {
      const found = self.fetch;
      const refused = () => new Response("<h1>Bad Gateway</h1>", { status: 502 });
      self.fetch = async (asked, ...more) =>
        asked.method === "POST" ? found(asked, ...more).then(refused) : found(asked, ...more);
    }""")
    _sign(visited, number)
    shown(visited, "sent")
    assert set(site.wiring.desk.state(PLAYING).sheets[str(sheet.table)].signatures) == {number}
    assert len(site.wiring.desk.strokes.of_sheet(PLAYING, str(sheet.table))) == 1


def test_a_wrong_number_is_refused_at_once_and_nothing_of_it_stays(site: Site, visit: Visits) -> None:
    visited = visit()
    sheet = _recorded(site, visited)
    opened(visited, f"/t/{PLAYING}/tables/{sheet.table}/sign")
    visited.until(READY)
    visited.forgive(r"status of 422")
    _sign(visited, "9999")
    visited.page.locator("#wrong-entrant").wait_for()
    visited.until(READY)
    expect(visited.page.locator("#kept li")).to_have_count(0)
