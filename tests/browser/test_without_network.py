"""Check-in and sheets where the network drops: what is typed stays on the device, and is sent later."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Dialog, expect

from services.access.kinds import SIGN_IN
from services.tournament.kernel.ids import TableId
from shared.catalogue import say
from tests.browser import served
from tests.browser.conftest import Visits
from tests.browser.served import Site, State, play_all
from tests.browser.served import site as serve
from tests.browser.visits import Visit
from tests.made_once import MadeOnce
from tests.unit.tournament.specs import hong_kong

PLAYING, REGISTERING = served.PLAYING, served.REGISTERING
STATES = {
    REGISTERING: served.STATES[REGISTERING],
    PLAYING: State(at=hong_kong("2026-04-07 14:40")),
}
"""Nobody has come yet; and play has just begun, so that no sheet has anything on it."""
_KEPT = """path => caches.keys().then(async (names) => {
  const kept = await Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())));
  const paths = kept.flat().map((request) => decodeURIComponent(request.url));
  return paths.some((each) => each.includes(path)) && paths.some((each) => each.includes("style.css"));
})"""
_READY = "'ready' in document.getElementById('kept').dataset"
_ROWS = """new Promise((resolve) => {
  const asked = indexedDB.open("entries");
  asked.onsuccess = () => {
    const all = asked.result.transaction("entries").objectStore("entries").getAll();
    all.onsuccess = () => { asked.result.close(); resolve(all.result.length); };
  };
})"""


@pytest.fixture(scope="module")
def site(made_once: MadeOnce, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of their own: what is entered here stays."""
    played = made_once("without network", partial(play_all, states=STATES))
    with serve(played, tmp_path_factory.mktemp("without-network")) as started:
        yield started


def opened(visit: Visit, path: str) -> None:
    """Open a page, and wait until it would open again without a network."""
    visit.open(path)
    visit.until(_KEPT, path)


def called(visit: Visit) -> list[str]:
    """What each entry is called that is shown, the latest first."""
    return visit.page.locator("#kept li strong").all_inner_texts()


def shown(visit: Visit, state: str, count: int = 1) -> None:
    """Wait until so many entries are in a state, and no others are there."""
    expect(visit.page.locator(f"#kept li[data-state={state}]")).to_have_count(count)
    expect(visit.page.locator("#kept li")).to_have_count(count)


class Desk:
    """A visit to the check-in desk of a session that nobody has come to."""

    def __init__(self, site: Site, visit: Visit, absent: int, hour: str = "09:00") -> None:
        self.visit, self.site = visit, site
        site.clock.set(hong_kong(f"2026-03-28 {hour}"))
        visit.anew()
        visit.sign_in(REGISTERING, "organizer")
        self.session = site.session(REGISTERING)
        self.path = f"/t/{REGISTERING}/sessions/{self.session}/console"
        opened(visit, self.path)
        state = site.wiring.desk.state(REGISTERING)
        people = sorted(state.sessions[self.session].entrants)
        self.people = [number for number in people if self.presence(number) != "checked_in"][:absent]

    def presence(self, number: str) -> str:
        entrant = self.site.wiring.desk.state(REGISTERING).entrants[number]
        place = entrant.at(self.site.wiring.desk.state(REGISTERING).sessions[self.session].stage)
        return place.presence if place is not None else ""

    def scan(self, *codes: str) -> None:
        """As a scanner does: a code, Enter, and the next at once."""
        for code in codes:
            self.visit.page.keyboard.type(code)
            self.visit.page.keyboard.press("Enter")


def throw_away(visited: Visit) -> None:
    """Press [Throw away], which asks first and says what is lost; whoever thinks better of it keeps it."""
    entries, asked = visited.page.locator("#kept li"), list[str]()
    press = visited.page.get_by_role("button", name=say("page-kept-discard", "en"))
    count, called = entries.count(), entries.first.locator("strong").inner_text()
    for answer in ("dismiss", "accept"):

        def reply(dialog: Dialog, answer: str = answer) -> None:
            asked.append(dialog.message)
            getattr(dialog, answer)()

        expect(entries).to_have_count(count)
        visited.page.once("dialog", reply)
        press.click()
    assert asked == [say("page-kept-lost", "en", called=called)] * 2


def test_a_scanner_goes_on_without_a_network_and_a_reload_loses_nobody(site: Site, visit: Visits) -> None:
    desk = Desk(site, visit(), 20)
    first, second, third, *others = desk.people
    visited, seq = desk.visit, site.wiring.desk.head(REGISTERING).seq
    visited.lose_network()
    desk.scan(first, second, "9999")
    shown(visited, "queued", 3)
    assert site.wiring.desk.head(REGISTERING).seq == seq
    visited.page.reload()
    shown(visited, "queued", 3)
    assert say("page-kept-offline", "en") in visited.page.locator("#kept").inner_text()
    desk.scan(third, third)
    shown(visited, "queued", 4)
    assert called(visited) == [third, "9999", second, first]
    visited.find_network()
    expect(visited.page.locator("#kept li[data-state=sent]")).to_have_count(3)
    refused = visited.page.locator("#kept li[data-state=refused]")
    assert '"9999"' in refused.inner_text()
    assert [desk.presence(number) for number in (first, second, third)] == ["checked_in"] * 3
    assert site.wiring.desk.head(REGISTERING).seq == seq + 3, "who was scanned twice came once"
    visited.page.reload()
    shown(visited, "refused")
    throw_away(visited)
    expect(visited.page.locator("#kept li")).to_have_count(0)
    desk.scan(*others)
    visited.until(f"{_ROWS}.then((count) => count === 0)")
    assert {desk.presence(number) for number in others} == {"checked_in"}, "as fast as a scanner can"
    expect(visited.page.locator("#kept li[data-state=sent]").first).to_contain_text(others[-1])
    visited.page.locator("#kept").get_by_role("button", name=say("page-console-undo", "en")).first.click()
    visited.page.wait_for_url("**done=**")
    assert desk.presence(others[-1]) != "checked_in"


class Sheet:
    """A visit to the page on which the sheet of a table is entered, where nothing is recorded yet."""

    def __init__(self, site: Site, visit: Visit, table: TableId | None = None) -> None:
        self.visit, self.site = visit, site
        site.look_at(PLAYING)
        visit.anew()
        visit.sign_in(PLAYING, "chief_referee")
        self.table = table or blank(site)
        self.path = f"/t/{PLAYING}/tasks/submit-sheet?sheet={self.table}"
        opened(visit, self.path)

    @property
    def cells(self) -> Mapping[str, str]:
        """The names of the cells of points and tiles, empty."""
        fields = self.visit.page.locator("form[data-kept] input[name^=game]:not([type=checkbox])").all()
        return {field.get_attribute("name") or "": field.input_value() for field in fields}

    def type(self, points: int = 5, games: tuple[int, ...] = ()) -> None:
        """Seat A has nothing left in any game, and everybody else so many points on one tile."""
        for name in self.cells:
            if games and int(name[4]) not in games:
                continue
            left = 0 if name.endswith("_A") else 1 if "tiles" in name else points
            self.visit.page.fill(f"[name={name}]", str(left))

    def send(self) -> None:
        self.visit.page.locator("form[data-kept] button.primary").click()

    @property
    def recorded(self) -> list[int | None]:
        """What seat B has left in each game that is recorded."""
        sheet = self.site.wiring.desk.state(PLAYING).sheets[str(self.table)]
        return [game.figures[1].count for game in sheet.games if game is not None]


def blank(site: Site) -> TableId:
    """A table whose sheet has nothing on it."""
    sheets = site.wiring.desk.state(PLAYING).sheets.values()
    found = TableId.read(max(each.sheet for each in sheets if not any(each.games)))
    assert found is not None
    return found


def test_a_sheet_is_entered_while_the_network_is_cut_twice(site: Site, visit: Visits) -> None:
    sheet = Sheet(site, visit())
    visited = sheet.visit
    sheet.type(5, games=(1,))
    visited.lose_network()
    sheet.type(6, games=(2,))
    shown(visited, "draft")
    sheet.visit = visited.another_tab()
    visited.page.close()
    visited = sheet.visit
    visited.open(sheet.path)
    expect(visited.page.locator("[name=game2-points_B]")).to_have_value("6")
    assert [sheet.cells[f"game{game}-points_B"] for game in (1, 2, 3)] == ["5", "6", ""]
    visited.find_network()
    visited.open(sheet.path)
    assert sheet.cells["game2-points_B"] == "6"
    visited.lose_network()
    sheet.type(7, games=(3,))
    visited.evaluate("for (const press of [1, 2]) document.querySelector('form[data-kept]').requestSubmit()")
    shown(visited, "queued")
    typed_at = site.clock.now()
    visited.page.reload()
    shown(visited, "queued")
    assert sheet.recorded == []
    site.clock.set(typed_at + timedelta(minutes=9))
    visited.page.clock.set_fixed_time(site.clock.now())
    visited.find_network()
    shown(visited, "sent")
    assert sheet.recorded == [5, 6, 7]
    (event,) = site.wiring.desk.events(PLAYING, site.wiring.desk.head(PLAYING).seq - 1)
    assert (event.type, event.occurred_at) == ("score-sheet-recorded", typed_at)
    visited.page.reload()
    expect(visited.page.locator("#kept li")).to_have_count(0)


def test_with_a_network_it_is_read_back_and_nothing_is_left_on_the_device(site: Site, visit: Visits) -> None:
    sheet = Sheet(site, visit())
    visited = sheet.visit
    sheet.type(8)
    sheet.send()
    visited.page.locator("[name=mark]").wait_for(state="attached")
    visited.until(_READY)
    visited.page.locator("form[data-read] button.primary").click()
    visited.page.wait_for_url("**done=**")
    assert sheet.recorded == [8, 8, 8]
    visited.until(f"{_ROWS}.then((count) => count === 0)")


def test_the_network_that_drops_before_the_last_press_takes_nothing_with_it(
    site: Site, visit: Visits
) -> None:
    sheet = Sheet(site, visit())
    visited = sheet.visit
    sheet.type(9)
    sheet.send()
    visited.page.locator("[name=mark]").wait_for(state="attached")
    visited.until(_READY)
    visited.lose_network()
    visited.page.locator("form[data-read] button.primary").click()
    shown(visited, "queued")
    visited.find_network()
    shown(visited, "sent")
    assert sheet.recorded == [9, 9, 9]


def test_of_two_devices_with_differing_sheets_both_are_kept(site: Site, visit: Visits) -> None:
    one = Sheet(site, visit())
    other = Sheet(site, visit(), one.table)
    for sheet, points in ((one, 5), (other, 6)):
        sheet.visit.lose_network()
        sheet.type(points)
        sheet.send()
        shown(sheet.visit, "queued")
    for sheet in (one, other):
        sheet.visit.find_network()
        shown(sheet.visit, "sent")
    assert one.recorded == [5, 5, 5]
    (conflict,) = site.wiring.desk.state(PLAYING).sheets[str(one.table)].conflicts
    assert (conflict.settled, conflict.games[0].figures[1].count) == ("open", 6)
    assert (
        say("remark-sheet-conflict", "en", table=one.table.number)
        in other.visit.page.locator("#kept").inner_text()
    )


def test_what_is_refused_once_there_is_a_network_stays_with_its_reason_until_it_is_put_right(
    site: Site, visit: Visits
) -> None:
    sheet = Sheet(site, visit())
    visited = sheet.visit
    visited.lose_network()
    sheet.type(5)
    visited.page.fill("[name=game2-points_C]", "many")
    sheet.send()
    shown(visited, "queued")
    visited.find_network()
    shown(visited, "refused")
    visited.page.reload()
    shown(visited, "refused")
    assert "many" in visited.page.locator("#kept li").inner_text()
    visited.page.fill("[name=game2-points_C]", "4")
    sheet.send()
    visited.page.locator("[name=mark]").wait_for(state="attached")
    visited.until(_READY)
    visited.page.locator("form[data-read] button.primary").click()
    visited.page.wait_for_url("**done=**")
    assert sheet.recorded == [5, 5, 5]
    visited.until(f"{_ROWS}.then((count) => count === 0)")


def test_whoever_opened_the_console_alone_enters_games_and_sheets_of_their_tables(
    site: Site, visit: Visits
) -> None:
    site.look_at(PLAYING)
    visited = visit()
    visited.anew()
    visited.sign_in(PLAYING, "referee")
    visited.open(f"/t/{PLAYING}/sessions/{site.session(PLAYING)}/console")
    game = visited.page.locator("a[href*='/tasks/record-game-result?']").first
    sheet = parse_qs(urlsplit(game.get_attribute("href") or "").query)["sheet"][0]
    visited.until(_KEPT, f"submit-sheet?sheet={sheet}")
    visited.lose_network()
    game.click()
    for cell in visited.page.locator("form[data-kept] input[name*=_]:not([type=checkbox])").all():
        name = cell.get_attribute("name") or ""
        cell.fill("0" if name.endswith("_A") else "1" if "tiles" in name else "7")
    visited.page.locator("form[data-kept] button.primary").click()
    shown(visited, "queued")
    whole = visited.page.get_by_role("main").get_by_role("link", name=say("task-title-submit-sheet", "en"))
    whole.click()
    visited.page.locator("[name=game3-points_A]").wait_for()
    shown(visited, "queued")


def test_what_is_typed_anew_takes_the_place_of_what_still_waits(site: Site, visit: Visits) -> None:
    sheet = Sheet(site, visit(), first(site))
    visited, seq = sheet.visit, site.wiring.desk.head(PLAYING).seq
    visited.lose_network()
    for points in (5, 6):
        sheet.type(points)
        sheet.send()
        shown(visited, "queued")
        visited.until("document.querySelector('#kept li[data-state=queued]')")
    throw_away(visited)
    expect(visited.page.locator("#kept li")).to_have_count(0)
    assert site.wiring.desk.head(PLAYING).seq == seq


def test_who_opens_a_sheet_on_a_second_device_is_told_until_the_first_is_gone(
    site: Site, visit: Visits
) -> None:
    one = Sheet(site, visit(), first(site))
    warning = one.visit.page.locator("#elsewhere")
    site.clock.set(site.clock.now() + timedelta(minutes=2))
    one.visit.page.reload()
    assert warning.is_hidden(), "whoever else had it open is gone"
    one.visit.page.goto("about:blank")
    site.clock.set(site.clock.now() + timedelta(minutes=2))
    two = visit(skipping=True)
    two.sign_in(PLAYING, "organizer")
    two.open(one.path)
    assert two.page.locator("#elsewhere").is_hidden()
    one.visit.open(one.path)
    expect(warning).to_contain_text(say("bot-role-organizer", "en"))
    two.until(_READY)
    two.later(16)
    expect(two.page.locator("#elsewhere")).to_contain_text(say("bot-role-chief-referee", "en"))
    one.visit.page.goto("about:blank")
    site.clock.set(site.clock.now() + timedelta(minutes=2))
    two.later(16)
    expect(two.page.locator("#elsewhere")).to_be_hidden()


def first(site: Site) -> TableId:
    """A table of that session, for who records nothing."""
    return TableId(site.session(PLAYING), 1)


def queued_sheet(site: Site, visit: Visit, table: TableId | None = None, points: int = 4) -> Sheet:
    """A sheet that waits for the network."""
    sheet = Sheet(site, visit, table)
    visit.lose_network()
    sheet.type(points)
    sheet.send()
    shown(visit, "queued")
    return sheet


def test_signing_out_empties_the_device_of_entries_and_pages(site: Site, visit: Visits) -> None:
    visited = visit()
    sheet = Sheet(site, visited, first(site))
    sheet.type(3)
    shown(visited, "draft")
    asked: list[str] = []

    def confirm(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    visited.page.on("dialog", confirm)
    tab = visited.another_tab()
    tab.open(sheet.path)
    tab.until(_READY)
    visited.forgive("status of 401")
    visited.open(f"/t/{PLAYING}/staff")
    visited.until(_READY)
    visited.page.get_by_role("button", name=say("page-staff-sign-out", "en"), exact=True).click()
    visited.page.get_by_role("heading", name=say("page-staff-left", "en")).wait_for()
    assert asked == [say("page-kept-leave", "en", count=1)]
    tab.page.locator("[name=link]").wait_for()
    visited.until(f"{_ROWS}.then((count) => count === 0)")
    visited.until("caches.keys().then((names) => names.length === 0)")
    visited.until("navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)")
    visited.lose_network()
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        visited.open(sheet.path)


def test_a_sign_in_that_ran_out_keeps_what_waits_and_the_same_person_goes_on(
    site: Site, visit: Visits
) -> None:
    visited = visit()
    sheet = queued_sheet(site, visited)
    site.clock.set(site.clock.now() + (SIGN_IN.idle or timedelta(0)) + timedelta(minutes=1))
    visited.forgive("status of 401")
    visited.find_network()
    expect(visited.page.locator("#kept [role=status]")).to_contain_text(say("page-kept-out", "en"))
    visited.until("caches.keys().then((names) => names.length === 0)")
    assert sheet.recorded == []
    visited.open(site.sign_in_link(PLAYING, "chief_referee"))
    visited.page.locator("main form button").click()
    shown(visited, "sent")
    assert sheet.recorded == [4, 4, 4]


def test_whoever_signs_in_next_on_the_phone_neither_sees_nor_sends_what_waits(
    site: Site, visit: Visits
) -> None:
    visited = visit()
    sheet, seq = queued_sheet(site, visited, first(site), 2), site.wiring.desk.head(PLAYING).seq
    tab = visited.another_tab()
    visited.page.context.clear_cookies()
    visited.find_network()
    visited.forgive("status of 40[13]")
    tab.open(site.sign_in_link(PLAYING, "organizer"))
    tab.until("caches.keys().then((names) => names.length === 0)")
    tab.page.locator("main form button").click()
    tab.until(_READY)
    assert tab.page.locator("#kept li").count() == 0
    tab.open(sheet.path)
    tab.until(_READY)
    assert sheet.cells["game1-points_B"] == "2", "the page of the one before still shows what they typed"
    assert tab.page.locator("[name=game1-points_B]").input_value() != "2"
    visited.evaluate("dispatchEvent(new Event('online'))")
    expect(visited.page.locator("#kept [role=status]")).to_have_text(say("page-kept-other", "en"))
    assert site.wiring.desk.head(PLAYING).seq == seq
    assert visited.evaluate(_ROWS) == 1


def test_who_is_late_is_sent_again_with_the_time_of_arrival_typed_by_then(site: Site, visit: Visits) -> None:
    desk = Desk(site, visit(), 3, "12:35")
    first, second, third = desk.people
    visited = desk.visit
    visited.until(_READY)
    name = site.details(REGISTERING, first)["name_en"]
    desk.scan(name.split()[0], first, second)
    shown(visited, "refused", 3)
    visited.page.reload()
    shown(visited, "refused", 3)
    arrived, again = visited.page.locator("#arrived"), say("page-kept-again", "en")
    arrived.fill("12:27")
    refused, sent = (visited.page.locator(f"#kept li[data-state={state}]") for state in ("refused", "sent"))
    refused.first.get_by_role("button", name=again).click()
    expect(sent).to_have_count(1)
    assert desk.presence(second) == "checked_in"
    refused.locator(f"button[name=who][value='{first}']").click()
    shown(visited, "sent", 2)
    assert desk.presence(first) == "checked_in", "and what else was refused of them is gone"
    desk.scan(third)
    shown(visited, "sent", 3)
    assert desk.presence(third) == "checked_in", "with the time that is still there"
    desk.scan(third)
    shown(visited, "sent", 4)
