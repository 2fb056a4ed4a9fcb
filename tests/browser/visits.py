"""A visit to the site: one page in a browser with nothing of its own, and all that was wrong with it."""

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Page, Request, Response

from services.access.rights import Role
from shared.i18n import Language
from tests.browser.chromium import PATIENCE
from tests.browser.served import Site
from tests.browser.ways import LOCALES, PHONE, Way

_MOST_KEPT = 6
_LOOK_EVERY = 50
"""Milliseconds."""
_FORBIDDEN = "forbidden by the page's policy:"
_LISTENING = f"""
document.addEventListener("securitypolicyviolation", (event) => {{
  console.error("{_FORBIDDEN}", event.effectiveDirective, event.blockedURI, event.sample);
}});
"""


class Visit:
    """A page of the site in one way and language.

    Attributes:
        page: Playwright's.
        requested: the addresses that were asked for, in order.
    """

    def __init__(self, site: Site, page: Page, language: Language, way: Way) -> None:
        self.site = site
        self.page = page
        self.language = language
        self.way = way
        self.requested: list[str] = []
        self._complaints: list[str] = []
        self._forgiven: list[str] = []
        self._led_to: Mapping[str, str] = {}
        self._came_in: dict[tuple[str, Role], list[Any]] = {}
        context = page.context
        context.on("console", self._heard)
        context.on("weberror", lambda error: self._complaints.append(str(error.error)))
        context.on("request", self._asked)
        context.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(message.text)

    def _asked(self, request: Request) -> None:
        self.requested.append(request.url)

    def _answered(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self._led_to = response.headers

    @property
    def headers(self) -> Mapping[str, str]:
        """What the server said of the page that is shown."""
        return self._led_to

    def anew(self) -> None:
        """Begin with nothing that was wrong or kept before, at the moment where the site is."""
        self.requested.clear()
        self._complaints.clear()
        self._forgiven.clear()
        self._led_to = {}
        self.page.context.clock.set_fixed_time(self.site.clock.now())

    def open(self, path: str) -> None:
        """Go to a path of the site, in the language of the visit."""
        joined = "&" if "?" in path else "?"
        self.page.goto(f"{self.site.origin}{path}{joined}lang={self.language}")

    def sign_in(self, tournament: str, role: Role) -> None:
        """Come in as an official: as one did in a visit that is over, else by a link.

        Whoever is in already stays. No page need be open then: what is looked at is opened next.
        """
        context, before = self.page.context, self.site.signed_in
        if not self._cookies(tournament):
            context.add_cookies(before.pop((tournament, role), []))
        # Tournaments are months apart: signing in at a later one sweeps away what lies since an earlier one.
        known = self._cookies(tournament)
        if not known or not context.request.get(f"{self.site.origin}/t/{tournament}/staff").ok:
            self.open(self.site.sign_in_link(tournament, role))
            self.page.locator("main form button").click()
            self.page.wait_for_url(f"**/t/{tournament}/**")
        self._came_in[tournament, role] = self._cookies(tournament)

    def _cookies(self, tournament: str) -> list[Any]:
        cookies = self.page.context.cookies()
        return [cookie for cookie in cookies if cookie["name"].endswith(f"staff-{tournament}")]

    def end(self) -> None:
        """Leave it to a later visit to go on as whoever came in, and is in still."""
        for (tournament, role), cookies in self._came_in.items():
            if cookies == self._cookies(tournament):
                self.site.signed_in[tournament, role] = cookies

    def forgive(self, pattern: str) -> None:
        """Expect the console to complain so."""
        self._forgiven.append(pattern)

    @property
    def complaints(self) -> list[str]:
        """Errors and warnings of the console, exceptions, and what a policy forbade."""
        return [
            text
            for text in self._complaints
            if not any(re.search(pattern, text) for pattern in self._forgiven)
        ]

    @property
    def foreign(self) -> list[str]:
        """The addresses on other hosts that were asked for; none of them was reached."""
        ours = (f"{self.site.origin}/", "data:", "blob:")
        return [url for url in self.requested if not url.startswith(ours)]

    def turn_to(self, way: Way) -> None:
        """Look at the open page in another way; whether it is touched stays as it was.

        On paper, nothing on it can be pressed any more.
        """
        self.way = way
        self.page.set_viewport_size({"width": way.width, "height": way.height})
        self.page.emulate_media(media="print" if way.on_paper else "screen", color_scheme=way.colours)

    def unfold(self) -> None:
        """Open everything that can be unfolded."""
        self.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

    def later(self, seconds: float) -> None:
        """Have what the page does from time to time come due, as if it had been looked at for so long."""
        self.page.clock.fast_forward(round(seconds * 1000))

    def lose_network(self) -> None:
        """Have no request of this browser get anywhere, as in a hall whose Wi-Fi drops."""
        self.forgive("ERR_INTERNET_DISCONNECTED")
        self.page.context.set_offline(True)

    def find_network(self) -> None:
        """Have requests get through again."""
        self.page.context.set_offline(False)

    def another_tab(self) -> "Visit":
        """A second page of the same browser, with the same cookies; complaints are heard by the first."""
        return Visit(self.site, self.page.context.new_page(), self.language, self.way)

    def protocol(self) -> CDPSession:
        """Chromium's debugging protocol, for what Playwright has no word for."""
        return self.page.context.new_cdp_session(self.page)

    def forget(self) -> None:
        """Have the browser keep nothing of the site but its cookies."""
        self.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.goto("about:blank")
        protocol = self.protocol()
        kinds = "indexeddb,cache_storage,service_workers"
        protocol.send("Storage.clearDataForOrigin", {"origin": self.site.origin, "storageTypes": kinds})
        protocol.detach()

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """What a script in the page gives, which the page's policy does not bind."""
        return self.page.evaluate(script, argument)

    def until(self, script: str, argument: Any = None) -> Any:
        """Wait until a script in the page gives something, or a promise of it; returns it.

        Playwright's own waiting takes the promise for what it waits for.
        """
        deadline = time.monotonic() + PATIENCE
        while not (found := self.evaluate(script, argument)):
            assert time.monotonic() < deadline, script
            self.page.wait_for_timeout(_LOOK_EVERY)
        return found


@contextmanager
def visiting(
    site: Site,
    browser: Browser,
    language: Language = "en",
    way: Way = PHONE,
    *,
    scripts: bool = True,
    skipping: bool = False,
    sharp: bool = False,
    zone: str = "Asia/Hong_Kong",
) -> Iterator[Visit]:
    """A visit that ends with the block; the browser's day is that of the site.

    Args:
        scripts: whether those of the pages run.
        skipping: whether `later` is used: the clock of the browser then runs, and else stands still.
        sharp: whether each pixel of the page is four of the screen.
        zone: that of the device.
    """
    context = browser.new_context(
        locale=LOCALES[language],
        timezone_id=zone,
        viewport={"width": way.width, "height": way.height},
        device_scale_factor=2 if sharp else 1,
        is_mobile=way.fingers,
        has_touch=way.fingers,
        color_scheme=way.colours,
        reduced_motion="reduce",
        java_script_enabled=scripts,
    )
    try:
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(_LISTENING)
        if skipping:
            context.clock.install(time=site.clock.now())
        else:
            context.clock.set_fixed_time(site.clock.now())
        visit = Visit(site, context.new_page(), language, way)
        yield visit
        visit.end()
    finally:
        context.close()


class KeptVisits:
    """Visits in which one page after the other is looked at, which takes a third of a visit to each.

    Who is signed in as an official has a visit apart from who is not.
    """

    def __init__(self, site: Site, browser: Browser) -> None:
        self._site = site
        self._browser = browser
        self._kept: dict[tuple[object, ...], tuple[Visit, ExitStack]] = {}

    @contextmanager
    def visit(self, opened_by: str, language: Language, way: Way = PHONE) -> Iterator[Visit]:
        """One that is like new; what something was wrong with is not used again."""
        key = (opened_by, language, way)
        visit, ending = self._kept.pop(key) if key in self._kept else self._begun(language, way)
        with ending:
            visit.anew()
            yield visit
            visit.forget()
            self._kept[key] = visit, ending.pop_all()
        while len(self._kept) > _MOST_KEPT:
            self._end(next(iter(self._kept)))

    def close(self) -> None:
        """End them all."""
        for key in [*self._kept]:
            self._end(key)

    def _begun(self, language: Language, way: Way) -> tuple[Visit, ExitStack]:
        ending = ExitStack()
        return ending.enter_context(visiting(self._site, self._browser, language, way)), ending

    def _end(self, key: tuple[object, ...]) -> None:
        self._kept.pop(key)[1].close()
