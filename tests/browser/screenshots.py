"""Pictures of the main views, for `docs/pictures`: `python -m tests.browser.screenshots [NAME…]` makes them.

Clock, seed and fonts are fixed and nothing moves, so that a picture differs from the one before where the
page does. They need Chromium and the fonts of `fonts.py`. `test_screenshots.py` compares them.
"""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from PIL import Image, ImageChops
from playwright.sync_api import Browser

from shared.i18n import Language
from tests.browser.chromium import browsing
from tests.browser.fonts import fonts_missing
from tests.browser.pages import VIEWS
from tests.browser.served import OVER, PLAYING, Site, play_all, site
from tests.browser.visits import visiting
from tests.browser.ways import BOARD, DESK, PHONE, Way

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 120_000
"""Bytes of a picture."""
_QUALITY = 82
_NOTICED = 40
"""Levels of 255 by which a pixel differs to the eye; a letter that lies elsewhere differs by more."""


class Picture(msgspec.Struct, frozen=True):
    """A picture of one view.

    Attributes:
        name: of the file.
        view: by its name in `pages.py`.
    """

    name: str
    view: str
    way: Way = PHONE
    language: Language = "en"

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.webp"


PICTURES = (
    Picture("home", "home"),
    Picture("standings-phone", "standings-hk-2026"),
    Picture("standings-desk", "standings-swiss", DESK),
    Picture("results", "results-hk-2026", DESK),
    Picture("own-page", "personal-seated", language="zh"),
    Picture("site", "overview-hk-playing", language="zh"),
    Picture("docket", "docket"),
    Picture("ruling", "ruling-confirm"),
    Picture("time-machine", "history-past-with-curves", DESK),
    Picture("case-file", "history-case", DESK),
    Picture("what-if", "history-what-if", DESK),
    Picture("deliveries", "notice", DESK),
    Picture("sheet", f"sheet-{OVER}", DESK),
    Picture("board", f"board-by-hour-{PLAYING}", BOARD),
)


def taken(picture: Picture, site: Site, browser: Browser) -> Image.Image:
    """The picture as the page looks now."""
    (view,) = (view for view in VIEWS if view.name == picture.view)
    site.look_at(view.tournament)
    with visiting(site, browser, picture.language, picture.way, sharp=picture.way.fingers) as visit:
        view.show(visit)
        visit.page.wait_for_load_state("networkidle")
        visit.evaluate("document.fonts.ready.then(() => true)")
        shot = visit.page.screenshot(animations="disabled", caret="hide", scale="device")
    return Image.open(BytesIO(shot)).convert("RGB")


def kept(picture: Picture) -> Image.Image:
    """The picture as it is kept."""
    return Image.open(picture.file).convert("RGB")


def difference(image: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ to the eye; 1 for pictures of different sizes."""
    if image.size != other.size:
        return 1.0
    levels = ImageChops.difference(image, other).convert("L").histogram()
    return sum(levels[_NOTICED:]) / sum(levels)


def main(names: list[str]) -> None:
    """Make every picture, or those named."""
    if missing := fonts_missing():
        sys.exit(
            f"These fonts are missing, and pictures with others cannot be compared: {', '.join(missing)}"
        )
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as name:
        played, folder = Path(name) / "played", Path(name) / "served"
        played.mkdir()
        folder.mkdir()
        play_all(played)
        with site(played, folder) as served, browsing() as browser:
            for picture in PICTURES:
                if names and picture.name not in names:
                    continue
                taken(picture, served, browser).save(picture.file, quality=_QUALITY, method=6)
                sys.stdout.write(f"{picture.file.name}: {picture.file.stat().st_size // 1000} kB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
