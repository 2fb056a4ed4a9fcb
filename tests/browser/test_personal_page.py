"""The personal page in a real browser: nothing forbidden is tried, pushes show, the keyboard is enough."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from tests.api.served import PATIENCE, Server, program, serving
from tests.browser.chromium import Browser, Tab, browsing, chromium
from tests.simulators.browsers import Browser as Subscriber

SETTINGS = {
    "PUBLIC_URL": "http://127.0.0.1",
    "RETENTION_DAYS": "0",
    "WEB_PUSH_CONTACT": "mailto:ops@example.org",
    "SMTP_URL": "smtp://127.0.0.1:9",
}
FOUND = """
import sys
import msgspec
from services.delivery.push_addresses import PushSubscription
from services.delivery.push_devices import PushDevices, Seen
from services.delivery.push_keys import Receipts
from services.rules.ruleset import load
from services.tournament.definition.founding import DefineTournament
from services.tournament.definition.reading import understand
from services.tournament.people.registration import RegisterEntrant
from services.web.examples import TOURNAMENT_FILE
from services.wiring import wired

with wired() as wiring:
    definition = understand(TOURNAMENT_FILE).whole()
    command = DefineTournament(definition=definition, ruleset=load(definition.ruleset))
    wiring.desk.submit(definition.id, command, wiring.operator)
    for number, name in (("1", "Ada Ng"), ("2", "Ben Ng")):
        about = {"birth_date": "1990-05-17", "name_en": name, "email": "ng@example.org"}
        someone = {"session": "2027-03-06/1", "entrant_no": number, **about}
        wiring.desk.submit(definition.id, msgspec.convert(someone, RegisterEntrant), wiring.operator)
    people = ["entrant:1", "entrant:2"]
    (page,) = wiring.pages.make(definition.id, people, together=True)
    subscription = msgspec.json.decode(sys.argv[1], type=PushSubscription)
    device = wiring.subscriptions.subscribe(definition.id, people, subscription, "en", names=False)
    PushDevices(wiring.database).note(definition.id, device, Seen(tested_at=wiring.clock.now()))
    receipt = Receipts(wiring.secret.for_purpose("web push receipts")).token(f"test-{device}")
    print(page.link.rpartition("/")[2], receipt)
"""


class Site(msgspec.Struct):
    """A server with a page, and a word by which a browser says that a message came."""

    server: Server
    link: str
    receipt: str
    folder: Path

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def page(self) -> str:
        return f"{self.origin}/me/{self.link}?lang=en"

    def read(self) -> str:
        """The page as no browser shows it."""
        return self.server.get(f"/me/{self.link}?lang=en")[1].decode()

    def browse(self, scenario: Callable[[Browser, Tab], Awaitable[None]]) -> None:
        """Play something in a browser of its own; whatever it is, nothing may be complained of."""

        async def play() -> None:
            async with browsing(self.folder) as browser:
                tab = await browser.tab()
                await scenario(browser, tab)
                assert tab.complaints == []
                assert [url for url in tab.requested if not url.startswith(self.origin)] == []

        asyncio.run(asyncio.wait_for(play(), 2 * PATIENCE))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[str]]]:
    if chromium() is None:
        pytest.skip("no Chromium on this machine")
    folder = tmp_path_factory.mktemp("site")
    subscription = msgspec.json.encode(Subscriber("https://push.example.org/1").subscription).decode()
    founding = program(FOUND, folder, subscription, **SETTINGS)
    output, _ = founding.communicate(timeout=PATIENCE)
    assert founding.returncode == 0, output.decode()
    with serving(folder, wait_for="/readyz", workers=1, apart=False, **SETTINGS) as server:
        yield server, output.decode().split()[-2:]


@pytest.fixture
def site(served: tuple[Server, list[str]], tmp_path: Path) -> Site:
    server, (link, receipt) = served
    return Site(server, link, receipt, tmp_path / "browser")


async def _registration(tab: Tab) -> str:
    """The registration of the page's worker, once it is at work and the page has put away what was unread."""
    await tab.until_in_page(
        "navigator.serviceWorker.getRegistration().then(own => Boolean(own && own.active"
        " && 'ready' in document.getElementById('device').dataset))"
    )
    await tab.until(lambda: tab.of("ServiceWorker.workerRegistrationUpdated"))
    (found,) = {
        registration["registrationId"]
        for event in tab.of("ServiceWorker.workerRegistrationUpdated")
        for registration in event["registrations"]
    }
    return str(found)


def test_the_page_opens_without_a_complaint_and_its_worker_is_for_it_alone(site: Site) -> None:
    async def scenario(browser: Browser, tab: Tab) -> None:
        await tab.open(site.page)
        await _registration(tab)
        scope = await tab.evaluate("navigator.serviceWorker.getRegistration().then(own => own.scope)")
        assert scope == f"{site.origin}/me/{site.link}"
        assert await tab.evaluate("document.querySelector('#device-switch').checkVisibility()")
        assert "Ada Ng:" in await tab.evaluate("document.body.innerText")
        assert await tab.evaluate("caches.keys().then(own => own.length)") == 0

    site.browse(scenario)


def test_a_push_shows_without_names_says_that_it_came_and_is_opened_with_the_page(site: Site) -> None:
    assert "None has arrived yet" in site.read()

    async def scenario(browser: Browser, tab: Tab) -> None:
        await browser.send("Browser.grantPermissions", permissions=["notifications"], origin=site.origin)
        await tab.open(site.page)
        registration = await _registration(tab)
        push = {
            "title": "A new time – Spring cup",
            "body": "Open to read.",
            "url": f"{site.origin}/t/spring-cup/results",
            "tag": "t-1",
            "lang": "en",
            "receipt": site.receipt,
            "urgent": True,
        }
        await tab.send(
            "ServiceWorker.deliverPushMessage",
            origin=site.origin,
            registrationId=registration,
            data=msgspec.json.encode(push).decode(),
        )
        shown = await tab.until_in_page(
            "navigator.serviceWorker.getRegistration().then(own => own.getNotifications())"
            ".then(those => those.map(own => [own.title, own.body, own.tag, own.lang]))"
            ".then(those => those.length ? those : null)"
        )
        assert shown == [[push["title"], push["body"], push["tag"], push["lang"]]]
        assert not any(name in text for words in shown for text in words for name in ("Ada", "Ben", "Ng"))
        arrived = await tab.until_in_page("document.querySelector('#device-arrived').textContent")
        assert arrived == "A message has arrived on this device."
        await asyncio.to_thread(site.server.wait_until, lambda: "One last arrived" in site.read())
        before = len(tab.requested)
        await tab.open(site.page)
        await tab.until(lambda: any(url.endswith("/me/receipt") for url in tab.requested[before:]))
        await tab.until_in_page(
            "navigator.serviceWorker.getRegistration().then(own => own.getNotifications())"
            ".then(those => those.length === 0)"
        )

    site.browse(scenario)


def test_what_is_no_message_shows_nothing_of_it_and_breaks_nothing(site: Site) -> None:
    async def scenario(browser: Browser, tab: Tab) -> None:
        await browser.send("Browser.grantPermissions", permissions=["notifications"], origin=site.origin)
        await tab.open(site.page)
        registration = await _registration(tab)
        await tab.send(
            "ServiceWorker.deliverPushMessage",
            origin=site.origin,
            registrationId=registration,
            data="<b>nonsense</b>",
        )
        shown = await tab.until_in_page(
            "navigator.serviceWorker.getRegistration().then(own => own.getNotifications())"
            ".then(those => those.length ? those.map(own => own.title) : null)"
        )
        assert shown == ["Tileledger"]

    site.browse(scenario)


def test_the_keyboard_is_enough_and_fingers_find_what_they_press(site: Site) -> None:
    """Every control can be reached in the order in which it is read, and pressed with Enter."""
    pressed = "a, button, input:not([type=hidden]), summary"
    visible = f"[...document.querySelectorAll('{pressed}')].filter(own => own.checkVisibility())"

    async def scenario(browser: Browser, tab: Tab) -> None:
        await tab.open(site.page)
        await _registration(tab)
        count = await tab.evaluate(f"{visible}.length")
        reached = []
        for _ in range(count):
            await tab.press("Tab")
            reached.append(await tab.evaluate(f"{visible}.indexOf(document.activeElement)"))
        assert reached == list(range(count))
        small = await tab.evaluate(
            f"{visible}.filter(own => !own.matches('.skip, .block a, [type=checkbox]'))"
            ".map(own => [own.textContent, own.getBoundingClientRect()])"
            ".filter(([, box]) => box.width < 44 || box.height < 44).map(([text]) => text)"
        )
        assert small == [], "targets of 44 pixels (WCAG 2.5.5)"
        unnamed = await tab.evaluate(
            f"{visible}.filter(own => !(own.textContent.trim() || own.ariaLabel || own.labels?.length))"
            ".length"
        )
        assert unnamed == 0
        await tab.evaluate("document.querySelector('[value=contacts]').form.querySelector('button').focus()")
        await tab.loading(lambda: tab.press("Enter", text="\r"))
        assert "n***@example.org" in await tab.evaluate("document.body.innerText")
        await tab.evaluate("document.querySelector('#code').focus()")
        for digit in "123456":
            await tab.press(digit, text=digit)
        assert await tab.evaluate("document.querySelector('#code').value") == "123456"

    site.browse(scenario)


def test_without_scripts_everything_is_read_and_asked_for(site: Site) -> None:
    async def scenario(browser: Browser, tab: Tab) -> None:
        await tab.send("Emulation.setScriptExecutionDisabled", value=True)
        await tab.open(site.page)
        text = await tab.evaluate("document.body.innerText")
        for phrase in ("Ada Ng:", "Ben Ng:", "Your browser runs no scripts here"):
            assert phrase in text
        assert "Add to Home Screen" in await tab.evaluate("document.body.textContent"), "once unfolded"
        assert await tab.evaluate("document.querySelectorAll('form').length") >= 6

    site.browse(scenario)
