"""The secret of a link and the digits of a code, out of what somebody pasted with a sentence around it."""

import re

from shared.plain_text import narrow

_SECRET = re.compile(r"(?:[/=]|(?<![A-Za-z0-9_/=-])_?)([A-Za-z0-9_-]{43})(?![A-Za-z0-9])")
"""256 bits in base64, behind a slash or an equals sign, or alone; messengers take _ around it for slanted."""
_MARKS = re.compile(r"[\W_]+")


def secret_pasted(text: str) -> str | None:
    """The secret of the first link in a text, or that stands there alone; None where there is none."""
    found = _SECRET.search(text)
    return found[1] if found is not None else None


def digits_pasted(text: str) -> str:
    """A code without blanks and marks between its digits and around them; letters stay, and spoil it."""
    return _MARKS.sub("", narrow(text))
