"""One server and one browser for the files of this folder that a test process reads one after the other.

They end with the last of them: while Playwright is at work, no other event loop can run in its thread.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.chromium import started, without_screen
from tests.browser.served import Site, play_all
from tests.browser.served import site as served
from tests.browser.visits import KeptVisits, Visit, visiting
from tests.made_once import MadeOnce

Visits = Callable[..., Visit]


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as leading:
        yield leading


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    program = without_screen()
    if program is None:
        pytest.skip("no Chromium on this machine")
    with started(playwright, program) as browser:
        yield browser


@pytest.fixture(scope="package")
def site(made_once: MadeOnce, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with a tournament in every state; what a test changes there, it changes for those after it."""
    with served(made_once("pages", play_all), tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="package")
def kept_visits(site: Site, browser: Browser) -> Iterator[KeptVisits]:
    """For tests that only look at a page: `with kept_visits.visit("anyone", "zh") as visited:`."""
    visits = KeptVisits(site, browser)
    yield visits
    visits.close()


@pytest.fixture
def visit(site: Site, browser: Browser) -> Iterator[Visits]:
    """Begin a visit: `visit(language="zh", way=TABLET)`. Whatever is played, nothing may be complained of."""
    with ExitStack() as visits:
        begun: list[Visit] = []

        def begin(**how: object) -> Visit:
            begun.append(visits.enter_context(visiting(site, browser, **how)))  # type: ignore[arg-type]
            return begun[-1]

        yield begin
        for each in begun:
            assert each.complaints == []
            assert each.foreign == []
