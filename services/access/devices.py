"""What a browser is called in the list of sign-ins: its family and system, of what it says of itself."""

import re

_LONGEST = 500
_SYSTEMS = (
    ("iPhone", re.compile(r"\biPhone\b")),
    ("iPad", re.compile(r"\biPad\b")),
    ("Android", re.compile(r"\bAndroid\b")),
    ("Windows", re.compile(r"\bWindows\b")),
    ("Mac", re.compile(r"\bMacintosh\b")),
    ("Linux", re.compile(r"\b(Linux|X11)\b")),
)
_BROWSERS = (
    ("Edge", re.compile(r"\b(Edg|EdgA|EdgiOS)/")),
    ("Samsung Internet", re.compile(r"\bSamsungBrowser/")),
    ("Firefox", re.compile(r"\b(Firefox|FxiOS)/")),
    ("Chrome", re.compile(r"\b(Chrome|Chromium|CriOS)/")),
    ("Safari", re.compile(r"\bSafari/")),
)
"""In this order: most browsers name those before them as well."""


def device_of(user_agent: str) -> str:
    """The family and system of a browser, such as "Chrome, Android"; "" for one that names neither.

    Only these few words are kept, never what was sent.
    """
    seen = user_agent[:_LONGEST]
    found = (next((name for name, at in known if at.search(seen)), "") for known in (_BROWSERS, _SYSTEMS))
    return ", ".join(name for name in found if name)
