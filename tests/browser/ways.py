"""The ways in which every page is looked at: by screen, colours, and on paper."""

from typing import Literal

import msgspec

from shared.i18n import Language


class Way(msgspec.Struct, frozen=True):
    """What a page is looked at with.

    Attributes:
        width, height: of the screen, in CSS pixels.
        fingers: whether it is touched; else there is a mouse.
        on_paper: it is printed once it is shown.
    """

    name: str
    width: int
    height: int
    fingers: bool = False
    colours: Literal["light", "dark"] = "light"
    on_paper: bool = False


PHONE = Way("phone", 360, 740, fingers=True)
TABLET = Way("tablet", 820, 1180, fingers=True)
BOARD = Way("board", 1920, 1080)
DARK = Way("dark", 360, 740, fingers=True, colours="dark")
PRINT = Way("print", 794, 1123, on_paper=True)
"""A4 at 96 dots an inch."""
DESK = Way("desk", 1280, 800)
"""For pictures, and for ways through the pages that begin at a desk."""
WAYS = (PHONE, TABLET, BOARD, DARK, PRINT)

LOCALES: dict[Language, str] = {"en": "en-HK", "zh": "zh-HK"}
"""What a browser in Hong Kong says that its user reads."""
