"""The personal page in a real browser: its worker is for it alone, pushes show, the keyboard is enough."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, CDPSession, Playwright

from services.delivery.push_addresses import PushSubscription
from services.delivery.push_devices import PushDevices, Seen
from services.delivery.push_keys import Receipts
from shared.catalogue import say
from tests.browser.checking import keyboard_enough
from tests.browser.chromium import chromium, started
from tests.browser.conftest import Visits
from tests.browser.served import REGISTERING, Site
from tests.browser.visits import Visit
from tests.simulators.browsers import Browser as Subscriber


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One that shows notifications."""
    program = chromium()
    if program is None:
        pytest.skip("no Chromium with a screen on this machine")
    with started(playwright, program) as browser:
        yield browser


class Family(msgspec.Struct, frozen=True):
    """Two people with one page, and the word by which a browser says that a message came to it."""

    page: str
    names: tuple[str, str]
    receipt: str


@pytest.fixture(scope="module")
def family(site: Site) -> Family:
    """A family one of whose browsers was subscribed to pushes, and tried out."""
    site.look_at(REGISTERING)
    wiring, people = site.wiring, site.family(REGISTERING)
    subscription = msgspec.convert(Subscriber("https://push.example.org/1").subscription, PushSubscription)
    recipients = [f"entrant:{number}" for number in people]
    assert wiring.subscriptions is not None
    device = wiring.subscriptions.subscribe(REGISTERING, recipients, subscription, "en", names=False)
    PushDevices(wiring.database).note(REGISTERING, device, Seen(tested_at=wiring.clock.now()))
    receipt = Receipts(wiring.secret.for_purpose("web push receipts")).token(f"test-{device}")
    child, parent = (site.name(REGISTERING, number) for number in people)
    return Family(site.personal_page(REGISTERING, *people), (child, parent), receipt)


@pytest.fixture
def opened(site: Site, visit: Visits, family: Family) -> Visit:
    """Their page, with its worker at work and what was unread put away."""
    site.look_at(REGISTERING)
    visited = visit()
    visited.page.context.grant_permissions(["notifications"], origin=site.origin)
    visited.open(family.page)
    visited.until(
        "navigator.serviceWorker.getRegistration().then(found => found?.active?.state === 'activated'"
        " && 'ready' in document.getElementById('device').dataset)"
    )
    return visited


@pytest.fixture
def worker(opened: Visit) -> Iterator["Worker"]:
    """Pushes to the worker of the page, as the browser's push service would send them."""
    protocol = opened.protocol()
    yield Worker(opened, protocol)
    protocol.detach()


class Worker:
    """The worker of a page."""

    def __init__(self, visit: Visit, protocol: CDPSession) -> None:
        self._visit = visit
        self._protocol = protocol
        self._registrations: set[str] = set()
        protocol.on("ServiceWorker.workerRegistrationUpdated", self._updated)
        protocol.send("ServiceWorker.enable")

    def _updated(self, event: Any) -> None:
        self._registrations |= {
            registration["registrationId"]
            for registration in event["registrations"]
            if registration["scopeURL"].startswith(self._visit.site.origin)
        }

    def push(self, data: str) -> None:
        """Deliver a message."""
        while not self._registrations:
            self._visit.page.wait_for_timeout(50)
        (registration,) = self._registrations
        about = {"origin": self._visit.site.origin, "registrationId": registration, "data": data}
        self._protocol.send("ServiceWorker.deliverPushMessage", about)

    def shown(self, *fields: str) -> Any:
        """These fields of each notification that stands on the screen, once the page knows of one."""
        self._visit.page.get_by_text("A message has arrived on this device.").wait_for()
        return self._visit.until(
            "fields => navigator.serviceWorker.getRegistration()"
            ".then(found => found.getNotifications())"
            ".then(those => those.length ? those.map(each => fields.map(field => each[field])) : null)",
            list(fields),
        )


def test_the_page_opens_without_a_complaint_and_its_worker_is_for_it_alone(
    opened: Visit, family: Family
) -> None:
    scope = opened.evaluate("navigator.serviceWorker.getRegistration().then(found => found.scope)")
    assert scope == f"{opened.site.origin}{family.page}"
    assert opened.page.locator("#device-switch").is_visible()
    text = opened.page.inner_text("body")
    assert all(name in text for name in family.names)
    assert opened.evaluate("caches.keys().then(found => found.length)") == 0


def test_a_push_shows_without_names_says_that_it_came_and_is_opened_with_the_page(
    opened: Visit, family: Family, worker: Worker
) -> None:
    origin = opened.site.origin
    push = {
        "title": "A new time – Spring cup",
        "body": "Open to read.",
        "url": f"{origin}/t/spring-cup/results",
        "tag": "t-1",
        "lang": "en",
        "receipt": family.receipt,
        "urgent": True,
    }
    assert "None has arrived yet" in opened.page.inner_text("body")
    worker.push(msgspec.json.encode(push).decode())
    shown = worker.shown("title", "body", "tag", "lang")
    assert shown == [[push["title"], push["body"], push["tag"], push["lang"]]]
    assert not any(name in text for words in shown for text in words for name in family.names)
    opened.page.get_by_text("A message has arrived on this device.").wait_for()
    with opened.page.expect_request(lambda request: request.url.endswith("/me/receipt")):
        opened.open(family.page)
    opened.page.get_by_text("One last arrived").wait_for()
    opened.until(
        "navigator.serviceWorker.getRegistration().then(found => found.getNotifications())"
        ".then(those => those.length === 0)"
    )


def test_what_is_no_message_shows_nothing_of_it_and_breaks_nothing(opened: Visit, worker: Worker) -> None:
    worker.push("<b>nonsense</b>")
    assert worker.shown("title") == [["Tileledger"]]


def test_the_keyboard_reaches_everything_and_shows_where_it_is(opened: Visit) -> None:
    assert keyboard_enough(opened) == []


def test_what_is_asked_for_by_keyboard_alone_leads_to_a_code_and_its_digits(opened: Visit) -> None:
    opened.unfold()
    opened.page.locator("form:has([value=contacts]) button").first.focus()
    with opened.page.expect_navigation():
        opened.page.keyboard.press("Enter")
    assert "***@" in opened.page.inner_text("body")
    opened.page.locator("#code").focus()
    opened.page.keyboard.type("123456")
    assert opened.page.locator("#code").input_value() == "123456"


def test_what_was_said_of_a_wrong_code_goes_as_another_is_sent(opened: Visit) -> None:
    opened.unfold()
    with opened.page.expect_navigation():
        opened.page.locator("form:has([value=contacts]) button").first.click()
    # As it is after a wrong code: a file that comes as a download would leave it there.
    opened.until(
        "document.querySelector('h1').insertAdjacentHTML('afterend', '<p id=wrong></p>')"
        " || document.forms[0].addEventListener('submit', (event) => event.preventDefault())"
        " || true"
    )
    assert opened.page.locator("#wrong").count() == 1
    opened.page.locator("#code").fill("123456")
    opened.page.locator("form:has(#code) button").click()
    assert opened.page.locator("#wrong").count() == 0


def test_without_scripts_everything_is_read_and_asked_for(site: Site, visit: Visits, family: Family) -> None:
    site.look_at(REGISTERING)
    visited = visit(scripts=False)
    visited.open(family.page)
    text = visited.page.inner_text("body")
    for phrase in (*family.names, "Your browser runs no scripts here"):
        assert phrase in text
    assert say("page-me-iphone-add", "en") in (visited.page.text_content("body") or ""), "once unfolded"
    assert visited.page.locator("form").count() >= 6
