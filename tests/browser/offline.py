"""A site where nothing is entered yet, its desk and its sheets in a browser, and what waits on the device."""

from collections.abc import Iterator, Mapping
from functools import partial

import pytest
from playwright.sync_api import Dialog, expect

from services.tournament.kernel.ids import TableId
from shared.catalogue import say
from tests.browser import served
from tests.browser.served import Site, State, play_all
from tests.browser.served import site as serve
from tests.browser.visits import Visit
from tests.made_once import MadeOnce
from tests.unit.tournament.specs import hong_kong

PLAYING, REGISTERING = served.PLAYING, served.REGISTERING
STATES = {
    REGISTERING: served.STATES[REGISTERING],
    PLAYING: State(at=hong_kong("2026-04-07 14:40")),
    served.SWISS_IN_PLAY: served.STATES[served.SWISS_IN_PLAY],
}
"""Nobody has come yet; play has just begun, and no sheet has anything on it; a walk-in finds a place."""
KEPT = """path => caches.keys().then(async (names) => {
  const kept = await Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())));
  const paths = kept.flat().map((request) => decodeURIComponent(request.url));
  return paths.some((each) => each.includes(path)) && paths.some((each) => each.includes("style.css"));
})"""
READY = "'ready' in (document.getElementById('kept')?.dataset ?? {})"
ROWS = """new Promise((resolve) => {
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
    visit.until(KEPT, path)


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
