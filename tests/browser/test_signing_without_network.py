"""Signing on the screen where the network drops: it waits on the device, and binds what was shown."""

from playwright.sync_api import expect

from services.tournament.play.figures import SeatResult
from services.tournament.play.results import CorrectGame
from services.tournament.play.signatures import SignSheet
from shared.catalogue import say
from tests.browser.conftest import Visits
from tests.browser.offline import KEPT, PLAYING, READY, ROWS, Sheet, opened, shown
from tests.browser.offline import site as site
from tests.browser.served import Site
from tests.browser.steps import draw
from tests.browser.visits import Visit
from tests.wording import fixed


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
    told = visited.page.locator("#wrong-entrant")
    expect(told).to_be_hidden()
    for wrong, why in (("9999", "problem-not-on-sheet"), (one, "page-sign-waits")):
        visited.page.locator("#sign-entrant").fill(wrong)
        expect(told).to_contain_text(fixed(why))
        visited.page.locator("#sign button.primary").click()
        shown(visited, "queued")
    visited.page.locator("#sign-entrant").fill(other)
    expect(told).to_be_hidden()
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
    assert visited.evaluate(ROWS) == 1, "of the signature nothing stays, only the figures wait"


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


def test_a_wrong_number_is_refused_as_it_is_typed_and_nothing_of_it_is_sent(
    site: Site, visit: Visits
) -> None:
    visited = visit()
    sheet = _recorded(site, visited)
    opened(visited, f"/t/{PLAYING}/tables/{sheet.table}/sign")
    visited.until(READY)
    number = site.wiring.desk.state(PLAYING).sheets[str(sheet.table)].seats[0]
    told, field = visited.page.locator("#wrong-entrant"), visited.page.locator("#sign-entrant")
    # What may become a number of this table is no wrong one yet.
    field.press_sequentially(number)
    expect(told).to_be_hidden()
    _sign(visited, "9999")
    expect(told).to_contain_text(fixed("problem-not-on-sheet"))
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(visited.page.locator("#kept li")).to_have_count(0)
    assert not site.wiring.desk.state(PLAYING).sheets[str(sheet.table)].signatures


def test_who_signs_elsewhere_meanwhile_and_figures_that_change_come_into_the_open_page(
    site: Site, visit: Visits
) -> None:
    visited = visit()
    sheet = _recorded(site, visited)
    opened(visited, f"/t/{PLAYING}/tables/{sheet.table}/sign")
    visited.until(READY)
    desk, id = site.wiring.desk, str(sheet.table)
    one, other, *_ = desk.state(PLAYING).sheets[id].seats
    told, field = visited.page.locator("#wrong-entrant"), visited.page.locator("#sign-entrant")
    changed = visited.page.locator("#figures-changed")
    field.fill(other)
    draw(visited, (0.2, 0.5), (0.4, 0.2))
    desk.submit(PLAYING, SignSheet(sheet=id, entrant=one, medium="paper"), site.wiring.operator)
    _come_back(visited)
    expect(visited.page.locator("tr.signatures .signed")).to_have_count(1)
    expect(changed).to_be_hidden()
    expect(field).to_have_value(other)
    field.fill(one)
    expect(told).to_contain_text(fixed("problem-signed-before"))
    field.fill(other)
    game = desk.state(PLAYING).sheets[id].games[0]
    assert game is not None
    seats = tuple(
        SeatResult(entrant=each.entrant, count=each.count and each.count + 2, tiles=each.tiles)
        for each in game.figures
    )
    correction = CorrectGame(sheet=id, game=1, ended_by="cleared", seats=seats, reason="As on the paper")
    desk.submit(PLAYING, correction, site.wiring.operator)
    _come_back(visited)
    expect(changed).to_be_visible()
    # What was drawn was for other figures; what is shown now is what is signed.
    visited.page.locator("#sign button.primary").click()
    expect(visited.page.locator("#wrong-drawn")).to_be_visible()
    _sign(visited, other)
    visited.page.wait_for_url("**done=**")
    assert set(desk.state(PLAYING).sheets[id].signatures) == {other}


def _come_back(visit: Visit) -> None:
    """Look at the page again, as after another one."""
    visit.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
