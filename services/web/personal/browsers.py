"""Which app a page was opened in, by what it says of itself, and on what kind of phone."""

import re
from typing import Literal

App = Literal["wechat", "line", "instagram", "facebook", "telegram"]
Phone = Literal["iphone", "android", "other"]

_APPS: tuple[tuple[App, re.Pattern[str]], ...] = (
    ("wechat", re.compile(r"MicroMessenger/")),
    ("line", re.compile(r"\bLine/[0-9]")),
    ("instagram", re.compile(r"\bInstagram\b")),
    ("facebook", re.compile(r"\bFB(AN|AV|_IAB)\b|\[FB")),
    ("telegram", re.compile(r"\bTelegram")),
)
"""In this order: Instagram's browser names Facebook's engine, too."""
_LONGEST = 500


def app_of(user_agent: str) -> App | None:
    """The app in whose own browser the page was opened; None for a real browser, or one that does not say."""
    seen = user_agent[:_LONGEST]
    return next((name for name, pattern in _APPS if pattern.search(seen)), None)


def phone_of(user_agent: str) -> Phone:
    """The kind of phone; a newer iPad says that it is a Mac, which the page finds out by script."""
    seen = user_agent[:_LONGEST]
    if re.search(r"\b(iPhone|iPad|iPod)\b", seen):
        return "iphone"
    return "android" if "Android" in seen else "other"
