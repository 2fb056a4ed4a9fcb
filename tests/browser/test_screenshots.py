"""The main views look as in the pictures that are kept of them."""

from collections.abc import Iterator

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.fonts import fonts_missing
from tests.browser.screenshots import LARGEST, PICTURES, Picture, difference, kept, taken
from tests.browser.served import Site, play_all
from tests.browser.served import site as served
from tests.cases import cases
from tests.made_once import MadeOnce

TOLERATED = 0.01
"""The share of pixels by which another Chromium may differ; a line more or less is several times that."""


@pytest.fixture(scope="module")
def site(made_once: MadeOnce, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One of its own: what tests of pages do there would be in the pictures."""
    with served(made_once("pages", play_all), tmp_path_factory.mktemp("pictured")) as started:
        yield started


@pytest.mark.wide
def test_every_view_looks_as_in_its_picture(site: Site, browser: Browser) -> None:
    """All in one test: a sample would leave a picture overtaken until chance finds it."""
    if missing := fonts_missing():
        pytest.skip(f"other fonts than the pictures were made with: {', '.join(missing)}")
    found = {picture.name: difference(taken(picture, site, browser), kept(picture)) for picture in PICTURES}
    other = {name: f"{share:.1%}" for name, share in found.items() if share > TOLERATED}
    assert not other, "if they are meant to differ so: python -m tests.browser.screenshots"


@cases("picture", PICTURES)
def test_a_picture_is_small_and_not_blank(picture: Picture) -> None:
    assert picture.file.stat().st_size <= LARGEST
    levels = kept(picture).convert("L").histogram()
    assert sum(levels[:80]) > 1000, "something dark"
    assert sum(levels[200:]) > 1000, "something light"


def test_a_line_more_on_a_page_is_a_difference_and_a_shade_is_none() -> None:
    page = Image.new("RGB", (360, 740), "white")
    line = page.copy()
    line.paste("black", (0, 100, 360, 112))
    shade = Image.new("RGB", (360, 740), (250, 250, 250))
    assert difference(page, line) > TOLERATED
    assert difference(page, shade) == 0
    assert difference(page, page.resize((360, 700))) == 1
